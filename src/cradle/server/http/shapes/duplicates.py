"""The shapes of duplicates."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from cradle.server.http.shapes.fields import Game, Given
from cradle.server.http.shapes.tables import (
    Level,
    Named,
    OptionName,
    OptionValue,
    PaceShape,
    Table,
)
from cradle.server.store.pace import NoPace


class DuplicateSeat(Given):
    """What should be at a seat of every table; who plays where is up to the groups."""

    kind: Literal["bot", "open", "link"]
    level: Level | None = None


class NewDuplicate(Named):
    """So many tables to be made with the same luck."""

    game: Game
    tables: Annotated[int, Field(ge=2, le=12)]
    seats: Annotated[list[DuplicateSeat], Field(min_length=1, max_length=10)]
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=20)
    pace: PaceShape = NoPace()


class Duplicate(BaseModel):
    """Tables with the same luck; `told` when all have ended, `to_end`: those their host may end."""

    id: str
    told: bool
    tables: list[Table]
    to_end: list[str]
