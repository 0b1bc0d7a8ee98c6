"""The shapes of the game of the day."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from cradle.server.http.shapes.play import Move


class DailyGame(BaseModel):
    """Today's game (days count from 1970, in UTC), and my table of it."""

    game: str
    day: int
    ends_at: int
    seat: int
    bots: list[str]
    commitment: str
    table: str | None
    state: Literal["open", "playing", "over", "closed"] | None


class DailyPlace(BaseModel):
    """Somebody's place among all: by points, then by the lead over the best bot."""

    rank: int
    name: str
    table: str
    mine: bool
    points: int
    lead: int
    won: bool


class DailyParting(BaseModel):
    """The first answer of mine that differs from that at another table, and the other one."""

    ply: int
    made: Move
    their_ply: int
    theirs: Move


class DailyRival(DailyPlace):
    """A game to compare mine with."""

    parted: DailyParting | None


class DailyBar(BaseModel):
    """How many came to so many points."""

    least: int
    most: int
    count: int


class DailyStandings(BaseModel):
    """How everybody did; places may still change until the luck is told."""

    game: str
    day: int
    told: bool
    players: int
    mine: DailyPlace | None
    best: list[DailyPlace]
    bars: list[DailyBar]
    winner: DailyRival | None
    master: DailyRival | None
