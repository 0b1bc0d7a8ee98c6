"""Many thousand random games with every invariant on: `make soak`.

Every game is played at all player counts and with all options. After every answer conservation is
checked, somebody must be asked, and all moves must be distinct and readable; copies, saves, views
and imagined states are checked at random moments of every game.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from typing import Any

from cradle.games import GAMES
from cradle.i18n import clauses
from cradle.kernel.step import CHANCE, OVER, State, play
from tests.invariants import (
    Notary,
    check_asked,
    check_closed,
    check_copy,
    check_dump,
    check_every_move,
    check_knowledge,
    choices,
    random_answer,
)

BATCH = 25
OFTEN = 0.005  # how often the dear checks are made, for each answer
MOST_ANSWERS = 200_000
Job = tuple[str, int, dict[str, Any], int, int]


def soak(job: Job) -> tuple[str, int, int, int]:
    """A batch of games: the game's name, games, decisions, and the most answers in one."""
    name, seats, options, seed, games = job
    notary = Notary(GAMES[name])
    decisions = longest = 0
    for number in range(games):
        where = f"{name}, {seats} seats, {options}, seed {seed + number}"
        try:
            made, answers = play_one(notary, seats, options, random.Random(seed + number))
        except Exception as error:
            raise RuntimeError(f"{where}: {error!r}") from error
        decisions += made
        longest = max(longest, answers)
    return name, games, decisions, longest


def play_one(
    notary: Notary, seats: int, options: dict[str, Any], rng: random.Random
) -> tuple[int, int]:
    """One game with everything checked: the seats' answers, and all answers."""
    game = notary.game
    s = game.new(seats, options)
    decisions = 0
    for answers in range(MOST_ANSWERS):
        check_asked(s)
        game.check(s)
        if s.turn == OVER:
            check_knowledge(game, s, rng)
            check_scores(notary, s)
            return decisions, answers
        if s.turn != CHANCE:
            notary.check(s.legal)
            decisions += 1
        if rng.random() < OFTEN:
            look_closely(notary, s, rng)
        play(s, random_answer(s, rng))
    raise AssertionError(f"no end after {MOST_ANSWERS} answers")


def look_closely(notary: Notary, s: State, rng: random.Random) -> None:
    """The checks that cost more than a move."""
    check_copy(s, rng)
    check_dump(notary.game, s)
    check_knowledge(notary.game, s, rng)
    check_closed(notary.game, s, set(clauses(notary.game.name)))
    if rng.random() < 0.2:
        check_every_move(notary.game, s)


def check_scores(notary: Notary, s: State) -> None:
    """The ranking follows from points and tie-breakers."""
    scores = notary.game.scores(s)
    assert min(score.rank for score in scores) == 1
    for one in scores:
        assert one.total == sum(one.parts.values())
        better = sum((other.total, other.tie) > (one.total, one.tie) for other in scores)
        assert one.rank == 1 + better


def jobs(name: str, games: int, seed: int) -> list[Job]:
    """The games shared out evenly over player counts and options."""
    game = GAMES[name]
    settings = [(seats, options) for seats in game.seats for options in choices(game)]
    return [
        (name, seats, options, seed + number * 1_000_000 + start, size)
        for number, (seats, options) in enumerate(settings)
        for start, size in batches(games // len(settings) + (number < games % len(settings)))
    ]


def batches(games: int) -> list[tuple[int, int]]:
    """So many games in batches: where each starts, and its size."""
    return [(start, min(BATCH, games - start)) for start in range(0, games, BATCH)]


def main() -> int:
    """Play, and print one summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=None)
    args = parser.parse_args()
    todo = [job for name in GAMES for job in jobs(name, args.games, args.seed)]
    random.Random(0).shuffle(todo)
    begun = time.perf_counter()
    games, decisions, longest = Counter[str](), Counter[str](), Counter[str]()
    with multiprocessing.Pool(args.processes) as pool:
        for number, (name, played, made, most) in enumerate(pool.imap_unordered(soak, todo), 1):
            games[name] += played
            decisions[name] += made
            longest[name] = max(longest[name], most)
            show(number, len(todo), time.perf_counter() - begun)
    for name in GAMES:
        print(
            f"{name:10} {games[name]:6} games, {decisions[name]:9} decisions, "
            f"at most {longest[name]} answers in a game"
        )
    print(f"no failure in {time.perf_counter() - begun:.0f} s")
    return 0


def show(number: int, total: int, seconds: float) -> None:
    """Progress, on a terminal and now and then elsewhere."""
    if sys.stderr.isatty():
        left = seconds / number * (total - number)
        print(f"\r{number}/{total} batches, {left:.0f} s left   ", end="", file=sys.stderr)
    elif number % 200 == 0:
        print(f"{number}/{total} batches, {seconds:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
