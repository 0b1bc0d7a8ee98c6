"""What one seat is looking at: its table, its language, and the step it must answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cradle.kernel.step import Move, Step
from cradle.table import Table
from cradle.terminal.speech import Speech


@dataclass
class Sight:
    """A seat's sight of the table at one moment; `None` is a spectator's."""

    table: Table
    seat: int | None
    speech: Speech

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
