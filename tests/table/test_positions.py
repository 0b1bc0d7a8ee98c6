"""Tables at a position: their records and saves, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cradle.table import BadPosition, BadRecord, BadSave, Table

CARD = {"step": "buy-card 0 card-2", "players": [{"resources": {"wood": 2, "gold": 1}}]}


def at(position: Any = CARD, **given: Any) -> Table:
    return Table.at("stone-age", 2, position, seed=1, **given)


def test_a_table_stands_at_a_position() -> None:
    table = at(names=["Ada", "Ben"])
    assert table.asked == [0]
    assert "pay 2 wood" in [move.text for move in table.moves(0)]
    table.submit(0, "pay 1 wood 1 gold")
    assert table.view(0)["players"][0]["resources"]["gold"] == 0


def test_a_position_is_data_or_its_json() -> None:
    assert at(json.dumps(CARD)).state == at().state


def test_a_position_has_nothing_to_take_back() -> None:
    table = at()
    table.submit(0, "leave")
    table.undo(0)
    assert table.state == at().state


def test_a_record_begins_at_the_position() -> None:
    table = at()
    table.submit(0, "pay 2 wood")
    again = Table.replay(table.record, seed=1)
    assert again.state == table.state
    assert again.record == table.record
    assert '[Position "{' in table.record


@pytest.mark.parametrize(
    ("position", "reason"),
    [("{", "no JSON"), ('{\\"round\\":-1}', "round can't be below 0")],
)
def test_a_record_with_a_bad_position_is_refused(position: str, reason: str) -> None:
    text = f'[Game "stone-age"]\n[Seats "2"]\n[Position "{position}"]\n'
    with pytest.raises(BadRecord, match=reason) as caught:
        Table.replay(text)
    assert caught.value.line == 3


@pytest.mark.parametrize("trust", [False, True])
def test_a_save_begins_at_the_position(trust: bool) -> None:
    table = at()
    table.submit(0, "pay 2 wood")
    saved = json.loads(json.dumps(table.dump()))
    again = Table.load(saved, trust=trust)
    assert again.state == table.state
    assert again.dump() == saved


def test_a_save_with_a_bad_position_is_refused() -> None:
    from cradle.table.saves import checksum

    saved = at().dump() | {"position": {"round": 99, "steps": []}}
    with pytest.raises(BadSave, match="can’t be"):
        Table.load(saved | {"checksum": checksum(saved)})


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("no json", "no JSON"),
        ("[1]", "no JSON object"),
        (7, "no JSON"),
        ({"fist": 1}, "it has no 'fist'; there is round, first"),
        ({"players": {}}, "players must be a list, not {}"),
        ({"players": [{"people": True}]}, "players.0.people must be a whole number, not True"),
        ({"players": [{"tools": [{"used": True}]}]}, "players.0.tools.0 lacks value"),
        ({"players": [{"food": -1}]}, "players.0.food can't be below 0"),
        ({"cards": ["card-99"]}, "cards.0 can't be 'card-99'"),
        ({"step": "dance"}, "'dance' is no step"),
        ({"step": ["x" * 60]}, "step must be a text, not (.*)…"),
        ({"step": "next-round"}, "nobody is asked at next-round"),
        ({"step": "take-action 0"}, "nothing can be answered at take-action"),
        ({"players": [{"people": 11}]}, "number of people: 5 to 10"),
    ],
    ids=str,
)
def test_a_position_that_cannot_be_is_refused_in_a_line(position: Any, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason) as caught:
        at(position)
    assert "\n" not in str(caught.value)


def test_a_game_without_words_for_positions_has_its_state() -> None:
    table = Table("toy", 2, seed=1)
    again = Table.at("toy", 2, json.dumps(table.position), seed=1)
    assert again.state == table.state
    strange: list[dict[str, Any]] = [{}, {"state": {}}, {"state": {"is": "Toy"}}]
    for each in strange:
        with pytest.raises(BadPosition, match="no state"):
            Table.at("toy", 2, each)
