"""Exact chance: outcomes with integer weights, and no random generator anywhere."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, combinations_with_replacement
from math import factorial
from typing import Protocol

from cradle.kernel.notation import Spoken


class Random(Protocol):
    """What we need of a random generator; `random.Random` has it."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0, below `stop`, all equally likely."""
        ...


class Odds:
    """What chance may bring: outcome i has `weights[i]` of `total` equally likely points."""

    def __init__(self, outcomes: Sequence[Spoken], weights: Sequence[int] | None = None) -> None:
        self.outcomes = outcomes
        self.reach: list[int] | None = list(accumulate(weights)) if weights is not None else None
        self.total: int = self.reach[-1] if self.reach is not None else len(outcomes)

    def at(self, point: int) -> Spoken:
        """The outcome at one of the `total` points: `odds.at(rng.randrange(odds.total))`."""
        if self.reach is None:
            return self.outcomes[point]
        return self.outcomes[bisect_right(self.reach, point)]

    @property
    def weights(self) -> list[int]:
        """The weight of each outcome."""
        if self.reach is None:
            return [1] * len(self.outcomes)
        return [high - low for low, high in zip([0, *self.reach], self.reach, strict=False)]


def dice_throws(dice: int) -> list[tuple[tuple[int, ...], int]]:
    """All throws of so many dice as rising faces, each with the number of ways to throw it."""
    throws = combinations_with_replacement(range(1, 7), dice)
    return [(faces, _ways(faces)) for faces in throws]


def _ways(faces: tuple[int, ...]) -> int:
    ways = factorial(len(faces))
    for face in set(faces):
        ways //= factorial(faces.count(face))
    return ways


def shuffled(items: Sequence[int], rng: Random) -> list[int]:
    """The items in a random order, all orders equally likely."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        other = rng.randrange(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return pile
