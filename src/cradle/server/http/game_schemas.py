"""What the games say, as shapes of the OpenAPI document: views, moves, news and components."""

from __future__ import annotations

from typing import Any

from cradle.description import GameDescription
from cradle.games import GAMES
from cradle.schema import PLACE, Book, camel, schemas
from cradle.table.news_log import TookBack

Schemas = dict[str, Any]
SAID = ("View", "News", "Move")


def game_schemas() -> Schemas:
    """All shapes of all games; `View`, `News` and `Move` are any game's."""
    found = description_schemas()
    for game in GAMES.values():
        found |= with_texts(schemas(game, TookBack), f"{camel(game.name)}Move")
    names = [camel(game.name) for game in GAMES.values()]
    return found | {said: any_of([f"{name}{said}" for name in names]) for said in SAID}


def any_of(names: list[str]) -> Schemas:
    """One of these shapes."""
    return {"anyOf": [{"$ref": PLACE + name} for name in names]}


def with_texts(found: Schemas, union: str) -> Schemas:
    """A game's shapes with the text of a move in each kind of move: it is what is sent back."""
    text = {"type": "string", "description": "Send this back to make the move."}
    for each in found[union]["oneOf"]:
        name = each["$ref"].removeprefix(PLACE)
        move = found[name]
        properties = {"text": text} | move["properties"]
        found[name] = move | {"properties": properties, "required": ["text", *move["required"]]}
    return found


def description_schemas() -> Schemas:
    """What a game says about itself."""
    book = Book("")
    book.of_type(GameDescription)
    return book.schemas
