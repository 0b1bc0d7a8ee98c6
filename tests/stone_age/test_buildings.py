"""Chapter 3: buildings."""

from typing import Any

import pytest

from cradle.kernel.step import OVER, Closed, closed, odds
from cradle.stone_age import GAME
from cradle.stone_age.actions import Actions, TakeAction
from cradle.stone_age.buildings import BuyBuilding
from cradle.stone_age.components import BUILDINGS
from cradle.stone_age.state import NOTHING
from tests.stone_age.positions import BUILDING_IDS, at, do, stock, texts, told

ENOUGH: dict[str, Any] = {"wood": 9, "clay": 9, "stone": 9, "gold": 9}
WORTH = {"wood": 3, "clay": 4, "stone": 5, "gold": 6}


def bill(text: str) -> dict[str, int]:
    """What a payment gives: `pay 2 wood 1 gold`."""
    words = text.split()[1:]
    return {name: int(count) for count, name in zip(words[::2], words[1::2], strict=True)}


def payments(name: str, **have: Any) -> list[dict[str, int]]:
    s = at(BuyBuilding(0, 0), buildings=[name], **have)
    assert "leave" in texts(s)
    return [bill(text) for text in texts(s) if text != "leave"]


@pytest.mark.rule("S-A9")
@pytest.mark.parametrize("index", [i for i, b in enumerate(BUILDINGS) if b.kind == "fixed"])
def test_a_fixed_building_takes_exactly_its_resources_for_its_points(index: int) -> None:
    row = BUILDINGS[index]
    price: dict[str, Any] = {n: c for n, c in zip(WORTH, row.price, strict=True) if c}
    assert payments(row.id, **ENOUGH) == [price]
    assert payments(row.id, **price) == [price]
    s = at(BuyBuilding(0, 0), buildings=[row.id], **price)
    do(s, "pay " + " ".join(f"{count} {name}" for name, count in price.items()))
    assert (s.players[0].points, stock(s)) == (row.points, {})
    assert row.points == sum(WORTH[name] * count for name, count in price.items())


@pytest.mark.rule("S-A9")
def test_a_fixed_building_that_cannot_be_paid_is_closed_with_what_is_missing() -> None:
    s = at(BuyBuilding(0, 0), buildings=["building-12"], clay=0, stone=1, gold=9)
    assert texts(s) == {"leave"}
    numbers = (("missing", 2), ("wood", 0), ("clay", 1), ("stone", 1), ("gold", 0))
    assert closed(s, 0) == [Closed("building-1", "S-A9", "missing_resources", numbers)]


@pytest.mark.rule("S-A9")
@pytest.mark.parametrize("index", [i for i, b in enumerate(BUILDINGS) if b.kind == "chosen"])
def test_a_chosen_building_takes_so_many_resources_of_exactly_so_many_kinds(index: int) -> None:
    row = BUILDINGS[index]
    found = payments(row.id, **ENOUGH)
    assert found
    assert all(sum(each.values()) == row.resources for each in found)
    assert all(len(each) == row.kinds for each in found)
    number = {(4, 1): 4, (4, 2): 18, (4, 3): 12, (4, 4): 1}
    number |= {(5, 1): 4, (5, 2): 24, (5, 3): 24, (5, 4): 4}
    assert len(found) == number[row.resources, row.kinds]


@pytest.mark.rule("S-A9")
@pytest.mark.parametrize("name", ["building-26", "building-27", "building-28"])
def test_a_free_building_takes_one_to_seven_of_any_kinds(name: str) -> None:
    found = payments(name, **ENOUGH)
    assert {sum(each.values()) for each in found} == {1, 2, 3, 4, 5, 6, 7}
    assert len(found) == 329, "all bundles of 1 to 7 of four kinds"
    assert payments(name, gold=1) == [{"gold": 1}]


@pytest.mark.rule("S-A9")
def test_chosen_and_free_buildings_score_what_was_paid() -> None:
    s = at(BuyBuilding(0, 0), buildings=["building-26"], **ENOUGH)
    do(s, "pay 1 wood 1 clay 1 stone 4 gold")
    assert s.players[0].points == 3 + 4 + 5 + 24
    assert told(s)[0] == {
        "kind": "built", "seat": 0, "building": "building-26", "points": 36,
        "resources": {"wood": 1, "clay": 1, "stone": 1, "gold": 4},
    }  # fmt: skip


@pytest.mark.rule("S-A9")
def test_a_chosen_building_is_closed_with_the_numbers() -> None:
    s = at(BuyBuilding(0, 1), buildings=["building-01", "building-21"], wood=6, clay=1)
    assert texts(s) == {"leave"}
    assert GAME.view(s, 0)["about"] == {"place": "building-2"}
    numbers = (("need", 4), ("kinds", 4), ("have", 7), ("have_kinds", 2))
    assert closed(s, 0) == [Closed("building-2", "S-A9", "too_few_of_choice", numbers)]


@pytest.mark.rule("S-A9")
def test_four_of_one_kind_cannot_be_paid_with_four_kinds() -> None:
    assert payments("building-18", wood=3, clay=3, stone=3, gold=3) == []


@pytest.mark.rule("S-A9")
def test_a_free_building_is_closed_to_who_has_nothing() -> None:
    s = at(BuyBuilding(0, 0), buildings=["building-28"], food=50)
    assert texts(s) == {"leave"}
    assert closed(s, 0) == [Closed("building-1", "S-A9", "no_resources")]
    assert closed(at(BuyBuilding(0, 0), buildings=["building-28"], wood=1), 0) == []


@pytest.mark.rule("S-A9")
def test_book_example_one_clay_and_two_stone_are_fourteen_points() -> None:
    s = at(TakeAction(0), buildings=["building-12"], placed={"building-1": 1}, clay=1, stone=2)
    do(s, "visit building-1")
    assert GAME.view(s, 0)["about"] == {"place": "building-1"}
    do(s, "pay 1 clay 2 stone")
    assert s.players[0].points == 14
    assert s.players[0].buildings == (BUILDING_IDS.index("building-12"),)


@pytest.mark.rule("S-A9")
def test_book_example_two_wood_and_one_clay_are_ten_points() -> None:
    s = at(BuyBuilding(0, 0), buildings=["building-01"], wood=2, clay=1, points=5)
    do(s, "pay 2 wood 1 clay")
    assert s.players[0].points == 15


@pytest.mark.rule("S-A9")
def test_book_example_three_stone_and_one_wood_are_eighteen_points() -> None:
    s = at(BuyBuilding(0, 0), buildings=["building-19"], stone=3, wood=1)
    do(s, "pay 1 wood 3 stone")
    assert s.players[0].points == 18


@pytest.mark.rule("S-A10")
def test_the_next_building_of_the_stack_is_turned_up() -> None:
    s = at(BuyBuilding(0, 1), seats=2, buildings=["building-02", "building-01"], wood=2, clay=1)
    do(s, "pay 2 wood 1 clay")
    assert texts(s) == {f"uncover {b.id}" for b in BUILDINGS[2:]}
    assert odds(s).weights == [1] * 26
    do(s, "uncover building-20")
    assert [BUILDING_IDS[top] for top in s.tops] == ["building-02", "building-20"]
    assert s.heights == (7, 6)
    assert told(s)[-1] == {
        "kind": "uncovered", "building": "building-20", "place": "building-2",
    }  # fmt: skip


@pytest.mark.rule("S-A10")
def test_the_new_building_is_for_nobody_this_round() -> None:
    s = at(
        Actions(), seats=2, buildings=["building-01"], placed={"building-1": 1}, wood=2, clay=1,
        others={1: {"placed": {"building-2": 1}, **ENOUGH}},
    )  # fmt: skip
    do(s, "visit building-1", "pay 2 wood 1 clay", "uncover building-26")
    assert texts(s) == {"visit building-2"}, "nobody has a person there"


@pytest.mark.rule("S-A10", "S-E2")
def test_an_empty_stack_shows_nothing_and_nothing_is_turned_up() -> None:
    s = at(BuyBuilding(0, 0), seats=2, buildings=["building-01"], heights=[1, 5], wood=2, clay=1)
    do(s, "pay 2 wood 1 clay")
    assert s.turn == OVER
    assert (s.tops[0], s.heights) == (NOTHING, (0, 5))
    assert GAME.view(s, 0)["buildings"][0] is None


@pytest.mark.rule("S-A9", "S-A10")
def test_a_left_building_stays() -> None:
    s = at(BuyBuilding(0, 0), buildings=["building-01"], **ENOUGH)
    do(s, "leave")
    assert BUILDING_IDS[s.tops[0]] == "building-01"
    assert s.players[0].points == 0


@pytest.mark.rule("S-C10")
def test_the_two_resources_of_choice_may_pay_for_a_building() -> None:
    s = at(BuyBuilding(0, 0), buildings=["building-01"], ready=["card-03"], wood=1)
    assert {"leave", "take 1 wood 1 clay"} < texts(s)
    do(s, "take 1 wood 1 clay")
    assert texts(s) == {"pay 2 wood 1 clay", "leave"}
    do(s, "pay 2 wood 1 clay")
    assert s.players[0].points == 10
