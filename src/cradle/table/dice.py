"""Where chance comes from: seeded by default, or anything that picks a point."""

from __future__ import annotations

import random
from typing import Protocol

from cradle.kernel.step import Move, State, odds


class Dice(Protocol):
    """Picks one of so many equally likely points; `ply` is the number of answers before."""

    def point(self, total: int, ply: int) -> int:
        """A whole number from 0, below `total`."""
        ...


def throw(dice: Dice, state: State, ply: int) -> Move:
    """What these dice bring where chance is asked."""
    chance = odds(state)
    return chance.at(dice.point(chance.total, ply))


class Seeded:
    """Dice from Python's generator: the same seed gives the same game."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.rng = random.Random(seed)

    def point(self, total: int, ply: int) -> int:
        """The generator's next point, whatever the ply."""
        return self.rng.randrange(total)
