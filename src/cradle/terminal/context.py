"""What a seat is shown of its table: view, moves, step, and the texts of its language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cradle.kernel.step import Move, Step
from cradle.table import Table
from cradle.terminal.texts import Texts


@dataclass
class Context:
    """What drawing needs to know at one moment: the table, whose view it is, and the texts.

    `seat` is None for a spectator.
    """

    table: Table
    seat: int | None
    texts: Texts

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may know."""
        return self.table.view(self.seat)

    @cached_property
    def moves(self) -> list[Move]:
        """What the seat may answer."""
        return [] if self.seat is None else self.table.moves(self.seat)

    @cached_property
    def own(self) -> dict[str, Any]:
        """The seat's own part of what lies open."""
        return dict(self.view["players"][self.seat or 0])

    @property
    def step(self) -> Step:
        """The step that is asked; everybody at the table knows it."""
        return self.table.state.stack[-1]
