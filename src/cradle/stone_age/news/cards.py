"""Phase 2: news of civilization cards."""

from __future__ import annotations

from dataclasses import dataclass

from cradle.kernel.notation import Amounts, speaks
from cradle.kernel.step import News
from cradle.stone_age.moves import CARD_NAME, DIE, NUMBER, RESOURCE, Bundle


@dataclass(frozen=True)
class CardBought(News):
    """A civilization card was taken for these resources."""

    seat: int
    card: int
    resources: Bundle


speaks(CardBought, "S-A8", NUMBER, CARD_NAME, Amounts(RESOURCE))


@dataclass(frozen=True)
class PointsScored(News):
    """Points came by a card."""

    seat: int
    points: int


speaks(PointsScored, "S-C5", NUMBER, NUMBER)


@dataclass(frozen=True)
class OnceToolKept(News):
    """A one-use tool lies open."""

    seat: int
    value: int


speaks(OnceToolKept, "S-C9", NUMBER, NUMBER)


@dataclass(frozen=True)
class TwoKept(News):
    """The card of two resources lies open."""

    seat: int


speaks(TwoKept, "S-C10", NUMBER)


@dataclass(frozen=True)
class TwoTaken(News):
    """The two resources of S-C10 were taken."""

    seat: int
    resources: Bundle


speaks(TwoTaken, "S-C10", NUMBER, Amounts(RESOURCE))


@dataclass(frozen=True)
class ExtraDrawn(News):
    """This very card was drawn for the scoring alone; for its owner's ears."""

    seat: int
    card: int


speaks(ExtraDrawn, "S-C8", NUMBER, CARD_NAME)


@dataclass(frozen=True)
class ExtraHidden(News):
    """A card was drawn unseen for the scoring alone."""

    seat: int


speaks(ExtraHidden, "S-C8", NUMBER)


@dataclass(frozen=True)
class DieChosen(News):
    """A die of the dice row was chosen."""

    seat: int
    die: int


speaks(DieChosen, "S-C1", NUMBER, DIE)
