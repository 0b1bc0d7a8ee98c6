"""Chapters 5 to 7: news of income, colonies and statues."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.hadara.names import (
    EFFECT,
    EFFECT_CLAUSES,
    LEVEL,
    NUMBER,
    REVERSE,
    STATUE,
    STEPS,
    TILE_SIDE,
    TRACK,
)
from cradle.kernel.notation import By, speaks
from cradle.kernel.step import News


@dataclass(frozen=True)
class Earned(News):
    """A seat took its income."""

    seat: int
    coins: int


speaks(Earned, "H-I1", NUMBER, NUMBER)


@dataclass(frozen=True)
class EffectPaid(News):
    """A purple effect brought a seat coins."""

    seat: int
    effect: int
    coins: int


speaks(EffectPaid, By("effect", EFFECT_CLAUSES), NUMBER, EFFECT, NUMBER)


@dataclass(frozen=True)
class RequirementBought(News):
    """A seat paid for missing points of a requirement."""

    seat: int
    count: int
    coins: int


speaks(RequirementBought, "H-P15", NUMBER, NUMBER, NUMBER)


@dataclass(frozen=True)
class Plundered(News):
    """A seat plundered a colony."""

    seat: int
    colony: int
    coins: int


speaks(Plundered, "H-C3", NUMBER, LEVEL, NUMBER)


@dataclass(frozen=True)
class Integrated(News):
    """A seat integrated a colony; its reverse is turned next."""

    seat: int
    colony: int
    coins: int


speaks(Integrated, "H-C3", NUMBER, LEVEL, NUMBER)


@dataclass(frozen=True)
class TurnedOver(News):
    """An integrated colony showed its reverse: points and steps."""

    seat: int
    reverse: int
    points: int
    track: tuple[int, ...]


speaks(TurnedOver, "H-C3", NUMBER, REVERSE, NUMBER, STEPS)


@dataclass(frozen=True)
class Carved(News):
    """A seat carved a statue with a bonus tile: so many steps or points."""

    seat: int
    statue: int
    track: int
    side: int
    count: int


speaks(Carved, "H-U2", NUMBER, STATUE, TRACK, TILE_SIDE, NUMBER)


@dataclass(frozen=True)
class Passed(News):
    """A seat took nothing, though it could have."""

    seat: int


speaks(Passed, "", NUMBER)
