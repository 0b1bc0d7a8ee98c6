"""Values and pieces: what moves, steps, news and states are made of, and how they become JSON.

A *value* is a frozen dataclass, made once and shared. A *piece* is a plain dataclass with a
written-out `copy`. Both turn into plain data with `dump` and come back with `load`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

Seat = int
KIND = "is"


class BadData(ValueError):
    """Plain data that is no dump of ours."""


class Value:
    """A frozen dataclass without identity: compared, hashed and pickled by what it holds."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), parts(self)


def parts(value: Any) -> tuple[Any, ...]:
    """The fields of a value, in order."""
    return tuple(getattr(value, field.name) for field in fields(value))


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
    kept = (field.name for field in fields(thing) if field.compare)
    return {KIND: type(thing).__name__} | {name: dump(getattr(thing, name)) for name in kept}


def load(data: Any, kinds: Mapping[str, type]) -> Any:
    """Turn dumped data back into pieces of the kinds named, or raise `BadData`."""
    if data is None or isinstance(data, (bool, int, str)):
        return data
    if isinstance(data, list):
        return [load(item, kinds) for item in data]
    if not isinstance(data, dict):
        raise BadData(f"{data!r} is no part of a state")
    kind = data.get(KIND)
    if kind == "tuple" or kind == "dict":
        return _load_items(kind, data.get("items"), kinds)
    return _load_piece(kind, data, kinds)


def _load_items(kind: str, items: Any, kinds: Mapping[str, type]) -> Any:
    if not isinstance(items, list):
        raise BadData(f"a {kind} without its items")
    if kind == "tuple":
        return tuple(load(item, kinds) for item in items)
    if not all(isinstance(item, list) and len(item) == 2 for item in items):
        raise BadData("a dict whose items are no pairs")
    try:
        return {load(key, kinds): load(value, kinds) for key, value in items}
    except TypeError:
        raise BadData("a dict with a key that can't be one") from None


def _load_piece(kind: Any, data: dict[str, Any], kinds: Mapping[str, type]) -> Any:
    cls = kinds.get(kind) if isinstance(kind, str) else None
    if cls is None or not is_dataclass(cls):
        raise BadData(f"unknown kind of piece {kind!r}")
    names = {field.name for field in fields(cls) if field.compare}
    if names != data.keys() - {KIND}:
        wrong = ", ".join(sorted(names ^ (data.keys() - {KIND})))
        raise BadData(f"{kind}: missing or unknown {wrong}")
    return cls(**{name: load(data[name], kinds) for name in names})
