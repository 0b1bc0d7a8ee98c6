"""What a game says about itself as JSON-ready facts: its verbs, their fields, clauses and steps.

For programs that show or drive a game without knowing it; the shapes of the data themselves are
in `cradle.schema`.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, TypedDict

from cradle.kernel.game import Game
from cradle.kernel.notation import CLAUSES, SHAPES, Amounts, By, Many, Names, Vocabulary, verb
from cradle.kernel.step import Ask, Chance, Do, Step


class FieldFacts(TypedDict):
    """A field of a move or of news."""

    name: str
    form: str  # number, names, many, amounts, or what a game adds
    topic: str | None  # whose names it holds


class ByFacts(TypedDict):
    """Clauses that depend on a field: its name, and the clause of each value."""

    field: str
    clauses: dict[str, str]


class SpokenFacts(TypedDict):
    """A kind of move or news: its fields in the order of its text, and the clause behind it.

    Where both `clause` and `by` are null, a move follows the clause of its step.
    """

    fields: list[FieldFacts]
    clause: str | None
    by: ByFacts | None


class StepFacts(TypedDict):
    """A step at which somebody answers: who, and by which clause."""

    asks: Literal["one", "several", "chance"]
    clause: str | None


class GameDescription(TypedDict):
    """A game in its own words; moves, news and steps by their kind."""

    game: str
    rules: int
    moves: dict[str, SpokenFacts]
    news: dict[str, SpokenFacts]
    steps: dict[str, StepFacts]
    clauses: dict[str, dict[str, str]]  # by topic and name


def describe_game(game: Game) -> GameDescription:
    """Everything a game says about itself."""
    steps = [kind for kind in game.kinds.values() if issubclass(kind, Step)]
    return {
        "game": game.name,
        "rules": game.version,
        "moves": {word: _spoken(kind) for word, kind in game.grammar.items()},
        "news": {word: _spoken(kind) for word, kind in game.news.items()},
        "steps": {verb(kind): _step(kind) for kind in steps if not issubclass(kind, Do)},
        "clauses": {topic: dict(each) for topic, each in game.clauses.items()},
    }


def _spoken(kind: Any) -> SpokenFacts:
    told = {
        field.name: words for field, words in zip(fields(kind), SHAPES.get(kind, ()), strict=True)
    }
    clause = CLAUSES.get(kind, "")
    return {
        "fields": [_field(name, words) for name, words in told.items()],
        "clause": clause if isinstance(clause, str) and clause else None,
        "by": _by(clause, told) if isinstance(clause, By) else None,
    }


def _field(name: str, words: Vocabulary) -> FieldFacts:
    names = _names(words)
    return {"name": name, "form": verb(type(words)), "topic": names.topic if names else None}


def _names(words: Vocabulary) -> Names | None:
    of = words.of if isinstance(words, Many | Amounts) else words
    return of if isinstance(of, Names) else None


def _by(clause: By, told: dict[str, Vocabulary]) -> ByFacts:
    plain = (told[clause.field].plain(index) for index in range(len(clause.clauses)))
    return {"field": clause.field, "clauses": dict(zip(plain, clause.clauses, strict=True))}


def _step(kind: type) -> StepFacts:
    clause = CLAUSES.get(kind)
    told = clause if isinstance(clause, str) else None
    if issubclass(kind, Chance):
        return {"asks": "chance", "clause": told}
    return {"asks": "one" if issubclass(kind, Ask) else "several", "clause": told}
