"""Odds of every game: from what a seat may know, and as cards are really dealt."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from cradle import Table, odds
from cradle.games import GAMES, register, unregister
from cradle.hadara.names import CARDS
from cradle.odds.forecast import Forecast, Questions
from tests.thirdgame.registration import REGISTRATION


def played(name: str, seats: int, seed: int, plies: int) -> Table:
    """A random game so far."""
    table, rng = Table(name, seats, seed=seed), Random(seed)
    while not table.over and len(table.entries) < plies:
        seat = rng.choice(table.asked)
        table.submit(seat, rng.choice(table.moves(seat)))
    return table


def questions(name: str) -> list[str]:
    """All kinds of questions, and all cards."""
    vocabulary = CARDS if name == "hadara" else [f"card-{n:02}" for n in range(1, 37)]
    return [*odds.examples(name), *vocabulary]


@pytest.mark.rule("S-K1", "H-K2")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [0, 40, 90, 150])
def test_what_a_seat_cannot_know_changes_no_odds(name: str, plies: int) -> None:
    table = played(name, 3, plies + 1, plies)
    for seat in range(3):
        told = [odds.ask(table, seat, question) for question in questions(name)]
        for seed in range(5):
            other = Table(name, 3, seed=0)
            other.state = table.game.imagine(table.state, seat, Random(seed))
            assert [odds.ask(other, seat, question) for question in questions(name)] == told
            assert odds.questions(other, seat).topics == odds.questions(table, seat).topics
        assert all(is_sound(each) for each in told)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [0, 60, 130, 10**6])
def test_whatever_can_be_asked_is_answered(name: str, plies: int) -> None:
    table = played(name, 2, plies + 3, plies)
    for seat in range(2):
        found = odds.questions(table, seat)
        for question in [*every(found), *found.about.values()]:
            told = odds.ask(table, seat, question)
            assert is_sound(told)
            assert told.kind != "draws" or any(told.ways)
        assert set(found.about) <= {move.text for move in table.moves(seat)}


def every(found: Questions) -> list[str]:
    """All questions there are."""
    return [
        " ".join(filter(None, (name, count, more)))
        for topic in found.topics
        for name in topic.names
        for count in ([""] if topic.may_lack or not topic.counts else [])
        + [str(each) for each in topic.counts]
        for more in ["", *(move.text.partition(" ")[2] for move in topic.more)]
    ]


def is_sound(found: Forecast) -> bool:
    """Whether chances are chances, and rise or fall as they must."""
    ordered = sorted(found.ways, reverse=found.kind != "draws")
    return list(found.ways) == ordered and all(0 <= ways <= found.total for ways in found.ways)


@pytest.mark.rule("H-A2")
def test_a_card_of_hadara_comes_as_in_every_order_of_its_group() -> None:
    table = Table.at("hadara", 2, {"step": "aim-wheel 0"})
    group = [card for card in CARDS if card.startswith("red-1-")]
    pool = [card for card in group if odds.ask(table, 0, card).chance(4)]
    assert 4 <= len(pool) <= len(group)
    for drawn in range(1, 5):
        orders = list(permutations(range(len(pool)), drawn))
        came = sum(0 in order for order in orders)
        found = odds.ask(table, 0, pool[0])
        assert found.chance(drawn) == Fraction(came, len(orders))
    assert len(odds.ask(table, 0, "red-2-01").ways) == 4
    late = Table.at("hadara", 2, {"epoch": 2, "step": "aim-wheel 1"})
    assert odds.ask(late, 0, "red-1-01").ways == ()


@pytest.mark.rule("H-A2")
def test_a_card_in_my_hand_comes_no_more_and_one_in_theirs_may() -> None:
    hands = [{"hand": ["yellow-1-01", "yellow-1-02"]}, {"hand": ["red-1-01", "red-1-02"]}]
    table = Table.at("hadara", 2, {"step": "lay-one", "players": hands})
    assert odds.ask(table, 1, "red-1-01").chance(2) == 0
    mine = odds.ask(table, 0, "red-1-01")
    assert mine.chance(1) == odds.ask(table, 0, "red-1-05").chance(1) > 0
    assert odds.ask(table, 1, "red-1-05").total == mine.total - 2


def test_a_game_without_odds_says_so() -> None:
    register(REGISTRATION)
    try:
        table = Table(REGISTRATION.name, 2, seed=1)
        assert odds.examples(REGISTRATION.name) == ()
        with pytest.raises(odds.BadQuestion, match="no odds"):
            odds.ask(table, 0, "hunt 3")
    finally:
        unregister(REGISTRATION.name)
