"""Odds of Stone Age against the rules themselves, played through for every outcome."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from cradle import Table, odds
from cradle.kernel.notation import BadText, parse
from cradle.kernel.step import Move, asked, moves, play
from cradle.odds.stone_age import forecast, questions
from cradle.stone_age import GAME
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.components import GOODS, PLACES
from cradle.stone_age.feeding import FEED_PEOPLE, ReplaceFood
from cradle.stone_age.placing import PlacePeople
from cradle.stone_age.state import State
from tests.stone_age.positions import at, card

GATHERING = [place.id for place in PLACES if place.pips]


def rolled(s: State, place: str, dice: tuple[int, ...]) -> State:
    """A state in which this was rolled."""
    to = s.copy()
    for text in (f"visit {place}", f"roll {' '.join(map(str, sorted(dice)))}"):
        move = parse(text, GAME.grammar)
        assert isinstance(move, Move)
        play(to, move)
    return to


def goods(s: State, name: str) -> int:
    """How much of a good seat 0 has."""
    return s.players[0].food if name == "food" else s.players[0].stock[GOODS.index(name)]


def best(s: State, name: str) -> int:
    """The most of a good that any choice of tools brings."""
    if not asked(s) or "use none" not in {move.text for move in moves(s, 0)}:
        return goods(s, name)
    found = []
    for move in moves(s, 0):
        to = s.copy()
        play(to, move)
        found.append(goods(to, name))
    return max(found)


@pytest.mark.rule("S-A5", "S-A6", "S-A7")
@pytest.mark.parametrize("place", GATHERING)
@pytest.mark.parametrize("people", [1, 2, 3])
@pytest.mark.parametrize(("tools", "ready"), [(0, []), (5, []), (4, ["card-32"])])
def test_goods_are_those_of_every_throw_with_the_best_tools(
    place: str, people: int, tools: int, ready: list[str]
) -> None:
    s = at(TakeAction(0), placed={place: people}, food=0, tools=tools, ready=ready)
    found = forecast(s, 0, [place, str(people)])
    throws = product(range(1, 7), repeat=people)
    counted = Counter(best(rolled(s, place, dice), found.name) for dice in throws)
    assert found.total == sum(counted.values()) == 6**people
    reached = [sum(n for got, n in counted.items() if got >= k) for k in range(1, max(counted) + 1)]
    assert list(found.ways) == reached
    mean = Fraction(sum(got * n for got, n in counted.items()), found.total)
    assert found.expected == mean


@pytest.mark.rule("S-A5")
def test_two_hunters_by_hand() -> None:
    found = forecast(at(TakeAction(0), placed={"hunt": 2}), 0, ["hunt", "2"])
    assert (found.kind, found.name, found.clause) == ("goods", "food", "S-A5")
    assert found.ways == (36, 33, 26, 15, 6, 1)
    assert found.chance(6) == Fraction(1, 36)
    assert found.chance(0) == 1
    assert found.chance(7) == 0
    assert found.expected == Fraction(117, 36)


@pytest.mark.rule("S-A7")
@settings(max_examples=100, deadline=None)
@given(
    place=st.sampled_from(GATHERING),
    people=st.integers(1, 10),
    tools=st.integers(0, 12),
    used=st.sets(st.integers(0, 2)),
)
def test_more_people_and_tools_never_bring_less(
    place: str, people: int, tools: int, used: set[int]
) -> None:
    s = at(TakeAction(0), placed={place: 1}, tools=tools, used=[n for n in used if n < tools])
    found = forecast(s, 0, [place, str(people)])
    bare = forecast(s, 0, [place, str(people), "none"])
    assert list(found.ways) == sorted(found.ways, reverse=True)
    assert all(0 < ways <= found.total for ways in found.ways)
    assert all(found.chance(k) >= bare.chance(k) for k in range(1, 31))
    if people < 10:
        more = forecast(s, 0, [place, str(people + 1)])
        assert all(more.chance(k) >= found.chance(k) for k in range(1, 31))


@pytest.mark.rule("S-A7")
def test_only_the_tools_named_help() -> None:
    s = at(TakeAction(0), placed={"forest": 1}, tools=4, used=[1])
    found = {
        said: forecast(s, 0, ["forest", "1", *said.split()]).ways
        for said in ("", "none", "1", "2", "1 2")
    }
    assert found["none"] == (4, 1)
    assert found["1"] == (5, 2)
    assert found["2"] == (6, 3)
    assert found[""] == found["1 2"] == (6, 4, 1)
    with pytest.raises(BadText):
        forecast(s, 0, ["forest", "1", "1", "1"])


@pytest.mark.rule("S-F1")
@pytest.mark.parametrize("hunters", [0, 1, 2, 3])
@pytest.mark.parametrize(("food", "agriculture", "tools"), [(0, 0, 0), (2, 1, 3), (0, 2, 5)])
def test_missing_food_is_that_of_every_throw(
    hunters: int, food: int, agriculture: int, tools: int
) -> None:
    placed = {"hunt": hunters} if hunters else {}
    more: dict[str, Any] = {"food": food, "agriculture": agriculture, "tools": tools}
    s = at(TakeAction(0), FEED_PEOPLE[0], placed=placed or {"field": 1}, **more)
    found = forecast(s, 0, ["food"])
    counted: Counter[int] = Counter()
    for dice in product(range(1, 7), repeat=hunters):
        to = rolled(s, "hunt", dice) if hunters else s.copy()
        while asked(to) and not isinstance(to.stack[-1], ReplaceFood):
            play(to, max(moves(to, 0), key=lambda move: sum(getattr(move, "tools", ()))))
        counted[to.stack[-1].missing if to.stack else 0] += 1  # type: ignore[attr-defined]
    assert found.total == sum(counted.values())
    expected = [sum(n for k, n in counted.items() if k >= missing) for missing in range(1, 11)]
    assert list(found.ways) == expected[: len(found.ways)]
    assert not any(expected[len(found.ways) :])
    assert all(found.ways)


@pytest.mark.rule("S-F1")
def test_who_is_born_must_be_fed_and_hunters_can_be_named() -> None:
    s = at(TakeAction(0), placed={"hut": 2}, food=5)
    assert forecast(s, 0, ["food"]).ways == (1,)
    assert forecast(s, 0, ["food", "1"]).ways == (1,)
    assert forecast(s, 0, ["food", "1"]).total == 6
    asks = at(ReplaceFood(0, 3), food=0)
    assert forecast(asks, 0, ["food"]).ways == (1, 1, 1)


@pytest.mark.rule("S-N1", "S-K1")
def test_a_card_comes_as_in_every_order_of_what_is_unseen() -> None:
    deck = ["card-20", "card-21", "card-22", "card-23"]
    secret = {"taken": ["card-15"], "hidden": "card-24"}
    s = at(TakeAction(0), placed={"field": 1}, deck=deck, others={1: secret})
    unseen = [*deck, "card-24"]
    orders = list(permutations(map(card, unseen)))
    for wanted in [*unseen, "card-15"]:
        found = forecast(s, 0, [wanted])
        assert len(found.ways) == 4
        for drawn in range(1, 5):
            # The first of an order is the hidden card, the others lie in the stack.
            came = sum(card(wanted) in order[1 : 1 + drawn] for order in orders)
            assert found.chance(drawn) == Fraction(came, len(orders))
    assert forecast(s, 1, ["card-24"]).chance(4) == 0
    assert forecast(s, 1, ["card-20"]).chance(4) == 1
    assert forecast(s, 0, ["card-20"]).expected is None


@pytest.mark.rule("S-A10")
def test_buildings_turned_up_are_any_that_nobody_has_seen() -> None:
    s = at(TakeAction(0), seats=2, placed={"field": 1})
    found = forecast(s, 0, ["building-20"])
    assert found.ways == (1, 2)
    assert found.total == len(s.unseen)
    assert forecast(s, 0, ["building-01"]).ways == (0, 0)


@pytest.mark.parametrize(
    "question",
    ["", "hut 2", "hunt", "hunt 0", "hunt 11", "hunt x", "card-1", "card-12 3", "food 0"],
)
def test_a_question_that_makes_no_sense_is_refused_in_one_line(question: str) -> None:
    table = Table("stone-age", 2, seed=1)
    with pytest.raises(odds.BadQuestion) as refused:
        odds.ask(table, 0, question)
    assert "\n" not in str(refused.value)


def test_moves_that_send_people_are_asked_about() -> None:
    s = at(PlacePeople(0))
    found = questions(s, 0).about
    assert found["send hunt 3"] == "hunt 3"
    assert not [text for text in found if "hut" in text or "card" in text]
    assert questions(at(TakeAction(0), placed={"forest": 2}), 0).about == {
        "visit forest": "forest 2"
    }


def test_who_has_tools_may_name_them() -> None:
    goods, *_ = questions(at(TakeAction(0), placed={"forest": 2}, tools=2), 0).topics
    assert {move.text for move in goods.more} == {"use none", "use 1", "use 1 1"}
    bare, *_ = questions(at(TakeAction(0), placed={"forest": 2}, tools=0), 0).topics
    assert bare.more == ()
