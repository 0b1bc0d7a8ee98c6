"""The shapes of games: what somebody who chooses one has to know, its facts and its rules."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, RootModel


class OptionFacts(BaseModel):
    """What a rule option may be."""

    choices: list[str | bool]
    default: str | bool
    order_of: list[str]


class GameSummary(BaseModel):
    """What somebody who chooses a game has to know; titles by language."""

    game: str
    version: int
    seats: list[int]
    options: dict[str, OptionFacts]
    titles: dict[str, str]


class GameDescription(RootModel[dict[str, Any]]):
    """What a game says about itself: see `cradle.description`."""


class GameFacts(GameSummary):
    """A game's facts: its printed components, and what it says about itself."""

    hash: str
    components: dict[str, list[dict[str, str]]]
    description: GameDescription


class Chapter(BaseModel):
    """A chapter of the rules."""

    title: str
    clauses: list[str]


class ClauseText(BaseModel):
    """A clause of the rules."""

    title: str
    text: str
    ruling: str


class Rules(BaseModel):
    """The rules of a game in a language."""

    chapters: list[Chapter]
    clauses: dict[str, ClauseText]
