"""The game of the day: which there are, playing one, and how everybody did."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query

from cradle.server.http.dependencies import (
    REFUSALS,
    Act,
    TheDatabase,
    TheTables,
    Visitor,
    id_of,
    lean,
)
from cradle.server.http.shapes import daily as shapes, tables as table_shapes
from cradle.server.http.shapes.fields import Game
from cradle.server.problems import missing
from cradle.server.tables import daily
from cradle.server.timestamps import day_now

router = APIRouter(prefix="/api", tags=["daily"], responses=REFUSALS)
Day = Annotated[int | None, Query(ge=0, le=10**6)]


@router.get("/daily", response_model=list[shapes.DailyGame])
async def read_games(tables: TheTables, person: Visitor) -> Any:
    """The games of today, and my tables of them."""
    viewer = id_of(person)
    return lean([await daily.today(tables, game, viewer) for game in daily.daily_games()])


@router.post("/daily/{game}", response_model=table_shapes.Table, status_code=201)
async def play(act: Act, game: Game) -> Any:
    """Begin today's game, or come back to it: everybody plays it once."""
    act.limits.take("table", act.me.id, act.origin)
    return await act(daily.begin(act.tables, act.me, game, act.origin), 201)


@router.get("/daily/{game}/standings", response_model=shapes.DailyStandings)
async def standings(database: TheDatabase, person: Visitor, game: Game, day: Day = None) -> Any:
    """How everybody did today, or on a day; for those who have ended theirs, later for all."""
    if game not in daily.daily_games():
        raise missing()
    wanted = day_now() if day is None else day
    work = partial(daily.standings, game=game, day=wanted, viewer=id_of(person))
    return lean(await database.read(work))
