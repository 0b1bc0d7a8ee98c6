"""Toy tables with known numbers."""

from __future__ import annotations

from typing import Any

from cradle import Table
from tests.kernel.toy import GAME


class Loaded:
    """Dice that fall as they are told: points one after the other, then always 1."""

    def __init__(self, *points: int) -> None:
        self.points = list(points)
        self.asked: list[tuple[int, int]] = []

    def point(self, total: int, ply: int) -> int:
        self.asked.append((total, ply))
        return self.points.pop(0) if self.points else 1


# Points of a toy deal: number 0 is point 0, 1 is 1 and 2, 2 is 3 and 4, 3 is 5.
POINT = [0, 1, 3, 5]


def dealt(*numbers: int, **more: Any) -> Table:
    """A toy table at which each seat has this number, before the bids."""
    dice = Loaded(*(POINT[number] for number in numbers))
    return Table(GAME, seats=len(numbers), dice=dice, date="2024-05-31", **more)
