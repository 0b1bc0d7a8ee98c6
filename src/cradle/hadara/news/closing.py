"""Chapters 8 to 10: news of feeding, medals and the scoring."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.hadara.names import CARD, NUMBER, PART, PART_CLAUSES, TRACK
from cradle.kernel.notation import By, speaks
from cradle.kernel.step import News


@dataclass(frozen=True)
class Fed(News):
    """A seat could feed all its cards."""

    seat: int
    food: int
    count: int


speaks(Fed, "H-F1", NUMBER, NUMBER, NUMBER)


@dataclass(frozen=True)
class Hungered(News):
    """A seat had more cards than food."""

    seat: int
    food: int
    count: int


speaks(Hungered, "H-F2", NUMBER, NUMBER, NUMBER)


@dataclass(frozen=True)
class PaidFeeding(News):
    """A seat paid to feed one card more."""

    seat: int
    coins: int


speaks(PaidFeeding, "H-P7", NUMBER, NUMBER)


@dataclass(frozen=True)
class Removed(News):
    """A seat removed a card at feeding."""

    seat: int
    card: int


speaks(Removed, "H-F2", NUMBER, CARD)


@dataclass(frozen=True)
class SilverBought(News):
    """A seat bought a silver medal."""

    seat: int
    track: int
    coins: int


speaks(SilverBought, "H-M2", NUMBER, TRACK, NUMBER)


@dataclass(frozen=True)
class GoldBought(News):
    """A seat bought a gold medal."""

    seat: int
    coins: int


speaks(GoldBought, "H-M1", NUMBER, NUMBER)


@dataclass(frozen=True)
class Scored(News):
    """A seat's points on one line of the score pad."""

    seat: int
    score: int
    points: int


speaks(Scored, By("score", PART_CLAUSES), NUMBER, PART, NUMBER)


@dataclass(frozen=True)
class Won(News):
    """A seat has won, perhaps with others."""

    seat: int
    points: int


speaks(Won, "H-E7", NUMBER, NUMBER)
