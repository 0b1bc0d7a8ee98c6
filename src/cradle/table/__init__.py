"""A game being played: seats, legality, dice, record and undo."""

from cradle.table.dice import Dice, Seeded
from cradle.table.errors import (
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
    say_closed,
)
from cradle.table.table import Table

__all__ = [
    "BadPosition",
    "BadRecord",
    "BadSave",
    "BadSetup",
    "CannotUndo",
    "Dice",
    "Endless",
    "GameOver",
    "IllegalMove",
    "InvalidMove",
    "NotYourTurn",
    "Refusal",
    "Seeded",
    "Table",
    "say_closed",
]
