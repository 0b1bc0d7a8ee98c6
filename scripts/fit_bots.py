"""Fit what quiet positions are worth to how games ended.

    python scripts/fit_bots.py stone-age --games 4000 [--simulations 4] [--write]
    python scripts/fit_bots.py stone-age --judge 60

Bots play against each other, erring now and then so that many kinds of positions come about. At
every quiet position the traits of all seats are kept, and the weights are found that predict the
winners best: a logistic fit, by Newton's method, that holds to the heuristic's own points (or, with
--onward, to the present weights) where games tell nothing. Every fifth game is left out of it and
tells how good the forecast is. --judge plays the weights of the package, in a search, against
searches that add up the heuristic's parts.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cradle.arena.luck import Luck
from cradle.bots import Bot, Seen
from cradle.bots.chances import STEEP
from cradle.bots.greedy_bot import GreedyBot
from cradle.bots.heuristic import Heuristic
from cradle.bots.judgement import SUDDEN, Judgement, read_courses
from cradle.bots.knowledge import heuristic, knowledge
from cradle.bots.search_bot import SearchBot
from cradle.cli.arguments import add_cluster
from cradle.computing import in_order, runner
from cradle.games import game as game_named, registered
from cradle.kernel.game import BadOption
from cradle.kernel.step import CHANCE, OVER, play
from cradle.playout import draw_outcome

Numbers = NDArray[np.float64]
GREEDY_NOISE = (0.3, 0.8, 1.5)  # points
SEARCH_NOISE = (0.0, 0.5, 1.5)  # hundredths of a chance to win
LEFT_OUT = 5  # one game in so many
RIDGE = 3.0  # how strongly weights hold to where they start
STEPS = 12
JUDGED = 30  # simulations of both sides in a judgement
JUDGE_SEED = 11
CHUNK = 10  # games a process plays at a time


def traits_of(game: str) -> tuple[str, ...]:
    """What the positions of a game are judged by."""
    found: tuple[str, ...] = import_module(f"{registered()[game].bots}.traits").TRAITS
    return found


@dataclass(frozen=True)
class Order:
    """Some games to be played by one process."""

    game: str
    seats: int
    simulations: int
    seeds: range


@dataclass
class Lesson:
    """A quiet position, and who won: all by seat."""

    traits: list[list[float]]
    left: float
    spread: float
    won: list[float]


def play_games(order: Order) -> list[list[Lesson]]:
    """The lessons of each game."""
    return [_play_game(order, seed) for seed in order.seeds]


def _play_game(order: Order, seed: int) -> list[Lesson]:
    rng = random.Random(f"{order.game}/{order.seats}/{seed}")
    rules, knows = game_named(order.game), judging(order.game)
    s: Any = rules.new(order.seats, {})
    bots, lessons, was_quiet = _players(order, rng), [], False
    while s.turn != OVER:
        if s.turn == CHANCE:
            play(s, draw_outcome(s, rng.random))
            continue
        quiet = knows.quiet(s)
        if quiet and not was_quiet:
            lessons.append(Lesson(knows.traits(s), knows.left(s), knows.spread(s), []))
        was_quiet = quiet
        play(s, bots[s.turn].choose(Seen.of(rules, s, s.turn)))
    first = [float(score.rank == 1) for score in rules.scores(s)]
    for lesson in lessons:
        lesson.won = [each / sum(first) for each in first]
    return lessons


def judging(game: str) -> Any:
    """The heuristic of a game, with all it has beyond what the search asks for."""
    return heuristic(game)


def _players(order: Order, rng: random.Random) -> list[Bot]:
    if not order.simulations:
        noise = rng.choice(GREEDY_NOISE)
        return [GreedyBot(rng.randrange(1 << 30), noise) for _ in range(order.seats)]
    noise = rng.choice(SEARCH_NOISE)
    return [
        SearchBot(rng.randrange(1 << 30), simulations=order.simulations, noise=noise)
        for _ in range(order.seats)
    ]


def all_games(given: argparse.Namespace, seats: int) -> list[list[Lesson]]:
    """The lessons of so many games, played by all processes."""
    starts = range(given.seed * 10**6, given.seed * 10**6 + given.games, CHUNK)
    orders = [
        Order(given.game, seats, given.simulations, range(start, start + CHUNK)) for start in starts
    ]
    played = in_order(runner(given.processes, given.ray), play_games, orders)
    return [game for games in played for game in games]


class Examples:
    """Lessons as arrays: what each weight would move, and who won."""

    def __init__(self, lessons: list[Lesson]) -> None:
        traits = np.array([each.traits for each in lessons])
        left = np.array([each.left for each in lessons])[:, None, None]
        spread = np.array([each.spread for each in lessons])[:, None, None]
        courses = (traits, traits * left, traits / (1.0 + SUDDEN * left))
        self.inputs: Numbers = np.concatenate(courses, axis=2) * STEEP / spread
        self.won: Numbers = np.array([each.won for each in lessons])

    def forecast(self, weights: Numbers) -> Numbers:
        """Each seat's chance to win."""
        scores = self.inputs @ weights
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances: Numbers = scores / scores.sum(axis=1, keepdims=True)
        return chances

    def surprise(self, weights: Numbers) -> float:
        """The mean of -log(chance of the winner): smaller is better."""
        return float(-(self.won * np.log(self.forecast(weights))).sum(axis=1).mean())


def fitted(examples: Examples, start: Numbers) -> Numbers:
    """The weights that predict best, and hold to where they start."""
    inputs, weights = examples.inputs, start.copy()
    scale = inputs.std(axis=(0, 1)) + 1e-9
    ridge = np.diag(RIDGE * scale * scale)
    for _ in range(STEPS):
        chances = examples.forecast(weights)
        slope = np.einsum("nsk,ns->k", inputs, chances - examples.won)
        mean = np.einsum("nsk,ns->nk", inputs, chances)
        bend = np.einsum("nsk,ns,nsj->kj", inputs, chances, inputs, optimize=True) - mean.T @ mean
        weights -= np.linalg.solve(bend + ridge, slope + ridge @ (weights - start))
    return weights


def plain(game: str) -> Numbers:
    """What the heuristic says by itself: each part counts once, the counts count nothing."""
    traits = traits_of(game)
    parts = sum(not trait.endswith("_count") for trait in traits)
    return np.repeat([1.0, 0.0], [parts, 3 * len(traits) - parts])


def present(game: str, seats: int) -> Numbers:
    """The weights as they are now."""
    courses = read_courses(registered()[game].bots, traits_of(game))
    return np.array(courses[seats]).T.ravel() if seats in courses else plain(game)


def learn(given: argparse.Namespace, seats: int) -> tuple[dict[str, list[float]], str]:
    """The weights for so many players, by trait, and how much better they predict."""
    games = all_games(given, seats)
    known = [lesson for n, game in enumerate(games) if n % LEFT_OUT for lesson in game]
    unknown = [lesson for game in games[::LEFT_OUT] for lesson in game]
    start = present(given.game, seats) if given.onward else plain(given.game)
    weights = fitted(Examples(known), start)
    test = Examples(unknown)
    verdict = f"{seats} players {test.surprise(start):.4f} to {test.surprise(weights):.4f}"
    courses = weights.reshape(3, -1).T
    found = {
        trait: [float(f"{weight:.4g}") for weight in course]
        for trait, course in zip(traits_of(given.game), courses, strict=True)
    }
    return found, verdict


def judged(order: Order) -> list[float]:
    """Shares of the win of a search with the fit among searches without it, seats rotated."""
    fit, parts = heuristic(order.game), unfitted(order.game)
    shares = []
    for number in order.seeds:
        luck, seat = divmod(number, order.seats)
        minds = [fit if each == seat else parts for each in range(order.seats)]
        bots = [
            SearchBot(f"{luck}/{mind is fit}", order.simulations, knows=knowing(mind))
            for mind in minds
        ]
        ranks = match(order, bots, Luck(JUDGE_SEED, luck))
        shares.append((ranks[seat] == 1) / ranks.count(1))
    return shares


def knowing(mind: Heuristic) -> Callable[[str], Heuristic]:
    """What a search asks for its heuristic by a game's name."""
    return lambda _: mind


def unfitted(game: str) -> Heuristic:
    """The heuristic alone: its parts added up."""
    knows = judging(game)
    alone: Heuristic = type(knows)(knowledge(game).weights, Judgement(knows.judgement.parts, {}))
    return alone


def match(order: Order, bots: Sequence[Bot], luck: Luck) -> list[int]:
    """The ranks of all seats after a game."""
    rules = game_named(order.game)
    s: Any = rules.new(order.seats, {})
    while s.turn != OVER:
        if s.turn == CHANCE:
            play(s, luck.outcome(s))
        else:
            play(s, bots[s.turn].choose(Seen.of(rules, s, s.turn)))
    return [score.rank for score in rules.scores(s)]


def judge(given: argparse.Namespace, seats: int) -> None:
    """Say how the fit fares at so many players' tables."""
    games = max(seats, given.judge - given.judge % seats)
    orders = [
        Order(given.game, seats, given.simulations or JUDGED, range(start, start + seats))
        for start in range(0, games, seats)
    ]
    found = in_order(runner(given.processes, given.ray), judged, orders)
    shares = [share for some in found for share in some]
    print(f"{seats} players: {sum(shares) / games:.1%} of {games}, equal is {1 / seats:.1%}")


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=[each.name for each in registered().values() if each.bots])
    parser.add_argument("--games", type=int, default=4000, help="for each number of players")
    parser.add_argument("--simulations", type=int, default=0, help="0: greedy players")
    parser.add_argument("--onward", action="store_true", help="hold to the present weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=0, help="0: one for each core")
    add_cluster(parser)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--judge", type=int, default=0, help="games with the present weights")
    return parser.parse_args()


def learned(given: argparse.Namespace) -> Iterator[tuple[int, dict[str, list[float]], str]]:
    """One number of players after the other."""
    for seats in game_named(given.game).seats:
        found, verdict = learn(given, seats)
        print(verdict, flush=True)
        yield seats, found, verdict


def main() -> int:
    """Play, fit, and write, or say what can't be."""
    try:
        return fit(options())
    except BadOption as error:
        raise SystemExit(str(error)) from None


def fit(given: argparse.Namespace) -> int:
    """Play, fit, and write; or only judge."""
    if given.judge:
        for seats in game_named(given.game).seats:
            judge(given, seats)
        return 0
    by_seats = list(learned(given))
    if given.write:
        command = " ".join(["python scripts/fit_bots.py", *sys.argv[1:]])
        verdicts = ", ".join(verdict for _, _, verdict in by_seats)
        note = f"{command}: mean surprise of games left out, before and after: {verdicts}"
        weights = {str(seats): found for seats, found, _ in by_seats}
        write(given.game, note, weights)
    return 0


def write(game: str, note: str, weights: dict[str, dict[str, list[float]]]) -> None:
    """Keep the weights with how they were found, a trait a line."""
    blocks = []
    for seats, found in weights.items():
        lines = ",\n".join(f"      {json.dumps(k)}: {json.dumps(v)}" for k, v in found.items())
        blocks.append(f'    "{seats}": {{\n{lines}\n    }}')
    text = ",\n".join(blocks)
    text = f'{{\n  "note": {json.dumps(note)},\n  "weights": {{\n{text}\n  }}\n}}\n'
    folder = Path(str(files(registered()[game].bots)))
    folder.joinpath("data", "judgement.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
