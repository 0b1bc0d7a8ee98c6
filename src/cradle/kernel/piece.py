"""Values and pieces: what moves, steps, news and states are made of, and how they become JSON.

A *value* is a frozen dataclass, made once and shared. A *piece* is a plain dataclass with a
written-out `copy`. Both turn into plain data with `dump` and come back with `load`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any, Final

Seat = int
KIND: Final = "is"
FIELDS: Final[dict[type, tuple[Field[Any], ...]]] = {}  # kept, since every move asks for them


class Value:
    """A frozen dataclass without identity: compared, hashed and pickled by what it holds."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), parts(self)


def fields_of(value: Any) -> tuple[Field[Any], ...]:
    """The fields of a value's class, in order."""
    return FIELDS.get(type(value)) or FIELDS.setdefault(type(value), fields(value))


def parts(value: Any) -> tuple[Any, ...]:
    """The fields of a value, in order."""
    return tuple([getattr(value, field.name) for field in fields_of(value)])


def dump(thing: Any) -> Any:
    """Turn a piece, with everything in it, into JSON-ready data; derived fields are left out."""
    if thing is None or isinstance(thing, (bool, int, str)):
        return thing
    if isinstance(thing, list):
        return [dump(item) for item in thing]
    if isinstance(thing, tuple):
        return {KIND: "tuple", "items": [dump(item) for item in thing]}
    if isinstance(thing, dict):
        return {KIND: "dict", "items": [[dump(key), dump(thing[key])] for key in sorted(thing)]}
    kept = [field.name for field in fields_of(thing) if field.compare]
    return {KIND: type(thing).__name__} | {name: dump(getattr(thing, name)) for name in kept}


def load(data: Any, kinds: Mapping[str, type]) -> Any:
    """Turn dumped data back into pieces of the kinds named. Trusting: the table checks first."""
    if isinstance(data, list):
        return [load(item, kinds) for item in data]
    if not isinstance(data, dict):
        return data
    if data[KIND] == "tuple":
        return tuple(load(item, kinds) for item in data["items"])
    if data[KIND] == "dict":
        return {load(key, kinds): load(value, kinds) for key, value in data["items"]}
    held = {name: load(value, kinds) for name, value in data.items() if name != KIND}
    return kinds[data[KIND]](**held)
