"""Chapters 6 and 7: a new round, and the end."""

import pytest

from cradle.kernel.step import CHANCE, OVER, odds
from cradle.stone_age import GAME
from cradle.stone_age.actions import Actions
from cradle.stone_age.feeding import Feeding
from cradle.stone_age.script import NextRound
from tests.stone_age.positions import at, do, open_cards, texts, told

NONE = ""


@pytest.mark.rule("S-N1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_marker_moves_left(seats: int) -> None:
    s = at(NextRound(), seats=seats, first=0)
    assert (s.first, s.turn) == (1, 1)
    s = at(NextRound(), seats=seats, first=seats - 1)
    assert (s.first, s.turn) == (0, 0)


@pytest.mark.rule("S-N1")
def test_book_example_second_and_third_bought_the_fourth_slides_two_new_ones_come() -> None:
    s = at(NextRound(), cards=["card-10", NONE, NONE, "card-20"])
    assert open_cards(s) == ["card-10", "card-20", None, None]
    assert odds(s).weights == [1] * 34
    do(s, "deal card-30")
    assert open_cards(s) == ["card-10", "card-20", "card-30", None]
    do(s, "deal card-01")
    assert open_cards(s) == ["card-10", "card-20", "card-30", "card-01"]
    assert s.round == 2


@pytest.mark.rule("S-N1")
def test_the_first_bought_all_others_slide() -> None:
    s = at(NextRound(), cards=[NONE, "card-02", "card-03", "card-04"])
    do(s, "deal card-36")
    assert open_cards(s) == ["card-02", "card-03", "card-04", "card-36"]
    assert len(s.deck) == 32


@pytest.mark.rule("S-N1")
def test_all_four_bought_four_new_ones_from_the_right() -> None:
    s = at(NextRound(), cards=[NONE] * 4)
    do(s, "deal card-04", "deal card-03", "deal card-02", "deal card-01")
    assert open_cards(s) == ["card-04", "card-03", "card-02", "card-01"]


@pytest.mark.rule("S-N1")
def test_nothing_bought_nothing_changes() -> None:
    s = at(NextRound(), cards=["card-04", "card-03", "card-02", "card-01"])
    assert open_cards(s) == ["card-04", "card-03", "card-02", "card-01"]
    assert s.round == GAME.rounds(s) == 2


@pytest.mark.rule("S-N1")
def test_tools_are_fresh_and_all_people_home() -> None:
    s = at(NextRound(), tools=5, used=[0, 2], people=7, idle=6)
    assert (s.players[0].used, s.players[0].idle) == (0, 7)


@pytest.mark.rule("S-E1")
@pytest.mark.parametrize("deck", [[], ["card-30"]])
def test_too_few_cards_to_fill_up_end_the_game_at_once(deck: list[str]) -> None:
    s = at(NextRound(), cards=[NONE, NONE, "card-10", "card-20"], deck=deck)
    assert s.turn == OVER
    assert s.round == 1
    assert told(s) == [{"kind": "cards-ran-out"}]
    assert GAME.view(s, None)["phase"] == "over"


@pytest.mark.rule("S-E1")
def test_a_stack_that_is_empty_after_the_refill_does_not_end_the_game() -> None:
    deck = ["card-30", "card-31"]
    s = at(NextRound(), cards=[NONE, NONE, "card-10", "card-20"], deck=deck)
    do(s, "deal card-31")
    assert texts(s) == {"deal card-30"}
    do(s, "deal card-30")
    assert (s.round, s.deck) == (2, ())


@pytest.mark.rule("S-E1")
def test_an_empty_stack_does_not_matter_while_four_cards_lie_open() -> None:
    s = at(NextRound(), deck=[])
    assert s.round == 2


@pytest.mark.rule("S-E2")
def test_an_empty_building_stack_ends_the_game_after_the_feeding() -> None:
    s = at(Feeding(), NextRound(), seats=2, heights=[0, 4], food=0)
    assert s.turn == 0, "feeding still takes place"
    do(s, "starve")
    assert s.turn == OVER
    assert s.players[0].points == -10


@pytest.mark.rule("S-E2")
def test_the_round_is_finished_though_a_stack_is_empty() -> None:
    s = at(
        Actions(), Feeding(), NextRound(), seats=2, buildings=["building-01"], heights=[1, 7],
        placed={"building-1": 1}, wood=2, clay=1, others={1: {"placed": {"field": 1}}},
    )  # fmt: skip
    do(s, "visit building-1", "pay 2 wood 1 clay")
    assert (s.turn, texts(s)) == (1, {"visit field"})
    do(s, "visit field")
    assert s.turn == OVER
    assert [player.food for player in s.players] == [7, 8]


@pytest.mark.rule("S-E2")
def test_a_low_stack_does_not_end_the_game() -> None:
    assert at(NextRound(), seats=2, heights=[1, 1]).round == 2


@pytest.mark.rule("S-C8", "S-K1", "S-Z0")
def test_the_extra_card_is_shown_when_the_scoring_begins() -> None:
    s = at(NextRound(), seats=2, heights=[0, 4], taken=["card-15"], hidden="card-20")
    assert told(s) == [
        {"kind": "extra-shown", "seat": 0, "card": "card-20"},
        {"kind": "stack-ran-out"},
    ]
    assert GAME.view(s, 1)["players"][0]["extra_card"] == "card-20"


@pytest.mark.rule("S-E1", "S-E2")
def test_an_empty_building_stack_ends_the_game_before_the_cards_would_be_missed() -> None:
    s = at(NextRound(), seats=2, heights=[0, 4], cards=[NONE] * 4, deck=[])
    assert told(s) == [{"kind": "stack-ran-out"}]


@pytest.mark.rule("S-E1", "S-E2")
def test_the_end_without_listeners() -> None:
    s = at(Feeding(), NextRound(), seats=2, heights=[0, 4], food=0)
    s.news = None
    do(s, "starve")
    assert s.turn == OVER


@pytest.mark.rule("S-N1")
def test_the_phase_is_told_by_what_waits() -> None:
    s = at(NextRound(), seats=2, cards=[NONE, "card-10", "card-20", "card-30"], food=0)
    assert (s.turn, GAME.view(s, 0)["phase"], GAME.view(s, 0)["turn"]) == (CHANCE, "setup", None)
    do(s, "deal card-01")
    assert GAME.view(s, 0)["phase"] == "placing"
    do(s, "send hunt 5", "send tool_maker 1", "send hut 2", "send forest 2")
    assert GAME.view(s, 0)["phase"] == "actions"
    do(s, "visit hunt", "roll 1 1 1 1 1", "visit forest", "roll 1 1", "visit hut")
    do(s, "visit tool_maker")
    assert (s.turn, GAME.view(s, 0)["phase"]) == (0, "feeding")
