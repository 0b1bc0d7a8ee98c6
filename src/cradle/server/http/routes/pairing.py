"""Looking for people to play with."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from sqlalchemy import Connection

from cradle.server.http.dependencies import (
    REFUSALS,
    Somebody,
    TheDatabase,
    TheLimits,
    TheOrigin,
    TheTables,
    Visitor,
    id_of,
    lean,
)
from cradle.server.http.shapes import pairing as shapes
from cradle.server.store import searches
from cradle.server.store.database import Database
from cradle.server.store.searches import Search
from cradle.server.tables import pairing
from cradle.server.timestamps import now_ms

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)


async def _searching(database: Database, person: str | None) -> dict[str, Any]:
    def work(connection: Connection) -> dict[str, Any]:
        now = now_ms()
        mine = None if person is None else searches.of_person(connection, person, now)
        return {
            "mine": None if mine is None else asdict(mine),
            "table": None if person is None else searches.found_table(connection, person),
            "wanted": [asdict(s) | {"people": n} for s, n in searches.counts(connection, now)],
        }

    return await database.read(work)


@router.get("/search", response_model=shapes.Searching)
async def read_search(database: TheDatabase, person: Visitor) -> Any:
    """What I am looking for, and what others are."""
    return lean(await _searching(database, id_of(person)))


@router.put("/me/search", response_model=shapes.Searching)
async def search(
    tables: TheTables, limits: TheLimits, me: Somebody, origin: TheOrigin, body: shapes.SearchWish
) -> Any:
    """Look for people to play with; a seat is kept for me at the table that is found."""
    limits.take("table", me.id, origin)
    table = await tables.act(pairing.seek(tables, me, Search(**body.model_dump()), origin))
    return lean(await _searching(tables.database, me.id) | {"table": table})


@router.delete("/me/search", status_code=204)
async def end_search(database: TheDatabase, me: Somebody) -> None:
    """Look for nobody any more."""
    await database.write(lambda c: searches.end(c, [me.id]))
