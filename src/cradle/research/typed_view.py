"""Observations from the type of a game's view, for a game that brings no encoding of its own.

int                         an amount; `Annotated[int, Most(9)]` one that ends there
bool, Literal["a", "b"]     a flag; a category, 0 for None
TypedDict, dict[Literal…]   its parts one after the other
list[Literal[…]]            how many there are of each name
list of TypedDicts          one a seat, in the order of seats
Annotated[list, Most(5)]    five places, each with a flag that says whether it is taken
X | None                    a flag that says whether it is there, and X
str                         left out: free text has no numbers
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from librt.strings import BytesWriter, write_i16_le as put

from cradle.kernel.game import BadOption, Most
from cradle.research.fields import MOST, Field, amount, category, flags, number
from cradle.research.writer import put_amount

LARGE = 20  # what an amount without a known end is measured by
Put = Callable[[BytesWriter, Any], None]


@dataclass(frozen=True)
class Part:
    """A part of a view: the fields it takes, and how a value, or None, is written into them."""

    fields: list[Field]
    put: Put


def view_part(view: Callable[..., Any], seats: int) -> Part:
    """The whole view of a game for so many seats, or `BadOption` if its type doesn't tell."""
    kind = get_type_hints(view, include_extras=True).get("return")
    if not is_typeddict(kind):
        raise BadOption(f"{view.__module__}.{view.__name__} must return a TypedDict to be encoded")
    return _part("", kind, seats)


def _part(name: str, kind: Any, seats: int) -> Part:
    origin, args = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        return _record({key: _part(_under(name, key), hints[key], seats) for key in hints})
    if origin is Literal:
        return _named(name, args)
    if origin is dict and get_origin(args[0]) is Literal:
        keys = get_args(args[0])
        return _record({key: _part(_under(name, key), args[1], seats) for key in keys})
    if origin is Annotated:
        return _bounded(name, args, seats)
    if origin in (Union, UnionType):
        return _perhaps(name, args, seats)
    if origin is list:
        return _list(name, args[0], seats)
    return _plain(name, kind)


def _under(name: str, key: str) -> str:
    return f"{name}.{key}" if name else key


def _plain(name: str, kind: Any) -> Part:
    if kind is bool:
        return Part([flags(name, "")], lambda out, value: put(out, 1 if value else 0))
    if kind is int:
        return Part([amount(name, LARGE, "", low=-MOST)], _put_amount)
    if kind is str:
        return Part([], lambda out, value: None)
    raise BadOption(f"the view's {name} is a {kind}, which has no encoding")


def _put_amount(out: BytesWriter, value: int | None) -> None:
    put_amount(out, value or 0)


def _named(name: str, names: tuple[Any, ...]) -> Part:
    """A category; None is none of them."""
    number_of = {each: index for index, each in enumerate(names, 1)} | {None: 0}
    field = category(name, len(names), ", ".join(map(str, names)))
    return Part([field], lambda out, value: put(out, number_of[value]))


def _record(parts: dict[str, Part]) -> Part:
    def write(out: BytesWriter, value: Any) -> None:
        for key, part in parts.items():
            part.put(out, None if value is None else value[key])

    return Part([field for part in parts.values() for field in part.fields], write)


def _bounded(name: str, args: tuple[Any, ...], seats: int) -> Part:
    kind, *marks = args
    most = next((mark.number for mark in marks if isinstance(mark, Most)), None)
    if most is None:
        return _part(name, kind, seats)
    if get_origin(kind) is list:
        item = get_args(kind)[0]
        return _rows([_perhaps(f"{name}_{place}", (item,), seats) for place in range(most)])
    return Part([number(name, most, "")], lambda out, value: put(out, value or 0))


def _perhaps(name: str, kinds: tuple[Any, ...], seats: int) -> Part:
    """Something that may not be there; a category needs no flag for it."""
    there = [kind for kind in kinds if kind is not NoneType]
    if len(there) > 1:
        raise BadOption(f"the view's {name} can be of several kinds, which has no encoding")
    part = _part(name, there[0], seats)
    if get_origin(there[0]) is Literal or not part.fields:
        return part

    def write(out: BytesWriter, value: Any) -> None:
        put(out, 0 if value is None else 1)
        part.put(out, value)

    return Part([flags(f"{name}?", "whether it is there"), *part.fields], write)


def _list(name: str, item: Any, seats: int) -> Part:
    if is_typeddict(item):
        return _rows([_part(f"{name}_{seat}", item, seats) for seat in range(seats)])
    if get_origin(item) is Literal:
        names = get_args(item)
        return _record_of_counts(name, names)
    raise BadOption(f"the view's {name} is a list; say how long it can get: Annotated[…, Most(5)]")


def _rows(parts: list[Part]) -> Part:
    def write(out: BytesWriter, value: Any) -> None:
        held = value or []
        for place, part in enumerate(parts):
            part.put(out, held[place] if place < len(held) else None)

    return Part([field for part in parts for field in part.fields], write)


def _record_of_counts(name: str, names: tuple[Any, ...]) -> Part:
    def write(out: BytesWriter, value: Any) -> None:
        for each in names:
            put_amount(out, (value or []).count(each))

    says = f"how many: {', '.join(map(str, names))}"
    return Part([amount(name, LARGE, says, len(names))], write)
