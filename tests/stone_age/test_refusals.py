"""Why an answer that reads well isn't possible: the clause, and the figures in it."""

from __future__ import annotations

from typing import Any

import pytest

from cradle.table import IllegalMove, Table

PLACING: list[tuple[str, str, str]] = [
    ("send hut 1", "S-P3", "Hut: exactly 2 people go there"),
    ("send tool_maker 2", "S-P3", "Tool maker: exactly 1 person goes there"),
    ("send card-1 2", "S-P6", "First card: exactly 1 person goes there"),
    ("send forest 8", "S-P1", "Forest: 8 people needed, 5 left"),
    ("send forest 0", "S-P1", "Forest: at least one person goes there"),
    ("send building-3 1", "S-S3", "Third building: not used with 2 players"),
    ("visit forest", "S-P1", "Place people"),
    ("starve", "S-P1", "Place people"),
]


def refused(position: dict[str, Any], text: str, seats: int = 2, **options: bool) -> IllegalMove:
    table = Table.at("stone-age", seats, position, options=options)
    with pytest.raises(IllegalMove) as caught:
        table.submit(table.asked[0], text)
    return caught.value


@pytest.mark.rule("S-P1", "S-P3", "S-P6", "S-S3")
@pytest.mark.parametrize(("text", "clause", "why"), PLACING)
def test_people_who_cannot_be_sent(text: str, clause: str, why: str) -> None:
    error = refused({}, text)
    assert error.clause == clause
    assert why in str(error)
    assert f"({clause})" in str(error)


@pytest.mark.rule("S-P5")
def test_too_many_for_the_spaces_left() -> None:
    crowded = {"players": [{"people": 10}, {"at": {"forest": 4}}]}
    error = refused(crowded, "send forest 4", seats=4)
    assert (error.clause, "3 of 7 spaces" in str(error)) == ("S-P5", True)


ACTING = {"step": "take-action 0", "players": [{"at": {"forest": 2, "card-1": 1}}]}
CARD = {"step": "buy-card 0 card-2", "players": [{"resources": {"wood": 2}}]}
TOOLS = {
    "step": "add-tools 0 wood",
    "roll": [3],
    "players": [{"tools": [{"value": 1}, {"value": 1, "used": True}]}],
}
BUILDING = {
    "step": "buy-building 0 building-1",
    "buildings": ["building-01", "building-02"],
    "players": [{"resources": {"wood": 5, "clay": 5, "stone": 5}}],
}
FEEDING = {"step": "replace-food 0 2", "players": [{"food": 0, "resources": {"wood": 3}}]}
CASES: list[tuple[dict[str, Any], str, str, str]] = [
    (ACTING, "visit river", "S-A1", "no people there"),
    (ACTING, "decline forest", "S-A11", "only cards and buildings may be left"),
    (ACTING, "decline card-1", "S-A11", "go there, then you may leave it"),
    (ACTING, "leave", "S-A1", "Choose the place"),
    (TOOLS, "use 4", "S-A7", "don’t have these tools"),
    ({"step": "choose-die 1 0", "rows": [[3]]}, "choose 4", "S-C1", "isn’t in the row"),
    (CARD, "pay 1 wood", "S-A8", "exactly 2 resources are paid"),
    (CARD, "pay 2 gold", "S-A8", "don’t have these resources"),
    (CARD, "take 2 wood", "S-C10", "card of two resources"),
    (CARD, "starve", "S-A8", "Pay for the card"),
    ({"step": "buy-card 0 card-2"}, "pay 2 wood", "S-A8", "costs 2 resources, you have 0"),
    (BUILDING, "pay 5 stone", "S-A9", "what the building asks for"),
    (FEEDING, "pay 3 wood", "S-F2", "exactly 2 resources"),
]


@pytest.mark.rule("S-A1", "S-A7", "S-A8", "S-A9", "S-A11", "S-C1", "S-C10", "S-F2")
@pytest.mark.parametrize(("position", "text", "clause", "why"), CASES, ids=[c[1] for c in CASES])
def test_actions_that_are_not_open(
    position: dict[str, Any], text: str, clause: str, why: str
) -> None:
    error = refused(position, text)
    assert error.clause == clause
    assert why in str(error)
