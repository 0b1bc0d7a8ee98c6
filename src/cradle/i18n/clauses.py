"""The rules clause by clause, in four languages: what `cradle rules` prints."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from cradle.i18n.catalogue import HOME, LANGUAGES, language, read


@dataclass(frozen=True)
class Clause:
    """One clause: its id, title and text, and what we play where the books leave it open."""

    id: str
    title: str
    text: str
    ruling: str = ""


@cache
def _book(game: str, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = read(HOME.joinpath("rules", f"{game}.{language(lang)}.json"))
    return found or read(HOME.joinpath("rules", f"{game}.{LANGUAGES[0]}.json"))


def chapters(game: str, lang: str = "en") -> list[tuple[str, list[str]]]:
    """The chapters of a game's rules: title, and the ids of their clauses."""
    return [(each["title"], each["clauses"]) for each in _book(game, lang).get("chapters", [])]


def clauses(game: str, lang: str = "en") -> dict[str, Clause]:
    """All clauses of a game by id, in English where they aren't translated."""
    english: dict[str, Any] = _book(game, LANGUAGES[0]).get("clauses", {})
    texts = english | _book(game, lang).get("clauses", {})
    return {name: Clause(name, **texts[name]) for name in english}


def clause(game: str, id: str, lang: str = "en") -> Clause | None:
    """One clause, whatever the case of its id."""
    return clauses(game, lang).get(id.upper())
