"""Positions of Stone Age in words people write, and those that can't be."""

from __future__ import annotations

from typing import Any

import pytest

from cradle.stone_age.position_types import Position
from cradle.table import BadPosition, Table


def at(position: Position | dict[str, Any], seats: int = 2, **options: bool) -> Table:
    return Table.at("stone-age", seats, dict(position), options=options, by_hand=True)


def texts(table: Table) -> list[str]:
    seat = table.asked[0] if table.asked else None
    return [each.text for each in (table.outcomes if seat is None else table.moves(seat))]


def test_what_is_not_said_is_as_at_the_start() -> None:
    view = at({}, seats=4).view(0)
    assert view["round"] == 1
    assert (view["step"], view["turn"]) == ("place-people", 0)
    assert view["cards"] == ["card-01", "card-02", "card-03", "card-04"]
    assert view["stacks"] == [7, 7, 7, 7]
    assert view["deck"] == 32
    assert {player["food"] for player in view["players"]} == {12}


def test_who_is_not_at_work_and_cannot_be_sent_is_written_down() -> None:
    grown = at({"players": [{"people": 6, "idle": 5}, {}]}).position["players"]
    assert [player.get("idle") for player in grown] == [5, None]


@pytest.mark.rule("S-A8")
def test_a_card_is_bought_where_it_was_said() -> None:
    table = at({"step": "buy-card 1 card-2", "players": [{}, {"resources": {"wood": 2}}]})
    assert texts(table) == ["pay 2 wood", "leave"]
    table.submit(1, "leave")
    assert table.view(0)["phase"] == "placing"


@pytest.mark.rule("S-C1")
def test_dice_left_in_a_row_say_who_chooses() -> None:
    table = at({"step": "choose-die 1 0", "rows": [[2, 5, 6]]}, seats=4)
    for seat, die in ((1, 2), (2, 5), (3, 6)):
        table.submit(seat, f"choose {die}")
    assert table.view(None)["players"][3]["agriculture"] == 1


@pytest.mark.rule("S-O1")
def test_owed_dice_are_chosen_before_the_own_turn_or_the_feeding() -> None:
    players = [{"at": {"hunt": 1}}, {"owed_rows": [0], "at": {"forest": 1}}]
    waiting = ["take-action 0", "choose-owed-dice 1", "take-action 1", "feeding", "next-round"]
    table = at({"rows": [[3]], "players": players, "steps": waiting}, dice_row_next_turn=True)
    table.submit(0, "visit hunt")
    assert table.position["step"] == "roll-for 0 food 1"
    choosing = {"step": "choose-die 0 0", "rows": [[3]]}
    assert texts(at(choosing, dice_row_next_turn=True)) == ["choose 3"]
    feeding = ["choose-die 1 0", "feed-people 0", "feed-people 1", "next-round"]
    assert texts(at({"rows": [[3]], "steps": feeding}, dice_row_next_turn=True)) == ["choose 3"]


def test_tools_and_cards_are_open_unless_said() -> None:
    mine = {"tools": [{"value": 1, "used": True}, {"value": 1}], "cards": ["card-34", "card-32"]}
    player = at({"players": [mine]}).view(0)["players"][0]
    assert player["tools"] == [{"value": 1, "used": True}, {"value": 1, "used": False}]
    assert player["once"]
    closed = at({"players": [mine | {"once": []}]}).view(0)["players"][0]
    assert closed["once"] == []


@pytest.mark.rule("S-C10", "S-O2")
@pytest.mark.parametrize("at_once", [False, True])
def test_the_card_of_two_resources_lies_open_unless_it_is_used_at_once(at_once: bool) -> None:
    card = next(f"card-{n:02}" for n in range(1, 37) if upper(f"card-{n:02}") == "two_resources")
    table = at({"players": [{"cards": [card]}]}, two_resources_at_once=at_once)
    assert table.view(0)["players"][0]["two_resources"] is not at_once
    said = at(
        {"players": [{"cards": [card], "two_resources": at_once}]}, two_resources_at_once=at_once
    )
    assert said.position["players"][0].get("two_resources") is at_once


def upper(card: str) -> str:
    rows = Table("stone-age", 2).setup.components.printed["cards"]
    return str(next(row["upper"] for row in rows if row["id"] == card))


def test_a_setup_can_be_gone_through_by_hand() -> None:
    table = at({"round": 0})
    assert texts(table) == ["first 0", "first 1"]
    table.submit_chance("first 1")
    assert table.position["step"] == "uncover-top building-1"


EXTRA = next(f"card-{n:02}" for n in range(1, 37) if upper(f"card-{n:02}") == "extra_card")
ALL_BUILDINGS = [f"building-{n:02}" for n in range(1, 8)]
BUILT = [{"buildings": ALL_BUILDINGS}]
GAP = [None, "card-01", "card-02", "card-03"]
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"first": 2}, "first: seats are 0 to 1"),
    ({"players": [{}, {}, {}]}, "players: 3, but 2 seats"),
    ({"cards": ["card-01"]}, "cards: 4 places"),
    ({"cards": [None, None, None, "card-01"], "players": [{"cards": ["card-01"]}]}, "in one place"),
    ({"players": [{"cards": [f"card-{n:02}" for n in range(1, 37)]}]}, "too few are left"),
    ({"buildings": ["building-01"]}, "buildings: 2 stacks"),
    ({"buildings": ["building-01", "building-01"]}, "each building is in one place"),
    ({"stacks": [7]}, "stacks: 2 of them"),
    ({"stacks": [7, 6]}, "14 buildings in all"),
    ({"stacks": [8, 6]}, "stacks: at most 7"),
    ({"buildings": ["building-01", None]}, "building-2: open, or uncovered"),
    ({"players": [{"tools": [{"value": 3}, {"value": 1}]}]}, "they rise in turn"),
    ({"players": [{"idle": 3}]}, "player 0: 3 people at home and 0 placed"),
    ({"step": "place-people 5"}, "seats are 0 to 1"),
    ({"steps": ["place-people 5"]}, "seats are 0 to 1"),
    ({"step": "place-people 0", "steps": []}, "either step or steps"),
    ({"steps": []}, "the game goes on"),
    ({"steps": ["place-people 0"]}, "these steps can't wait one after the other"),
    ({"steps": ["take-two 0", "roll-for 0 wood 1", "take-action 0", "next-round"]}, "isn't there"),
    ({"step": "draw-first"}, "draw-first can't be asked in round 1"),
    ({"round": 0, "step": "place-people 0"}, "place-people 0 can't be asked in the setup"),
    ({"step": "fly"}, "'fly' is no step"),
    ({"step": "take-action 1", "players": [{"at": {"hunt": 1}}]}, "player 0 has acted"),
    ({"players": [{"people": 10, "at": {"forest": 8}}]}, "forest: 8 people, but 7 spaces"),
    ({"players": [{"at": {"river": 1}}, {"at": {"river": 1}}]}, "people of 1 players at most"),
    ({"players": [{"at": {"hut": 1}}]}, "hut: 2 of one player"),
    ({"players": [{"at": {"hut": 1}}, {"at": {"hut": 1}}]}, "hut: people of one player"),
    (
        {"players": [{"at": {"hut": 2, "field": 1, "tool_maker": 1}}]},
        "2 of tool_maker, hut and field",
    ),
    ({"players": [{"at": {"building-3": 1}}]}, "there are 2 stacks"),
    (
        {"cards": GAP, "players": [{"at": {"card-1": 1}}]},
        "no card",
    ),
    (
        {"stacks": [0, 7], "players": [{"buildings": ALL_BUILDINGS, "at": {"building-1": 1}}]},
        "building-1: people, but nothing",
    ),
    ({"step": "deal-card card-4"}, "card-4: a card is dealt where one lies"),
    (
        {"cards": [None, "card-01", "card-02", None], "step": "deal-card card-4"},
        "card-1: no card",
    ),
    (
        {"step": "buy-card 0 card-1", "cards": [None, "card-01", "card-02", "card-03"]},
        "no card lies",
    ),
    ({"step": "buy-building 0 building-3"}, "there are 2 stacks"),
    (
        {
            "step": "buy-building 0 building-1",
            "stacks": [0, 7],
            "players": [{"buildings": ALL_BUILDINGS}],
        },
        "no building lies there",
    ),
    ({"step": "roll-for 0 wood 11"}, "1 to 10 dice"),
    ({"step": "take-two 0"}, "the card of two resources isn't there"),
    ({"step": "draw-extra 0"}, "nothing is drawn"),
    (
        {"step": "draw-extra 0", "players": [{"cards": [EXTRA], "extra_card": "card-01"}]},
        "already there",
    ),
    ({"step": "replace-food 0 3"}, "all food is handed over first"),
    ({"step": "replace-food 0 6", "players": [{"food": 0}]}, "at most 5 food"),
    ({"roll": [3]}, "dice lie while tools are added"),
    ({"step": "choose-die 0 0", "rows": [[7, 1]]}, "dice show 1 to 6"),
    ({"step": "choose-die 0 3"}, "a row that isn't there"),
    ({"rows": [[]]}, "rows that are used up"),
    ({"rows": [[3]]}, "1 dice, 0 choose"),
    ({"players": [{"owed_rows": [0]}]}, "a row that isn't there"),
    (
        {"step": "add-tools 0 wood", "roll": [1] * 11, "players": [{"tools": [{"value": 1}]}]},
        "at most 10 dice",
    ),
]


@pytest.mark.parametrize(("position", "reason"), IMPOSSIBLE, ids=[why for _, why in IMPOSSIBLE])
def test_what_cannot_be_is_refused_with_its_reason(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        at(position)
