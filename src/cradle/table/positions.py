"""Positions: a table laid out as somebody says, and what it says of itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from cradle.kernel.game import BadPosition as Impossible
from cradle.kernel.notation import Schema, verb
from cradle.kernel.piece import dump
from cradle.kernel.step import Do, State, settle
from cradle.schema import Book, camel, fault
from cradle.table.errors import BadPosition
from cradle.table.setup import Setup


def write(setup: Setup, state: State) -> dict[str, Any]:
    """A state as JSON-ready data that `start` reads; where a game has no words, all its fields."""
    if setup.game.positions is None:
        return {"state": dump(state)}
    position: dict[str, Any] = setup.game.positions.write(state)
    return position


def start(setup: Setup) -> State:
    """The state a table begins with: the game's own, or that of the setup's position."""
    if setup.position is None:
        return setup.game.start(setup.seats, setup.options, setup.components)
    try:
        return _settled(setup, read(setup, setup.position))
    except (Impossible, AssertionError) as error:
        raise BadPosition("bad-position", reason=str(error)) from None


def read(setup: Setup, position: Any) -> State:
    """The state of a position, whose shape is checked first."""
    if setup.game.positions is None:
        return _restored(setup, position)
    schema, known = shape(setup.game.name, setup.game.positions.type)
    if wrong := fault(position, schema, known):
        raise Impossible(wrong)
    state = setup.game.start(setup.seats, setup.options, setup.components)
    setup.game.positions.read(state, position)
    return state


def _restored(setup: Setup, position: Any) -> State:
    try:
        return setup.game.restore(position["state"], setup.components)
    except Exception as error:  # whatever a strange state breaks in the rules, it is no state
        raise Impossible(f"no state: {str(error) or type(error).__name__}") from None


@cache
def shape(name: str, kind: Any) -> tuple[Schema, dict[str, Schema]]:
    """The schema of a game's positions, and those of its parts."""
    book = Book(camel(name), whole=False)
    return book.of_type(kind), book.schemas


def _settled(setup: Setup, state: State) -> State:
    """Somebody must be asked now: neither do the rules go on by themselves nor is all closed."""
    setup.game.check(state)
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Do):
        raise Impossible(f"nobody is asked at {verb(type(top))}")
    before = state.stack[:]
    settle(state)
    if state.stack != before:
        raise Impossible(f"nothing can be answered at {verb(type(before[-1]))}")
    return state


def opened(position: Mapping[str, Any] | str | None) -> dict[str, Any] | None:
    """A position given as data or as its JSON text; None if none is given."""
    if position is None:
        return None
    try:
        data = json.loads(position) if isinstance(position, str) else dict(position)
    except (ValueError, TypeError, RecursionError):
        raise BadPosition("bad-position", reason="no JSON") from None
    if not isinstance(data, dict):
        raise BadPosition("bad-position", reason="no JSON object")
    return data
