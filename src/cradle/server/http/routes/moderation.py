"""For those with the role: reports to settle, what to do about people, and the log of it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query

from cradle.server.http.dependencies import (
    REFUSALS,
    Before,
    IdPath,
    Limit,
    Somebody,
    TheDatabase,
    TheTables,
    TheVisits,
    lean,
    place_of,
)
from cradle.server.http.shapes import relations as shapes
from cradle.server.http.shapes.fields import Id
from cradle.server.people import moderation
from cradle.server.people.moderation import MODERATOR
from cradle.server.problems import Problem, forbidden
from cradle.server.store import people, reports
from cradle.server.store.facts import RUNNING
from cradle.server.store.people import Person
from cradle.server.store.reports import Deed
from cradle.server.tables import seats
from cradle.server.timestamps import HOUR_MS, now_ms

router = APIRouter(prefix="/api/moderation", tags=["moderation"], responses=REFUSALS)


async def moderator(me: Somebody) -> Person:
    """Who asks, if they have the role."""
    if me.role != MODERATOR:
        raise forbidden()
    return me


Moderator = Annotated[Person, Depends(moderator)]


@router.get("/reports", response_model=list[shapes.ReportShown])
async def list_reports(
    database: TheDatabase,
    _: Moderator,
    settled: bool = False,
    before: Before = None,
    limit: Limit = 50,
) -> Any:
    """Reports to be settled, the oldest first; or settled ones, the latest first."""
    place = place_of(before)
    return lean(await database.read(lambda c: reports.listed(c, settled, place, limit)))


@router.post("/people/{person}", status_code=204)
async def act(
    tables: TheTables, visits: TheVisits, me: Moderator, person: IdPath, body: shapes.Sanction
) -> None:
    """Do something about somebody, and settle a report by it."""
    if (body.action == moderation.TIME_OUT) != (body.hours is not None):
        raise Problem(422, "bad-request", where="hours", why="for a time-out, and nothing else")
    now = now_ms()
    until = None if body.hours is None else now + body.hours * HOUR_MS
    deed = Deed(
        action=body.action,
        about=person,
        reason=body.reason,
        at=now,
        actor=me.id,
        until_at=until,
        report=body.report,
    )
    await tables.database.write(lambda c: moderation.act(c, deed))
    if body.action == moderation.BAN:
        await visits.tell()
        for table in await tables.database.read(lambda c: people.tables_of(c, person, RUNNING)):
            await seats.go(tables, table, person)


@router.get("/audit", response_model=list[shapes.DeedShown])
async def audit(
    database: TheDatabase,
    _: Moderator,
    person: Annotated[Id | None, Query()] = None,
    before: Before = None,
    limit: Limit = 50,
) -> Any:
    """What was done, about somebody or anybody; the latest first."""
    place = place_of(before)
    return lean(await database.read(lambda c: reports.deeds(c, person, place, limit)))
