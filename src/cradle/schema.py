"""JSON schemas of what a game says: its views, its moves and its news.

Made from the declarations at the classes and from the types of views, so that OpenAPI and the
clients made from it can't differ from the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from cradle.kernel.game import Game
from cradle.kernel.notation import SHAPES, Names, Schema, Spoken, Vocabulary, verb

PLACE = "#/components/schemas/"
PLAIN: dict[Any, Schema] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
    dict: {"type": "object"},
}
KINDS = {"integer": int, "string": str, "boolean": bool, "null": NoneType, "array": list} | {
    "object": dict
}
NOUNS = {
    "integer": "a whole number",
    "string": "a text",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
LONGEST = 40


def schemas(game: Game, *news: type[Spoken]) -> dict[str, Schema]:
    """All schemas of a game by name, for the components of an OpenAPI document.

    `HadaraView`, `HadaraMove`, `HadaraNews` and `HadaraComponents` are those to refer to; the
    others are their parts. `news` are kinds that a table adds to those of the game.
    """
    book = Book(camel(game.name))
    book.add_view(game.view_type)
    book.add_union("Move", game.grammar.values())
    book.add_union("News", [*game.news.values(), *news])
    book.add_components(game.rows(game.components))
    return book.schemas


def camel(name: str) -> str:
    """A name as schemas are named: `StoneAge`, which those of this game begin with."""
    return "".join(part.capitalize() for part in name.replace("_", "-").split("-"))


class Book:
    """The schemas of one game while they are gathered; parts refer to each other by name."""

    def __init__(self, prefix: str, whole: bool = True) -> None:
        self.prefix = prefix
        self.whole = whole  # dicts by names have all of them
        self.schemas: dict[str, Schema] = {}
        self.topics: dict[str, Names] = {}

    def add_view(self, kind: Any) -> None:
        """The type of a view, and all types in it."""
        found = self.of_type(kind)
        self.schemas.setdefault(f"{self.prefix}View", found)

    def add_union(self, suffix: str, kinds: Iterable[type[Spoken]]) -> None:
        """Kinds of moves or news, told apart by their `kind`."""
        names = {verb(kind): f"{self.prefix}{kind.__name__}{suffix}" for kind in kinds}
        for kind in kinds:
            self.schemas[names[verb(kind)]] = self.of_spoken(kind)
        places = {word: PLACE + name for word, name in names.items()}
        self.schemas[f"{self.prefix}{suffix}"] = {
            "oneOf": [{"$ref": place} for place in places.values()],
            "discriminator": {"propertyName": "kind", "mapping": places},
        }

    def add_components(self, printed: Mapping[str, Sequence[Mapping[str, str]]]) -> None:
        """The printed components: rows of text by name, with the same columns in all rows."""
        tables = {name: self._of_rows(rows[0]) for name, rows in printed.items() if rows}
        self.schemas[f"{self.prefix}Components"] = _object(None, tables, list(tables))

    def _of_rows(self, row: Mapping[str, str]) -> Schema:
        columns: dict[str, Schema] = dict.fromkeys(row, PLAIN[str])
        return {"type": "array", "items": _object(None, columns, list(columns))}

    def of_spoken(self, kind: type[Spoken]) -> Schema:
        """What `describe` gives of one kind of move or news."""
        spoken = zip(fields(kind), SHAPES.get(kind, ()), strict=True)  # type: ignore[arg-type]
        parts = {field.name: words.schema(self.of_names) for field, words in spoken}
        return _object(kind, {"kind": {"const": verb(kind)}} | parts, ["kind", *parts])

    def of_names(self, names: Names) -> Schema:
        """One of a list of names, by its topic; inline where two lists share a topic."""
        schema = {"type": "string", "enum": list(names.names)}
        if self.topics.setdefault(names.topic, names) is not names:
            return schema
        return self._refer(f"{self.prefix}{camel(names.topic)}Name", schema)

    def of_type(self, kind: Any) -> Schema:
        """A type as it stands in a view."""
        if kind in PLAIN:
            return PLAIN[kind]
        if is_typeddict(kind):
            return self._of_typed_dict(kind)
        origin, given = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._of_annotated(given[0], given[1:])
        if origin is Literal:
            return {"enum": list(given)}
        if origin is NotRequired:
            return self.of_type(given[0])
        if origin in (Union, UnionType):
            return {"anyOf": [self.of_type(each) for each in given]}
        if origin is list:
            return {"type": "array", "items": self.of_type(given[0])}
        assert origin is dict, f"no schema for {kind}"
        return self._of_dict(*given)

    def _of_annotated(self, kind: Any, notes: tuple[Any, ...]) -> Schema:
        words = [note for note in notes if isinstance(note, Vocabulary)]
        schema = words[0].schema(self.of_names) if words else self.of_type(kind)
        said = [note for note in notes if isinstance(note, str)]
        return schema | {"description": said[0]} if said else schema

    def _of_dict(self, key: Any, value: Any) -> Schema:
        """A dict by names has them all, where this is so; one by other strings may have any."""
        schema = self.of_type(value)
        names = [note for note in get_args(key)[1:] if isinstance(note, Names)]
        if not names:
            return {"type": "object", "additionalProperties": schema}
        required = list(names[0].names) if self.whole else []
        return _object(None, dict.fromkeys(names[0].names, schema), required)

    def _of_typed_dict(self, kind: Any) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        parts = {name: self.of_type(hint) for name, hint in hints.items()}
        said = hints if kind.__total__ else {}
        required = [name for name, hint in said.items() if get_origin(hint) is not NotRequired]
        return self._refer(self.prefix + kind.__name__, _object(kind, parts, required))

    def _refer(self, name: str, schema: Schema) -> Schema:
        self.schemas[name] = schema
        return {"$ref": PLACE + name}


def fault(data: Any, schema: Schema, known: Mapping[str, Schema], path: str = "") -> str:
    """The first thing in which data differs from one of our schemas, in a line; else nothing."""
    if "$ref" in schema:
        return fault(data, known[schema["$ref"].removeprefix(PLACE)], known, path)
    if "anyOf" in schema:
        found = [fault(data, each, known, path) for each in schema["anyOf"]]
        return found[0] if all(found) else ""
    where = path or "it"
    if "enum" in schema:
        return "" if data in schema["enum"] else f"{where} can't be {_short(data)}"
    kind = schema["type"]
    if type(data) is not KINDS[kind]:
        return f"{where} must be {NOUNS[kind]}, not {_short(data)}"
    if isinstance(data, list):
        return _list_fault(data, schema, known, path)
    if kind == "object":
        return _object_fault(data, schema, known, path)
    low = kind == "integer" and data < schema.get("minimum", data)
    return f"{where} can't be below {schema['minimum']}" if low else ""


def _list_fault(data: list[Any], schema: Schema, known: Mapping[str, Schema], path: str) -> str:
    for number, item in enumerate(data):
        if wrong := fault(item, schema["items"], known, f"{path}.{number}".lstrip(".")):
            return wrong
    return ""


def _object_fault(data: Any, schema: Schema, known: Mapping[str, Schema], path: str) -> str:
    fields = schema["properties"]
    for name in data:
        if name not in fields:
            return f"{path or 'it'} has no {_short(name)}; there is {', '.join(fields)}"
    for name in schema["required"]:
        if name not in data:
            return f"{path or 'it'} lacks {name}"
    for name in data:
        if wrong := fault(data[name], fields[name], known, f"{path}.{name}".lstrip(".")):
            return wrong
    return ""


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _object(kind: type | None, parts: dict[str, Schema], required: list[str]) -> Schema:
    told = {"description": kind.__doc__} if kind is not None and kind.__doc__ else {}
    shape = {"type": "object", "properties": parts, "required": required}
    return told | shape | {"additionalProperties": False}
