"""The shapes of what was tried from finished games."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel

from cradle.server.http.shapes.play import Move
from cradle.server.http.shapes.tables import Table


class TriedMove(BaseModel):
    """A move, and whose it was."""

    seat: int
    move: Move


@dataclass(kw_only=True)
class Tried(Table):
    """A table that goes on from a finished game, and the first move of a person there."""

    first: TriedMove | None
