"""Teach a network to play as another bot does, so that it can sit at a training's tables.

    python scripts/imitate.py stone-age --bot search:simulations=200 --seats 3 4 --seconds 1500
        --notes build/search.npz --export build/search-like.npz

Games are played until the time is over, and all that the bot was asked in them is kept in the
notes; the same command goes on from there, and `--seconds 0` plays nothing. The network begins as
the package's own. What it says is measured on decisions it hasn't learned from.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cradle.bots import BotFailed, check_bot
from cradle.computing import runner
from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.learning.imitation import Imitator, Notes, games_to_watch, watch
from cradle.learning.matches import within
from cradle.learning.snapshots import commit
from cradle.learning.weights import describe, load, save

MOST = 100_000  # games that one run may begin


def asked() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("--bot", required=True, help="whom it imitates")
    parser.add_argument("--among", default="learned", help="who has one seat in most games")
    parser.add_argument("--seats", type=int, nargs="+", default=[2])
    parser.add_argument("--seconds", type=float, required=True, help="of watching")
    parser.add_argument("--epochs", type=int, default=8, help="how often it learns everything")
    parser.add_argument("--sharpness", type=float, default=4.0, help="of its preferences")
    parser.add_argument("--notes", type=Path, required=True, metavar="FILE")
    parser.add_argument("--export", type=Path, metavar="FILE", help="learn, and write a network")
    return parser.parse_args()


def check(args: argparse.Namespace) -> None:
    """Refuse what can't be played, before anything is."""
    for name in (args.bot, args.among):
        check_bot(name, args.game)
    for seats in args.seats:
        GAMES[args.game].new(seats, {})


def noted(args: argparse.Namespace) -> Notes:
    """All notes, those of earlier runs first."""
    parts = [Notes.load(args.notes)] if args.notes.exists() else []
    start = sum(part.games for part in parts)
    tasks = games_to_watch(args.game, args.bot, args.among, args.seats, range(start, start + MOST))
    if args.seconds:
        parts += within(runner(None).run(watch, tasks), args.seconds)
    if not parts:
        raise BadOption(f"no game was watched, and there is no file {args.notes}")
    notes = Notes.joined(parts)
    notes.save(args.notes)
    print(f"{len(notes.moves)} decisions of {args.bot} in {notes.games} games: {args.notes}")
    return notes


def imitate(args: argparse.Namespace) -> None:
    """Watch, learn, and say how well it is done."""
    check(args)
    notes = noted(args)
    if not args.export:
        return
    network = load(args.game)
    imitator = Imitator(network)
    before = imitator.measure(notes)
    imitator.learn(notes, args.epochs)
    after = imitator.measure(notes)
    print("surprise {:.3f} nats, the same answer {:.1%} before".format(*before))
    print("surprise {:.3f} nats, the same answer {:.1%} after".format(*after))
    facts = {"imitates": args.bot, "decisions": len(notes.moves), "commit": commit()}
    weights = imitator.weights(args.sharpness)
    save(args.export, weights, describe(network.features, network.shape) | facts)


def main() -> None:
    """Do as asked, or say in a line why not."""
    try:
        imitate(asked())
    except (BadOption, BotFailed) as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
