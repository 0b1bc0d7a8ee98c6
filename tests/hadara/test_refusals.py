"""Why an answer that reads well isn't possible: the clause, and what it says."""

from __future__ import annotations

from typing import Any

import pytest

from cradle.table import IllegalMove, Table

HANDS = [{"hand": ["yellow-1-01", "yellow-1-02"]}, {"hand": ["red-1-01", "red-1-02"]}]
LAYING = {"step": "lay-one", "players": HANDS}
PICKING = {"step": "pick-card 0", "piles": {"red": ["red-1-01", "red-1-02"]}}
CARDS = [f"red-1-{number:02}" for number in range(1, 5)] + ["red-2-01", "red-2-02", "red-2-03"]
HUNGRY = {"epoch": 2, "step": "remove-cards 0 0", "players": [{"cards": CARDS}]}
CASES: list[tuple[dict[str, Any], str, str, str]] = [
    (LAYING, "lay blue-1-01 sell", "H-A3", "you don’t hold it"),
    (LAYING, "pass", "H-A3", "Lay out one of your two cards"),
    (PICKING, "sell red-1-01", "H-B1", "doesn’t lie on top"),
    (PICKING, "buy blue-1-01", "H-B1", "doesn’t lie on top"),
    (HUNGRY, "feed", "H-P7", "no card that feeds with coins"),
    (HUNGRY, "remove blue-1-01", "H-F2", "it isn’t yours"),
    (HUNGRY, "pass", "H-F2", "remove one"),
]


@pytest.mark.rule("H-A3", "H-B1", "H-P7", "H-F2")
@pytest.mark.parametrize(("position", "text", "clause", "why"), CASES, ids=[c[1] for c in CASES])
def test_answers_that_are_not_open(
    position: dict[str, Any], text: str, clause: str, why: str
) -> None:
    table = Table.at("hadara", 2, position)
    with pytest.raises(IllegalMove) as caught:
        table.submit(table.asked[0], text)
    assert caught.value.clause == clause
    assert why in str(caught.value)
    assert f"({clause})" in str(caught.value)


@pytest.mark.rule("H-A1", "H-S3")
def test_no_wheel_is_shown_before_the_first_player_set_it() -> None:
    table = Table.at("hadara", 2, {})
    view = table.view(0)
    assert view["step"] == "aim-wheel"
    assert view["wheel"] is None
    assert set(view["crests"].values()) == {None}
    table.submit(0, "set-wheel blue")
    assert table.view(0)["players"][0]["points_at"] == "blue"
    later = Table.at("hadara", 2, {"epoch": 2, "wheel": 3}).view(0)
    assert (later["step"], later["wheel"]) == ("aim-wheel", 3)
