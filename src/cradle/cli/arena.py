"""`cradle arena`: bots against each other, and what it says about them."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from cradle.arena import Job, Played, Standing, as_json, play_job, runner, schedule, standings
from cradle.arena.plot import plot
from cradle.bots import Budget, check_bot
from cradle.cli.arguments import add_cluster, add_game, add_games, add_options, add_workers
from cradle.cli.columns import columns
from cradle.cli.progress import track
from cradle.kernel.game import BadOption
from cradle.table.setup import check_options, read_options, set_up

EPILOG = """bots: random, greedy, search, learned, novice, casual, skilled, expert, master; with
settings, search:simulations=200 or learned:weights.npz,simulations=400; a program,
"program:./mybot". Search (300, if nothing limits it) and levels make a fixed number of simulations,
so that results are the same everywhere, unless a clock is set. With --simulations or --seconds
none makes more than its own number, and learned searches, which plays at first sight without."""


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle arena`."""
    command = command_of(commands, "arena", run, "let bots compete")
    command.epilog = EPILOG
    add_game(command)
    command.add_argument("--bots", required=True, metavar="A,B", help="who competes; see below")
    command.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help="how many play a game; all bots named, 4 at most, unless given",
    )
    add_games(command)
    add_workers(command)
    add_cluster(command)
    command.add_argument(
        "--simulations", type=int, metavar="N", help="at most so many for every move"
    )
    command.add_argument(
        "--seconds", type=float, metavar="S", help="at most so long for every move, by the clock"
    )
    command.add_argument("--clock", action="store_true", help="levels think as long as at a table")
    add_options(command)
    command.add_argument("--json", action="store_true", help="end with one JSON object on a line")
    command.add_argument("--plot", metavar="FILE", help="draw the win rates (SVG)")


def run(args: argparse.Namespace) -> int:
    """Play all games and print the standings."""
    names = bot_list(args.bots)
    seats = max(2, min(len(names), 4)) if args.seats is None else args.seats
    jobs = planned(args, names, seats)
    if args.plot:
        write(args.plot, "", "a")  # better refused now than after hours of play
    results = runner(args.workers, args.ray).run(play_job, jobs)
    played = list(track(results, len(jobs), sys.stderr))
    found = standings(names, played)
    for name, fault in first_faults(played).items():
        print(f"{name} failed: {fault}", file=sys.stderr)
    if args.plot:
        write(args.plot, plot(f"{args.game}, {seats} players", found))
    if args.json:
        print(json.dumps(as_json(jobs[0].game, seats, args.seed, names, played)))
    else:
        print(as_text(found, played))
    return 0


def planned(args: argparse.Namespace, names: list[str], seats: int) -> list[Job]:
    """The games to be played, if what was asked for makes sense."""
    if args.games < 1:
        raise BadOption("at least one game must be played")
    game = set_up(args.game, seats, {}, None, None, "").game
    for name in names:
        check_bot(name, game.name)
    options = read_options(game, args.option)
    check_options(game, options)
    given = Budget(args.seconds, args.simulations)
    budget = None if given == Budget() else given
    counted = not args.clock and args.seconds is None
    return schedule(game.name, names, seats, args.games, args.seed, options, budget, counted)


def first_faults(played: list[Played]) -> dict[str, str]:
    """Why each bot that failed did so first, for whoever wrote it."""
    found: dict[str, str] = {}
    for game in sorted(played, key=lambda game: game.number):
        for name, fault in zip(game.bots, game.faults, strict=True):
            if fault:
                found.setdefault(name, " ".join(fault.split()))
    return found


def write(file: str, text: str, mode: str = "w") -> None:
    """Write a file, or say why it can't be written."""
    try:
        with open(file, mode, encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise BadOption(f"{file} can't be written: {error.strerror or error}") from None


def bot_list(text: str) -> list[str]:
    """The bots' names; a word without a colon after a setting belongs to it."""
    names: list[str] = []
    for word in text.split(","):
        if names and ":" in names[-1] and "=" in word and ":" not in word:
            names[-1] += f",{word}"
        else:
            names.append(word.strip())
    if len(set(names)) < len(names):
        raise BadOption("every bot is named once; it takes more than one seat if there are few")
    return names


def as_text(found: dict[str, Standing], played: list[Played]) -> str:
    """The standings as columns, and how long the games were."""
    rows = [["bot", "games", "wins", "95 %", "points", "rating", "crashes", "late"]]
    for name, each in found.items():
        rows.append(
            [
                name,
                str(each.games),
                f"{each.win_rate:.1%}",
                f"{each.low:.1%} - {each.high:.1%}",
                f"{each.mean_points:.1f} ± {each.points_margin:.1f}",
                "" if each.rating is None else f"{each.rating:.1f}",
                str(each.crashes),
                str(each.timeouts),
            ]
        )
    rounds = sum(game.rounds for game in played) / len(played)
    winners = sum(max(game.points) for game in played) / len(played)
    return f"{columns(rows)}\n\n{rounds:.1f} rounds a game, winners {winners:.1f} points"
