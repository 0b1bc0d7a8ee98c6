"""Does an analysis find planted blunders, and nothing else? A blind test, as JSON.

    python -m benchmarks.blunders hadara --games 20 --seats 2

A strong bot plays all seats; three of its moves a game are replaced by the worst there is. Told is
how many of them are among the marked mistakes, and how many other moves of its are; of those that
were missed the game's seed, the ply, and what the analysis says that it cost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from functools import partial
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: a process a core is enough

from benchmarks.commands import in_one_line
from cradle.analysis.game_analysis import analyses
from cradle.bots import Bot, Seen, make_bot
from cradle.computing import in_order, runner
from cradle.kernel.step import Move
from cradle.table import Table

PLANTED = 3
BLUNDER = 0.1  # what a blunder costs at least, by the bot's own look at all moves
OFTEN = 0.1  # of the decisions are thought of as a place to plant one
COUNTS = ("planted", "found", "other decisions", "marked among them")
Found = dict[str, Any]


def blunder(bot: Bot, seen: Seen) -> Move | None:
    """The worst move, if it is a blunder."""
    weighed = bot.weigh(seen)
    worst = min(weighed, key=lambda each: each.chance)
    return worst.move if weighed[0].chance - worst.chance >= BLUNDER else None


def play(game: str, seats: int, strong: str, seed: int) -> tuple[Table, list[int]]:
    """A game with blunders, and the plies at which they stand."""
    table, rng = Table(game, seats, seed=seed), random.Random(seed)
    bot, planted = make_bot(strong, seed=seed, counted=True), list[int]()
    while not table.over:
        seat = table.asked[0]
        seen = Seen.of(table.game, table.state, seat)
        move = None
        if len(planted) < PLANTED and len(seen.moves) > 1 and rng.random() < OFTEN:
            move = blunder(bot, seen)
        if move is not None:
            planted.append(len(table.entries))
        table.submit(seat, move or bot.choose(seen))
    return table, planted


def judge(seed: int, game: str, seats: int, strong: str) -> Found:
    """One game: what was planted, what of it was missed, and what else was marked."""
    table, plies = play(game, seats, strong, seed)
    *_, analysis = analyses(table)
    marked = set(analysis.mistakes())
    missed = [ply for ply in plies if ply not in marked]
    return {
        "planted": len(plies),
        "found": len(plies) - len(missed),
        "other decisions": len(analysis.decisions) - len(plies),
        "marked among them": len(marked - set(plies)),
        "missed": [[seed, ply, round(analysis.cost(ply), 3)] for ply in missed],
    }


@in_one_line()
def main() -> None:
    """Play, analyse, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="learned")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    work = partial(judge, game=args.game, seats=args.seats, strong=args.bot)
    games = list(in_order(runner(args.processes), work, range(args.games)))
    told: Found = {"game": args.game, "seats": args.seats, "games": args.games}
    told |= {name: sum(each[name] for each in games) for name in COUNTS}
    print(json.dumps(told | {"missed": [each for game in games for each in game["missed"]]}))


if __name__ == "__main__":
    main()
