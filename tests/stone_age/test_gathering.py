"""Chapter 3: rolling for goods, and tools."""

from collections import Counter
from itertools import product

import pytest

from cradle.kernel.step import OVER, Closed, closed, odds
from cradle.stone_age import GAME
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.components import CLAY, FOOD, GOLD, GOODS, STONE, WOOD
from cradle.stone_age.gathering import DICE, AddTools, RollFor, tool_choices
from cradle.stone_age.moves import Roll
from cradle.stone_age.script import ROUND
from tests.stone_age.positions import at, do, stock, texts, told

PLACES = {"hunt": 2, "forest": 3, "clay_pit": 4, "quarry": 5, "river": 6}
GOOD = dict(zip(PLACES, ["food", *GOODS], strict=False))


def faces(dice: int, pips: int) -> str:
    """A throw of so many dice that shows so many pips."""
    thrown = []
    for left in range(dice, 0, -1):
        thrown.append(min(6, pips - (left - 1)))
        pips -= thrown[-1]
    assert pips == 0
    return "roll " + " ".join(map(str, sorted(thrown)))


@pytest.mark.rule("S-A5", "S-A6")
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("people", [1, 2, 5])
def test_one_die_a_person_and_remainders_are_lost(place: str, people: int) -> None:
    for pips in range(people, 6 * people + 1):
        s = at(TakeAction(0), placed={place: people}, food=0)
        do(s, f"visit {place}")
        assert odds(s).total == 6**people
        do(s, faces(people, pips))
        gained = pips // PLACES[place]
        found = {"food": s.players[0].food, **stock(s)}
        assert found.get(GOOD[place], 0) == gained
        assert sum(found.values()) == gained


@pytest.mark.rule("S-A5")
def test_book_example_five_dice_and_fourteen_pips_are_seven_food() -> None:
    s = at(TakeAction(0), placed={"hunt": 5}, food=0)
    do(s, "visit hunt", "roll 1 2 3 3 5")
    assert s.players[0].food == 7
    assert told(s) == [
        {"kind": "rolled", "seat": 0, "dice": [1, 2, 3, 3, 5]},
        {"kind": "gained", "seat": 0, "count": 7, "good": "food"},
    ]


@pytest.mark.rule("S-A6")
def test_book_example_ten_pips_in_the_forest_are_three_wood() -> None:
    s = at(TakeAction(0), placed={"forest": 3})
    do(s, "visit forest", "roll 2 3 5")
    assert stock(s) == {"wood": 3}


@pytest.mark.rule("S-A6")
def test_book_example_five_pips_in_the_river_are_no_gold() -> None:
    s = at(TakeAction(0), placed={"river": 2})
    do(s, "visit river", "roll 1 4")
    assert stock(s) == {}


@pytest.mark.rule("S-A7")
def test_book_example_hunt_five_pips_with_tools_one_and_two() -> None:
    s = at(TakeAction(0), placed={"hunt": 2}, food=0, tools=4)
    do(s, "visit hunt", "roll 1 4", "use 1 2")
    assert s.players[0].food == 4
    assert {"kind": "tools-used", "seat": 0, "tools": ["1", "2"]} in told(s)


@pytest.mark.rule("S-A7")
def test_book_example_clay_pit_eight_pips_with_two_tools_of_two() -> None:
    s = at(TakeAction(0), placed={"clay_pit": 2}, tools=6)
    do(s, "visit clay_pit", "roll 2 6", "use 2 2")
    assert stock(s) == {"clay": 3}


@pytest.mark.rule("S-A7")
def test_any_number_of_tools_each_whole() -> None:
    s = at(RollFor(0, WOOD, 1), tools=5)
    do(s, "roll 1")
    assert texts(s) == {
        "use none", "use 1", "use 2", "use 1 2", "use 2 2", "use 1 2 2",
    }  # fmt: skip


@pytest.mark.rule("S-A7")
def test_without_open_tools_nothing_is_asked() -> None:
    s = at(RollFor(0, WOOD, 1), tools=2, used=(0, 1))
    do(s, "roll 3")
    assert s.turn == OVER
    assert stock(s) == {"wood": 1}


@pytest.mark.rule("S-A7")
def test_a_tool_is_used_once_a_round() -> None:
    s = at(RollFor(0, WOOD, 1), RollFor(0, CLAY, 1), tools=4)
    do(s, "roll 1", "use 2", "roll 3")
    assert texts(s) == {"use none", "use 1", "use 1 1"}
    assert closed(s, 0) == [Closed("2", "S-A7", "tool_used", (("value", 2),))]
    do(s, "use 1")
    assert stock(s) == {"wood": 1, "clay": 1}
    tools = GAME.view(s, 1)["players"][0]["tools"]
    assert [tool["used"] for tool in tools] == [True, True, False]


@pytest.mark.rule("S-A7")
def test_no_tools_keep_all_for_later() -> None:
    s = at(RollFor(0, WOOD, 1), RollFor(0, CLAY, 1), tools=1)
    do(s, "roll 5", "use none")
    assert stock(s) == {"wood": 1}
    assert "tools-used" not in {news["kind"] for news in told(s)}
    do(s, "roll 3", "use 1")
    assert stock(s) == {"wood": 1, "clay": 1}


@pytest.mark.rule("S-A7", "S-C9")
def test_one_use_tools_join_any_others_and_are_gone_for_good() -> None:
    s = at(RollFor(0, GOLD, 1), ROUND, seats=2, tools=1, ready=["card-32", "card-33"])
    do(s, "roll 4")
    assert "use 1 once-3 once-4" in texts(s)
    do(s, "use 1 once-4")
    assert stock(s) == {"gold": 1}
    assert s.players[0].once == 1 << 3
    do(s, "send hunt 1", "send hunt 5", "send hut 2", "send forest 2", "visit hunt", "roll 1")
    assert texts(s) == {"use none", "use 1", "use once-3", "use 1 once-3"}


@pytest.mark.rule("S-A7")
def test_tools_go_with_ones_own_roll_only() -> None:
    s = at(RollFor(1, WOOD, 1), tools=12, ready=["card-32"])
    do(s, "roll 2")
    assert s.turn == OVER, "nobody is asked: seat 1 has no tools"
    assert stock(s, 1) == {}


@pytest.mark.rule("S-A7", "S-A2")
def test_a_tool_got_this_round_can_be_used_at_once() -> None:
    s = at(TakeAction(0), placed={"tool_maker": 1, "forest": 1})
    do(s, "visit tool_maker", "visit forest", "roll 2")
    assert texts(s) == {"use none", "use 1"}


@pytest.mark.rule("S-A7", "S-A2")
def test_a_tool_raised_after_it_was_used_stays_used() -> None:
    s = at(TakeAction(0), placed={"tool_maker": 1, "forest": 1, "river": 1}, tools=3)
    do(s, "visit forest", "roll 1", "use 1 1 1", "visit tool_maker", "visit river", "roll 6")
    assert s.turn == OVER, "2, 1, 1 are all used: no question, and nobody is left on the board"
    assert stock(s) == {"wood": 1, "gold": 1}


@pytest.mark.rule("S-A7")
def test_the_roll_is_on_the_table_while_tools_are_added() -> None:
    s = at(RollFor(0, STONE, 2), tools=3)
    do(s, "roll 4 5")
    view = GAME.view(s, 1)
    assert (view["roll"], view["step"]) == ([4, 5], "add-tools")
    assert view["about"] == {"good": "stone", "pips": 5}
    do(s, "use 1")
    assert GAME.view(s, 1)["roll"] == []


@pytest.mark.rule("S-A5", "S-A6", "S-S5")
@pytest.mark.parametrize("dice", range(1, 6))
def test_odds_of_throws_are_those_of_counting_them_all(dice: int) -> None:
    counted = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=dice))
    found = {
        outcome.dice: weight
        for outcome, weight in zip(DICE[dice].outcomes, DICE[dice].weights, strict=True)
        if isinstance(outcome, Roll)
    }
    assert found == counted


@pytest.mark.rule("S-S5")
@pytest.mark.parametrize("dice", range(11))
def test_odds_add_up_to_all_throws_also_beyond_seven_dice(dice: int) -> None:
    assert DICE[dice].total == sum(DICE[dice].weights) == 6**dice


@pytest.mark.rule("S-S5")
def test_resources_and_food_never_run_out() -> None:
    s = at(RollFor(0, GOLD, 7), RollFor(0, FOOD, 10), gold=60, food=500)
    do(s, "roll 6 6 6 6 6 6 6", "roll " + " ".join("6" * 10))
    assert (stock(s), s.players[0].food) == ({"gold": 67}, 530)


@pytest.mark.rule("S-A7")
def test_equal_tools_are_one_choice_and_no_choice_is_listed_twice() -> None:
    s = at(AddTools(0, WOOD), tools=12, ready=["card-32", "card-33", "card-34"])
    listed = [move.text for move in tool_choices(s.players[0])]
    assert len(listed) == len(set(listed)) == 4 * 8
    assert "use 4 4 4 once-2 once-3 once-4" in listed
