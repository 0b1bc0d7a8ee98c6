"""Does an analysis find planted blunders, and nothing else? A blind test, as JSON.

    python -m benchmarks.blunders hadara --games 20 --seats 2

A strong bot plays all seats; three of its moves a game are replaced by the worst there is. Told is
how many of them are among the marked mistakes, and how many other moves of its are.
"""

from __future__ import annotations

import argparse
import json
import random

from cradle.analysis.account import accounts
from cradle.bots import Bot, Seen, make_bot
from cradle.kernel.step import Move
from cradle.table import Table

PLANTED = 3
BLUNDER = 0.1  # what a blunder costs at least, by the bot's own look at all moves
OFTEN = 0.1  # of the decisions are thought of as a place to plant one


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


def main() -> None:
    """Play, analyse, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="learned")
    args = parser.parse_args()
    planted = found = others = decisions = 0
    for seed in range(args.games):
        table, plies = play(args.game, args.seats, args.bot, seed)
        *_, account = accounts(table)
        marked = set(account.mistakes())
        planted, found = planted + len(plies), found + len(marked & set(plies))
        others += len(marked - set(plies))
        decisions += len(account.decisions) - len(plies)
    told = {"game": args.game, "seats": args.seats, "games": args.games, "planted": planted}
    told |= {"found": found, "other decisions": decisions, "marked among them": others}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
