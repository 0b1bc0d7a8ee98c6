"""The past: history, positions, records, sandboxes, dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path
from sqlalchemy import Connection
from starlette.responses import PlainTextResponse

from cradle.server.http.dependencies import (
    REFUSALS,
    Act,
    SeatQuery,
    TheSettings,
    TheTable,
    TheTables,
    Visitor,
    id_of,
    lean,
)
from cradle.server.http.shapes import history as shapes, tables as table_shapes
from cradle.server.problems import Problem
from cradle.server.store.people import Person
from cradle.server.tables import sandbox
from cradle.server.tables.history import Past
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables

router = APIRouter(prefix="/api", tags=["history"], responses=REFUSALS)
T = TypeVar("T")
Ply = Annotated[int, Path(ge=0, le=10**9)]


async def look_back(
    tables: Tables,
    live: LiveTable,
    person: Person | None,
    seat: int | None,
    work: Callable[[Past], T],
) -> T:
    """Look at a table's past as the database has it."""
    await tables.still(live.id)
    viewer = id_of(person)

    def read(connection: Connection) -> T:
        return work(Past(connection, live.id, viewer, seat))

    return await tables.database.read(read)


@router.get("/tables/{table}/history", response_model=shapes.History)
async def history(
    tables: TheTables, live: TheTable, person: Visitor, seat: SeatQuery = None
) -> Any:
    """Every ply with its news, as I may know them."""
    return lean(await look_back(tables, live, person, seat, Past.whole))


@router.get("/tables/{table}/history/{ply}", response_model=shapes.Position)
async def at_ply(
    tables: TheTables, live: TheTable, person: Visitor, ply: Ply, seat: SeatQuery = None
) -> Any:
    """The table at a ply, as I may know it."""
    return lean(await look_back(tables, live, person, seat, lambda past: past.at(ply)))


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def record(
    tables: TheTables, live: TheTable, person: Visitor, seat: SeatQuery = None
) -> PlainTextResponse:
    """The record as text; while the game runs, only what I know."""
    text = await look_back(tables, live, person, seat, Past.record)
    name = f"{live.facts.game}-{live.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


@router.get("/tables/{table}/dice", response_model=shapes.DiceFacts)
async def dice(tables: TheTables, live: TheTable, person: Visitor) -> Any:
    """Everything about the dice of a table."""
    return lean(await look_back(tables, live, person, None, Past.dice))


@router.post("/tables/{table}/verify", response_model=shapes.Verdict)
async def verify(tables: TheTables, live: TheTable, person: Visitor) -> Any:
    """Recompute every roll and draw."""

    def work(past: Past) -> dict[str, Any]:
        checked = past.verified()
        return {
            "ok": checked.ok,
            "checked": checked.count,
            "wrong": checked.wrong,
            "commitment": past.dice()["commitment"],
        }

    return lean(await look_back(tables, live, person, None, work))


@router.post("/tables/{table}/what-if", response_model=table_shapes.Table, status_code=201)
async def what_if(live: TheTable, act: Act, body: table_shapes.WhatIf) -> Any:
    """Play on from a ply, all seats in my hand."""
    await act.tables.still(live.id)
    key = act.key_for_new(live.id, body)
    return await act(sandbox.what_if(act.tables, key, act.me, body.ply, body.names), 201)


@router.post("/records", response_model=table_shapes.Table, status_code=201)
async def upload(act: Act, settings: TheSettings, body: table_shapes.NewRecord) -> Any:
    """Keep a record that was played elsewhere."""
    most = settings.record_kb * 1024
    if len(body.text.encode()) > most:
        raise Problem(413, "too-large", most=most)
    key = act.key_for_new("", body, "upload")
    return await act(sandbox.upload(act.tables, key, body.text, act.me), 201)
