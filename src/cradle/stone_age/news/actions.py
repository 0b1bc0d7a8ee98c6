"""Phases 1 and 2: news of people, dice, goods and buildings."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.kernel.notation import Amounts, By, Many, speaks
from cradle.kernel.step import News
from cradle.stone_age.moves import (
    BUILDING_NAME,
    GATHERED,
    GOOD,
    NUMBER,
    PLACE,
    RESOURCE,
    SENT,
    TOOL,
    VISITED,
    Bundle,
)


@dataclass(frozen=True)
class Sent(News):
    """People were put on a place."""

    seat: int
    place: int
    count: int


speaks(Sent, By("place", SENT), NUMBER, PLACE, NUMBER)


@dataclass(frozen=True)
class Declined(News):
    """People went home without acting."""

    seat: int
    place: int


speaks(Declined, "S-O4", NUMBER, PLACE)


@dataclass(frozen=True)
class Rolled(News):
    """Dice were thrown."""

    seat: int
    dice: tuple[int, ...]


speaks(Rolled, "S-A6", NUMBER, Many(NUMBER))


@dataclass(frozen=True)
class ToolsUsed(News):
    """Tools were added to a roll."""

    seat: int
    tools: tuple[int, ...]


speaks(ToolsUsed, "S-A7", NUMBER, Many(TOOL))


@dataclass(frozen=True)
class Gained(News):
    """So many of a good came into a stock."""

    seat: int
    count: int
    good: int


speaks(Gained, By("good", GATHERED), NUMBER, NUMBER, GOOD)


@dataclass(frozen=True)
class ToolMade(News):
    """A tool was made or raised; the sum of all tools."""

    seat: int
    total: int


speaks(ToolMade, "S-A2", NUMBER, NUMBER)


@dataclass(frozen=True)
class PersonBorn(News):
    """One person more; the number now."""

    seat: int
    total: int


speaks(PersonBorn, "S-A3", NUMBER, NUMBER)


@dataclass(frozen=True)
class Farmed(News):
    """Agriculture rose; the level now."""

    seat: int
    total: int


speaks(Farmed, "S-A4", NUMBER, NUMBER)


@dataclass(frozen=True)
class NothingGained(News):
    """A limit is reached: nothing more to gain at this place."""

    seat: int
    place: int


speaks(NothingGained, "S-P10", NUMBER, PLACE)


@dataclass(frozen=True)
class Left(News):
    """A card or a building was left."""

    seat: int
    place: int


speaks(Left, By("place", VISITED), NUMBER, PLACE)


@dataclass(frozen=True)
class Built(News):
    """A building was built for these resources and points."""

    seat: int
    building: int
    resources: Bundle
    points: int


speaks(Built, "S-A9", NUMBER, BUILDING_NAME, Amounts(RESOURCE), NUMBER)
