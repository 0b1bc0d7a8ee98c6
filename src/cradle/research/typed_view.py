"""Observations from the type of a game's view, for a game that brings no encoding of its own.

int                          an amount; `Annotated[int, Number(9)]` one that ends there
bool                         a flag
Annotated[str, Names(…)]     a category, 0 for None; `Literal["a", "b"]` likewise
TypedDict, dict of names     its parts one after the other
list of names                how many there are of each
list of TypedDicts           one a seat, in the order of seats; they have a field `seat`
Annotated[list, Many(…, 5)]  five places, each with a flag that says whether it is taken
X | None                     a flag that says whether it is there, and X
str                          left out: free text has no numbers
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from librt.strings import BytesWriter, write_i16_le as put

from cradle.kernel.game import BadOption
from cradle.kernel.notation import Many, Names, Number
from cradle.research.fields import MOST, Field, amount, category, flags, number
from cradle.research.writer import put_amount

LARGE = 20  # what an amount without a known end is measured by


@dataclass(frozen=True)
class ViewPart:
    """A part of a view: the fields it takes, and how a value, or None, is written into them."""

    fields: list[Field]
    put: Callable[[BytesWriter, Any], None]


@dataclass(frozen=True)
class Declared:
    """A type without its wrappers, and what they say of it."""

    kind: Any
    names: tuple[str, ...] = ()
    most: int | None = None
    says: str = ""

    @property
    def origin(self) -> Any:
        """What the type is made with: `list` of `list[int]`."""
        return get_origin(self.kind)

    @property
    def args(self) -> tuple[Any, ...]:
        """What it is made of: `int` of `list[int]`."""
        return get_args(self.kind)


def view_part(kind: Any, seats: int) -> ViewPart:
    """The whole view of a game for so many seats, or `BadOption` if its type doesn't tell."""
    if not is_typeddict(kind):
        raise BadOption("a game without an encoding needs a `view_type` that is a TypedDict")
    return _part("", kind, seats)


def _declared(kind: Any) -> Declared:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Required, NotRequired):
        return _declared(args[0])
    if origin is Literal:
        return Declared(str, names=args)
    if origin is not Annotated:
        return Declared(kind)
    inner, marks = _declared(args[0]), args[1:]
    names = next((mark.names for mark in marks if isinstance(mark, Names)), inner.names)
    most = next((mark.most for mark in marks if isinstance(mark, Number | Many)), inner.most)
    says = next((mark for mark in marks if isinstance(mark, str)), inner.says)
    return Declared(inner.kind, names, most, says)


def _part(name: str, kind: Any, seats: int) -> ViewPart:
    told = _declared(kind)
    if told.names and told.kind is str:
        return _category(name, told)
    if is_typeddict(told.kind):
        return _record(name, get_type_hints(told.kind, include_extras=True), seats)
    if told.origin is dict and (keys := _declared(told.args[0]).names):
        return _record(name, dict.fromkeys(keys, told.args[1]), seats)
    if told.origin in (Union, UnionType):
        return _perhaps(name, told.args, seats)
    if told.origin is list:
        return _list(name, told, seats)
    return _plain(name, told)


def _plain(name: str, told: Declared) -> ViewPart:
    if told.kind is bool:
        return ViewPart([flags(name, told.says)], lambda out, value: put(out, 1 if value else 0))
    if told.kind is int and told.most is not None:
        ends = number(name, told.most, told.says)
        return ViewPart([ends], lambda out, value: put(out, value or 0))
    if told.kind is int:
        open_ended = amount(name, LARGE, told.says, low=-MOST)
        return ViewPart([open_ended], lambda out, value: put_amount(out, value or 0))
    if told.kind is str:
        return ViewPart([], lambda out, value: None)
    raise BadOption(f"the view's {name} is a {told.kind}, which has no encoding")


def _category(name: str, told: Declared) -> ViewPart:
    number_of = {each: index for index, each in enumerate(told.names, 1)} | {None: 0}
    field = category(name, len(told.names), told.says or ", ".join(told.names))
    return ViewPart([field], lambda out, value: put(out, number_of[value]))


def _record(name: str, kinds: dict[str, Any], seats: int) -> ViewPart:
    """Parts by their keys; where the whole is None, so are they."""
    parts = {key: _part(f"{name}.{key}" if name else key, kinds[key], seats) for key in kinds}

    def write(out: BytesWriter, value: Any) -> None:
        for key, part in parts.items():
            part.put(out, None if value is None else value.get(key))

    return ViewPart([field for part in parts.values() for field in part.fields], write)


def _perhaps(name: str, kinds: tuple[Any, ...], seats: int) -> ViewPart:
    """Something that may not be there; a category needs no flag for it."""
    there = [kind for kind in kinds if kind is not NoneType]
    if len(there) > 1:
        raise BadOption(f"the view's {name} can be of several kinds, which has no encoding")
    part = _part(name, there[0], seats)
    if _declared(there[0]).names or not part.fields:
        return part

    def write(out: BytesWriter, value: Any) -> None:
        put(out, 0 if value is None else 1)
        part.put(out, value)

    return ViewPart([flags(f"{name}?", "whether it is there"), *part.fields], write)


def _list(name: str, told: Declared, seats: int) -> ViewPart:
    item = told.args[0]
    if told.most is not None:
        return _rows([_perhaps(f"{name}_{n}", (item,), seats) for n in range(told.most)])
    if names := _declared(item).names:
        return _counts(name, names)
    if is_typeddict(_declared(item).kind) and "seat" in get_type_hints(_declared(item).kind):
        return _rows([_part(f"{name}_{seat}", item, seats) for seat in range(seats)])
    raise BadOption(
        f"the view's {name} is a list; say how long it can get: Annotated[…, Many(…, 5)]"
    )


def _rows(parts: list[ViewPart]) -> ViewPart:
    def write(out: BytesWriter, value: Any) -> None:
        held = value or []
        for place, part in enumerate(parts):
            part.put(out, held[place] if place < len(held) else None)

    return ViewPart([field for part in parts for field in part.fields], write)


def _counts(name: str, names: tuple[str, ...]) -> ViewPart:
    def write(out: BytesWriter, value: Any) -> None:
        for each in names:
            put_amount(out, (value or []).count(each))

    return ViewPart([amount(name, LARGE, f"how many: {', '.join(names)}", len(names))], write)
