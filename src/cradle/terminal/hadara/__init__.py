"""Hadara in the terminal: how it is drawn, and how its moves are offered."""

from cradle.terminal.face import Face
from cradle.terminal.hadara.board import board
from cradle.terminal.hadara.face import (
    about,
    chapter,
    details,
    grouped,
    has_secrets,
    label,
    one,
)

FACE = Face(
    board=board,
    grouped=grouped,
    label=label,
    one=one,
    about=about,
    details=details,
    chapter=chapter,
    has_secrets=has_secrets,
    on_board=frozenset({"dealt"}),
    in_scores=frozenset({"scored", "won"}),
    examples={"clause": "H-C3", "verb": "buy", "move": "buy yellow"},
)
