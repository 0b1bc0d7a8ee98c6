"""Odds of every game: from what a seat may know, and as cards are really dealt."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from cradle import Table, odds
from cradle.games import GAMES, register, unregister
from cradle.hadara.names import CARDS
from cradle.odds.forecast import Forecast
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
        assert all(is_sound(each) for each in told)


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
