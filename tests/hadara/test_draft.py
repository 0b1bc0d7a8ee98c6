"""Chapters 3 and 4: phase A and phase B."""

import random
from itertools import combinations

import pytest

from cradle.hadara import GAME
from cradle.hadara.cards import PutTile
from cradle.hadara.draft import AimWheel, DrawTwo, LayOne, PickCard
from cradle.hadara.moves import Draw
from cradle.hadara.names import CARD_BIT, CARDS, GROUP_CARDS
from cradle.hadara.state import State
from cradle.hadara.statues import CarveStatue
from cradle.kernel.step import Aside, Closed, answer, asked, closed, moves, odds, play
from tests.hadara.positions import (
    at,
    card,
    do,
    game,
    legal,
    moves_of,
    play_until,
    step,
    told,
)


def drafting(**options: str) -> State:
    """Two players before the first draw, the first player at yellow, the other at red."""
    s = game(2, None, **options)
    do(s, "deal setup-1", "deal setup-2", "set-wheel yellow")
    return s


@pytest.mark.rule("H-A1")
def test_the_first_player_sets_the_wheel_each_epoch() -> None:
    s = game(3)
    do(s, "deal setup-3", "deal setup-1", "deal setup-2")
    for first in (1, 2, 0):
        play_until(s, AimWheel, random.Random(1))
        assert s.turn == s.first == first
        assert legal(s) == [
            f"set-wheel {colour}" for colour in ("yellow", "red", "blue", "green", "purple")
        ]
        do(s, "set-wheel green")
        assert GAME.view(s, None)["players"][first]["points_at"] == "green"


@pytest.mark.rule("H-A2")
def test_all_draw_two_at_their_crest_and_look_alone() -> None:
    s = drafting()
    pairs = combinations([CARDS[c] for c in GROUP_CARDS[0]], 2)
    assert legal(s) == [f"draw {a} {b}" for a, b in pairs]
    assert odds(s).total == 45
    do(s, "draw yellow-1-03 yellow-1-07")
    assert s.heights == [2, 4, 4, 4, 4]
    assert told(s, 0)[-1] == "drew 0 yellow-1-03 yellow-1-07"
    assert told(s, 1)[-1] == told(s)[-1] == "drew-unseen 0 yellow"
    assert {text.split()[1].split("-")[0] for text in legal(s)} == {"red"}


@pytest.mark.rule("H-A2", "H-S4")
def test_draws_are_exact_however_many_pools_were_met() -> None:
    s = drafting()
    cards = GROUP_CARDS[0]
    for left in (pool for size in range(2, 11) for pool in combinations(cards, size)):
        s.pools[0] = sum(CARD_BIT[each] for each in left)
        assert odds(s).outcomes == [Draw(*pair) for pair in combinations(left, 2)]


@pytest.mark.rule("H-A3")
def test_one_is_laid_and_the_other_bought_or_sold() -> None:
    s = drafting()
    do(s, "draw yellow-1-03 yellow-1-07", "draw red-1-01 red-1-02")
    assert sorted(legal(s)) == [
        "lay yellow-1-03 buy",
        "lay yellow-1-03 sell",
        "lay yellow-1-07 buy",
        "lay yellow-1-07 sell",
    ]
    do(s, "lay yellow-1-03 buy", "lay red-1-02 sell")
    assert s.piles[:2] == [(card("yellow-1-03"),), (card("red-1-02"),)]
    assert s.players[0].cards == (card("yellow-1-07"),)
    assert s.players[1].sold == (card("red-1-01"),)
    assert [player.coins for player in s.players] == [8 - 3, 8 + 1 + 2]


@pytest.mark.rule("H-A4", "H-K1")
def test_choices_are_sealed_until_all_have_chosen() -> None:
    s = drafting()
    do(s, "draw yellow-1-03 yellow-1-07", "draw red-1-01 red-1-02")
    assert asked(s) == [0, 1]
    answer(s, 1, moves(s, 1)[0])
    assert asked(s) == [0]
    assert GAME.view(s, 0)["answered"] == [1]
    assert GAME.view(s, 1)["own"]["sealed"] == "lay red-1-01 sell"
    assert "red-1" not in str(GAME.view(s, 0)) + str(GAME.view(s, None))
    do(s, "lay yellow-1-03 sell")
    assert told(s, 1)[-5:] == [
        "laid 0 yellow-1-03",
        "sold-unseen 0 yellow 2",
        "laid 1 red-1-01",
        "sold 1 red-1-02 2",
        "wheel-turned",
    ]
    assert told(s, 0)[-4] == "sold 0 yellow-1-07 2"
    assert "red-1-02" not in str(told(s, 0)) + str(told(s)) + str(GAME.view(s, 0))


@pytest.mark.rule("H-A5")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_each_draws_once_from_each_colour(seats: int) -> None:
    s = game(seats)
    rng = random.Random(seats)
    seen: list[list[int]] = [[] for _ in range(seats)]
    play_until(s, AimWheel, rng)
    wheels: list[int] = []
    while not isinstance(s.stack[-1], CarveStatue):
        play_until(s, LayOne, rng) if len(wheels) < 5 else play_until(s, CarveStatue, rng)
        if isinstance(s.stack[-1], LayOne):
            wheels.append(s.wheel)
            for seat, player in enumerate(s.players):
                seen[seat].append(player.hand[0])
            while isinstance(s.stack[-1], LayOne):
                play(s, s.legal[0])
    assert [(wheel - wheels[0]) % 5 for wheel in wheels] == [0, 1, 2, 3, 4]
    for hands in seen:
        assert {CARDS[c].split("-")[0] for c in hands} == {
            "yellow",
            "red",
            "blue",
            "green",
            "purple",
        }
    assert s.heights == [0] * 5
    assert [len(pile) for pile in s.piles] == [seats] * 5


@pytest.mark.rule("H-A6", "H-B3")
def test_the_phases_run_as_the_contents_page_says() -> None:
    s = game(3)
    rng = random.Random(3)
    headings: list[str] = []
    firsts: set[int] = set()
    play_until(s, AimWheel, rng)
    while s.epoch == 1:
        heading = type(s.stack[-1]).__name__
        if heading not in ("DrawTwo", "TurnColony", "PutTile", *headings[-1:]):
            headings.append(heading)
            firsts.add(s.first)
        step(s, rng)
    phase_a = ["AimWheel", "LayOne", "TakeColony", "CarveStatue"]
    phase_b = ["PickCard", "TakeColony", "CarveStatue", "RemoveCards", "BuyMedals"]
    assert headings == phase_a + phase_b
    assert len(firsts) == 1
    assert [text for text in told(s) if "earned" in text][0::3]


@pytest.mark.rule("H-P2", "H-A4")
def test_a_tile_for_a_drafted_card_is_asked_before_the_wheel_turns() -> None:
    s = game(2)
    do(s, "deal setup-1", "deal setup-2", "set-wheel purple")
    do(s, "draw purple-1-01 purple-1-10", "draw yellow-1-01 yellow-1-02")
    do(s, "lay purple-1-01 buy", "lay yellow-1-01 sell")
    wheel = s.wheel
    assert isinstance(s.stack[-1], PutTile)
    assert told(s)[-1].startswith("sold-unseen 1")
    do(s, "put culture")
    assert told(s)[-2:] == ["tile-put 0 culture 2", "wheel-turned"]
    assert s.wheel == (wheel + 1) % 5


@pytest.mark.rule("H-B1")
def test_phase_b_takes_all_piles_in_five_turns_each() -> None:
    s = game(3)
    rng = random.Random(8)
    play_until(s, PickCard, rng)
    turns = []
    while isinstance(s.stack[-1], PickCard | PutTile):
        if isinstance(s.stack[-1], PickCard):
            turns.append(s.turn)
        play(s, s.legal[rng.randrange(len(s.legal))])
    ring = [(s.first + n) % 3 for n in range(3)]
    assert turns == ring * 5
    assert s.piles == [()] * 5


@pytest.mark.rule("H-B1", "H-B2")
def test_only_top_cards_can_be_taken_and_seen() -> None:
    piles = ["yellow-1-01", "yellow-1-02", "purple-1-05"]
    s = at(PickCard(1), seat=1, coins=9, piles=piles)
    assert legal(s) == [
        "sell yellow-1-02",
        "buy yellow-1-02",
        "sell purple-1-05",
        "buy purple-1-05",
    ]
    view = GAME.view(s, 1)
    assert view["piles"]["yellow"] == {"height": 2, "top": "yellow-1-02", "price": 2}
    assert view["piles"]["red"] == {"height": 0, "top": None, "price": None}
    assert GAME.view(s, None)["piles"]["yellow"]["price"] is None
    assert "yellow-1-01" not in str(view)
    assert [why.subject for why in closed(s, 1)] == ["pile-red", "pile-blue", "pile-green"]


@pytest.mark.rule("H-B1", "H-T3")
def test_phase_b_tells_what_cannot_be_paid() -> None:
    s = at(PickCard(0), coins=1, piles=["yellow-1-02", "red-1-01"])
    numbers = (("price", 2), ("coins", 1))
    why = Closed("yellow-1-02", "H-T3", "card_too_dear", numbers, "buy yellow-1-02")
    assert PickCard(0).closed(s)[0] == why


@pytest.mark.rule("H-B1")
def test_nobody_is_asked_when_all_piles_are_empty() -> None:
    assert at(PickCard(0)).stack == []


def test_a_drawn_pair_is_told_to_its_seat_alone() -> None:
    s = at(DrawTwo(1))
    do(s, "draw red-1-01 red-1-02")
    assert s.news is not None
    assert isinstance(s.news[-1], Aside)
    assert moves_of(s, 0) == []
