"""Sums of dice, counted."""

from __future__ import annotations

from collections import Counter
from functools import cache

FACES = range(1, 7)


@cache
def sums(dice: int) -> Counter[int]:
    """In how many ways so many dice show each sum."""
    if not dice:
        return Counter({0: 1})
    found: Counter[int] = Counter()
    for pips, ways in sums(dice - 1).items():
        for face in FACES:
            found[pips + face] += ways
    return found


def at_least(rolled: Counter[int], each: int, more: int) -> tuple[int, ...]:
    """The ways to get at least 1, 2, 3 … where so many pips bring one; `more` are added."""
    most = (max(rolled) + more) // each
    return tuple(
        sum(ways for pips, ways in rolled.items() if pips + more >= amount * each)
        for amount in range(1, most + 1)
    )
