"""Chapters 3 and 4: civilization cards, their price and their upper parts."""

from math import comb
from typing import Any

import pytest

from cradle.kernel.step import OVER, Closed, closed, odds
from cradle.stone_age import GAME
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.civilization import BuyCard
from cradle.stone_age.components import CARDS, RESOURCES
from cradle.stone_age.state import State
from tests.stone_age.positions import at, card, do, open_cards, stock, texts, told

ENOUGH: dict[str, Any] = {"wood": 9, "clay": 9, "stone": 9, "gold": 9}


def take(name: str, **position: Any) -> State:
    """Buy a card on the first place for 1 wood."""
    position.setdefault("wood", 1)
    s = at(BuyCard(0, 0), cards=[name], **position)
    do(s, "pay 1 wood")
    return s


# ------------------------------------------------------------------------------------- S-A8: price


@pytest.mark.rule("S-A8")
@pytest.mark.parametrize("slot", range(4))
def test_a_card_costs_as_many_resources_of_any_mix_as_its_place_says(slot: int) -> None:
    s = at(BuyCard(0, slot), **ENOUGH)
    paid = [text for text in texts(s) if text.startswith("pay")]
    price = slot + 1
    assert len(paid) == comb(price + 3, 3)
    assert all(sum(int(word) for word in text.split()[1::2]) == price for text in paid)


@pytest.mark.rule("S-A8")
def test_only_what_one_has_can_be_paid() -> None:
    s = at(BuyCard(0, 2), wood=2, gold=1, food=99)
    assert texts(s) == {"pay 2 wood 1 gold", "leave"}


@pytest.mark.rule("S-A8")
def test_food_is_no_resource() -> None:
    s = at(BuyCard(0, 1), wood=1, food=99)
    assert texts(s) == {"leave"}
    numbers = (("need", 2), ("have", 1))
    assert closed(s, 0) == [Closed("card-2", "S-A8", "too_few_resources", numbers)]


@pytest.mark.rule("S-A8")
def test_nothing_is_closed_to_who_can_pay() -> None:
    assert closed(at(BuyCard(0, 1), wood=2), 0) == []


@pytest.mark.rule("S-A8")
def test_book_example_the_second_card_for_two_wood() -> None:
    s = at(TakeAction(0), cards=["card-01", "card-05"], placed={"card-2": 1}, wood=3)
    do(s, "visit card-2")
    assert GAME.view(s, 0)["about"] == {"place": "card-2"}
    do(s, "pay 2 wood")
    assert stock(s) == {"wood": 1}
    assert s.players[0].cards == (card("card-05"),)
    assert told(s)[0] == {
        "kind": "card-bought", "seat": 0, "card": "card-05", "resources": {"wood": 2},
    }  # fmt: skip


@pytest.mark.rule("S-A8")
def test_a_left_card_stays_and_a_taken_one_leaves_its_place_free() -> None:
    s = at(BuyCard(0, 0), BuyCard(0, 1), cards=["card-05", "card-06"], **ENOUGH)
    do(s, "leave", "pay 2 clay")
    assert open_cards(s)[:2] == ["card-05", None]


# ------------------------------------------------------------------------------------- upper parts


@pytest.mark.rule("S-C0")
def test_the_upper_part_works_before_the_next_place() -> None:
    placed = {"card-1": 1, "tool_maker": 1}
    s = at(TakeAction(0), cards=["card-08"], placed=placed, wood=1, seats=2)
    do(s, "visit card-1", "pay 1 wood", "roll 1 2")
    assert (s.turn, texts(s)) == (0, {"choose 1", "choose 2"})
    do(s, "choose 1")
    assert (s.turn, texts(s)) == (1, {"choose 2"})
    do(s, "choose 2")
    assert (s.turn, texts(s)) == (0, {"visit tool_maker"})


@pytest.mark.rule("S-C0", "S-A8")
def test_a_gain_comes_only_after_payment() -> None:
    s = at(BuyCard(0, 1), cards=["card-01", "card-11"], stone=1)
    assert texts(s) == {"leave"}, "the two stone of the card can't pay for it"


@pytest.mark.rule("S-C1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_dice_row_has_as_many_dice_as_players(seats: int) -> None:
    s = take("card-10", seats=seats)
    assert odds(s).total == 6**seats


@pytest.mark.rule("S-C1")
@pytest.mark.parametrize(
    ("die", "gain"), list(enumerate(["wood", "clay", "stone", "gold", "tool", "agriculture"], 1))
)
def test_each_die_brings_its_gain(die: int, gain: str) -> None:
    s = take("card-12", seats=2)
    do(s, "roll " + " ".join(sorted([str(die), "1"])), f"choose {die}")
    me = s.players[0]
    found = {**stock(s), "tool": me.tools, "agriculture": me.agriculture}
    assert {name: n for name, n in found.items() if n} == {gain: 1}


@pytest.mark.rule("S-C1")
def test_book_example_dice_row_with_four_players() -> None:
    s = take("card-16")
    do(s, "roll 2 2 5 6")
    chosen = []
    for die in (5, 6, 2, 2):
        chosen.append(s.turn)
        do(s, f"choose {die}")
    assert chosen == [0, 1, 2, 3]
    assert s.players[0].tools == 1
    assert s.players[1].agriculture == 1
    assert stock(s, 2) == stock(s, 3) == {"clay": 1}
    assert (s.turn, s.rows) == (OVER, ())


@pytest.mark.rule("S-C1")
def test_the_taker_chooses_first_and_then_the_others_clockwise() -> None:
    s = at(BuyCard(2, 0), seats=3, cards=["card-19"], others={2: {"wood": 1}})
    do(s, "pay 1 wood", "roll 3 4 4")
    view = GAME.view(s, 1)
    assert (view["rows"], view["turn"], view["about"]) == ([[3, 4, 4]], 2, {"row": 0})
    do(s, "choose 4")
    assert s.turn == 0
    do(s, "choose 4")
    assert (s.turn, texts(s)) == (1, {"choose 3"})


@pytest.mark.rule("S-C1")
def test_the_dice_and_who_chose_are_told() -> None:
    s = take("card-19", seats=2)
    told(s)
    do(s, "roll 1 6", "choose 6")
    assert told(s) == [
        {"kind": "rolled", "seat": 0, "dice": [1, 6]},
        {"kind": "die-chosen", "seat": 0, "die": "6"},
        {"kind": "farmed", "seat": 0, "total": 1},
    ]


@pytest.mark.rule("S-C1")
def test_no_tools_on_a_dice_row() -> None:
    s = take("card-21", seats=2, tools=12, ready=["card-32"])
    do(s, "roll 1 2")
    assert texts(s) == {"choose 1", "choose 2"}


@pytest.mark.rule("S-C1")
def test_nobody_refuses_and_a_gain_beyond_a_limit_is_lost() -> None:
    s = take("card-23", seats=2, tools=12, agriculture=10)
    do(s, "roll 5 6")
    assert texts(s) == {"choose 5", "choose 6"}
    do(s, "choose 5")
    assert s.players[0].tools == 12
    s.players[1].agriculture = 10
    do(s, "choose 6")
    assert s.players[1].agriculture == 10


@pytest.mark.rule("S-C2")
@pytest.mark.parametrize("index", [i for i, row in enumerate(CARDS) if row.upper == "food"])
def test_a_food_card_brings_the_amount_shown(index: int) -> None:
    s = take(CARDS[index].id, food=3)
    assert s.players[0].food == 3 + CARDS[index].amount


@pytest.mark.rule("S-C2")
def test_book_example_the_card_of_four_food() -> None:
    s = take("card-22", food=0)
    assert s.players[0].food == 4
    assert told(s)[-1] == {"kind": "gained", "seat": 0, "count": 4, "good": "food"}


@pytest.mark.rule("S-C3")
@pytest.mark.parametrize("index", [i for i, row in enumerate(CARDS) if row.upper == "resource"])
def test_a_resource_card_brings_the_resources_shown(index: int) -> None:
    s = take(CARDS[index].id)
    assert stock(s) == {RESOURCES[CARDS[index].resource]: CARDS[index].amount}


@pytest.mark.rule("S-C3")
def test_book_example_the_card_of_one_gold() -> None:
    assert stock(take("card-27")) == {"gold": 1}


@pytest.mark.rule("S-C4")
@pytest.mark.parametrize(
    ("name", "good", "pips"),
    [("card-01", "gold", 6), ("card-28", "stone", 5), ("card-31", "wood", 3)],
)
def test_a_resource_by_roll_takes_two_dice_and_the_places_division(
    name: str, good: str, pips: int
) -> None:
    s = take(name)
    assert odds(s).total == 36
    do(s, "roll 5 6")
    assert stock(s) == {good: 11 // pips}


@pytest.mark.rule("S-C4", "S-A7")
def test_tools_may_be_added_to_the_roll_of_a_card() -> None:
    s = take("card-01", tools=2, ready=["card-34"])
    do(s, "roll 4 4")
    assert "use 1 1 once-2" in texts(s)
    do(s, "use 1 1 once-2")
    assert stock(s) == {"gold": 2}
    assert (s.players[0].used, s.players[0].once) == (0b11, 0)


@pytest.mark.rule("S-C5")
@pytest.mark.parametrize("name", ["card-05", "card-06", "card-26"])
def test_a_points_card_scores_three_at_once(name: str) -> None:
    s = take(name, points=-4)
    assert s.players[0].points == -1
    assert told(s)[-1] == {"kind": "points-scored", "seat": 0, "points": 3}


@pytest.mark.rule("S-C6")
def test_a_tool_card_works_like_the_tool_maker() -> None:
    assert take("card-02").players[0].tools == 1
    s = take("card-02", tools=3, used=[0])
    assert (s.players[0].tools, GAME.view(s, 0)["players"][0]["open_tools"]) == (4, ["1", "2"])
    assert take("card-02", tools=12).players[0].tools == 12


@pytest.mark.rule("S-C7")
@pytest.mark.parametrize("name", ["card-09", "card-17"])
def test_an_agriculture_card_raises_it_by_one(name: str) -> None:
    assert take(name, agriculture=3).players[0].agriculture == 4
    assert take(name, agriculture=10).players[0].agriculture == 10
