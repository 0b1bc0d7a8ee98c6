"""The puzzles of a game, and the one of a day."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from cradle.games import GAMES
from cradle.puzzles.puzzle import Puzzle

FIRST_DAY = date(1970, 1, 1)  # as clocks count, so that a browser finds the same puzzle offline


def _data(game: str) -> Any:
    return files(__package__).joinpath("data", f"{game}.json")


def puzzle_games() -> list[str]:
    """The games that have puzzles."""
    return [game for game in GAMES if _data(game).is_file()]


@cache
def puzzles(game: str) -> Sequence[Puzzle]:
    """All puzzles of a game; none if it has no file of them."""
    if not _data(game).is_file():
        return ()
    return read(_data(game).read_text("utf-8"))


def read(text: str) -> Sequence[Puzzle]:
    """The puzzles of a file."""
    found = json.loads(text)
    return tuple(Puzzle.of({**each, "game": found["game"]}) for each in found["puzzles"])


def puzzle(game: str, id: str) -> Puzzle | None:
    """One puzzle of a game."""
    return next((each for each in puzzles(game) if each.id == id), None)


def day_number(day: date) -> int:
    """The number of a day."""
    return (day - FIRST_DAY).days


def today(game: str, day: int) -> Puzzle | None:
    """The puzzle of a day, the same for all: one after the other, in the order of the file."""
    every = puzzles(game)
    return every[day % len(every)] if every else None
