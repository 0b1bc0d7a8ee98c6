"""The bot that chooses at random: what every other one is measured against."""

from __future__ import annotations

import random

from cradle.bots.interface import Budget, Seen, Weighed
from cradle.kernel.step import Move


class RandomBot:
    """Every legal move is equally likely."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """Any legal move."""
        return self.rng.choice(seen.moves)

    def weigh(self, seen: Seen, budget: Budget | None = None) -> list[Weighed]:
        """No move is better than another."""
        return [Weighed(move, 1.0 / seen.seats, 0.0) for move in seen.moves]

    def close(self) -> None:
        """Nothing to let go of."""
