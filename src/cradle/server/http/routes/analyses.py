"""Analyses of finished games: of one, and of all of mine."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from cradle.server.http.dependencies import (
    REFUSALS,
    Somebody,
    TheAnalyses,
    TheDatabase,
    TheTable,
    TheTables,
    Visitor,
    id_of,
    lean,
)
from cradle.server.http.shapes import analyses as shapes
from cradle.server.http.shapes.fields import Game
from cradle.server.tables.analyses import finished, own_games

router = APIRouter(prefix="/api", tags=["analyses"], responses=REFUSALS)


@router.get(
    "/tables/{table}/analysis",
    response_model=shapes.Analysis,
    responses={202: {"model": shapes.Analysis}},
)
async def analysis(
    tables: TheTables, analyses: TheAnalyses, live: TheTable, person: Visitor
) -> Any:
    """What decided a finished game; 202 while the first analysis is being made."""
    await tables.still(live.id)
    found = await analyses.look(finished(live.facts), id_of(person))
    return lean(found, 200 if found["summary"] else 202)


@router.get("/me/analyses", response_model=shapes.OwnGames)
async def own_analyses(
    analyses: TheAnalyses, database: TheDatabase, me: Somebody, game: Game | None = None
) -> Any:
    """My finished games, and how I came to their results."""
    return lean(await own_games(analyses, database, me.id, game))
