"""Chapter 5: feeding."""

import pytest

from cradle.kernel.step import OVER, Closed, closed
from cradle.stone_age import GAME
from cradle.stone_age.feeding import Feeding, FeedPeople
from tests.stone_age.positions import at, do, stock, texts, told


@pytest.mark.rule("S-F1")
@pytest.mark.parametrize(
    ("people", "agriculture", "food", "left"),
    [(5, 0, 12, 7), (5, 0, 5, 0), (6, 2, 4, 0), (5, 10, 0, 5), (10, 10, 0, 0), (5, 3, 9, 7)],
)
def test_food_for_agriculture_comes_first_then_one_food_a_person_is_paid(
    people: int, agriculture: int, food: int, left: int
) -> None:
    s = at(FeedPeople(0), people=people, agriculture=agriculture, food=food, wood=3, points=2)
    assert s.turn == OVER, "with enough food it must be paid: nothing is asked"
    assert s.players[0].food == left
    assert (stock(s), s.players[0].points) == ({"wood": 3}, 2)


@pytest.mark.rule("S-F1")
def test_harvest_and_feeding_are_told() -> None:
    s = at(FeedPeople(0), agriculture=2)
    assert told(s) == [
        {"kind": "harvested", "seat": 0, "count": 2},
        {"kind": "fed", "seat": 0, "count": 5},
    ]
    assert told(at(FeedPeople(0))) == [{"kind": "fed", "seat": 0, "count": 5}]


@pytest.mark.rule("S-F1")
def test_the_view_foretells_the_feeding() -> None:
    s = at(Feeding(), food=1, agriculture=1, others={1: {"food": 0}})
    assert GAME.view(s, 0)["about"] == {"missing": 3}
    others = GAME.view(s, 0)["players"][1:3]
    assert [(each["hungry"], each["spare"]) for each in others] == [(5, 0), (0, 7)]


@pytest.mark.rule("S-F2")
def test_while_food_is_replaced_the_view_tells_the_same_figure_everywhere() -> None:
    s = at(FeedPeople(0), food=1, agriculture=1, wood=4)
    view = GAME.view(s, 1)
    me = view["players"][0]
    assert (me["food"], me["hungry"], me["spare"]) == (0, 3, 0)
    assert view["about"] == {"missing": 3}
    assert told(s) == [
        {"kind": "harvested", "seat": 0, "count": 1},
        {"kind": "partly-fed", "seat": 0, "count": 2},
    ]
    do(s, "pay 3 wood")
    assert GAME.view(s, 1)["players"][0]["hungry"] == 4, "the next feeding"
    assert told(at(FeedPeople(0), food=0)) == [], "there was nothing to hand over"


@pytest.mark.rule("S-F2")
def test_all_food_is_paid_and_the_rest_with_resources_of_choice() -> None:
    s = at(FeedPeople(0), food=2, agriculture=1, wood=1, clay=2, gold=1)
    assert s.players[0].food == 0
    assert texts(s) == {"pay 2 clay", "pay 1 wood 1 clay", "pay 1 wood 1 gold", "pay 1 clay 1 gold",
                        "starve"}  # fmt: skip
    assert closed(s, 0) == []
    do(s, "pay 1 wood 1 clay")
    assert stock(s) == {"clay": 1, "gold": 1}
    assert (s.players[0].points, s.players[0].food) == (0, 0)
    assert told(s)[-1] == {
        "kind": "fed-with", "seat": 0, "resources": {"wood": 1, "clay": 1},
    }  # fmt: skip


@pytest.mark.rule("S-F2")
def test_up_to_ten_missing_food_can_be_replaced() -> None:
    s = at(FeedPeople(0), people=10, food=0, wood=12, gold=1)
    assert texts(s) == {"pay 10 wood", "pay 9 wood 1 gold", "starve"}
    do(s, "pay 9 wood 1 gold")
    assert stock(s) == {"wood": 3}


@pytest.mark.rule("S-F3")
def test_who_does_not_want_to_pay_loses_ten_points_and_all_food_and_keeps_resources() -> None:
    s = at(FeedPeople(0), food=4, wood=5, points=3)
    do(s, "starve")
    me = s.players[0]
    assert (me.points, me.food, me.people, stock(s)) == (-7, 0, 5, {"wood": 5})
    assert told(s)[-1] == {"kind": "starved", "seat": 0, "points": 10}


@pytest.mark.rule("S-F3")
def test_who_cannot_pay_all_of_the_missing_pays_nothing_of_it() -> None:
    s = at(FeedPeople(0), food=1, wood=3)
    assert texts(s) == {"starve"}, "three wood for four missing food: nothing in between"
    numbers = (("need", 4), ("have", 3))
    assert closed(s, 0) == [Closed("food", "S-F2", "too_few_to_feed", numbers)]
    do(s, "starve")
    assert (stock(s), s.players[0].points) == ({"wood": 3}, -10)


@pytest.mark.rule("S-F3")
def test_food_for_agriculture_is_lost_too() -> None:
    s = at(FeedPeople(0), food=0, agriculture=4)
    do(s, "starve")
    assert s.players[0].food == 0


@pytest.mark.rule("S-F4")
def test_feeding_goes_from_the_first_player_clockwise() -> None:
    hungry = {"food": 0}
    s = at(Feeding(), seats=3, first=1, food=0, others={1: hungry, 2: hungry})
    fed = []
    while s.turn != OVER:
        fed.append(s.turn)
        do(s, "starve")
    assert fed == [1, 2, 0]


@pytest.mark.rule("S-C10", "S-F2")
def test_the_two_resources_of_choice_may_feed() -> None:
    s = at(FeedPeople(0), food=3, ready=["card-03"])
    assert {"starve", "take 2 wood"} < texts(s), "starving isn't forced"
    do(s, "take 2 wood")
    assert texts(s) == {"pay 2 wood", "starve"}
    do(s, "pay 2 wood")
    assert (stock(s), s.players[0].points) == ({}, 0)


@pytest.mark.rule("S-C10", "S-F3")
def test_who_takes_the_two_and_still_starves_keeps_them() -> None:
    s = at(FeedPeople(0), food=0, ready=["card-03"])
    do(s, "take 1 wood 1 gold", "starve")
    assert stock(s) == {"wood": 1, "gold": 1}
