"""Tune the weights of a game's heuristic by self-play.

    python scripts/tune_bots.py stone-age --generations 4 --seed 1 [--write]

Each generation plays many variants of the weights (each weight multiplied by a random factor)
against the present ones, seats rotated and luck mirrored, fits how each weight moves the result,
and tries steps along it. A last match on luck never seen before says whether the new weights are
better; only then are they written.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from importlib.resources import files
from math import exp, sqrt
from pathlib import Path
from time import process_time

from cradle.arena.luck import Luck
from cradle.bots.chances import chances
from cradle.bots.heuristic import Heuristic
from cradle.bots.knowledge import Weights, knowledge
from cradle.games import game as game_named, registered
from cradle.kernel.step import CHANCE, OVER, State, play

TABLES = (2, 2, 3, 4)  # numbers of players, in turn
FIXED = {"future", "spread", "spread_round", "spread_card"}  # not part of any choice
STEPS = (0.2, 0.45, 1.0)  # how far along a way is tried
MARGIN = 40.0  # points that count as a clear win
BETTER = 0.505  # share of a win a step must make to be taken
FRESH = 7  # the seed of games that no step was found with


def made(game: str, weights: Weights) -> Heuristic:
    """A game's heuristic with these weights."""
    return knowledge(game).heuristic(weights)


def play_greedy(game: str, minds: list[Heuristic], luck: Luck) -> list[int]:
    """The points of all seats, everybody taking the move their heuristic values most."""
    rules = game_named(game)
    s: State = rules.new(len(minds), {})
    while s.turn != OVER:
        if s.turn == CHANCE:
            play(s, luck.outcome(s))
        elif len(s.legal) == 1:
            play(s, s.legal[0])
        else:
            values = minds[s.turn].prefer(s, s.turn, s.legal)
            play(s, s.legal[values.index(max(values))])
    return [score.total for score in rules.scores(s)]


def duel(game: str, new: Heuristic, old: Heuristic, lucks: range, seed: int) -> list[float]:
    """How the new weights do among old ones: a share of the win for every game."""
    results = []
    for number in lucks:
        seats = TABLES[number % len(TABLES)]
        for seat in range(0, seats, max(1, seats // 2)):
            minds = [new if each == seat else old for each in range(seats)]
            points = play_greedy(game, minds, Luck(seed, number))
            share = chances([float(each) for each in points], MARGIN)[seat]
            results.append(share * seats / 2.0)
    return results


def direction(
    game: str, now: Weights, variants: int, lucks: range, seed: int, sigma: float
) -> Weights:
    """The way along which the variants got better, as long as a usual variant's."""
    rng = random.Random(f"{seed}/{lucks.start}")
    names = [name for name in now if name not in FIXED]
    old = made(game, now)
    slopes = dict.fromkeys(names, 0.0)
    for variant in range(variants // 2):
        way = {name: rng.gauss(0.0, sigma) for name in names}
        part = range(lucks.start + variant * 1000, lucks.start + variant * 1000 + len(lucks))
        gain = 0.0
        for sign in (1.0, -1.0):
            new = made(game, moved(now, way, sign))
            results = duel(game, new, old, part, seed)
            gain += sign * sum(results) / len(results)
        for name in names:
            slopes[name] += gain * way[name]
    length = sqrt(sum(slope * slope for slope in slopes.values())) or 1.0
    return {name: slopes[name] / length * sigma * sqrt(len(names)) for name in names}


def moved(now: Weights, way: Weights, sign: float) -> Weights:
    """The weights multiplied along a way."""
    return {name: value * exp(sign * way.get(name, 0.0)) for name, value in now.items()}


def said(results: list[float]) -> str:
    """Mean and 95 % interval."""
    mean = sum(results) / len(results)
    spread = sqrt(sum((each - mean) ** 2 for each in results) / (len(results) - 1))
    return f"{mean:.4f} ± {1.96 * spread / sqrt(len(results)):.4f}"


def best_step(game: str, now: Weights, way: Weights, lucks: range) -> Weights:
    """The weights after the best step along a way, if any is better than none."""
    old, found, high = made(game, now), now, BETTER
    for step in STEPS:
        tried = moved(now, way, step)
        results = duel(game, made(game, tried), old, lucks, FRESH)
        print(f"step {step}: {said(results)} ({process_time():.0f} s)", flush=True)
        if sum(results) / len(results) > high:
            high, found = sum(results) / len(results), tried
    return found


def tuned(given: argparse.Namespace, start: Weights) -> Weights:
    """The weights after so many generations."""
    best = start
    for number in range(given.generations):
        print(f"generation {number + 1}", flush=True)
        lucks = range(number * 1_000_000, number * 1_000_000 + given.lucks)
        sigma = given.sigma * 0.85**number
        way = direction(given.game, best, given.variants, lucks, given.seed, sigma)
        fresh = range(10**8 * (number + 1), 10**8 * (number + 1) + given.judge // 3)
        best = best_step(given.game, best, way, fresh)
    return best


def main() -> int:
    """Tune, judge, and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=[each.name for each in registered().values() if each.bots])
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--variants", type=int, default=60)
    parser.add_argument("--lucks", type=int, default=12, help="games' lucks a variant plays")
    parser.add_argument("--judge", type=int, default=300, help="lucks of the last match")
    parser.add_argument("--sigma", type=float, default=0.15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    start = knowledge(given.game).weights
    best = tuned(given, start)
    last = range(10**9, 10**9 + given.judge)
    results = duel(given.game, made(given.game, best), made(given.game, start), last, FRESH)
    print(f"tuned against the start: {said(results)}")
    if given.write and sum(results) / len(results) > 0.5:
        write(given.game, best, said(results))
    return 0


def write(game: str, weights: Weights, verdict: str) -> None:
    """Keep the weights with how they were found."""
    command = " ".join(["python scripts/tune_bots.py", *sys.argv[1:]])
    note = f"{command}: {verdict} of a win against the weights before"
    rounded = {name: float(f"{value:.4g}") for name, value in weights.items()}
    text = json.dumps({"note": note, "weights": rounded}, indent=2, ensure_ascii=False)
    folder = Path(str(files(registered()[game].bots)))
    folder.joinpath("data", "weights.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
