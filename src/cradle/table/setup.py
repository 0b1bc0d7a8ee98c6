"""What a table is made of: game, seats, options, names and components, all checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from cradle.games import GAMES, game as find_game
from cradle.kernel.game import BadOption, Game, Option
from cradle.table.errors import BadSetup

LONGEST_NAME = 40
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
PROVENANCE = "provenance"
PRINTED: dict[str, str] = {}  # the hash of each game's printed components, made once
BOOLS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class Setup:
    """Everything that is settled before the first answer."""

    game: Game
    seats: int
    options: Mapping[str, Any]
    components: Any
    hash: str
    names: list[str]
    date: str
    position: dict[str, Any] | None = None  # where the game begins, if not with its own setup


def set_up(
    game: str | Game,
    seats: int,
    options: Mapping[str, Any],
    folder: str | None,
    names: Sequence[str] | None,
    date: str,
) -> Setup:
    """A checked setup, or `BadSetup`."""
    rules = named(game) if isinstance(game, str) else game
    if type(seats) is not int or seats not in rules.seats:
        low, high = rules.seats[0], rules.seats[-1]
        raise BadSetup("bad-seats", game=rules.name, low=low, high=high, seats=seats)
    if date and not DATE.fullmatch(date):
        raise BadSetup("bad-date", date=date)
    components = read_components(rules, folder)
    checked = check_options(rules, options)
    printed = components_hash(rules, components)
    return Setup(rules, seats, checked, components, printed, check_names(names, seats), date)


def named(name: str) -> Game:
    """The game of this name."""
    try:
        return find_game(name)
    except BadOption:
        raise BadSetup("unknown-game", game=name, games=", ".join(GAMES)) from None


def check_options(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options of the game: those given, and the defaults of the others."""
    for name, value in options.items():
        if name not in game.options:
            known = ", ".join(game.options) or "–"
            raise BadSetup("unknown-option", game=game.name, option=str(name), options=known)
        if not game.options[name].allows(value):
            raise refused_option(name, game.options[name], value)
    return game.full_options(options)


def refused_option(name: str, option: Option, value: Any) -> BadSetup:
    """Why an option can't have this value, and what it can be."""
    said, listed = write_value(value), ", ".join(map(write_value, option.choices))
    if not option.order_of:
        return BadSetup("bad-option", option=name, value=said, known=listed)
    things = ", ".join(option.order_of)
    return BadSetup("bad-order", option=name, value=said, known=listed, options=things)


def check_names(names: Sequence[str] | None, seats: int | None) -> list[str]:
    """One short line a player, for so many seats; no names at all are fine."""
    if not names:
        return []
    if seats is not None and len(names) != seats:
        raise BadSetup("bad-names", count=len(names), seats=seats)
    for name in names:
        if not _is_name(name):
            raise BadSetup("bad-name", name=str(name), most=LONGEST_NAME)
    return list(names)


def _is_name(name: Any) -> bool:
    if not isinstance(name, str):
        return False
    plain = name.isprintable() and ";" not in name and " ".join(name.split()) == name
    return plain and 0 < len(name) <= LONGEST_NAME


def read_components(game: Game, folder: str | None) -> Any:
    """The components: the printed ones, or a folder laid over them (H-S13)."""
    if folder is None:
        return game.components
    if game.read_components is None:
        raise BadSetup("no-components", game=game.name)
    try:
        return game.read_components(folder)
    except BadOption as error:
        raise BadSetup("bad-components", reason=str(error)) from None


def components_hash(game: Game, components: Any) -> str:
    """What tells one set of components from another: their numbers, wherever they come from."""
    if components is not game.components:
        return _hash(game, components)
    if game.name not in PRINTED:
        PRINTED[game.name] = _hash(game, components)
    return PRINTED[game.name]


def _hash(game: Game, components: Any) -> str:
    printed = {
        name: [{key: cell for key, cell in row.items() if key != PROVENANCE} for row in rows]
        for name, rows in game.rows(components).items()
    }
    return sha256(json.dumps(printed, sort_keys=True).encode()).hexdigest()[:16]


def read_options(game: Game, words: Iterable[str]) -> dict[str, Any]:
    """Options as they are typed: `mode=advanced`, `repeat_hunting=yes`."""
    options: dict[str, Any] = {}
    for word in words:
        name, mark, value = word.partition("=")
        if not mark or name in options:
            raise BadSetup("option-form", option=word)
        options[name] = _read_value(game, name, value)
    return options


def _read_value(game: Game, name: str, value: str) -> Any:
    option = game.options.get(name)
    if option is not None and any(isinstance(choice, bool) for choice in option.choices):
        return BOOLS.get(value.lower(), value)
    return value


def write_options(options: Mapping[str, Any]) -> str:
    """Options as `read_options` reads them."""
    return " ".join(f"{name}={write_value(value)}" for name, value in options.items())


def write_value(value: Any) -> str:
    """One option's value in a word."""
    return str(value).lower() if isinstance(value, bool) else str(value)
