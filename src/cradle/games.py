"""The games there are: the only file that names both."""

from __future__ import annotations

from difflib import get_close_matches

from cradle.hadara import GAME as HADARA
from cradle.kernel.game import BadOption, Game
from cradle.stone_age import GAME as STONE_AGE

GAMES: dict[str, Game] = {game.name: game for game in (STONE_AGE, HADARA)}


def game(name: str) -> Game:
    """The game of this name, or `BadOption` with the names there are."""
    if name in GAMES:
        return GAMES[name]
    near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), GAMES, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {' and '.join(GAMES)}"
    raise BadOption(f"no game is called {name[:40]!r}; {hint}")
