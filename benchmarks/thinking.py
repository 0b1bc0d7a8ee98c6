"""What thinking adds: one bot among others of each kind, seats rotated, luck mirrored.

    python -m benchmarks.thinking hadara --bots learned:simulations=400 learned --games 400
    python -m benchmarks.thinking stone-age --bots learned:seconds=1.5 master --clock --seats 4
    python -m benchmarks.thinking hadara --bots learned greedy --options mode=advanced

The first bot sits in every seat in turn, among so many of the second; then of the third, and so
on. Matches stop when their share of `--seconds` is over: what has been played counts, and `--after`
so many games a match goes on with new luck. A bot that fails ends it all; with `--clock`,
`failures` are answers that came late. Results are JSON, one object a line, with 95 % intervals;
`--json` keeps them in a file too.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

from benchmarks.commands import in_one_line
from benchmarks.matches import play
from cradle.bots import check_bot
from cradle.cli.arguments import count
from cradle.computing import runner
from cradle.games import GAMES
from cradle.learning.config import Match
from cradle.learning.matches import line_ups, result
from cradle.table.setup import check_options, read_options, set_up

Options = tuple[tuple[str, str | bool], ...]


def rules(args: argparse.Namespace) -> Options:
    """The rule options asked for, if so many can play by them."""
    game = set_up(args.game, args.seats, {}, None, None, "").game
    options = read_options(game, args.options)
    check_options(game, options)
    return tuple(options.items())


def measure(
    args: argparse.Namespace, options: Options, other: str, seconds: float | None
) -> dict[str, Any]:
    """One match of the first bot."""
    hero, began = args.bots[0], time.monotonic()
    games = max(args.seats, args.games - args.games % args.seats)
    played = args.after - args.after % args.seats
    jobs = line_ups(
        args.game,
        hero,
        Match(other, args.seats, played + games),
        options=options,
        counted=not args.clock,
    )
    how = result(hero, play(jobs[played:], runner(args.processes), seconds))
    facts = {"game": args.game, "seats": args.seats, "bot": hero, "against": other}
    facts |= {"options": args.options, "seconds": round(time.monotonic() - began, 1)}
    return how.as_dict(**facts)


def asked() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("--bots", nargs="+", required=True, metavar="BOT")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--after", type=int, default=0, help="with the luck after so many games")
    parser.add_argument("--processes", type=count, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, help="for all matches together")
    parser.add_argument("--options", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--clock", action="store_true", help="levels think by the clock")
    parser.add_argument("--json", type=Path, help="a file for the results")
    args = parser.parse_args()
    if len(set(args.bots)) != len(args.bots) or len(args.bots) < 2:
        parser.error("at least two bots, each named once")
    for name in args.bots:
        check_bot(name, args.game)
    return args


@in_one_line()
def main() -> None:
    """Play the matches, and print what came of them."""
    args, found = asked(), list[dict[str, Any]]()
    options, others = rules(args), args.bots[1:]
    share = args.seconds / len(others) if args.seconds else None
    for other in others:
        found.append(measure(args, options, other, share))
        print(json.dumps(found[-1]), flush=True)
        if args.json:
            args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
