"""Exact chance: outcomes with integer weights, and no random generator anywhere."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Protocol

from cradle.kernel.notation import Move


class Random(Protocol):
    """What we need of a random generator; `random.Random` has it."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0, below `stop`, all equally likely."""


class Odds:
    """What chance may bring: outcome i has `weights[i]` of `total` equally likely points."""

    def __init__(self, outcomes: Sequence[Move], weights: Sequence[int] | None = None) -> None:
        self.outcomes = outcomes
        self.weights: Sequence[int] = [1] * len(outcomes) if weights is None else weights
        self.reach: list[int] | None = list(accumulate(weights)) if weights is not None else None
        self.total: int = self.reach[-1] if self.reach is not None else len(outcomes)

    def at(self, point: int) -> Move:
        """The outcome at one of the `total` points: `odds.at(rng.randrange(odds.total))`."""
        if self.reach is None:
            return self.outcomes[point]
        return self.outcomes[bisect_right(self.reach, point)]
