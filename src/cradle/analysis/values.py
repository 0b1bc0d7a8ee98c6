"""What a position is worth to every seat, in whole numbers, so that sums are exact."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cradle.kernel.game import Score

WIN = 1_000_000  # a chance to win is counted in millionths
POINT = 1_000  # points to expect are counted in thousandths
CHANCES, POINTS = 0, 1  # the rows of a value
Value = NDArray[np.int64]  # two rows, a column a seat; the chances add up to `WIN`
Floats = NDArray[Any]


def nothing(seats: int) -> Value:
    """No difference to anybody."""
    return np.zeros((2, seats), np.int64)


def rounded(chances: Floats, points: Floats) -> Value:
    """A value from shares of 1 and points.

    An analysis of a game makes tens of thousands, each of a few numbers: lists are quicker here.
    """
    shares: list[float] = (np.asarray(chances, np.float64) * WIN).tolist()
    thousandths: list[float] = (np.asarray(points) * POINT).tolist()
    return np.array([_to_a_win(shares), [round(each) for each in thousandths]], np.int64)


def _to_a_win(shares: list[float]) -> list[int]:
    """Whole numbers that add up to `WIN`: those cut off most get one more."""
    whole = [floor(share) for share in shares]
    missing = WIN - sum(whole)
    order = sorted(range(len(shares)), key=lambda seat: whole[seat] - shares[seat])
    for place in range(abs(missing)):
        whole[order[place % len(order)]] += 1 if missing > 0 else -1
    return whole


def mean(values: Sequence[Value], weights: Sequence[int]) -> Value:
    """The weighted mean, rounded to the last digit."""
    shares = np.asarray(weights, np.float64) / sum(weights)
    both = np.tensordot(shares, np.stack(values).astype(np.float64), axes=1)
    return rounded(both[CHANCES] / WIN, both[POINTS] / POINT)


def spread(values: Sequence[Value]) -> float:
    """The standard error of the mean of equally likely values: the largest chance's, as a share."""
    if len(values) < 2:
        return 0.0
    chances = np.stack(values)[:, CHANCES].astype(np.float64) / WIN
    return float((chances.std(axis=0, ddof=1) / np.sqrt(len(values))).max())


def result(scores: Sequence[Score]) -> Value:
    """What the end is worth: a win is shared by those who share the first rank."""
    first = np.array([score.rank == 1 for score in scores], np.float64)
    return rounded(first / first.sum(), np.array([score.total for score in scores], np.float64))
