"""Chapter 1: how a game begins."""

import pytest

from cradle.kernel.game import BadOption
from cradle.kernel.step import CHANCE, odds
from cradle.stone_age import GAME
from cradle.stone_age.components import BUILDINGS, CARDS, LIMITS
from cradle.stone_age.state import State
from tests.stone_age.positions import do, open_cards, texts, told


def new(seats: int) -> State:
    s = GAME.new(seats, {})
    assert isinstance(s, State)
    s.news = []
    return s


def set_up(seats: int, first: int = 0) -> State:
    """A game laid out with the lowest buildings and cards."""
    s = new(seats)
    do(s, f"first {first}")
    do(s, *(f"uncover building-{n:02}" for n in range(1, seats + 1)))
    do(s, *(f"deal card-{n:02}" for n in range(1, 5)))
    return s


@pytest.mark.rule("S-S1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_drawn_with_equal_odds(seats: int) -> None:
    s = new(seats)
    assert s.turn == CHANCE
    assert [outcome.text for outcome in odds(s).outcomes] == [f"first {x}" for x in range(seats)]
    assert odds(s).weights == [1] * seats


@pytest.mark.rule("S-S1")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(BadOption):
        GAME.new(seats, {})


@pytest.mark.rule("S-S1", "S-P1")
def test_the_drawn_player_begins_and_the_others_follow_in_a_ring() -> None:
    s = set_up(3, first=2)
    assert told(s)[-1] == {"kind": "round-began", "round": 1, "seat": 2}
    turns = []
    for _ in range(4):
        turns.append(s.turn)
        do(s, f"send card-{len(turns)} 1")
    assert turns == [2, 0, 1, 2]


@pytest.mark.rule("S-S2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_five_people_and_twelve_food_and_nothing_else(seats: int) -> None:
    for player in set_up(seats).players:
        assert (player.people, player.idle, player.food) == (5, 5, 12)
        assert (player.points, player.agriculture, player.tools) == (0, 0, 0)
        assert player.stock == [0, 0, 0, 0]
        assert player.cards == player.buildings == ()


@pytest.mark.rule("S-S3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_stacks_of_seven_as_players_each_with_an_open_top(seats: int) -> None:
    s = set_up(seats)
    assert s.heights == (7,) * seats
    assert s.tops == tuple(range(seats))
    assert len(s.unseen) == 28 - seats


@pytest.mark.rule("S-S3")
def test_any_building_may_lie_on_top_also_one_of_the_stacks_never_seen() -> None:
    s = new(2)
    do(s, "first 0")
    assert odds(s).weights == [1] * 28
    do(s, "uncover building-28")
    assert texts(s) == {f"uncover building-{n:02}" for n in range(1, 28)}


@pytest.mark.rule("S-S4")
def test_the_first_card_drawn_lies_on_the_place_that_costs_one() -> None:
    s = new(2)
    do(s, "first 0", "uncover building-01", "uncover building-02")
    assert odds(s).weights == [1] * 36
    do(s, "deal card-30", "deal card-20", "deal card-10", "deal card-01")
    assert open_cards(s) == ["card-30", "card-20", "card-10", "card-01"]
    assert len(s.deck) == 32
    prices = {p["place"]: p["price"] for p in GAME.view(s, 0)["places"] if p["price"]}
    assert prices == {"card-1": 1, "card-2": 2, "card-3": 3, "card-4": 4}


@pytest.mark.rule("S-S4")
def test_the_cards_laid_out_are_told_with_their_places() -> None:
    s = set_up(2)
    assert {"kind": "dealt", "card": "card-02", "place": "card-2"} in told(s)


@pytest.mark.rule("S-S3")
def test_the_buildings_laid_out_are_told_with_their_places() -> None:
    s = set_up(2)
    assert {"kind": "uncovered", "building": "building-02", "place": "building-2"} in told(s)


@pytest.mark.rule("S-S5")
def test_the_limits_are_those_printed() -> None:
    assert LIMITS["people_max"] == 10
    assert LIMITS["agriculture_max"] == 10
    assert LIMITS["tool_slots"] * LIMITS["tool_max"] == 12
    assert (len(CARDS), len(BUILDINGS)) == (36, 28)
