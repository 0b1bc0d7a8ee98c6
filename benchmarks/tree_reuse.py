"""How much of a search's tree lives on to the next move, and what that is worth in play.

python -m benchmarks.tree_reuse share --game hadara --seconds 1.5
python -m benchmarks.tree_reuse match --game hadara --bot learned --simulations 300 --games 200
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: a process a core is enough

from cradle import Table
from cradle.bots import Budget, Seen
from cradle.bots.search_bot import SearchBot
from cradle.kernel.step import Move
from cradle.learning.player import LearnedBot

BOTS: dict[str, type[SearchBot | LearnedBot]] = {"search": SearchBot, "learned": LearnedBot}


class Counted:
    """A bot, and what it finds in its last tree; `forgetful`, it begins again."""

    def __init__(self, name: str, seed: str, forgetful: bool = False) -> None:
        self.bot = BOTS[name](seed)
        self.forgetful = forgetful
        self.found: list[int] = []
        self.grown: list[int] = []

    def choose(self, seen: Seen, budget: Budget) -> Move:
        """The move, and how many simulations were there before and after."""
        if self.forgetful:
            self.bot.last = None
        if len(seen.moves) == 1:
            return self.bot.choose(seen, budget)
        root = self.bot.remembered(seen)
        self.found.append(root.visits if root else 0)
        move = self.bot.choose(seen, budget)
        assert self.bot.last is not None
        self.grown.append(self.bot.last[1].visits)
        return move


def play(game: str, bots: list[Counted], budget: Budget, seed: str) -> list[int]:
    """A whole game; the rank of each seat."""
    table = Table(game, len(bots), seed=seed)
    while not table.over:
        seat = table.asked[0]
        seen = Seen.of(table.game, table.state, seat)
        table.submit(seat, bots[seat].choose(seen, budget))
    return [score.rank for score in table.scores]


def share(args: argparse.Namespace) -> None:
    """Print which part of all simulations at the root had been made before."""
    found, grown, moves, hits = 0, 0, 0, 0
    for number in range(args.games):
        bots = [Counted(args.bot, f"{number}/{seat}") for seat in range(args.seats)]
        play(args.game, bots, budget_of(args), f"share {number}")
        for bot in bots:
            found += sum(bot.found)
            grown += sum(bot.grown)
            moves += len(bot.found)
            hits += sum(count > 0 for count in bot.found)
    print(
        f"{args.game}, {args.bot}, {args.seats} seats: {moves} choices, a tree found at"
        f" {hits / moves:.1%}, {found / grown:.1%} of the simulations at the root"
    )


def duel(game: str, bot: str, budget: Budget, number: int) -> float:
    """How much of a win whoever keeps its tree gets; seats change with the same luck."""
    forgetful, keeping = number % 2, 1 - number % 2
    names = [f"{number // 2}/{name}" for name in ("a", "b")]
    bots = [Counted(bot, names[seat], forgetful=seat == forgetful) for seat in range(2)]
    ranks = play(game, bots, budget, f"duel {number // 2}")
    return 0.5 if ranks[0] == ranks[1] else float(ranks[keeping] == 1)


def match(args: argparse.Namespace) -> None:
    """Print how often whoever keeps its tree wins against whoever begins again."""
    one = partial(duel, args.game, args.bot, budget_of(args))
    with ProcessPoolExecutor(args.processes or None) as pool:
        won = list(pool.map(one, range(args.games)))
    mean = sum(won) / len(won)
    error = 1.96 * sqrt(mean * (1 - mean) / len(won))
    print(
        f"{args.game}, {args.bot}: keeping the tree wins {mean:.1%} ± {error:.1%}"
        f" of {len(won)} duels"
    )


def budget_of(args: argparse.Namespace) -> Budget:
    """How long a bot may think."""
    return Budget(args.seconds or (None if args.simulations else 1.0), args.simulations or None)


def main() -> None:
    """Measure one of both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["share", "match"])
    parser.add_argument("--game", default="stone-age")
    parser.add_argument("--bot", choices=[*BOTS], default="search")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--simulations", type=int, default=0)
    parser.add_argument("--processes", type=int, default=0)
    args = parser.parse_args()
    (share if args.what == "share" else match)(args)


if __name__ == "__main__":
    main()
