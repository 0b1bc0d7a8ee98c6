"""How strong the learned players are: seats rotated, luck mirrored, 95 % intervals, as JSON.

    python -m benchmarks.learned stone-age                          the package's weights
    python -m benchmarks.learned hadara --weights best.npz --workers 16 --seconds 120

Every line is one learned seat among others: `2 search:simulations=200` is a duel. The games of a
line stop when its share of the time is over; what has been played counts.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import dataclass

from benchmarks.commands import in_one_line
from benchmarks.ladder import RULES, Options
from benchmarks.matches import play
from cradle.bots.knowledge import knowledge
from cradle.cli.arguments import count
from cradle.computing import runner
from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.learning.config import Match
from cradle.learning.matches import line_ups, result


@dataclass(frozen=True)
class Line:
    """One measurement: against whom, how many play, by which options, and its share of time."""

    bot: str
    seats: int
    games: int
    share: float
    options: Options = ()


def searching_master(game: str, seats: int) -> str:
    """The master that searches without a network."""
    return f"search:simulations={knowledge(game).plain_levels['master'].most(seats)}"


def lines(game: str) -> list[Line]:
    """What is measured, the most important first."""
    seats = GAMES[game].seats
    others = RULES.get(game, {}).values()
    return [
        Line("search:simulations=200", 2, 400, 4.0),
        *(Line(searching_master(game, count), count, 20 * count, 3.0) for count in seats[1:]),
        Line("greedy", 2, 200, 0.5),
        *(Line("search:simulations=200", 2, 100, 1.0, options) for options in others),
        Line("search:simulations=1000", 2, 60, 2.0),
    ]


def planned(game: str, only: str) -> list[Line]:
    """The lines against one bot alone, or all of them."""
    plan = [line for line in lines(game) if only in ("", line.bot)]
    if not plan:
        against = ", ".join(dict.fromkeys(line.bot for line in lines(game)))
        raise BadOption(f"there is no line against {only!r}; there are those against {against}")
    return plan


@in_one_line()
def main() -> None:
    """Measure, and print a JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("--weights", default="", help="a file; the package's own by default")
    parser.add_argument("--workers", type=count, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, help="for all of it")
    parser.add_argument("--only", default="", help="lines against this bot alone")
    args = parser.parse_args()
    plan = planned(args.game, args.only)
    total = sum(line.share for line in plan)
    hero = f"learned:{args.weights}" if args.weights else "learned"
    left = args.seconds
    for line in plan:
        began = time.monotonic()
        jobs = line_ups(
            args.game, hero, Match(line.bot, line.seats, line.games), options=line.options
        )
        limit = None if left is None else max(5.0, left * line.share / total)
        how = result(hero, play(jobs, runner(args.workers), limit))
        took = time.monotonic() - began
        facts = {"game": args.game, "seats": line.seats, "against": line.bot}
        facts |= {"options": dict(line.options), "seconds": round(took, 1)}
        print(json.dumps(how.as_dict(**facts)), flush=True)
        total -= line.share
        left = None if left is None else left - took


if __name__ == "__main__":
    main()
