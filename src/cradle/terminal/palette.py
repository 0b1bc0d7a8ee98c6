"""Colours and signs. Every colour goes with a letter or a sign, so nothing is told by it alone."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

LETTERS = "ABCDEFGHIJ"
SEATS = ("bright_red", "bright_cyan", "bright_yellow", "bright_green", "bright_magenta")
FACES = " ⚀⚁⚂⚃⚄⚅"
FREE = "·"
HEAD = "dim"
TITLE = "bold"
GOOD = "green"
BAD = "bright_red"
NUMBER = "bold cyan"


def letter(seat: int) -> str:
    """A seat's letter on the board."""
    return LETTERS[seat]


def seat_style(seat: int) -> str:
    """A seat's colour."""
    return f"bold {SEATS[seat % len(SEATS)]}"


def meeple(seat: int, count: int = 1) -> Text:
    """People of a seat."""
    return Text(letter(seat) * count, style=seat_style(seat))


def named(seat: int, name: str) -> Text:
    """A player's letter and name."""
    return Text(f"{letter(seat)} {name}", style=seat_style(seat))


def dice(faces: Sequence[int]) -> str:
    """Dice as faces with their numbers: ⚁2 ⚄5."""
    return " ".join(f"{FACES[face]}{face}" for face in faces)
