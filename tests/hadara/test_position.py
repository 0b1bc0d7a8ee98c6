"""Positions of Hadara in words people write, and those that can't be."""

from __future__ import annotations

from typing import Any

import pytest

from cradle.hadara.position_types import Position
from cradle.table import BadPosition, Table

HANDS = [{"hand": ["yellow-1-01", "yellow-1-02"]}, {"hand": ["red-1-01", "red-1-02"]}]


def at(position: Position | dict[str, Any], seats: int = 2, **options: str) -> Table:
    return Table.at("hadara", seats, dict(position), options=options, by_hand=True)


def texts(table: Table) -> list[str]:
    return [move.text for move in table.moves(table.asked[0])]


def test_what_is_not_said_is_as_when_the_wheel_is_set_first() -> None:
    view = at({}, seats=3).view(0)
    assert (view["epoch"], view["phase"], view["step"]) == (1, "A", "aim-wheel")
    assert view["stacks"] == dict.fromkeys(view["board"], 6)
    assert [player["setup"] for player in view["players"]] == ["setup-1", "setup-2", "setup-3"]


@pytest.mark.rule("H-T1")
def test_tracks_follow_from_what_lies_there() -> None:
    bare = at({"step": "buy-medals 0"}).view(0)["players"][0]["tracks"]
    mine = {"cards": ["green-1-01"], "statues": ["6 income up"], "colonies": ["colony-3-1", "9"]}
    player = at({"step": "buy-medals 0", "players": [mine]}).view(0)["players"][0]
    assert player["tracks"]["income"] > bare["income"]
    assert player["tiles"]["income"] == 1
    assert [colony["plundered"] for colony in player["colonies"]] == [False, True]


@pytest.mark.rule("H-A3")
def test_hands_are_laid_by_those_who_have_not_answered() -> None:
    table = at({"step": "lay-one", "players": HANDS, "sealed": [None, "lay red-1-01 sell"]})
    assert table.asked == [0]
    table.submit(0, "lay yellow-1-01 sell")
    assert table.position["piles"] == {"yellow": ["yellow-1-01"], "red": ["red-1-01"]}


@pytest.mark.rule("H-B1")
def test_cards_in_the_piles_say_whose_turn_it_is() -> None:
    one = {"red": ["red-2-01"]}
    assert at({"epoch": 2, "step": "pick-card 0", "piles": one}).asked == [0]
    full = at({"epoch": 2, "step": "pick-card 1"})
    assert all(pile["height"] == 2 for pile in full.view(0)["piles"].values())
    with pytest.raises(BadPosition, match="can't be asked here, but pick-card 0"):
        at({"epoch": 2, "step": "pick-card 1", "piles": one})


def test_cards_that_were_drawn_lie_somewhere() -> None:
    position = at({"epoch": 3, "step": "buy-medals 0", "players": [{"coins": 40}]}).position
    sold = [len(player["sold"]) for player in position["players"]]
    assert sold == [15, 15]
    assert len(position["gone"]) == 5 * 2 * 3


@pytest.mark.rule("H-C1")
def test_a_step_that_comes_in_both_phases_is_in_b_unless_said() -> None:
    colony = {"step": "take-colony 0 0 0"}
    assert at(colony).view(0)["phase"] == "B"
    laid = {"yellow": ["yellow-1-01", "yellow-1-02"], "red": ["red-1-01", "red-1-02"]}
    laid |= {colour: [f"{colour}-1-01", f"{colour}-1-02"] for colour in ("blue", "green", "purple")}
    assert at({**colony, "phase": "A", "piles": laid}).view(0)["phase"] == "A"


@pytest.mark.rule("H-S2", "H-S7")
def test_the_setup_can_be_gone_through_by_hand() -> None:
    table = at({"epoch": 0, "step": "join-board"}, board_order="random")
    assert table.outcomes[0].text.startswith("join")
    dealing = at({"epoch": 0, "step": "deal-setup 1", "players": [{"setup": "setup-4"}]})
    assert "deal setup-4" not in [outcome.text for outcome in dealing.outcomes]
    assert at({"epoch": 0}).outcomes[0].text == "deal setup-1"
    order = ["red", "yellow", "blue", "green", "purple"]
    assert at({"board": order}, board_order="random").view(0)["board"] == order


RED = {"red": ["red-1-01", "red-1-02", "red-1-03"]}
AFTER_PICKS = ["income", "colonies", "statues", "feeding", "medals", *("epoch 2", "epoch 3")]
AFTER_PICKS += ["final-scoring"]
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"epoch": 4}, "epoch: 0 to 3"),
    ({"wheel": 5}, "wheel: 0 to 4"),
    ({"board": ["red"]}, "board: every colour once"),
    ({"board": ["red", "yellow", "blue", "green", "purple"]}, "board_order differs"),
    ({"players": [{}, {}, {}]}, "players: 3, but 2 seats"),
    ({"players": [{"setup": "setup-1"}, {"setup": "setup-1"}]}, "each setup card is dealt once"),
    ({"players": [{"side": "B"}]}, "side A, unless mode is advanced"),
    ({"epoch": 0, "players": [{"setup": "setup-1"}]}, "player 0: a setup card, or it is dealt"),
    ({"players": [{"colonies": ["4"]}]}, "no colony is called '4'"),
    ({"players": [{"colonies": ["3", "colony-3-1"]}]}, "one of 3 each"),
    ({"players": [{"colonies": ["colony-3-1"]}, {"colonies": ["colony-3-1"]}]}, "in two places"),
    ({"players": [{"statues": ["6 income"]}]}, "'carve 6 income' is no statue"),
    ({"players": [{"statues": ["6 income up", "6 food up"]}]}, "each is carved once"),
    ({"players": [{"silver": ["food", "food", "food"]}]}, "2 bonus tiles of a track"),
    ({"players": [{"card_tile": "food"}]}, "no card for a tile"),
    ({"players": [{"cards": ["red-1-01"]}, {"cards": ["red-1-01"]}]}, "red-1-01 is in two places"),
    ({"players": [{"cards": ["purple-1-11"]}]}, "purple-1-11 isn't used in this mode"),
    ({"players": [{"cards": ["red-1-01"]}]}, "these steps can't wait|can't be asked"),
    ({"players": [{"cards": ["red-2-01"]}]}, "red cards of epoch 2: 1 drawn, not 0"),
    ({"step": "lay-one"}, "can't be asked here"),
    ({"step": "lay-one", "players": HANDS[::-1]}, "isn't from the stack at the crest"),
    ({"step": "lay-one", "players": HANDS, "wheel": 1}, "isn't from the stack at the crest"),
    ({"step": "lay-one", "players": HANDS, "sealed": ["pass"]}, "player 0 can't answer pass"),
    ({"step": "lay-one", "players": HANDS, "sealed": ["fly"]}, "'fly' is no move"),
    ({"sealed": [None, None, "pass"]}, "sealed: 2 seats"),
    ({"sealed": ["pass"]}, "nobody chooses in secret now"),
    ({"step": "pick-card 0", "piles": RED}, "can't be asked|at most"),
    ({"step": "pick-card 1", "piles": RED}, "the pile of red: 2 cards at most"),
    ({"step": "pick-card 1", "piles": {"red": ["blue-1-01"]}}, "blue-1-01 doesn't lie there"),
    ({"step": "take-colony 0 0 0", "piles": {"red": ["red-1-01"]}}, "the pile of red: 0 cards"),
    ({"step": "take-colony 0 0 0", "phase": "A"}, "the pile of yellow: 2 cards"),
    ({"step": "take-colony 0 1 0"}, "1 in a step at most"),
    ({"step": "take-colony 0 0 3"}, "0 coins spent at most"),
    ({"step": "turn-colony 0 3", "players": [{"colonies": ["3"]}]}, "is there"),
    ({"step": "remove-cards 0 7"}, "6 cards at most"),
    ({"steps": ["pick-card 9"]}, "seats are 0 to 1"),
    ({"step": "pick-card 9"}, "can't be asked here, but pick-card 0"),
    ({"step": "aim-wheel 0", "steps": []}, "either step or steps"),
    ({"steps": []}, "can't wait one after the other: none"),
    ({"steps": ["buy-medals 0", "buy-medals 0"]}, "can't wait one after the other"),
    ({"steps": ["put-tile 0", "put-tile 0", *AFTER_PICKS]}, "can't wait one after the other"),
    ({"step": "fly"}, "'fly' is no step"),
    ({"players": [{"hand": ["red-1-01"]}]}, "can't be asked"),
    ({"players": [{"gold": 3}]}, "gold medals"),
]


@pytest.mark.parametrize(("position", "reason"), IMPOSSIBLE, ids=[why for _, why in IMPOSSIBLE])
def test_what_cannot_be_is_refused_with_its_reason(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        at(position)
