"""How much of a search's tree lives on to the next move, what it is worth in play, what it takes.

python -m benchmarks.tree_reuse share --game hadara --seconds 1.5
python -m benchmarks.tree_reuse memory --game hadara --bot learned --seconds 1.5 --games 32
python -m benchmarks.tree_reuse match --game hadara --bot learned --simulations 300 --games 200
"""

from __future__ import annotations

import argparse
import os
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: a process a core is enough

from benchmarks.commands import in_one_line
from cradle import Table
from cradle.bots import Budget, Seen
from cradle.bots.search_bot import SearchBot
from cradle.kernel.step import Move
from cradle.learning.player import LearnedBot

CHOICES = 4  # of a bot before its memory is looked at
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
    """Print which part of all simulations at the root had been made before, and what they cost."""
    found, grown, moves, hits = 0, 0, 0, 0
    begun = process_time()
    for number in range(args.games):
        names = [f"{number}/{seat}" for seat in range(args.seats)]
        bots = [Counted(args.bot, name, args.forgetful) for name in names]
        play(args.game, bots, budget_of(args), f"share {number}")
        for bot in bots:
            found += sum(bot.found)
            grown += sum(bot.grown)
            moves += len(bot.found)
            hits += sum(count > 0 for count in bot.found)
    print(
        f"{args.game}, {args.bot}, {args.seats} seats: {moves} choices, a tree found at"
        f" {hits / moves:.1%}, {found / grown:.1%} of the simulations at the root,"
        f" {(process_time() - begun) / moves * 1000:.1f} ms of the processor a choice"
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


def begin(args: argparse.Namespace, number: int) -> Counted:
    """A bot after its first choices, at a table of its own among others who play at random."""
    bot, rng = Counted(args.bot, str(number)), random.Random(number)
    table = Table(args.game, args.seats, seed=number)
    while len(bot.grown) < CHOICES:
        seat = table.asked[0]
        seen = Seen.of(table.game, table.state, seat)
        answer = rng.choice(seen.moves) if seat else bot.choose(seen, budget_of(args))
        table.submit(seat, answer)
    return bot


def memory(args: argparse.Namespace) -> None:
    """Print how much this process grows by so many bots that keep their trees."""
    bots = [begin(args, -1)]  # which loads what all share
    before = resident()
    bots += [begin(args, number) for number in range(args.games)]
    print(
        f"{args.game}, {args.bot}: {args.games} bots take"
        f" {(resident() - before) / 1e6:.0f} MB after {CHOICES} choices each"
    )


def resident() -> int:
    """The memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def budget_of(args: argparse.Namespace) -> Budget:
    """How long a bot may think."""
    return Budget(args.seconds or (None if args.simulations else 1.0), args.simulations or None)


MEASURES = {"share": share, "match": match, "memory": memory}


@in_one_line()
def main() -> None:
    """Measure one of the three."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*MEASURES])
    parser.add_argument("--game", default="stone-age")
    parser.add_argument("--bot", choices=[*BOTS], default="search")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--simulations", type=int, default=0)
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--forgetful", action="store_true", help="keep no tree (share)")
    args = parser.parse_args()
    MEASURES[args.what](args)


if __name__ == "__main__":
    main()
