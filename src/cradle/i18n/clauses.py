"""The rules clause by clause, in four languages: what `cradle rules` prints."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cradle.i18n.catalogue import LANGUAGES, folders, language, read


@dataclass(frozen=True)
class Clause:
    """One clause: its id, title and text, and what we play where the books leave it open."""

    id: str
    title: str
    text: str
    ruling: str = ""


@lru_cache(maxsize=100)
def book(game: str, lang: str) -> dict[str, Any]:
    """Chapters and clauses of a game, in English if they aren't translated at all."""
    wished, english = f"{game}.{language(lang)}.json", f"{game}.{LANGUAGES[0]}.json"
    files = [folder.joinpath("rules", name) for name in (wished, english) for folder in folders()]
    return next((found for file in files if (found := read(file))), {})


def chapters(game: str, lang: str = "en") -> list[tuple[str, list[str]]]:
    """The chapters of a game's rules: title, and the ids of their clauses."""
    return [(each["title"], each["clauses"]) for each in book(game, lang).get("chapters", [])]


def clauses(game: str, lang: str = "en") -> dict[str, Clause]:
    """All clauses of a game by id, in English where they aren't translated."""
    english: dict[str, Any] = book(game, LANGUAGES[0]).get("clauses", {})
    texts = english | book(game, lang).get("clauses", {})
    return {name: Clause(name, **texts[name]) for name in english}


def clause(game: str, id: str, lang: str = "en") -> Clause | None:
    """One clause, whatever the case of its id."""
    return clauses(game, lang).get(id.upper())
