"""The shapes of looking for people to play with."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from cradle.server.http.shapes.fields import Game, Given


class SearchWish(Given):
    """What I would like to play: now, or by days."""

    game: Game
    players: Annotated[int, Field(ge=2, le=10)]
    pace: Literal["now", "days"]
    rated: bool = False


class Wanted(SearchWish):
    """What people are looking for, and how many."""

    people: int


class Searching(BaseModel):
    """What I am looking for, the table that was found for me, and what others look for."""

    mine: SearchWish | None
    table: str | None
    wanted: list[Wanted]
