"""Cradle: Hadara and Stone Age, complete and exact.

from cradle import Table

table = Table("stone-age", seats=3, seed=7)
seat = table.asked[0]
table.submit(seat, table.moves(seat)[0].text)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cradle.games import GAMES, game
    from cradle.kernel.step import play
    from cradle.table import (
        BadPosition,
        BadRecord,
        BadSave,
        BadSetup,
        CannotUndo,
        Endless,
        GameOver,
        IllegalMove,
        InvalidMove,
        NotYourTurn,
        Refusal,
        Table,
    )

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "BadPosition",
    "BadRecord",
    "BadSave",
    "BadSetup",
    "CannotUndo",
    "Endless",
    "GameOver",
    "IllegalMove",
    "InvalidMove",
    "NotYourTurn",
    "Refusal",
    "Table",
    "game",
    "play",
]
ELSEWHERE = {"GAMES": "cradle.games", "game": "cradle.games", "play": "cradle.kernel.step"}


def __getattr__(name: str) -> Any:
    """Import on first use, so that who needs the rules alone doesn't load the rest."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(ELSEWHERE.get(name, "cradle.table")), name)
