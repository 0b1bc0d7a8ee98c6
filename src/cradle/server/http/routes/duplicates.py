"""Duplicates: several tables with the same luck, and what came of them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from cradle.server.http.dependencies import REFUSALS, Act, TheTables, Visitor, id_of, lean
from cradle.server.http.shapes import duplicates as shapes
from cradle.server.http.shapes.fields import Id
from cradle.server.http.shapes.tables import Named
from cradle.server.tables import duplicates
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import SeatRequest, TableRequest

router = APIRouter(prefix="/api", tags=["duplicates"], responses=REFUSALS)


async def answer(tables: Tables, id: str, viewer: str | None, status: int = 200) -> Response:
    """A duplicate as a viewer may see it."""
    compared = await tables.database.read(lambda c: duplicates.compare(c, id, viewer))
    return lean(duplicates.plain(tables, id, compared, viewer), status)


@router.post("/duplicates", response_model=shapes.Duplicate, status_code=201)
async def make(act: Act, body: shapes.NewDuplicate) -> Any:
    """Make tables with the same luck for several groups; their invitations are for the host."""
    chosen = [SeatRequest(seat.kind, seat.level) for seat in body.seats]
    wanted = TableRequest(body.game, chosen, body.options, pace=body.pace)
    key = act.key_for_new("", body)
    made = await act.tables.act(duplicates.make(act.tables, key, wanted, body.tables, act.me))
    return await answer(act.tables, made, act.me.id, 201)


@router.post("/duplicates/{duplicate}/tables/{table}/end", response_model=shapes.Duplicate)
async def end(
    act: Act,
    duplicate: Annotated[Id, Path()],
    table: Annotated[Id, Path()],
    body: Named | None = None,
) -> Any:
    """As the host, end a table that nobody has answered at for days, or that hasn't begun."""
    await act.tables.act(duplicates.end(act.tables, act.key(table, body), duplicate))
    return await answer(act.tables, duplicate, act.me.id)


@router.get("/duplicates/{duplicate}", response_model=shapes.Duplicate)
async def read(tables: TheTables, person: Visitor, duplicate: Annotated[Id, Path()]) -> Any:
    """The tables of a duplicate, with the scores of those that I may look at."""
    return await answer(tables, duplicate, id_of(person))
