"""Throws of dice, with exact odds."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial


def dice_throws(dice: int) -> list[tuple[tuple[int, ...], int]]:
    """All throws of so many dice as rising faces, each with the number of ways to throw it."""
    throws = combinations_with_replacement(range(1, 7), dice)
    return [(faces, _ways(faces)) for faces in throws]


def _ways(faces: tuple[int, ...]) -> int:
    ways = factorial(len(faces))
    for face in set(faces):
        ways //= factorial(faces.count(face))
    return ways
