"""A table as JSON-ready data at any moment, sealed with a checksum."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from cradle.kernel.piece import dump
from cradle.kernel.step import State
from cradle.table import positions
from cradle.table.errors import BadSave, Refusal
from cradle.table.record import Entry
from cradle.table.setup import Setup, set_up

FORMAT = 1
OPTIONAL: dict[str, type] = {"position": dict}
KINDS: dict[str, type] = {
    "format": int,
    "game": str,
    "rules": int,
    "options": dict,
    "tables": str,
    "seats": int,
    "names": list,
    "date": str,
    "by_hand": bool,
    "record": list,
    "state": dict,
    "checksum": str,
}


def save(setup: Setup, by_hand: bool, entries: list[Entry], state: State) -> dict[str, Any]:
    """Everything needed to go on, and a checksum over it."""
    data = {
        "format": FORMAT,
        "game": setup.game.name,
        "rules": setup.game.version,
        "options": dict(setup.options),
        "tables": setup.hash,
        "seats": setup.seats,
        "names": list(setup.names),
        "date": setup.date,
        "by_hand": by_hand,
        "record": [[entry.seat, entry.text] for entry in entries],
        "state": dump(state),
    }
    if setup.position is not None:
        data["position"] = setup.position
    return data | {"checksum": checksum(data)}


def checksum(data: Mapping[str, Any]) -> str:
    """A hash of the data, whatever the order of its keys."""
    plain = {key: value for key, value in data.items() if key != "checksum"}
    return sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def opened(data: Mapping[str, Any] | str) -> dict[str, Any]:
    """Saved data with all its parts in place, or `BadSave`."""
    try:
        plain = json.loads(data) if isinstance(data, str) else data
        if not isinstance(plain, dict):
            raise BadSave("save-form")
        _check_parts(plain)
        if checksum(plain) != plain["checksum"]:
            raise BadSave("save-checksum")
    except BadSave:
        raise
    except (ValueError, TypeError, RecursionError):
        raise BadSave("save-form") from None
    return plain


def _check_parts(plain: dict[str, Any]) -> None:
    if plain.get("format") != FORMAT:
        raise BadSave("save-format", format=FORMAT)
    for name, kind in KINDS.items():
        if type(plain.get(name)) is not kind:
            raise BadSave("save-part", part=name)
    for name in plain:
        if name not in KINDS and type(plain[name]) is not OPTIONAL.get(name):
            raise BadSave("save-unknown-part", part=str(name))


def setup(plain: Mapping[str, Any], components: str | None, trust: bool) -> Setup:
    """The setup of saved data, under the same rules and components, or `BadSave`."""
    game, seats, options = plain["game"], plain["seats"], plain["options"]
    try:
        found = set_up(game, seats, options, components, plain["names"], plain["date"])
    except Refusal as error:
        raise BadSave("save-setup", reason=str(error)) from None
    if found.game.version != plain["rules"] and not trust:
        raise BadSave("other-rules", said=plain["rules"], found=found.game.version)
    if found.hash != plain["tables"]:
        raise BadSave("other-components", said=plain["tables"], found=found.hash)
    return _at_position(replace(found, position=plain.get("position")))


def _at_position(setup: Setup) -> Setup:
    try:
        positions.start(setup)
    except Refusal as error:
        raise BadSave("save-setup", reason=str(error)) from None
    return setup


def entries(plain: Mapping[str, Any]) -> list[Entry]:
    """The answers of saved data, each with its number."""
    return [_entry(number, each) for number, each in enumerate(plain["record"], 1)]


def _entry(number: int, each: Any) -> Entry:
    if isinstance(each, list) and len(each) == 2:
        seat, text = each
        if (seat is None or type(seat) is int) and isinstance(text, str):
            return Entry(seat, text, number)
    raise BadSave("save-entry", number=number)


def full_state(setup: Setup, data: Any) -> Any:
    """Dumped data with what it lacks because it was dumped before."""
    return {**setup.game.later, **data} if isinstance(data, dict) and data else data


def bad_answer(number: int, why: Refusal) -> BadSave:
    """A refusal of one of the answers in a save."""
    return BadSave("save-answer", number=number, reason=str(why))


def must_match(setup: Setup, state: State, dumped: Any) -> None:
    """The state that the answers led to must be the one that was dumped."""
    if dump(state) != full_state(setup, dumped):
        raise BadSave("save-mismatch")


def trusted_state(setup: Setup, dumped: dict[str, Any]) -> State:
    """The state as it was dumped, without playing the record again."""
    data = full_state(setup, dumped)
    try:
        state = setup.game.restore(data, setup.components)
        if dump(state) != data:
            raise BadSave("save-mismatch")
        setup.game.check(state)
    except BadSave:
        raise
    except Exception as error:  # whatever a strange state breaks in the rules, it is no state
        raise BadSave("save-state", reason=str(error) or type(error).__name__) from None
    return state
