"""Every move of Hadara, seats' and chance's, made once and shared."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from cradle.hadara.names import (
    CARD,
    CARDS,
    COLOUR,
    COLOURS,
    DEAL,
    DEALS,
    GROUP_CARDS,
    LEVEL,
    LEVELS,
    REVERSE,
    REVERSES,
    RING,
    SETUP,
    SETUP_SIDE,
    SETUP_SIDES,
    SETUPS,
    STATUE,
    STATUES,
    TILE_SIDE,
    TILE_SIDES,
    TRACK,
    TRACKS,
)
from cradle.kernel.notation import grammar, speaks
from cradle.kernel.step import Move


@dataclass(frozen=True)
class Join(Move):
    """Chance joins the board's segments in this order, clockwise."""

    colour: tuple[int, ...]


speaks(Join, "H-S2", RING)


@dataclass(frozen=True)
class Deal(Move):
    """Chance deals this setup card."""

    setup: int


speaks(Deal, "H-S7", SETUP)


@dataclass(frozen=True)
class Draw(Move):
    """Chance brings these two cards from a face-down stack, the lower number first."""

    card: int
    other: int


speaks(Draw, "H-A2", CARD, CARD)


@dataclass(frozen=True)
class Turn(Move):
    """Chance says which reverse an integrated colony has."""

    reverse: int


speaks(Turn, "H-C3", REVERSE)


@dataclass(frozen=True)
class Side(Move):
    """Play with this side of your setup card."""

    side: int


speaks(Side, "H-S7", SETUP_SIDE)


@dataclass(frozen=True)
class SetWheel(Move):
    """Set the wheel so that your crest points at this colour."""

    colour: int


speaks(SetWheel, "H-A1", COLOUR)


@dataclass(frozen=True)
class Lay(Move):
    """Lay this card of the two on its outer pile, and buy or sell the other."""

    card: int
    deal: int


speaks(Lay, "H-A3", CARD, DEAL)


@dataclass(frozen=True)
class Buy(Move):
    """Buy the top card of an outer pile."""

    card: int


speaks(Buy, "H-T2", CARD)


@dataclass(frozen=True)
class Sell(Move):
    """Sell the top card of an outer pile."""

    card: int


speaks(Sell, "H-T4", CARD)


@dataclass(frozen=True)
class Put(Move):
    """Put a free bonus tile on the card that asks for one."""

    track: int


speaks(Put, "H-P2", TRACK)


@dataclass(frozen=True)
class Plunder(Move):
    """Take a colony and its coins."""

    colony: int


speaks(Plunder, "H-C3", LEVEL)


@dataclass(frozen=True)
class Integrate(Move):
    """Take a colony, pay, and turn it over."""

    colony: int


speaks(Integrate, "H-C3", LEVEL)


@dataclass(frozen=True)
class Carve(Move):
    """Carve a statue with a bonus tile, face up for steps or face down for points."""

    statue: int
    track: int
    side: int


speaks(Carve, "H-U2", STATUE, TRACK, TILE_SIDE)


@dataclass(frozen=True)
class Feed(Move):
    """Pay coins so that one card more is fed."""


speaks(Feed, "H-P7")


@dataclass(frozen=True)
class Remove(Move):
    """Remove a card of your own that can't be fed."""

    card: int


speaks(Remove, "H-F2", CARD)


@dataclass(frozen=True)
class Silver(Move):
    """Buy a silver medal with a bonus tile of this track."""

    track: int


speaks(Silver, "H-M2", TRACK)


@dataclass(frozen=True)
class Gold(Move):
    """Buy a gold medal."""


speaks(Gold, "H-M1")


@dataclass(frozen=True)
class Pass(Move):
    """Take nothing, or nothing more."""


speaks(Pass, "")

DEAL_SETUP: Final = [Deal(setup) for setup in range(len(SETUPS))]
DRAWS: Final = [[Draw(*pair) for pair in combinations(group, 2)] for group in GROUP_CARDS]
TURN: Final = [Turn(reverse) for reverse in range(len(REVERSES))]
SIDES: Final[list[Move]] = [Side(side) for side in range(len(SETUP_SIDES))]
SET_WHEELS: Final[list[Move]] = [SetWheel(colour) for colour in range(len(COLOURS))]
LAY: Final = [[Lay(card, deal) for deal in range(len(DEALS))] for card in range(len(CARDS))]
BUY_TOP: Final = [Buy(card) for card in range(len(CARDS))]
SELL_TOP: Final = [Sell(card) for card in range(len(CARDS))]
PUT: Final = [Put(track) for track in range(len(TRACKS))]
PLUNDER: Final = [Plunder(level) for level in range(len(LEVELS))]
INTEGRATE: Final = [Integrate(level) for level in range(len(LEVELS))]
CARVE: Final = [
    [
        [Carve(statue, track, side) for side in range(len(TILE_SIDES))]
        for track in range(len(TRACKS))
    ]
    for statue in range(len(STATUES))
]
FEED: Final = Feed()
REMOVE: Final = [Remove(card) for card in range(len(CARDS))]
SILVER: Final = [Silver(track) for track in range(len(TRACKS))]
GOLD: Final = Gold()
PASS: Final = Pass()

MOVES: Final = (
    *(Join, Deal, Draw, Turn, Side, SetWheel, Lay, Buy, Sell, Put, Plunder, Integrate),
    *(Carve, Feed, Remove, Silver, Gold, Pass),
)
GRAMMAR: Final = grammar(*MOVES)
