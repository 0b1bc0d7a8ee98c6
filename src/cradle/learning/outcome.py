"""How a game ended, in the numbers that networks predict."""

from __future__ import annotations

import numpy as np

from cradle.kernel.game import Score
from cradle.learning.network import POINTS

FAR = 40.0  # points: a clear victory


def outcomes(scores: list[Score]) -> list[tuple[float, float, float]]:
    """For every seat: its share of the victory, how far it won or lost, and its points."""
    totals = [score.total for score in scores]
    winners = sum(score.rank == 1 for score in scores)
    found = []
    for score in scores:
        best = max(total for seat, total in enumerate(totals) if seat != score.seat)
        margin = float(np.tanh((score.total - best) / FAR))
        found.append(((score.rank == 1) / winners, margin, score.total / POINTS))
    return found
