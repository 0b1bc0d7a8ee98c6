"""News of everything that follows from the cards: income, colonies, statues, feeding, medals."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.hadara.names import (
    CARD,
    EFFECT,
    LEVEL,
    NUMBER,
    PART,
    REVERSE,
    STATUE,
    STEPS,
    TILE_SIDE,
    TRACK,
)
from cradle.kernel.notation import speaks
from cradle.kernel.step import News


@dataclass(frozen=True)
class Earned(News):
    """A seat took its income."""

    seat: int
    coins: int


speaks(Earned, NUMBER, NUMBER)


@dataclass(frozen=True)
class EffectPaid(News):
    """A purple effect brought a seat coins."""

    seat: int
    effect: int
    coins: int


speaks(EffectPaid, NUMBER, EFFECT, NUMBER)


@dataclass(frozen=True)
class RequirementBought(News):
    """A seat paid for missing points of a requirement."""

    seat: int
    count: int
    coins: int


speaks(RequirementBought, NUMBER, NUMBER, NUMBER)


@dataclass(frozen=True)
class Plundered(News):
    """A seat plundered a colony."""

    seat: int
    colony: int
    coins: int


speaks(Plundered, NUMBER, LEVEL, NUMBER)


@dataclass(frozen=True)
class Integrated(News):
    """A seat integrated a colony; its reverse is turned next."""

    seat: int
    colony: int
    coins: int


speaks(Integrated, NUMBER, LEVEL, NUMBER)


@dataclass(frozen=True)
class TurnedOver(News):
    """An integrated colony showed its reverse: points and steps."""

    seat: int
    reverse: int
    points: int
    track: tuple[int, ...]


speaks(TurnedOver, NUMBER, REVERSE, NUMBER, STEPS)


@dataclass(frozen=True)
class Carved(News):
    """A seat carved a statue with a bonus tile: so many steps or points."""

    seat: int
    statue: int
    track: int
    side: int
    count: int


speaks(Carved, NUMBER, STATUE, TRACK, TILE_SIDE, NUMBER)


@dataclass(frozen=True)
class Fed(News):
    """A seat could feed all its cards."""

    seat: int
    food: int
    count: int


speaks(Fed, NUMBER, NUMBER, NUMBER)


@dataclass(frozen=True)
class Hungered(News):
    """A seat had more cards than food."""

    seat: int
    food: int
    count: int


speaks(Hungered, NUMBER, NUMBER, NUMBER)


@dataclass(frozen=True)
class PaidFeeding(News):
    """A seat paid to feed one card more."""

    seat: int
    coins: int


speaks(PaidFeeding, NUMBER, NUMBER)


@dataclass(frozen=True)
class Removed(News):
    """A seat removed a card at feeding."""

    seat: int
    card: int


speaks(Removed, NUMBER, CARD)


@dataclass(frozen=True)
class SilverBought(News):
    """A seat bought a silver medal."""

    seat: int
    track: int
    coins: int


speaks(SilverBought, NUMBER, TRACK, NUMBER)


@dataclass(frozen=True)
class GoldBought(News):
    """A seat bought a gold medal."""

    seat: int
    coins: int


speaks(GoldBought, NUMBER, NUMBER)


@dataclass(frozen=True)
class Passed(News):
    """A seat took nothing, though it could have."""

    seat: int


speaks(Passed, NUMBER)


@dataclass(frozen=True)
class Scored(News):
    """A seat's points on one line of the score pad."""

    seat: int
    score: int
    points: int


speaks(Scored, NUMBER, PART, NUMBER)


@dataclass(frozen=True)
class Won(News):
    """A seat has won, perhaps with others."""

    seat: int
    points: int


speaks(Won, NUMBER, NUMBER)
