"""Bots by name: our own, those of other packages, and programs.

greedy                      a bot
search:simulations=200      a bot with settings
program:./mybot --fast      a program that speaks lines of JSON
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Any

from cradle.bots.greedy import GreedyBot
from cradle.bots.levels import LEVELS, LevelBot
from cradle.bots.program import ProgramBot
from cradle.bots.randomly import RandomBot
from cradle.bots.searcher import SearchBot
from cradle.bots.seen import Bot
from cradle.kernel.game import BadOption

Seed = int | str | None
GROUP = "cradle.bots"
COUNTED = 300  # simulations of a search that is to be the same everywhere


class UnknownBot(BadOption):
    """A name, or a setting, that no bot has."""


def _search(seed: Seed, counted: bool = False, **settings: Any) -> Bot:
    if counted and not settings.get("seconds"):
        settings.setdefault("simulations", COUNTED)
    return SearchBot(seed, **settings)


def _level(level: str) -> Callable[..., Bot]:
    def make(seed: Seed, counted: bool = False) -> Bot:
        return LevelBot(level, seed, counted)

    return make


PLAIN: dict[str, Callable[..., Bot]] = {"random": RandomBot, "greedy": GreedyBot}
COUNTING = {"search": _search} | {level: _level(level) for level in LEVELS}
OURS = PLAIN | COUNTING


def bot_names() -> list[str]:
    """All bots that can be made by name, those of other packages included."""
    return [*OURS, *sorted(set(_guests()) - set(OURS))]


def make_bot(name: str, seed: Seed = None, counted: bool = False) -> Bot:
    """A bot by its name.

    With a seed and `counted`, which sets a number of simulations in place of time, a bot that
    sees the same things chooses the same moves.
    """
    kind, _, rest = name.partition(":")
    if kind == "program" and rest:
        return ProgramBot(rest)
    maker = OURS.get(kind) or _guests().get(kind)
    if maker is None:
        raise UnknownBot(f"no bot is called {kind[:40]!r}{_hint(kind)}")
    try:
        settings = _settings(rest)
        if kind in COUNTING:
            settings["counted"] = counted
        return maker(seed, **settings)
    except TypeError as error:
        raise UnknownBot(f"bot {kind!r} can't be made with {rest!r}: {error}") from None


def _guests() -> dict[str, Callable[..., Bot]]:
    return {point.name: _loader(point) for point in entry_points(group=GROUP)}


def _loader(point: Any) -> Callable[..., Bot]:
    def make(*given: Any, **settings: Any) -> Bot:
        bot: Bot = point.load()(*given, **settings)
        return bot

    return make


def _settings(text: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for word in text.split(",") if text else []:
        key, mark, value = word.partition("=")
        if not mark:
            raise UnknownBot(f"{word!r} is no setting; write name=value")
        settings[key.strip()] = _value(value.strip())
    return settings


def _value(text: str) -> int | float | str:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def _hint(name: str) -> str:
    near = get_close_matches(name.lower(), bot_names(), 1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(bot_names())}"
