"""A game's face: how its board is drawn and its moves are offered. Names both games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from cradle.kernel.step import Move
from cradle.terminal.hadara import board as hadara_board, face as hadara_face
from cradle.terminal.layout import Block
from cradle.terminal.sight import Sight
from cradle.terminal.stone_age import board as stone_age_board, face as stone_age_face


@dataclass(frozen=True)
class Face:
    """What the terminal must know of a game beyond its rules."""

    board: Callable[[Sight, int, int], Block]
    grouped: Callable[[Sight, Sequence[Move]], list[list[Move]]]
    label: Callable[[Sight, Sequence[Move]], Text]
    one: Callable[[Sight, Move], Text]
    about: Callable[[Sight], list[Text]]
    details: Callable[[Sight, int], list[Text]]
    stage: Callable[[dict[str, Any]], object]
    has_secrets: Callable[[dict[str, Any]], bool]


FACES = {
    "stone-age": Face(
        board=stone_age_board.board,
        grouped=stone_age_face.grouped,
        label=stone_age_face.label,
        one=stone_age_face.one,
        about=stone_age_face.about,
        details=stone_age_face.details,
        stage=stone_age_face.stage,
        has_secrets=stone_age_face.has_secrets,
    ),
    "hadara": Face(
        board=hadara_board.board,
        grouped=hadara_face.grouped,
        label=hadara_face.label,
        one=hadara_face.one,
        about=hadara_face.about,
        details=hadara_face.details,
        stage=hadara_face.stage,
        has_secrets=hadara_face.has_secrets,
    ),
}
