"""How long the levels think: median and slowest answer over so many decisions.

    python -m benchmarks.answers                     all levels, both games, 2 players
    python -m benchmarks.answers --seats 4 --write   put the table into docs/ladder.md
    python -m benchmarks.answers --busy 4            while so many processes keep the cores busy

Forced moves are not counted. With PYTHONPATH=build/compiled the compiled rules are measured; the
docs hold tables of plain Python.
"""

from __future__ import annotations

import argparse
import random
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import Process
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.commands import in_one_line
from cradle.bots import LEVELS, Seen, make_bot
from cradle.bots.levels import SECONDS
from cradle.build import kind
from cradle.cli.arguments import count
from cradle.games import GAMES
from cradle.kernel.step import CHANCE, OVER, State, play
from cradle.playout import draw_outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parent.parent / "docs" / "ladder.md"
LATE = 1.2  # times the budget


@dataclass(frozen=True)
class Answers:
    """How long one level thought in one game."""

    median: float
    slowest: float
    late: int
    decisions: int

    def __str__(self) -> str:
        return f"{self.median:.3f} s, {self.slowest:.3f} s"


def measure(game: str, level: str, seats: int, decisions: int) -> Answers:
    """So many answers of a level, one seat of it against greedy ones."""
    times: list[float] = []
    number = 0
    while len(times) < decisions:
        times += one_game(game, level, seats, number)
        number += 1
    del times[decisions:]
    late = sum(each > LATE * SECONDS[level] for each in times)
    return Answers(median(times), max(times), late, len(times))


def one_game(game: str, level: str, seats: int, number: int) -> list[float]:
    """The times of all answers of a level in one game that it wasn't forced to give."""
    rng, bot, greedy = random.Random(number), make_bot(level, number), make_bot("greedy", number)
    s: State = GAMES[game].new(seats, {})
    times: list[float] = []
    while s.turn != OVER:
        if s.turn == CHANCE:
            play(s, draw_outcome(s, rng.random))
            continue
        seen = Seen.of(GAMES[game], s, s.turn)
        start = perf_counter()
        move = (greedy if s.turn else bot).choose(seen)
        if not s.turn and len(seen.moves) > 1:
            times.append(perf_counter() - start)
        play(s, move)
    bot.close()
    return times


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that keep the cores busy meanwhile."""
    loads = [Process(target=count_on, daemon=True) for _ in range(processes)]
    for load in loads:
        load.start()
    try:
        yield
    finally:
        for load in loads:
            load.terminate()


def count_on() -> None:
    """Keep a core busy."""
    number = 0
    while True:
        number += 1


def row(level: str, seats: int, decisions: int, games: tuple[str, ...]) -> str:
    """Measure a level in every game: a row of the table."""
    found = [measure(game, level, seats, decisions) for game in games]
    late, asked = sum(each.late for each in found), sum(each.decisions for each in found)
    cells = [level, f"{SECONDS[level]} s", *map(str, found), f"{late} of {asked}"]
    return f"| {' | '.join(cells)} |"


def place(seats: int) -> str:
    """What marks the place in the docs of this build and so many players."""
    return f"<!-- answers {kind()} {seats} -->"


def write(rows: list[str], seats: int) -> None:
    """Put the table into its place in the docs."""
    start, end = place(seats), "<!-- end -->"
    before, _, rest = DOCS.read_text("utf-8").partition(start)
    _, _, after = rest.partition(end)
    table = "\n".join(rows)
    DOCS.write_text(f"{before}{start}\n{table}\n{end}{after}", encoding="utf-8")


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="How long the levels think.")
    parser.add_argument("--decisions", type=count, default=300)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--game", choices=tuple(GAMES))
    parser.add_argument("--write", action="store_true", help="put the whole table into the docs")
    given = parser.parse_args()
    if given.write and (given.level or given.game):
        parser.error("only the whole table can be written")
    if given.write and place(given.seats) not in DOCS.read_text("utf-8"):
        parser.error(f"{DOCS.name} has no place {place(given.seats)}")
    return given


@in_one_line()
def main() -> None:
    """Measure what was asked for."""
    given = options()
    games = (given.game,) if given.game else tuple(GAMES)
    heads = [f"{game.replace('-', ' ').title()}: median, slowest" for game in games]
    rows = [
        f"| level | budget | {' | '.join(heads)} | later than {LATE} × budget |",
        f"| --- | ---: |{' ---: |' * len(heads)} ---: |",
    ]
    print(f"{kind()}, {given.seats} players", *rows, sep="\n", flush=True)
    with busy(given.busy):
        for level in (given.level,) if given.level else LEVELS:
            rows.append(row(level, given.seats, given.decisions, games))
            print(rows[-1], flush=True)
    if given.write:
        write(rows, given.seats)


if __name__ == "__main__":
    main()
