"""Everything that happens in Hadara, as news: past participles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.hadara.names import (
    CARD,
    COLOUR,
    EFFECT,
    EPOCH,
    LEVEL,
    NUMBER,
    PART,
    PHASE,
    REVERSE,
    RING,
    SETUP,
    SETUP_SIDE,
    STATUE,
    STEPS,
    TILE_SIDE,
    TRACK,
)
from cradle.kernel.notation import speaks
from cradle.kernel.step import News


@dataclass(frozen=True)
class BoardJoined(News):
    """The board's segments were joined in this order."""

    colour: tuple[int, ...]


@dataclass(frozen=True)
class Dealt(News):
    """A seat was dealt a setup card."""

    seat: int
    setup: int


@dataclass(frozen=True)
class SideChosen(News):
    """A seat plays with this side of its setup card: coins and tracks are set."""

    seat: int
    setup: int
    side: int
    coins: int
    track: tuple[int, ...]


@dataclass(frozen=True)
class Compensated(News):
    """A seat that starts less often took a coin."""

    seat: int
    coins: int


@dataclass(frozen=True)
class EpochBegan(News):
    """An epoch began with this first player."""

    seat: int
    epoch: int


@dataclass(frozen=True)
class PhaseBegan(News):
    """A phase of the epoch began."""

    phase: int


@dataclass(frozen=True)
class WheelSet(News):
    """The first player set the wheel so that the own crest points at a colour."""

    seat: int
    colour: int


@dataclass(frozen=True)
class WheelTurned(News):
    """The wheel turned one segment clockwise."""


@dataclass(frozen=True)
class Drew(News):
    """A seat drew these two cards: for its own ears."""

    seat: int
    card: int
    other: int


@dataclass(frozen=True)
class DrewUnseen(News):
    """A seat drew two cards from the stack of a colour."""

    seat: int
    colour: int


@dataclass(frozen=True)
class Laid(News):
    """A seat laid a card on its outer pile."""

    seat: int
    card: int


@dataclass(frozen=True)
class Bought(News):
    """A seat bought a card."""

    seat: int
    card: int
    coins: int


@dataclass(frozen=True)
class Sold(News):
    """A seat sold a card in plain view, or its own ears hear which."""

    seat: int
    card: int
    coins: int


@dataclass(frozen=True)
class SoldUnseen(News):
    """A seat sold a card that nobody else has seen."""

    seat: int
    colour: int
    coins: int


@dataclass(frozen=True)
class TilePut(News):
    """A seat put a bonus tile on a card: so many steps."""

    seat: int
    track: int
    count: int


@dataclass(frozen=True)
class Earned(News):
    """A seat took its income."""

    seat: int
    coins: int


@dataclass(frozen=True)
class EffectPaid(News):
    """A purple effect brought a seat coins."""

    seat: int
    effect: int
    coins: int


@dataclass(frozen=True)
class RequirementBought(News):
    """A seat paid for missing points of a requirement."""

    seat: int
    count: int
    coins: int


@dataclass(frozen=True)
class Plundered(News):
    """A seat plundered a colony."""

    seat: int
    colony: int
    coins: int


@dataclass(frozen=True)
class Integrated(News):
    """A seat integrated a colony; its reverse is turned next."""

    seat: int
    colony: int
    coins: int


@dataclass(frozen=True)
class TurnedOver(News):
    """An integrated colony showed its reverse: points and steps."""

    seat: int
    reverse: int
    points: int
    track: tuple[int, ...]


@dataclass(frozen=True)
class Carved(News):
    """A seat carved a statue with a bonus tile: so many steps or points."""

    seat: int
    statue: int
    track: int
    side: int
    count: int


@dataclass(frozen=True)
class Fed(News):
    """A seat could feed all its cards."""

    seat: int
    food: int
    count: int


@dataclass(frozen=True)
class Hungered(News):
    """A seat had more cards than food."""

    seat: int
    food: int
    count: int


@dataclass(frozen=True)
class PaidFeeding(News):
    """A seat paid to feed one card more."""

    seat: int
    coins: int


@dataclass(frozen=True)
class Removed(News):
    """A seat removed a card at feeding."""

    seat: int
    card: int


@dataclass(frozen=True)
class SilverBought(News):
    """A seat bought a silver medal."""

    seat: int
    track: int
    coins: int


@dataclass(frozen=True)
class GoldBought(News):
    """A seat bought a gold medal."""

    seat: int
    coins: int


@dataclass(frozen=True)
class Passed(News):
    """A seat took nothing, though it could have."""

    seat: int


@dataclass(frozen=True)
class Scored(News):
    """A seat's points on one line of the score pad."""

    seat: int
    score: int
    points: int


@dataclass(frozen=True)
class Won(News):
    """A seat has won, perhaps with others."""

    seat: int
    points: int


speaks(BoardJoined, RING)
speaks(Dealt, NUMBER, SETUP)
speaks(SideChosen, NUMBER, SETUP, SETUP_SIDE, NUMBER, STEPS)
speaks(Compensated, NUMBER, NUMBER)
speaks(EpochBegan, NUMBER, EPOCH)
speaks(PhaseBegan, PHASE)
speaks(WheelSet, NUMBER, COLOUR)
speaks(WheelTurned)
speaks(Drew, NUMBER, CARD, CARD)
speaks(DrewUnseen, NUMBER, COLOUR)
speaks(Laid, NUMBER, CARD)
speaks(Bought, NUMBER, CARD, NUMBER)
speaks(Sold, NUMBER, CARD, NUMBER)
speaks(SoldUnseen, NUMBER, COLOUR, NUMBER)
speaks(TilePut, NUMBER, TRACK, NUMBER)
speaks(Earned, NUMBER, NUMBER)
speaks(EffectPaid, NUMBER, EFFECT, NUMBER)
speaks(RequirementBought, NUMBER, NUMBER, NUMBER)
speaks(Plundered, NUMBER, LEVEL, NUMBER)
speaks(Integrated, NUMBER, LEVEL, NUMBER)
speaks(TurnedOver, NUMBER, REVERSE, NUMBER, STEPS)
speaks(Carved, NUMBER, STATUE, TRACK, TILE_SIDE, NUMBER)
speaks(Fed, NUMBER, NUMBER, NUMBER)
speaks(Hungered, NUMBER, NUMBER, NUMBER)
speaks(PaidFeeding, NUMBER, NUMBER)
speaks(Removed, NUMBER, CARD)
speaks(SilverBought, NUMBER, TRACK, NUMBER)
speaks(GoldBought, NUMBER, NUMBER)
speaks(Passed, NUMBER)
speaks(Scored, NUMBER, PART, NUMBER)
speaks(Won, NUMBER, NUMBER)

NEWS: Final[tuple[type[News], ...]] = (
    BoardJoined,
    Dealt,
    SideChosen,
    Compensated,
    EpochBegan,
    PhaseBegan,
    WheelSet,
    WheelTurned,
    Drew,
    DrewUnseen,
    Laid,
    Bought,
    Sold,
    SoldUnseen,
    TilePut,
    Earned,
    EffectPaid,
    RequirementBought,
    Plundered,
    Integrated,
    TurnedOver,
    Carved,
    Fed,
    Hungered,
    PaidFeeding,
    Removed,
    SilverBought,
    GoldBought,
    Passed,
    Scored,
    Won,
)
