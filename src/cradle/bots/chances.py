"""From points to chances, and from values to a draw."""

from __future__ import annotations

import random
from math import exp, fsum
from typing import Final

STEEP: Final = 1.7  # makes the logistic curve nearly that of normal errors


def drawn(values: list[float], noise: float, rng: random.Random) -> int:
    """An index drawn so that a value `noise` points lower is e times less likely."""
    best = max(values)
    weights = [exp((value - best) / noise) for value in values]
    left = rng.random() * fsum(weights)
    for index, weight in enumerate(weights):
        left -= weight
        if left <= 0.0:
            return index
    return values.index(best)


def chances(points: list[float], spread: float) -> list[float]:
    """Each seat's chance to win, if results may lie so far from what is expected."""
    best = max(points)
    weights = [exp((each - best) * STEEP / spread) for each in points]
    total = fsum(weights)
    return [weight / total for weight in weights]
