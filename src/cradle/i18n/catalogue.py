"""The catalogues: one flat JSON file a language and topic, English behind all of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from cradle.i18n.placeholders import fill

LANGUAGES = ("en", "de", "fr", "cs")
HOME = files(__package__)
SENTENCES = {"move", "news", "step", "closed", "score", "option", "effect-text"}


def language(wish: str | None) -> str:
    """The language of a locale or a tag such as `de_AT.UTF-8` or `fr-CA`; English by default."""
    short = (wish or "").replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return short if short in LANGUAGES else LANGUAGES[0]


def read(file: Traversable) -> Any:
    """What a JSON file holds; nothing if there is no such file."""
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """All texts of one language."""
    texts: dict[str, str] = {}
    for file in sorted(HOME.joinpath(lang).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            texts |= read(file)
    return texts


@cache
def text(lang: str, key: str) -> str | None:
    """The text of a key in a language, in English if it isn't translated."""
    return catalogue(language(lang)).get(key) or catalogue(LANGUAGES[0]).get(key)


def has(key: str) -> bool:
    """Whether there is such a text."""
    return text(LANGUAGES[0], key) is not None


def say(lang: str, key: str, /, **facts: Any) -> str:
    """A sentence with its facts; a key nobody has written is shown as it is."""
    found = text(lang, key)
    return key if found is None else fill(language(lang), found, facts)


@cache
def cases(lang: str) -> Mapping[str, list[str]]:
    """The grammatical forms a language has written for its terms: `forest@to`."""
    found: dict[str, list[str]] = {}
    for key in catalogue(language(lang)):
        term, mark, case = key.partition("@")
        if mark:
            found.setdefault(term, []).append(case)
    return found


@cache
def topics(game: str) -> list[str]:
    """The kinds of things a game has words for: places, cards, tracks."""
    parts = (key.split(".") for key in catalogue(LANGUAGES[0]))
    found = {part[1] for part in parts if part[0] == game and len(part) > 2}
    return sorted(found - SENTENCES)
