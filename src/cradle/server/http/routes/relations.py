"""What people are to each other: following, muting, blocking, inviting, reporting."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path
from sqlalchemy import Connection

from cradle.server.http.dependencies import (
    REFUSALS,
    Act,
    IdPath,
    Somebody,
    TheDatabase,
    TheLimits,
    TheOrigin,
    TheTable,
    lean,
)
from cradle.server.http.shapes import relations as shapes, tables as table_shapes
from cradle.server.people import moderation
from cradle.server.problems import Problem, missing
from cradle.server.store import people, relations
from cradle.server.store.locks import lock
from cradle.server.tables.invitations import invite as keep_seat
from cradle.server.timestamps import now_ms

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
KindPath = Annotated[shapes.Relation, Path()]


@router.get("/me/people", response_model=list[shapes.OtherPerson])
async def my_people(database: TheDatabase, me: Somebody) -> Any:
    """Whom I follow, mute and block."""
    found = await database.read(lambda c: relations.of_person(c, me.id))
    return lean([asdict(each) for each in found])


@router.put("/me/people/{person}/{kind}", status_code=204)
async def relate(
    database: TheDatabase, limits: TheLimits, me: Somebody, person: IdPath, kind: KindPath
) -> None:
    """Follow, mute or block somebody."""
    limits.take("social", me.id)

    def work(connection: Connection) -> None:
        lock(connection, "person", me.id)
        if person == me.id or people.find(connection, person) is None:
            raise missing()
        if not relations.add(connection, me.id, kind, person, now_ms()):
            raise Problem(409, "too-many-people", most=relations.MOST)

    await database.write(work)


@router.delete("/me/people/{person}/{kind}", status_code=204)
async def unrelate(database: TheDatabase, me: Somebody, person: IdPath, kind: KindPath) -> None:
    """Follow, mute or block somebody no more."""
    await database.write(lambda c: relations.remove(c, me.id, kind, person))


@router.post("/tables/{table}/invite", response_model=table_shapes.Table)
async def invite(live: TheTable, act: Act, body: shapes.Invitation) -> Any:
    """The host keeps a free seat for somebody they follow."""
    act.limits.take("social", act.me.id)
    return await act(keep_seat(act.tables, act.key(live.id, body), act.me, body.person))


@router.post("/reports", status_code=204)
async def report(
    database: TheDatabase,
    limits: TheLimits,
    me: Somebody,
    origin: TheOrigin,
    body: shapes.NewReport,
) -> None:
    """Tell moderators about somebody."""
    limits.take("social", me.id, origin)
    about = (body.person, body.table, body.reason, body.text)
    await database.write(lambda c: moderation.report(c, me, *about, now_ms()))
