"""What the terminal must know of a game beyond its rules: how it is drawn and offered.

A game brings it as FACE of its module for the terminal; `text_face` serves those that don't.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from cradle.kernel.step import Move
from cradle.terminal.context import Context
from cradle.terminal.layout import Block


@dataclass(frozen=True)
class Face:
    """How a game looks in the terminal.

    `board` draws everything that lies open, in so many columns and rows; `grouped`, `label` and
    `one` make the menu; `about` tells what the step is about, `details` what a seat has. The board
    is redrawn for those who read lines when the `chapter` changes. News that are `on_board` or
    in the score sheet (`in_scores`) needn't be told. `examples` fill the sentences of the help.
    """

    board: Callable[[Context, int, int], Block]
    grouped: Callable[[Context, Sequence[Move]], list[list[Move]]]
    label: Callable[[Context, Sequence[Move]], Text]
    one: Callable[[Context, Move], Text]
    about: Callable[[Context], list[Text]]
    details: Callable[[Context, int], list[Text]]
    chapter: Callable[[Context], object]
    has_secrets: Callable[[Context], bool]
    on_board: frozenset[str] = frozenset()
    in_scores: frozenset[str] = frozenset()
    examples: Mapping[str, str] = field(default_factory=dict)
