"""News of the course of a game: rounds, what is laid open, the end."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.kernel.notation import speaks
from cradle.kernel.step import News
from cradle.stone_age.moves import BUILDING_NAME, CARD_NAME, NUMBER, PLACE


@dataclass(frozen=True)
class RoundBegan(News):
    """A round begins with this seat."""

    round: int
    seat: int


speaks(RoundBegan, "S-N1", NUMBER, NUMBER)


@dataclass(frozen=True)
class Dealt(News):
    """A card was laid open on a place of the row."""

    card: int
    place: int


speaks(Dealt, "S-S4", CARD_NAME, PLACE)


@dataclass(frozen=True)
class Uncovered(News):
    """A building was turned up."""

    building: int
    place: int


speaks(Uncovered, "S-A10", BUILDING_NAME, PLACE)


@dataclass(frozen=True)
class ExtraShown(News):
    """The card of S-C8 is turned up for the scoring."""

    seat: int
    card: int


speaks(ExtraShown, "S-Z0", NUMBER, CARD_NAME)


@dataclass(frozen=True)
class CardsRanOut(News):
    """The game is over: too few cards were left to fill the row."""


speaks(CardsRanOut, "S-E1")


@dataclass(frozen=True)
class StackRanOut(News):
    """The game is over: a stack of buildings was empty."""


speaks(StackRanOut, "S-E2")
