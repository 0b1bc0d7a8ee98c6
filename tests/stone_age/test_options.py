"""Chapter 11: the four rule options, all off by default."""

import random
from typing import Any, cast

import pytest

from cradle.kernel.game import BadOption
from cradle.kernel.step import CHANCE, OVER, closed, odds, play
from cradle.stone_age import GAME
from cradle.stone_age.actions import Actions, TakeAction
from cradle.stone_age.civilization import BuyCard
from cradle.stone_age.feeding import Feeding
from cradle.stone_age.placing import PlacePeople, Placing
from cradle.stone_age.script import NextRound
from cradle.stone_age.state import State
from tests.stone_age.positions import at, do, places, stock, texts, told

NAMES = [
    "dice_row_next_turn", "two_resources_at_once", "repeat_hunting", "decline_any_action",
]  # fmt: skip


@pytest.mark.rule("S-O1", "S-O2", "S-O3", "S-O4")
def test_all_are_off_by_default() -> None:
    assert GAME.full_options({}) == dict.fromkeys(NAMES, False)
    with pytest.raises(BadOption):
        GAME.full_options({"repeat_hunting": "often"})


@pytest.mark.rule("S-O1", "S-O2", "S-O3", "S-O4")
@pytest.mark.parametrize("name", NAMES)
def test_an_option_is_part_of_the_state(name: str) -> None:
    s = GAME.new(2, {name: True})
    assert [other for other in NAMES if getattr(s, other)] == [name]
    assert s.copy() == s


# ---------------------------------------------------------------------------------- S-O1: dice row

LATER: dict[str, Any] = {"options": {"dice_row_next_turn": True}}
ROWS = ["card-08", "card-10", "card-12", "card-16"]


@pytest.mark.rule("S-O1")
def test_the_others_choose_when_their_own_turn_begins() -> None:
    s = at(
        Actions(), Feeding(), seats=3, cards=ROWS, placed={"card-1": 1, "field": 1}, wood=1,
        others={1: {"placed": {"hut": 2}}, 2: {"placed": {"tool_maker": 1}}}, **LATER,
    )  # fmt: skip
    do(s, "visit card-1", "pay 1 wood", "roll 1 2 3", "choose 3")
    assert (s.turn, texts(s)) == (0, {"visit field"}), "the taker goes on"
    assert GAME.view(s, 0)["players"][1]["owed_rows"] == [0]
    do(s, "visit field")
    assert (s.turn, texts(s)) == (1, {"choose 1", "choose 2"})
    do(s, "choose 1")
    assert (s.turn, texts(s)) == (1, {"visit hut"})
    do(s, "visit hut")
    assert (s.turn, texts(s)) == (2, {"choose 2"})
    do(s, "choose 2", "visit tool_maker")
    assert [stock(s, seat) for seat in range(3)] == [{"stone": 1}, {"wood": 1}, {"clay": 1}]
    assert s.rows == ()


@pytest.mark.rule("S-O1")
def test_who_had_their_turn_chooses_when_the_feeding_begins() -> None:
    s = at(
        Actions(), Feeding(), seats=3, cards=ROWS, placed={"field": 1}, food=4,
        others={1: {"placed": {"card-1": 1}, "wood": 1}, 2: {"placed": {"tool_maker": 1}}}, **LATER,
    )  # fmt: skip
    do(s, "visit field", "visit card-1", "pay 1 wood", "roll 1 4 6", "choose 4")
    assert s.turn == 2
    do(s, "choose 1", "visit tool_maker")
    assert (s.turn, texts(s)) == (0, {"choose 6"}), "before anybody is fed"
    assert [player.food for player in s.players] == [4, 12, 12]
    do(s, "choose 6")
    assert s.players[0].agriculture == 2
    assert (s.turn, s.players[0].food) == (OVER, 1), "4 food and 2 of agriculture feed 5"


@pytest.mark.rule("S-O1")
def test_rows_are_owed_over_several_cards_and_chosen_from_in_their_order() -> None:
    s = at(
        Actions(), Feeding(), NextRound(), seats=2, cards=ROWS, placed={"card-1": 1, "card-2": 1},
        wood=3, others={1: {"placed": {"card-3": 1}, "clay": 3}}, **LATER,
    )  # fmt: skip
    do(s, "visit card-1", "pay 1 wood", "roll 1 2", "choose 2")
    do(s, "visit card-2", "pay 2 wood", "roll 3 4", "choose 4")
    assert GAME.view(s, 1)["rows"] == [[1], [3]]
    assert (s.turn, texts(s)) == (1, {"choose 1"})
    do(s, "choose 1")
    assert (s.turn, texts(s)) == (1, {"choose 3"})
    do(s, "choose 3", "visit card-3", "pay 3 clay", "roll 5 6", "choose 5")
    assert (s.turn, texts(s)) == (0, {"choose 6"}), "seat 0 has had its turn: at the feeding"
    do(s, "choose 6")
    assert (s.players[0].agriculture, s.players[0].food) == (1, 8)
    assert stock(s, 0) == {"clay": 1, "gold": 1}
    assert stock(s, 1) == {"wood": 1, "stone": 1}
    assert (s.rows, s.turn) == ((), CHANCE)


@pytest.mark.rule("S-O1", "S-C1")
def test_without_the_option_nobody_owes() -> None:
    s = at(Actions(), Feeding(), seats=2, cards=ROWS, placed={"card-1": 1}, wood=1)
    do(s, "visit card-1", "pay 1 wood", "roll 1 2", "choose 2")
    assert (s.turn, texts(s)) == (1, {"choose 1"})


# ---------------------------------------------------------------------------- S-O2: two resources


@pytest.mark.rule("S-O2")
def test_the_two_resources_are_taken_when_the_card_is_bought() -> None:
    s = at(BuyCard(0, 0), cards=["card-03"], wood=1, options={"two_resources_at_once": True})
    do(s, "pay 1 wood")
    assert len(texts(s)) == 10
    assert all(text.startswith("take") for text in texts(s)), "no keeping them"
    do(s, "take 1 stone 1 gold")
    assert stock(s) == {"stone": 1, "gold": 1}
    assert (s.players[0].two, s.turn) == (0, OVER)
    assert [news["kind"] for news in told(s)] == ["card-bought", "two-taken"]


# --------------------------------------------------------------------------------- S-O3: hunting


@pytest.mark.rule("S-O3")
def test_people_may_be_added_to_ones_own_hunt() -> None:
    s = at(Placing(), seats=2, options={"repeat_hunting": True})
    do(s, "send hunt 2", "send hunt 5")
    assert "hunt" in places(s)
    assert "hunt" not in [each.subject for each in closed(s, 0)]
    do(s, "send hunt 1", "send hunt 1")
    assert s.players[0].at[0] == 4
    do(s, "send forest 1")
    assert s.turn == OVER


@pytest.mark.rule("S-O3", "S-A5")
def test_all_of_them_roll_together() -> None:
    s = at(Placing(), TakeAction(0), seats=2, options={"repeat_hunting": True})
    do(s, "send hunt 2", "send hunt 5", "send hunt 3", "visit hunt")
    assert odds(s).total == 6**5


@pytest.mark.rule("S-O3", "S-P2")
def test_other_places_cannot_be_added_to() -> None:
    placed = {"forest": 1}
    assert "forest" not in places(
        at(PlacePeople(0), placed=placed, options={"repeat_hunting": True})
    )


@pytest.mark.rule("S-O3", "S-P7")
def test_nobody_with_people_left_is_skipped() -> None:
    others = {1: {"people": 10, "placed": {"hunt": 9}}}
    s = at(PlacePeople(0), seats=2, others=others, options={"repeat_hunting": True})
    do(s, "send hunt 5")
    assert s.turn == 1


# ------------------------------------------------------------------------------- S-O4: declining


@pytest.mark.rule("S-O4")
@pytest.mark.parametrize(
    "place", ["hunt", "forest", "clay_pit", "quarry", "river", "tool_maker", "hut", "field"]
)
def test_any_action_may_be_declined_and_the_people_go_home(place: str) -> None:
    s = at(
        TakeAction(0), placed={place: 2 if place == "hut" else 1},
        options={"decline_any_action": True},
    )  # fmt: skip
    before = s.players[0].copy()
    assert texts(s) == {f"visit {place}", f"decline {place}"}
    do(s, f"decline {place}")
    me = s.players[0]
    assert (me.idle, sum(me.at), s.turn) == (5, 0, OVER)
    assert (me.food, me.stock, me.tools) == (before.food, before.stock, before.tools)
    assert (me.people, me.agriculture) == (before.people, before.agriculture)
    assert told(s) == [{"kind": "declined", "seat": 0, "place": place}]


@pytest.mark.rule("S-O4")
def test_an_action_may_still_be_carried_out() -> None:
    s = at(TakeAction(0), placed={"field": 1}, options={"decline_any_action": True})
    do(s, "visit field")
    assert s.players[0].agriculture == 1


@pytest.mark.rule("S-O4")
def test_cards_and_buildings_are_left_as_ever() -> None:
    placed = {"card-1": 1, "building-1": 1}
    s = at(TakeAction(0), placed=placed, options={"decline_any_action": True})
    assert texts(s) == {"visit card-1", "visit building-1"}


@pytest.mark.rule("S-O4")
def test_declining_without_listeners() -> None:
    s = at(TakeAction(0), placed={"field": 1}, options={"decline_any_action": True})
    s.news = None
    do(s, "decline field")
    assert s.players[0].agriculture == 0


# --------------------------------------------------------------------------------- all at once


@pytest.mark.random_games
@pytest.mark.rule("S-O1", "S-O2", "S-O3", "S-O4", "S-E1", "S-E2")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "options", [{}, *({name: True} for name in NAMES), dict.fromkeys(NAMES, True)]
)
@pytest.mark.parametrize("listening", [False, True])
def test_random_games_end_and_nothing_is_lost(
    seats: int, options: dict[str, Any], listening: bool
) -> None:
    rng = random.Random(seats)
    s = cast(State, GAME.new(seats, options))
    s.news = [] if listening else None
    while s.turn != OVER:
        assert s.round <= GAME.most_rounds
        found = odds(s).at(rng.randrange(odds(s).total)) if s.turn == CHANCE else None
        play(s, found or rng.choice(s.legal))
        GAME.check(s)
    assert GAME.rounds(s) == s.round > 1
    assert 0 in s.heights or s.cards.count(-1) > len(s.deck)
    assert s.rows == ()
    assert min(score.rank for score in GAME.scores(s)) == 1
