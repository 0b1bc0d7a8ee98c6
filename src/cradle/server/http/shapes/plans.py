"""The shapes of plans."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from cradle.server.http.shapes.fields import Given, MoveText, SeatNumber
from cradle.server.http.shapes.play import Move


class NewPlan(Given):
    """What a seat answers next, in the order in which it is tried."""

    answers: Annotated[list[MoveText], Field(min_length=1, max_length=10)]
    seat: SeatNumber | None = None


class OwnPlan(BaseModel):
    """A plan of one's own; one that no longer fitted is `dropped`."""

    seat: int
    answers: list[str]
    moves: list[Move]
    dropped: bool


class Planned(BaseModel):
    """What somebody has planned at a table, seat by seat."""

    plans: list[OwnPlan]
