"""Bots by name: our own, those of other packages, and programs.

greedy                      a bot
search:simulations=200      a bot with settings
learned:simulations=400     the bot that learned, searching with its network
learned:weights.npz         the same with other weights than the package's, settings may follow
program:./mybot --fast      a program that speaks lines of JSON
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from cradle.bots.greedy_bot import GreedyBot
from cradle.bots.interface import Bot, Budget
from cradle.bots.learned_bot import learned_games, make_learned
from cradle.bots.levels import LEVELS, LevelBot
from cradle.bots.program_bot import ProgramBot
from cradle.bots.random_bot import RandomBot
from cradle.bots.search_bot import USUAL, SearchBot
from cradle.bots.settings import UnknownBot, guest_settings, own_settings

Seed = int | str | None
GROUP = "cradle.bots"
COUNTED = Budget(simulations=300)  # of a search that is to be the same everywhere


def _search(seed: Seed, counted: bool, **settings: Any) -> Bot:
    return SearchBot(seed, usual=COUNTED if counted else USUAL, **settings)


PLAIN: dict[str, Callable[..., Bot]] = {"random": RandomBot, "greedy": GreedyBot}
COUNTING: dict[str, Callable[..., Bot]] = {"search": _search}
COUNTING |= {level: partial(LevelBot, level) for level in LEVELS}
OURS = PLAIN | COUNTING
LEARNED = "learned"
WEIGHTS = ".npz"


def bot_names() -> list[str]:
    """All bots that can be made by name, those of other packages included."""
    ours = [*OURS, LEARNED] if learned_games() else list(OURS)
    return [*ours, *sorted(set(_guests()) - set(ours))]


def make_bot(name: str, seed: Seed = None, counted: bool = False) -> Bot:
    """A bot by its name.

    With a seed and `counted`, which sets a number of simulations in place of time, a bot that
    sees the same things chooses the same moves.
    """
    kind, _, rest = name.partition(":")
    if kind == "program":
        return _program(rest)
    if kind == LEARNED:
        return _learned(seed, rest)
    if kind in PLAIN:
        return PLAIN[kind](seed, **own_settings(kind, rest))
    if kind in COUNTING:
        return COUNTING[kind](seed, counted, **own_settings(kind, rest))
    return _guest(kind, seed, rest)


def check_bot(name: str, game: str) -> None:
    """Refuse a bot that can't be made, or can't play this game, before anything is played.

    A bot may have a `check_game`, which takes the game's name and raises `BadOption`.
    """
    bot = make_bot(name)
    check: Callable[[str], None] | None = getattr(bot, "check_game", None)
    try:
        if check:
            check(game)
    finally:
        bot.close()


def _learned(seed: Seed, rest: str) -> Bot:
    file, settings = _parted(rest)
    if file and not Path(file).is_file():
        raise UnknownBot(f"{LEARNED} takes a file of weights, and there is no file {file[:80]!r}")
    return make_learned(seed, file, **own_settings(LEARNED, settings))


def _parted(rest: str) -> tuple[str, str]:
    """A file of weights, whatever characters its path has, and the settings after it."""
    if (end := rest.find(WEIGHTS)) >= 0:
        return rest[: end + len(WEIGHTS)].strip(), rest[end + len(WEIGHTS) :].lstrip(" ,")
    first, _, others = rest.partition(",")
    return ("", rest) if "=" in first else (first.strip(), others)


def _program(command: str) -> Bot:
    if not command:
        raise UnknownBot("a program is named by its command, program:./mybot")
    try:
        return ProgramBot(command)
    except ValueError as error:
        raise UnknownBot(f"{command[:40]!r} is no command: {error}") from None


def _guest(kind: str, seed: Seed, rest: str) -> Bot:
    maker = _guests().get(kind)
    if maker is None:
        raise UnknownBot(f"no bot is called {kind[:40]!r}{_hint(kind)}")
    try:
        return maker(seed, **guest_settings(rest))
    except (TypeError, ValueError) as error:
        raise UnknownBot(f"bot {kind!r} can't be made with {rest!r}: {error}") from None


def _guests() -> dict[str, Callable[..., Bot]]:
    return {point.name: _loader(point) for point in entry_points(group=GROUP)}


def _loader(point: Any) -> Callable[..., Bot]:
    def make(*given: Any, **settings: Any) -> Bot:
        bot: Bot = point.load()(*given, **settings)
        return bot

    return make


def _hint(name: str) -> str:
    near = get_close_matches(name.lower(), bot_names(), 1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(bot_names())}"
