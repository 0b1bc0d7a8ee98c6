"""The games there are, and what each brings for every layer: the only file that names them.

A game is registered once, by the names of modules: its rules, and what odds, bots, research
interfaces and the terminal know of it. A layer imports its module when it needs it, and has a
default for a game that brings none. An installed package brings a game by an entry point of the
group `cradle.games` that leads to a `Registration` (docs/new-game.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module, invalidate_caches
from typing import Any
from warnings import warn

from cradle import i18n
from cradle.kernel.game import BadOption, Game

GROUP = "cradle.games"


@dataclass(frozen=True)
class Registration:
    """A game's name, and the modules that have its rules and what it brings for each layer.

    `texts` is a package with catalogues: `en/NAME.json` and the like, `rules/NAME.en.json`.
    """

    name: str
    rules: str  # GAME, a `cradle.kernel.game.Game`
    odds: str = ""  # ANSWERS, a `cradle.odds.forecast.Answers`
    bots: str = ""  # KNOWLEDGE, a `cradle.bots.knowledge.Knowledge`
    research: str = ""  # CODEC, a `cradle.research.codec.Codec`
    terminal: str = ""  # FACE, a `cradle.terminal.face.Face`
    texts: str = ""


BUILT_IN = (
    Registration(
        "stone-age",
        rules="cradle.stone_age",
        odds="cradle.odds.stone_age",
        bots="cradle.bots.stone_age",
        research="cradle.research.stone_age",
        terminal="cradle.terminal.stone_age",
    ),
    Registration(
        "hadara",
        rules="cradle.hadara",
        odds="cradle.odds.hadara",
        bots="cradle.bots.hadara",
        research="cradle.research.hadara",
        terminal="cradle.terminal.hadara",
    ),
)
_added: dict[str, Registration] = {}


def register(registration: Registration) -> None:
    """Add a game in this process; processes started by it know those of entry points only."""
    _added[registration.name] = registration
    refresh()


def unregister(name: str) -> None:
    """Take a game that was added away again."""
    del _added[name]
    refresh()


def refresh() -> None:
    """Look for games and their texts again: packages were installed, or taken away."""
    invalidate_caches()
    registered.cache_clear()
    i18n.forget()


@cache
def registered() -> Mapping[str, Registration]:
    """All games by name: ours, those of installed packages, and those added in this process."""
    ours = {each.name: each for each in BUILT_IN}
    return ours | {each.name: each for each in _installed() if each.name not in ours} | _added


def _installed() -> Iterator[Registration]:
    from importlib.metadata import entry_points  # slow to import

    for point in entry_points(group=GROUP):
        try:
            found = point.load()
        except Exception as error:  # whatever a guest's module breaks, the other games go on
            warn(f"the game {point.name} can't be loaded: {error}", stacklevel=2)
            continue
        yield found


def module(name: str, layer: str) -> Any:
    """The module that a game brings for a layer; None if it brings none."""
    found: str = getattr(registered()[name], layer)
    return import_module(found) if found else None


class Games(Mapping[str, Game]):
    """The rules of all registered games by name, each imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        found: Game = import_module(registered()[name].rules).GAME
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(registered())

    def __len__(self) -> int:
        return len(registered())


GAMES = Games()


def game(name: str) -> Game:
    """The game of this name, or `BadOption` with the names there are."""
    if name in registered():
        return GAMES[name]
    near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), GAMES, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {' and '.join(GAMES)}"
    raise BadOption(f"no game is called {name[:40]!r}; {hint}")


def _texts() -> list[str]:
    return [each.texts for each in registered().values() if each.texts]


i18n.take_from(_texts)
