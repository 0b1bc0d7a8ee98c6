"""The printed numbers, as the books and the component lists give them."""

from collections import Counter

import pytest

from cradle.stone_age import GAME
from cradle.stone_age.components import BUILDINGS, CARDS, DICE_ROW, PLACES, WORTH, read_all


@pytest.mark.rule("S-C1", "S-C2", "S-C3", "S-C4", "S-C5", "S-C6", "S-C7", "S-C8", "S-C9", "S-C10")
def test_so_many_cards_of_each_upper_part() -> None:
    assert Counter(card.upper for card in CARDS) == {
        "dice_row": 10, "food": 7, "resource": 5, "roll": 3, "points": 3, "tool": 1,
        "agriculture": 2, "extra_card": 1, "one_use_tool": 3, "two_resources": 1,
    }  # fmt: skip


@pytest.mark.rule("S-C9")
def test_one_use_tools_are_two_three_and_four() -> None:
    assert sorted(card.amount for card in CARDS if card.upper == "one_use_tool") == [2, 3, 4]


@pytest.mark.rule("S-C5")
def test_points_cards_bring_three() -> None:
    assert {card.amount for card in CARDS if card.upper == "points"} == {3}


@pytest.mark.rule("S-A9")
def test_so_many_buildings_of_each_kind() -> None:
    assert Counter(building.kind for building in BUILDINGS) == {"fixed": 17, "chosen": 8, "free": 3}
    assert WORTH == (3, 4, 5, 6)


@pytest.mark.rule("S-A5", "S-A6", "S-P3", "S-P5")
def test_places_have_their_spaces_and_pips() -> None:
    assert {place.id: (place.spaces, place.pips) for place in PLACES} == {
        "hunt": (0, 2), "forest": (7, 3), "clay_pit": (7, 4), "quarry": (7, 5), "river": (7, 6),
        "tool_maker": (1, 0), "hut": (2, 0), "field": (1, 0),
    }  # fmt: skip


@pytest.mark.rule("S-C1")
def test_the_dice_row_is_as_printed() -> None:
    assert DICE_ROW == ["wood", "clay", "stone", "gold", "tool", "agriculture"]


def test_every_printed_row_says_where_it_is_from() -> None:
    printed = GAME.rows(GAME.components)
    assert {name: len(rows) for name, rows in printed.items()} == {
        "places": 8, "cards": 36, "buildings": 28, "dice_row": 6, "limits": 14,
    }  # fmt: skip
    for rows in printed.values():
        assert {row["provenance"] for row in rows} <= {"rulebook", "reported"}


def test_the_tables_have_a_hash_for_records() -> None:
    assert read_all().hash == GAME.components.hash
    assert len(GAME.components.hash) == 64
