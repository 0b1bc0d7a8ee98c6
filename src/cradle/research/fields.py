"""What an observation is made of: named stretches of small whole numbers with their ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST: Final = 999  # larger amounts are shown as this


@dataclass(frozen=True)
class Field:
    """A stretch of an observation: so many numbers from `low` to `high`.

    A category is a number that names a thing, 0 being none of them unless the text says more.
    `scale` is a large amount as they occur in play, for those who want numbers around 1.
    """

    name: str
    size: int
    low: int
    high: int
    says: str
    scale: int
    category: bool


def number(name: str, high: int, says: str, size: int = 1) -> Field:
    """Amounts with a natural end."""
    return Field(name, size, 0, high, says, scale=high, category=False)


def amount(name: str, scale: int, says: str, size: int = 1, low: int = 0) -> Field:
    """Amounts without an end, cut off at `MOST`."""
    return Field(name, size, low, MOST, says, scale=scale, category=False)


def flags(name: str, says: str, size: int = 1) -> Field:
    """Things that are or aren't."""
    return Field(name, size, 0, 1, says, scale=1, category=False)


def category(name: str, high: int, says: str, size: int = 1) -> Field:
    """Names of things."""
    return Field(name, size, 0, high, says, scale=1, category=True)
