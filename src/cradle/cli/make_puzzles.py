"""`cradle make-puzzles`: positions from games of bots in which one move is clearly best."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cradle.cli.arguments import add_cluster, add_game, add_games_seed, add_workers, count
from cradle.cli.progress import track
from cradle.computing import runner
from cradle.kernel.game import BadOption
from cradle.table.setup import named


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle make-puzzles`."""
    says = "find positions in which one move is clearly best, in games of bots"
    command = command_of(commands, "make-puzzles", run, says)
    add_game(command)
    command.add_argument(
        "--games", type=count, default=400, metavar="N", help="games to search (%(default)s)"
    )
    command.add_argument(
        "--count", type=count, default=200, metavar="N", help="puzzles at most (%(default)s)"
    )
    add_games_seed(command)
    command.add_argument(
        "--bots", default="learned,expert", metavar="A,B", help="who plays (%(default)s)"
    )
    command.add_argument(
        "--simulations",
        type=count,
        default=3000,
        metavar="N",
        help="of the search that confirms one (%(default)s)",
    )
    command.add_argument("--weights", metavar="NPZ", default="", help="judge by another network")
    add_workers(command)
    add_cluster(command)
    command.add_argument(
        "--journal", metavar="FILE", help="where to go on from; build/puzzles/GAME.jsonl"
    )
    command.add_argument("--export", metavar="FILE", help="write the puzzles there")


def run(args: argparse.Namespace) -> int:
    """Look through the games that are left, choose, and write."""
    try:
        from cradle.analysis.puzzle_files import Journal, Plan, choose, export, look_through
    except ModuleNotFoundError as error:
        raise BadOption(f"puzzles need {error.name}: pip install 'cradle[bots]'") from None
    bots = tuple(args.bots.split(","))
    name = named(args.game).name
    plan = Plan(name, args.games, args.seed, bots, args.simulations, args.weights)
    journal = Journal(Path(args.journal or f"build/puzzles/{name}.jsonl"), plan)
    look_through(plan, journal, runner(args.workers, args.ray), shown)
    chosen = choose(journal.puzzles(), args.count)
    if args.export:
        export(Path(args.export), plan, chosen)
    print(counted([each.grade for each in chosen]))
    return 0


def shown(items: Iterable[Any], total: int) -> Iterator[Any]:
    """A bar on a terminal."""
    return track(items, total, sys.stderr)


def counted(grades: list[int]) -> str:
    """How many puzzles there are, by grade."""
    each = ", ".join(f"{number} of grade {grade}" for grade, number in _sorted(grades))
    return f"{len(grades)} puzzles" + (f": {each}" if each else "")


def _sorted(grades: list[int]) -> list[tuple[int, int]]:
    return sorted(Counter(grades).items())
