"""The catalogues: one flat JSON file a language and topic, English behind all of them.

Packages that bring texts of their own have the same folders as this one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from cradle.i18n.placeholders import fill

LANGUAGES = ("en", "de", "fr", "cs")
HOME = files(__package__)
SENTENCES = {"move", "news", "step", "closed", "score", "option", "effect-text"}


Packages = Callable[[], Iterable[str]]
_further: list[Packages] = []


def take_from(packages: Packages) -> None:
    """Look for texts in the packages that will be named when texts are first needed, too."""
    _further.append(packages)


def folders() -> list[Traversable]:
    """Where texts are: here, and in packages that bring their own."""
    return [HOME, *(files(name) for packages in _further for name in packages())]


def language(wish: str | None) -> str:
    """The language of a locale or a tag such as `de_AT.UTF-8` or `fr-CA`; English by default."""
    short = (wish or "").replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return short if short in LANGUAGES else LANGUAGES[0]


def read(file: Traversable) -> Any:
    """What a JSON file holds; nothing if there is no such file."""
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@lru_cache(maxsize=100)
def catalogue(lang: str) -> Mapping[str, str]:
    """All texts of one language."""
    texts: dict[str, str] = {}
    for folder in folders():
        for file in _files(folder.joinpath(lang)):
            texts |= read(file)
    return texts


def _files(folder: Traversable) -> list[Traversable]:
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted((each for each in found if each.name.endswith(".json")), key=_name)


def _name(file: Traversable) -> str:
    return file.name


@lru_cache(maxsize=20_000)
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


def label(lang: str, key: str) -> str:
    """A title or a heading; the last word of its key if nobody has written one."""
    return say(lang, key) if has(key) else readable(key.rpartition(".")[2])


def readable(name: str) -> str:
    """A name as it may be read: `take-back` says `Take back`."""
    words = spaced(name)
    return words[:1].upper() + words[1:]


def spaced(name: str) -> str:
    """A name in words: `take-back` says `take back`."""
    return name.replace("-", " ").replace("_", " ")


@lru_cache(maxsize=100)
def cases(lang: str) -> Mapping[str, list[str]]:
    """The grammatical forms a language has written for its terms: `forest@to`."""
    found: dict[str, list[str]] = {}
    for key in catalogue(language(lang)):
        term, mark, case = key.partition("@")
        if mark:
            found.setdefault(term, []).append(case)
    return found


@lru_cache(maxsize=100)
def topics(game: str) -> list[str]:
    """The kinds of things a game has words for: places, cards, tracks."""
    parts = (key.split(".") for key in catalogue(LANGUAGES[0]))
    found = {part[1] for part in parts if part[0] == game and len(part) > 2}
    return sorted(found - SENTENCES)
