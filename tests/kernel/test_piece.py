"""Pieces and values as plain data and back."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from typing import Any

import pytest

from cradle.kernel.piece import dump, load
from cradle.kernel.step import play
from tests.kernel.toy import BID, DEAL, GAME, ROLL, Take


def some_state() -> Any:
    s = GAME.new(2, {})
    for move in (DEAL[0], DEAL[0], ROLL[3], DEAL[2], DEAL[3], BID[1]):
        play(s, move)
    return s


def test_a_state_survives_json() -> None:
    s = some_state()
    again = load(json.loads(json.dumps(dump(s))), GAME.kinds)
    assert again == s
    assert dump(again) == dump(s)
    assert again.sealed == {0: BID[1]}
    assert again.spent == {1: (4,)}


def test_derived_fields_are_left_out() -> None:
    assert not {"turn", "legal", "news", "components"} & dump(some_state()).keys()


def test_a_state_is_pickled_with_all_its_fields() -> None:
    s = some_state()
    again = pickle.loads(pickle.dumps(s))
    assert again == s
    assert (again.turn, again.legal, again.components) == (s.turn, s.legal, s.components)


def test_values_are_pickled_and_copied_by_what_they_hold() -> None:
    assert pickle.loads(pickle.dumps(Take(2))) == Take(2)
    assert deepcopy(Take(1)) == Take(1)
    assert hash(Take(1)) == hash(Take(1))


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"is": "Nothing"},
        {"is": "Take"},
        {"is": "Take", "prize": 1, "more": 2},
        {"is": "tuple"},
        {"is": "dict", "items": [[1]]},
        {"is": "dict", "items": [[[1], 2]]},
    ],
)
def test_what_is_no_dump_breaks(data: Any) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        load(data, GAME.kinds)
