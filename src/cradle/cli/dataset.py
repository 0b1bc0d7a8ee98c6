"""`cradle dataset`: games between bots as Parquet, for programs that learn."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from cradle.cli.arguments import add_cluster, add_game, add_games, add_options, add_workers
from cradle.cli.progress import track
from cradle.kernel.game import BadOption
from cradle.table.setup import named, read_options


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle dataset`."""
    says = "write games between bots as Parquet, one row a decision"
    command = command_of(commands, "dataset", run, says)
    add_game(command)
    command.add_argument("folder", metavar="FOLDER", help="where rows and manifest are written")
    command.add_argument(
        "--seats", type=int, default=2, metavar="N", help="how many play (%(default)s)"
    )
    command.add_argument("--bots", default="random", metavar="A,B", help="who plays (%(default)s)")
    add_games(command)
    command.add_argument(
        "--simulations",
        type=int,
        default=50,
        metavar="N",
        help="of the bot search, unless it names some (search:simulations=400)",
    )
    add_workers(command, default=1)
    add_cluster(command)
    says = "write so many files, each where its games are played (one file, written here)"
    command.add_argument("--parts", type=int, default=0, metavar="N", help=says)
    add_options(command)


def run(args: argparse.Namespace) -> int:
    """Play, write, and say where."""
    try:
        from cradle.research.dataset import Plan, collect
    except ModuleNotFoundError as error:
        raise BadOption(f"datasets need {error.name}: pip install 'cradle[research]'") from None
    game = named(args.game)
    plan = Plan(
        game.name,
        args.seats,
        tuple(args.bots.split(",")),
        args.games,
        args.seed,
        tuple(sorted(read_options(game, args.option).items())),
        args.simulations,
    )
    folder = collect(
        plan,
        args.folder,
        args.workers,
        lambda done: track(done, args.parts or args.games, sys.stderr),
        args.ray,
        args.parts,
    )
    print(folder)
    return 0
