"""Saving at any moment, and refusing what is no save."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cradle import BadSave, Table
from cradle.table.saves import checksum
from tests.table.dealing import dealt


def half_chosen() -> Table:
    table = dealt(2, 3, 1, names=["Ann", "Bob", "Cid"])
    table.submit(1, "bid 3")
    return table


def test_a_half_finished_choice_is_saved() -> None:
    table = half_chosen()
    for trust in (False, True):
        again = Table.load(json.loads(json.dumps(table.dump())), trust=trust)
        assert again.dump() == table.dump()
        assert again.asked == [0, 2]
        assert again.state.sealed == table.state.sealed
        again.submit(0, "bid 2")
        again.submit(2, "bid 1")
        assert again.asked == [1]


def test_a_loaded_table_can_still_take_back() -> None:
    again = Table.load(half_chosen().dump())
    again.undo(1)
    assert again.asked == [0, 1, 2]
    assert again.news_since(1, 0)[1] == {"kind": "dealt-secretly", "seat": 1, "number": 3}


def test_a_table_by_hand_stays_so() -> None:
    table = Table("toy", 1, by_hand=True)
    assert Table.load(table.dump()).dump() == table.dump()


def test_other_components_are_put_back() -> None:
    table = Table("toy", 1, components="good", seed=1)
    state: Any = Table.load(table.dump(), components="good", trust=True).state
    assert state.components == ("tin", "lead", "zinc")
    with pytest.raises(BadSave, match="other components"):
        Table.load(table.dump())


def changed(**parts: Any) -> dict[str, Any]:
    data = half_chosen().dump() | parts
    return data | {"checksum": checksum(data)}


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in half_chosen().dump().items() if key != name}


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ("", "save-form"),
        ("[1, 2", "save-form"),
        ("[1, 2]", "save-form"),
        ("[" * 100_000, "save-form"),
        (7, "save-form"),
        ({}, "save-format"),
        ({"format": 99}, "save-format"),
        (without("seats"), "save-part"),
        (changed(seats="3"), "save-part"),
        (changed(seats=True), "save-part"),
        (changed(extra=1), "save-unknown-part"),
        (changed(extra={1}.__class__.__name__), "save-unknown-part"),
        (half_chosen().dump() | {"seats": 2}, "save-checksum"),
        (changed(game="chess"), "save-setup"),
        (changed(seats=9), "save-setup"),
        (changed(names=["Ann"]), "save-setup"),
        (changed(names=[1, 2, 3]), "save-setup"),
        (changed(options={"speed": 1}), "save-setup"),
        (changed(options={"rounds": ["1"]}), "save-setup"),
        (changed(rules=2), "other-rules"),
        (changed(tables="abc"), "other-components"),
        (changed(record=[[None]]), "save-entry"),
        (changed(record=[["0", "bid 1"]]), "save-entry"),
        (changed(record=[[True, "bid 1"]]), "save-entry"),
        (changed(record=[[0, "bid 1"]]), "save-answer"),
        (changed(record=[]), "save-mismatch"),
        (changed(state={}), "save-mismatch"),
    ],
)
def test_what_is_no_save_is_refused(data: Any, key: str) -> None:
    with pytest.raises(BadSave) as caught:
        Table.load(data)
    assert caught.value.key == key
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("state", [{}, {"is": "Toy"}, {"is": "Take", "prize": 1}, {"is": []}])
def test_a_trusted_state_must_still_be_one(state: Any) -> None:
    with pytest.raises(BadSave):
        Table.load(changed(state=state), trust=True)


def test_a_trusted_state_must_hold_together() -> None:
    data = half_chosen().dump()
    data["state"]["players"][0]["prizes"] = [1, 1]
    with pytest.raises(BadSave, match="broken"):
        Table.load(data | {"checksum": checksum(data)}, trust=True)
    data["state"]["players"][0]["more"] = 1
    with pytest.raises(BadSave):
        Table.load(data | {"checksum": checksum(data)}, trust=True)
    data["state"] = half_chosen().dump()["state"]
    del data["state"]["round"]
    with pytest.raises(BadSave, match="doesn’t follow"):
        Table.load(data | {"checksum": checksum(data)}, trust=True)


def test_what_is_not_even_json_is_refused() -> None:
    with pytest.raises(BadSave):
        Table.load(half_chosen().dump() | {"state": {"a": {1, 2}}})


def test_trust_goes_on_under_older_rules() -> None:
    assert Table.load(changed(rules=0), trust=True).asked == [0, 2]
