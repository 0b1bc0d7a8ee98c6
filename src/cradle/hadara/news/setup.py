"""Chapter 1: news of the setup."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.hadara.names import NUMBER, RING, SETUP, SETUP_SIDE, STEPS
from cradle.kernel.notation import speaks
from cradle.kernel.step import News


@dataclass(frozen=True)
class BoardJoined(News):
    """The board's segments were joined in this order."""

    colour: tuple[int, ...]


speaks(BoardJoined, "H-S2", RING)


@dataclass(frozen=True)
class Dealt(News):
    """A seat was dealt a setup card."""

    seat: int
    setup: int


speaks(Dealt, "H-S7", NUMBER, SETUP)


@dataclass(frozen=True)
class SideChosen(News):
    """A seat plays with this side of its setup card: coins and tracks are set."""

    seat: int
    setup: int
    side: int
    coins: int
    track: tuple[int, ...]


speaks(SideChosen, "H-S8", NUMBER, SETUP, SETUP_SIDE, NUMBER, STEPS)


@dataclass(frozen=True)
class Compensated(News):
    """A seat that starts less often took a coin."""

    seat: int
    coins: int


speaks(Compensated, "H-S11", NUMBER, NUMBER)
