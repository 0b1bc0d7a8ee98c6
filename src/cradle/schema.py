"""JSON schemas of what a game says: its views, its moves and its news.

Made from the declarations at the classes and from the types of views, so that OpenAPI and the
clients made from it can't differ from the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
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


def schemas(game: Game, *news: type[Spoken]) -> dict[str, Schema]:
    """All schemas of a game by name, for the components of an OpenAPI document.

    `HadaraView`, `HadaraMove` and `HadaraNews` are those to refer to; the others are their parts.
    `news` are kinds that a table adds to those of the game.
    """
    book = Book(prefix(game))
    book.add_view(game.view_type)
    book.add_union("Move", game.grammar.values())
    book.add_union("News", [*game.news.values(), *news])
    return book.schemas


def prefix(game: Game) -> str:
    """What the names of a game's schemas begin with: `StoneAge`."""
    return _camel(game.name)


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.replace("_", "-").split("-"))


class Book:
    """The schemas of one game while they are gathered; parts refer to each other by name."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
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
        return self._refer(f"{self.prefix}{_camel(names.topic)}Name", schema)

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
        if origin in (Required, NotRequired):
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
        """A dict by names has them all; one by other strings may have any."""
        schema = self.of_type(value)
        names = [note for note in get_args(key)[1:] if isinstance(note, Names)]
        if not names:
            return {"type": "object", "additionalProperties": schema}
        return _object(None, dict.fromkeys(names[0].names, schema), list(names[0].names))

    def _of_typed_dict(self, kind: Any) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        parts = {name: self.of_type(hint) for name, hint in hints.items()}
        required = [name for name, hint in hints.items() if get_origin(hint) is not NotRequired]
        return self._refer(self.prefix + kind.__name__, _object(kind, parts, required))

    def _refer(self, name: str, schema: Schema) -> Schema:
        self.schemas[name] = schema
        return {"$ref": PLACE + name}


def _object(kind: type | None, parts: dict[str, Schema], required: list[str]) -> Schema:
    told = {"description": kind.__doc__} if kind is not None and kind.__doc__ else {}
    shape = {"type": "object", "properties": parts, "required": required}
    return told | shape | {"additionalProperties": False}
