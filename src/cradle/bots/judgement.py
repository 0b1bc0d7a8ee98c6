"""What self-play taught about how positions end: a weight for each trait of a seat.

A heuristic's own weights are tuned for choosing moves; what a quiet position is worth is another
question. `scripts/fit_bots.py` answers it from the results of many games, for each number of
players. A trait's weight changes in the course of a game: one part of it stays, one grows with
what is still to come, one comes up towards the end.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

Course = tuple[float, float, float]  # what stays, what grows with the rest, what ends bring
SUDDEN: Final = 10.0  # how late the end makes itself felt


class Judgement:
    """The weights of a game's traits, of which the first `parts` are points by themselves."""

    def __init__(self, parts: int, courses: dict[int, list[Course]]) -> None:
        self.parts = parts
        self.courses = courses

    def weights(self, seats: int, left: float, count: int) -> list[float]:
        """What one of each trait is worth in points while so much is left of the game."""
        courses = self.courses.get(seats)
        if courses is None:
            return [1.0] * self.parts + [0.0] * (count - self.parts)
        end = 1.0 / (1.0 + SUDDEN * left)
        return [stays + grows * left + ends * end for stays, grows, ends in courses]

    def points(self, traits: list[list[float]], left: float) -> list[float]:
        """The points to expect of each seat, by the traits of all."""
        weights = self.weights(len(traits), left, len(traits[0]))
        shift = self.shift(traits, weights)
        return [dot(weights, each) + shift for each in traits]

    def shift(self, traits: list[list[float]], weights: list[float]) -> float:
        """What everybody gets alike: a fit tells how seats compare, the parts what all make."""
        gap = 0.0
        for each in traits:
            for part in range(self.parts):
                gap += each[part]
            gap -= dot(weights, each)
        return gap / len(traits)

    def explain(
        self, traits: list[list[float]], left: float, seat: int, names: tuple[str, ...]
    ) -> dict[str, float]:
        """What a seat's points are made of, traits of the same name together."""
        weights = self.weights(len(traits), left, len(names))
        found = dict.fromkeys(names, 0.0)
        for name, weight, value in zip(names, weights, traits[seat], strict=True):
            found[name] += weight * value
        found[names[0]] += self.shift(traits, weights)
        return found


def dot(weights: list[float], values: list[float]) -> float:
    """The weighted sum."""
    total = 0.0
    for index, weight in enumerate(weights):
        total += weight * values[index]
    return total


def read_courses(package: str, traits: tuple[str, ...]) -> dict[int, list[Course]]:
    """The weights that a game's package holds, by number of players."""
    text = files(package).joinpath("data", "judgement.json").read_text("utf-8")
    by_seats: dict[str, dict[str, list[float]]] = json.loads(text)["weights"]
    return {
        int(seats): [_course(weights[trait]) for trait in traits]
        for seats, weights in by_seats.items()
    }


def _course(weights: list[float]) -> Course:
    stays, grows, ends = weights
    return float(stays), float(grows), float(ends)
