"""Chapters 2 to 4: news of the epochs, the wheel and the cards."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.hadara.names import CARD, COLOUR, EPOCH, NUMBER, PHASE, TRACK
from cradle.kernel.notation import By, speaks
from cradle.kernel.step import News


@dataclass(frozen=True)
class EpochBegan(News):
    """An epoch began with this first player."""

    seat: int
    epoch: int


speaks(EpochBegan, "H-S10", NUMBER, EPOCH)


@dataclass(frozen=True)
class PhaseBegan(News):
    """A phase of the epoch began."""

    phase: int


speaks(PhaseBegan, By("phase", ("H-A1", "H-B1")), PHASE)


@dataclass(frozen=True)
class WheelSet(News):
    """The first player set the wheel so that the own crest points at a colour."""

    seat: int
    colour: int


speaks(WheelSet, "H-A1", NUMBER, COLOUR)


@dataclass(frozen=True)
class WheelTurned(News):
    """The wheel turned one segment clockwise."""


speaks(WheelTurned, "H-A5")


@dataclass(frozen=True)
class Drew(News):
    """A seat drew these two cards: for its own ears."""

    seat: int
    card: int
    other: int


speaks(Drew, "H-A2", NUMBER, CARD, CARD)


@dataclass(frozen=True)
class DrewUnseen(News):
    """A seat drew two cards from the stack of a colour."""

    seat: int
    colour: int


speaks(DrewUnseen, "H-A2", NUMBER, COLOUR)


@dataclass(frozen=True)
class Laid(News):
    """A seat laid a card on its outer pile."""

    seat: int
    card: int


speaks(Laid, "H-A3", NUMBER, CARD)


@dataclass(frozen=True)
class Bought(News):
    """A seat bought a card."""

    seat: int
    card: int
    coins: int


speaks(Bought, "H-T2", NUMBER, CARD, NUMBER)


@dataclass(frozen=True)
class Sold(News):
    """A seat sold a card in plain view, or its own ears hear which."""

    seat: int
    card: int
    coins: int


speaks(Sold, "H-T4", NUMBER, CARD, NUMBER)


@dataclass(frozen=True)
class SoldUnseen(News):
    """A seat sold a card that nobody else has seen."""

    seat: int
    colour: int
    coins: int


speaks(SoldUnseen, "H-A4", NUMBER, COLOUR, NUMBER)


@dataclass(frozen=True)
class TilePut(News):
    """A seat put a bonus tile on a card: so many steps."""

    seat: int
    track: int
    count: int


speaks(TilePut, "H-P2", NUMBER, TRACK, NUMBER)
