"""Chapter 3: each resolves all own people, place by place."""

import pytest

from cradle.kernel.step import OVER
from cradle.stone_age.actions import Actions, TakeAction
from cradle.stone_age.feeding import Feeding
from cradle.stone_age.script import ROUND
from tests.stone_age.positions import at, do, stock, texts, told


@pytest.mark.rule("S-A1")
def test_places_are_resolved_in_an_order_of_choice() -> None:
    s = at(TakeAction(0), placed={"forest": 1, "field": 1, "card-3": 1})
    assert texts(s) == {"visit forest", "visit field", "visit card-3"}
    do(s, "visit field")
    assert texts(s) == {"visit forest", "visit card-3"}
    do(s, "visit card-3", "leave")
    assert texts(s) == {"visit forest"}


@pytest.mark.rule("S-A1")
def test_people_come_back_to_the_tableau() -> None:
    s = at(TakeAction(0), placed={"hunt": 3, "hut": 2})
    do(s, "visit hunt")
    me = s.players[0]
    assert (me.idle, sum(me.at), sum(s.crowd)) == (3, 2, 2)


@pytest.mark.rule("S-A1")
def test_each_has_a_whole_turn_from_the_first_player_clockwise() -> None:
    placed = {"placed": {"tool_maker": 1, "card-1": 1}}
    s = at(Actions(), seats=3, first=2, others={1: {"placed": {"hut": 2}}, 2: placed})
    do(s, "visit tool_maker")
    assert s.turn == 2, "seat 2 has another place"
    do(s, "visit card-1", "leave")
    assert s.turn == 1, "seat 0 has nobody out"
    do(s, "visit hut")
    assert s.turn == OVER


@pytest.mark.rule("S-A11")
@pytest.mark.parametrize(
    "place", ["hunt", "forest", "clay_pit", "quarry", "river", "tool_maker", "hut", "field"]
)
def test_an_action_is_carried_out_not_declined(place: str) -> None:
    s = at(TakeAction(0), placed={place: 2 if place == "hut" else 1})
    assert texts(s) == {f"visit {place}"}


@pytest.mark.rule("S-A11", "S-A8", "S-A9")
@pytest.mark.parametrize("place", ["card-1", "building-2"])
def test_cards_and_buildings_may_be_left(place: str) -> None:
    s = at(TakeAction(0), placed={place: 1}, wood=9, clay=9, stone=9, gold=9)
    do(s, f"visit {place}")
    assert "leave" in texts(s)
    do(s, "leave")
    assert stock(s) == {"wood": 9, "clay": 9, "stone": 9, "gold": 9}
    assert (s.players[0].cards, s.players[0].buildings, s.players[0].idle) == ((), (), 5)
    assert told(s) == [{"kind": "left", "seat": 0, "place": place}]


@pytest.mark.rule("S-A1", "S-F1", "S-N1")
def test_a_whole_round_from_placing_to_the_next() -> None:
    s = at(ROUND, seats=2)
    do(s, "send forest 5", "send hunt 5")
    assert s.turn == 0
    do(s, "visit forest", "roll 1 2 3 4 5")
    assert stock(s) == {"wood": 5}
    do(s, "visit hunt", "roll 1 1 1 1 1")
    assert (s.players[0].food, s.players[1].food) == (7, 9)
    assert (s.round, s.first, s.turn) == (3, 1, 1)


@pytest.mark.rule("S-A1", "S-F1")
def test_feeding_begins_when_all_are_back() -> None:
    s = at(Actions(), Feeding(), seats=2, placed={"hunt": 1}, others={1: {"placed": {"hut": 2}}})
    do(s, "visit hunt", "roll 6")
    assert [player.food for player in s.players] == [15, 12]
    do(s, "visit hut")
    assert [player.food for player in s.players] == [10, 6]
