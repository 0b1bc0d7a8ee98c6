"""What tells one roll or draw from another, at tables that share their luck."""

from __future__ import annotations

from cradle.stone_age.buildings import UncoverTop
from cradle.stone_age.civilization import RollDiceRow
from cradle.stone_age.gathering import RollFor
from cradle.stone_age.script import DealCard


def test_more_dice_for_the_same_have_the_same_luck() -> None:
    """Else one person more at a place would bring quite another roll."""
    few, many = RollFor(0, 2, 1), RollFor(0, 2, 5)
    assert few.occasion() == many.occasion()
    assert len({RollFor(seat, good, 3).occasion() for seat in (0, 1) for good in (2, 3)}) == 4


def test_each_stack_of_buildings_and_each_taker_of_a_row_has_its_own() -> None:
    assert len({UncoverTop(pile).occasion() for pile in range(4)}) == 4
    assert len({RollDiceRow(seat).occasion() for seat in range(4)}) == 4


def test_cards_come_from_one_stack_wherever_they_are_laid() -> None:
    assert {DealCard(slot).occasion() for slot in range(4)} == {""}
