"""Where chance comes from: seeded by default, or anything that picks a point."""

from __future__ import annotations

import random
from typing import Protocol, runtime_checkable

from cradle.kernel.step import Move, State, odds


class Dice(Protocol):
    """Picks one of so many equally likely points; `ply` is the number of answers before."""

    def point(self, total: int, ply: int) -> int:
        """A whole number from 0, below `total`."""
        ...


@runtime_checkable
class SharedLuck(Protocol):
    """Says what comes at all tables of the same luck: by the occasion, however they got there."""

    def outcome(self, state: State) -> Move:
        """One of the outcomes of a state that waits for chance, in the order they come."""
        ...


def throw(dice: Dice | SharedLuck, state: State, ply: int) -> Move:
    """What these dice bring where chance is asked."""
    if isinstance(dice, SharedLuck):
        return dice.outcome(state)
    chance = odds(state)
    return chance.at(dice.point(chance.total, ply))


class Seeded:
    """Dice from Python's generator: the same seed gives the same game."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.rng = random.Random(seed)

    def point(self, total: int, ply: int) -> int:
        """The generator's next point, whatever the ply."""
        return self.rng.randrange(total)
