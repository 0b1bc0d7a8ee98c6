"""Sentences about a game: moves, news, prompts and reasons, from the data that describes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from cradle.i18n.catalogue import cases, label, language, readable, say, spaced, text, topics
from cradle.i18n.placeholders import join_list, show

RESOURCE = "resource"


def tell(
    lang: str, game: str, described: Mapping[str, Any], names: Sequence[str] | None = None
) -> str:
    """A piece of news, or a move, in words: what `describe` gives, with the players' names."""
    kind = described.get("kind", "")
    keys = (f"{game}.news.{kind}", f"{game}.move.{kind}", f"table.news.{kind}")
    return _say_described(lang, keys, facts(lang, game, described, names))


def tell_move(
    lang: str, game: str, described: Mapping[str, Any], names: Sequence[str] | None = None
) -> str:
    """A move in words, also where a piece of news has the same verb."""
    key = f"{game}.move.{described.get('kind', '')}"
    return _say_described(lang, (key,), facts(lang, game, described, names))


def prompt(
    lang: str, game: str, described: Mapping[str, Any], names: Sequence[str] | None = None
) -> str:
    """What a step asks of a seat."""
    key = f"{game}.step.{described.get('kind', '')}"
    return _say_described(lang, (key,), facts(lang, game, described, names))


def why(lang: str, game: str, reason: str, subject: str, numbers: Mapping[str, int]) -> str:
    """Why something is closed to a seat."""
    key, thing = f"{game}.closed.{reason}", term(lang, game, "subject", subject)
    if text(lang, key) is None:
        return _plain(lang, f"{thing}: {spaced(reason)}", numbers)
    return say(lang, key, subject=thing, **numbers)


def title(lang: str, game: str) -> str:
    """What a game is called; its own name where nobody translated it."""
    return label(lang, f"common.game.{game}")


def player(lang: str, seat: int, names: Sequence[str] | None = None) -> str:
    """A player's name, or "Player 1"."""
    if names and 0 <= seat < len(names):
        return names[seat]
    return say(lang, "common.player", number=seat + 1)


def _say_described(lang: str, keys: Sequence[str], about: Mapping[str, Any]) -> str:
    """The first sentence that somebody wrote; without any, the plain facts."""
    key = next((key for key in keys if text(lang, key) is not None), None)
    if key is not None:
        return say(lang, key, **about)
    who = f"{about['seat']}: " if "seat" in about else ""
    what = spaced(str(about.get("kind", "")))
    rest = {field: value for field, value in about.items() if field not in ("kind", "seat", "text")}
    return _plain(lang, who + what if who else readable(what), rest)


def _plain(lang: str, what: str, about: Mapping[str, Any]) -> str:
    """What happened, with its facts in brackets: `Ann: rolled (dice 1, 4 and 6)`."""
    parts = [
        f"{spaced(field)} {_plain_value(lang, value)}"
        for field, value in about.items()
        if value is not None and "@" not in field
    ]
    return f"{what} ({', '.join(parts)})" if parts else what


def _plain_value(lang: str, value: Any) -> str:
    if isinstance(value, bool):
        return say(lang, "common.yes" if value else "common.no")
    return show(language(lang), value)


def facts(
    lang: str, game: str, described: Mapping[str, Any], names: Sequence[str] | None
) -> dict[str, Any]:
    """Every field of a described value as it is read: terms for words, names for seats."""
    count = described.get("count", 1)
    about: dict[str, Any] = {}
    for field, value in described.items():
        if field == "seat" and isinstance(value, int):
            about[field] = player(lang, value, names)
        else:
            about |= _fact(lang, game, field, value, count if isinstance(count, int) else 1)
    return about


def _fact(lang: str, game: str, field: str, value: Any, count: int) -> dict[str, Any]:
    if isinstance(value, str):
        forms = _cases(lang, game, field, value, count)
        return {field: term(lang, game, field, value, count)} | forms
    if isinstance(value, Mapping):
        return _amounts_in_cases(lang, game, field, value)
    if isinstance(value, (list, tuple)):
        return {field: _list(lang, game, field, value)}
    return {field: value}


def _amounts_in_cases(lang: str, game: str, field: str, value: Mapping[str, int]) -> dict[str, str]:
    """Amounts as they are, and in every grammatical form that a language has for the things."""
    forms = {case for name in value for case in _cases(lang, game, field, name)}
    about = {form: _amounts(lang, game, field, value, form.partition("@")[2]) for form in forms}
    return {field: _amounts(lang, game, field, value)} | about


def _amounts(lang: str, game: str, field: str, value: Mapping[str, int], case: str = "") -> str:
    parts = [_amount(lang, game, field, name, n, case) for name, n in value.items()]
    return join_list(language(lang), parts) or say(lang, "common.nothing")


def _amount(lang: str, game: str, field: str, name: str, count: int, case: str) -> str:
    """So many of a thing: `2 wood`; a form that shows the number itself, as it is: `income 2`."""
    key, number = find_term(game, field, name)
    form = f"{key}@{case}" if case in cases(lang).get(key, ()) else key
    word = say(lang, form, count=count, number=number) if key else name.replace("_", " ")
    return word if "{count}" in (text(lang, form) or "") else f"{count} {word}"


def _list(lang: str, game: str, field: str, value: Sequence[Any]) -> str:
    parts = [term(lang, game, field, x) if isinstance(x, str) else str(x) for x in value]
    return join_list(language(lang), parts) or say(lang, "common.none")


def term(lang: str, game: str, topic: str, name: str, count: int = 1) -> str:
    """The word for a thing: `stone-age.place.forest`, or `hadara.card.blue` with a number."""
    key, number = find_term(game, topic, name)
    return say(lang, key, count=count, number=number) if key else name.replace("_", " ")


@lru_cache(maxsize=20_000)
def find_term(game: str, topic: str, name: str) -> tuple[str, str]:
    """The key of a word and the number that goes with it; no key if there is no word.

    The field's own topic comes first (`place`, `resources`), then all others of the game, since
    a field may be called `other` and hold a card.
    """
    near = (topic, topic.removesuffix("s"), RESOURCE)
    for place in (*near, *topics(game)):
        if found := _stem(game, place, name):
            return found
    return "", ""


def _stem(game: str, topic: str, name: str) -> tuple[str, str] | None:
    stem, rest = name, ""
    while stem:
        if text("en", key := f"{game}.{topic}.{stem}") is not None:
            return key, rest
        stem, _, last = stem.rpartition("-")
        rest = f"{last}-{rest}" if rest else last
    return None


def _cases(lang: str, game: str, field: str, value: str, count: int = 1) -> dict[str, str]:
    """The grammatical forms a language has for a term: `forest@to`."""
    key, number = find_term(game, field, value)
    found = cases(lang).get(key, ())
    return {
        f"{field}@{case}": say(lang, f"{key}@{case}", count=count, number=number) for case in found
    }
