"""Access to the learned bot, which is in a layer above this one and imported when needed."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from cradle.bots.interface import Bot
from cradle.bots.settings import UnknownBot
from cradle.kernel.game import BadOption

NEEDED = ("numpy", "librt", "threadpoolctl")


def make_learned(seed: int | str | None, file: str = "", **settings: Any) -> Bot:
    """The bot that learned, by the package's weights or those of a file."""
    try:
        bot: Bot = import_module("cradle.learning.player").LearnedBot(seed, file, **settings)
    except ModuleNotFoundError as error:
        raise UnknownBot(f"learned needs {error.name}: pip install 'cradle[bots]'") from None
    except BadOption as error:
        raise UnknownBot(f"learned can't play: {error}") from None
    return bot


def learned_games() -> list[str]:
    """The games whose weights the package has."""
    folder = files("cradle.learning").joinpath("data")
    found = folder.iterdir() if folder.is_dir() else ()
    return [each.name.removesuffix(".npz") for each in found if each.name.endswith(".npz")]


@cache
def can_play(game: str) -> bool:
    """Whether there are weights for a game here, and what it takes to compute with them."""
    return game in learned_games() and all(find_spec(name) for name in NEEDED)
