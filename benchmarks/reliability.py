"""Reliability of chances: how far they are off, and as a picture (SVG).

A picture has a panel for every number of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from cradle.analysis.calibration import Samples, fit, predicted
from cradle.analysis.values import Floats

BINS = 10
SIDE, GAP, TOP = 220, 44, 58
KINDS = (("raw", "#b8b8b8"), ("fitted", "#1f4e8c"))


@dataclass(frozen=True)
class Bin:
    """Predictions of about the same chance: how many, their mean, and how often it came true."""

    count: int
    predicted: float
    real: float


def cross_fitted(samples: Samples) -> Floats:
    """What is said of each position at the temperature that the other half of the games fits."""
    chances, wins = samples
    said = np.zeros(chances.shape[:2] + chances.shape[3:])
    for part, other in (
        (slice(0, None, 2), slice(1, None, 2)),
        (slice(1, None, 2), slice(0, None, 2)),
    ):
        half = (chances[part], wins[part])
        said[part] = predicted(half, fit((chances[other], wins[other])))
    return said


def reliability(said: Floats, wins: Floats) -> list[Bin]:
    """All predictions of all seats, by tenths."""
    real = np.broadcast_to(wins[:, None, :], said.shape)
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    return [
        Bin(int((place == b).sum()), float(said[place == b].mean()), float(real[place == b].mean()))
        for b in range(BINS)
        if (place == b).any()
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """The expected calibration error: how far predictions are off, on average."""
    total = sum(each.count for each in bins)
    return sum(each.count * abs(each.predicted - each.real) for each in bins) / total


def draw(game: str, found: Sequence[dict[str, Any]]) -> str:
    """Predicted chances to the right, real shares of wins upwards, dots by how many there are."""
    width, height = GAP + len(found) * (SIDE + GAP), TOP + SIDE + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{GAP}" y="20" font-size="16">{escape(game)}: predicted and real wins; '
        f"grey raw, blue at the temperature</text>",
    ]
    for number, each in enumerate(found):
        parts += _panel(each, GAP + number * (SIDE + GAP))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(each: dict[str, Any], left: int) -> list[str]:
    floor = TOP + SIDE
    parts = [
        f'<text x="{left}" y="{TOP - 8}">{each["seats"]} players, '
        f"error {each['fitted']['error']:.3f}</text>",
        f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#ccc"/>',
        f'<line x1="{left}" y1="{floor}" x2="{left + SIDE}" y2="{TOP}" stroke="#ccc"/>',
    ]
    parts += [
        f'<text x="{left + percent / 100 * SIDE}" y="{floor + 16}" text-anchor="middle">'
        f"{percent} %</text>"
        for percent in (0, 50, 100)
    ]
    for kind, colour in KINDS:
        parts += _dots(each[kind]["bins"], colour, left)
    return parts


def _dots(bins: Sequence[dict[str, Any]], colour: str, left: int) -> list[str]:
    most = max(b["count"] for b in bins)
    points = [
        (
            left + b["predicted"] * SIDE,
            TOP + (1 - b["real"]) * SIDE,
            2 + 6 * sqrt(b["count"] / most),
        )
        for b in bins
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
    return [
        f'<polyline points="{line}" fill="none" stroke="{colour}"/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{colour}"/>' for x, y, r in points),
    ]
