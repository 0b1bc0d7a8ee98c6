"""What can happen in a game of Stone Age, as news."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.kernel.notation import Amounts, Many, grammar, speaks
from cradle.kernel.step import News
from cradle.stone_age.moves import (
    BUILDING_NAME,
    CARD_NAME,
    DIE,
    GOOD,
    NUMBER,
    PLACE,
    RESOURCE,
    TOOL,
    Bundle,
)


@dataclass(frozen=True)
class RoundBegan(News):
    """A round begins with this seat (S-N1)."""

    round: int
    seat: int


@dataclass(frozen=True)
class Dealt(News):
    """A card was laid open on a place of the row (S-S4)."""

    card: int
    place: int


@dataclass(frozen=True)
class Uncovered(News):
    """A building was turned up (S-S3, S-A10)."""

    building: int
    place: int


@dataclass(frozen=True)
class Sent(News):
    """People were put on a place."""

    seat: int
    place: int
    count: int


@dataclass(frozen=True)
class Declined(News):
    """People went home without acting (S-O4)."""

    seat: int
    place: int


@dataclass(frozen=True)
class Rolled(News):
    """Dice were thrown."""

    seat: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class ToolsUsed(News):
    """Tools were added to a roll."""

    seat: int
    tools: tuple[int, ...]


@dataclass(frozen=True)
class Gained(News):
    """So many of a good came into a stock."""

    seat: int
    count: int
    good: int


@dataclass(frozen=True)
class ToolMade(News):
    """A tool was made or raised; the sum of all tools."""

    seat: int
    total: int


@dataclass(frozen=True)
class PersonBorn(News):
    """One person more; the number now."""

    seat: int
    total: int


@dataclass(frozen=True)
class Farmed(News):
    """Agriculture rose; the level now."""

    seat: int
    total: int


@dataclass(frozen=True)
class NothingGained(News):
    """A limit is reached: nothing more to gain at this place."""

    seat: int
    place: int


@dataclass(frozen=True)
class Left(News):
    """A card or a building was left."""

    seat: int
    place: int


@dataclass(frozen=True)
class CardBought(News):
    """A civilization card was taken for these resources."""

    seat: int
    card: int
    resources: Bundle


@dataclass(frozen=True)
class Built(News):
    """A building was built for these resources and points."""

    seat: int
    building: int
    resources: Bundle
    points: int


@dataclass(frozen=True)
class PointsScored(News):
    """Points came by a card (S-C5)."""

    seat: int
    points: int


@dataclass(frozen=True)
class OnceToolKept(News):
    """A one-use tool lies open (S-C9)."""

    seat: int
    value: int


@dataclass(frozen=True)
class TwoKept(News):
    """The card of two resources lies open (S-C10)."""

    seat: int


@dataclass(frozen=True)
class TwoTaken(News):
    """The two resources of S-C10 were taken."""

    seat: int
    resources: Bundle


@dataclass(frozen=True)
class ExtraDrawn(News):
    """This very card was drawn for the scoring alone (S-C8); for its owner's ears."""

    seat: int
    card: int


@dataclass(frozen=True)
class ExtraHidden(News):
    """A card was drawn unseen for the scoring alone (S-C8)."""

    seat: int


@dataclass(frozen=True)
class DieChosen(News):
    """A die of the dice row was chosen (S-C1)."""

    seat: int
    die: int


@dataclass(frozen=True)
class Harvested(News):
    """Food came from agriculture (S-F1)."""

    seat: int
    count: int


@dataclass(frozen=True)
class Fed(News):
    """All people were fed with food."""

    seat: int
    count: int


@dataclass(frozen=True)
class FedWith(News):
    """Missing food was replaced by resources (S-F2)."""

    seat: int
    resources: Bundle


@dataclass(frozen=True)
class Starved(News):
    """Food was missing: points were lost (S-F3)."""

    seat: int
    points: int


@dataclass(frozen=True)
class ExtraShown(News):
    """The card of S-C8 is turned up for the scoring (S-K1)."""

    seat: int
    card: int


@dataclass(frozen=True)
class Ended(News):
    """The game is over."""


speaks(RoundBegan, NUMBER, NUMBER)
speaks(Dealt, CARD_NAME, PLACE)
speaks(Uncovered, BUILDING_NAME, PLACE)
speaks(Sent, NUMBER, PLACE, NUMBER)
speaks(Declined, NUMBER, PLACE)
speaks(Rolled, NUMBER, Many(NUMBER))
speaks(ToolsUsed, NUMBER, Many(TOOL))
speaks(Gained, NUMBER, NUMBER, GOOD)
speaks(ToolMade, NUMBER, NUMBER)
speaks(PersonBorn, NUMBER, NUMBER)
speaks(Farmed, NUMBER, NUMBER)
speaks(NothingGained, NUMBER, PLACE)
speaks(Left, NUMBER, PLACE)
speaks(CardBought, NUMBER, CARD_NAME, Amounts(RESOURCE))
speaks(Built, NUMBER, BUILDING_NAME, Amounts(RESOURCE), NUMBER)
speaks(PointsScored, NUMBER, NUMBER)
speaks(OnceToolKept, NUMBER, NUMBER)
speaks(TwoKept, NUMBER)
speaks(TwoTaken, NUMBER, Amounts(RESOURCE))
speaks(ExtraDrawn, NUMBER, CARD_NAME)
speaks(ExtraHidden, NUMBER)
speaks(DieChosen, NUMBER, DIE)
speaks(Harvested, NUMBER, NUMBER)
speaks(Fed, NUMBER, NUMBER)
speaks(FedWith, NUMBER, Amounts(RESOURCE))
speaks(Starved, NUMBER, NUMBER)
speaks(ExtraShown, NUMBER, CARD_NAME)

NEWS: Final = grammar(
    *(RoundBegan, Dealt, Uncovered, Sent, Declined, Rolled, ToolsUsed, Gained, ToolMade),
    *(PersonBorn, Farmed, NothingGained, Left, CardBought, Built, PointsScored, OnceToolKept),
    *(TwoKept, TwoTaken, ExtraDrawn, ExtraHidden, DieChosen, Harvested, Fed, FedWith, Starved),
    *(ExtraShown, Ended),
)
