"""Events: tournaments and leagues."""

from __future__ import annotations

from collections.abc import Coroutine
from functools import partial
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Path, Response

from cradle.server.events import hosting, views
from cradle.server.events.event_tables import tell_of
from cradle.server.events.hosting import EventRequest
from cradle.server.http.conditional import Known, unless_known
from cradle.server.http.dependencies import (
    REFUSALS,
    Act,
    Somebody,
    TheDatabase,
    TheTables,
    Visitor,
    id_of,
    lean,
)
from cradle.server.http.shapes import events as shapes
from cradle.server.http.shapes.fields import Id
from cradle.server.store.database import Database
from cradle.server.tables.registry import Tables

router = APIRouter(prefix="/api", tags=["events"], responses=REFUSALS)
WISHES = tuple(EventRequest.__dataclass_fields__)
EventPath = Annotated[Id, Path()]
MINE = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
STATES = {"open": ("open",), "playing": ("playing",), "over": ("over", "closed")}


async def _page(database: Database, event: str, viewer: str | None, status: int = 200) -> Response:
    found = await database.read(partial(views.plain, event=event, viewer=viewer))
    return lean(found, status)


async def _done(
    tables: Tables, event: str, viewer: str, work: Coroutine[Any, Any, None]
) -> Response:
    """Do something with an event, to its end, tell of it, and answer with it."""
    await tables.act(work)
    tell_of(tables.notices, event)
    return await _page(tables.database, event, viewer)


@router.get("/events", response_model=list[shapes.EventShort])
async def list_events(
    database: TheDatabase,
    person: Visitor,
    state: Literal["open", "playing", "over"] | None = None,
) -> Any:
    """Public events and mine, the newest first."""
    states = (
        STATES[state] if state is not None else tuple(s for some in STATES.values() for s in some)
    )
    return lean(await database.read(partial(views.listed, states=states, viewer=id_of(person))))


@router.post("/events", response_model=shapes.EventPage, status_code=201)
async def make_event(act: Act, body: shapes.NewEvent) -> Any:
    """Make an event."""
    key = act.key_for_new("", body)
    wanted = EventRequest(**{name: getattr(body, name) for name in WISHES})
    made = await act.tables.act(hosting.make(act.tables, wanted, act.me, key.id))
    return await _page(act.tables.database, made, act.me.id, 201)


@router.get("/events/{event}", response_model=shapes.EventPage)
async def read_event(
    database: TheDatabase, person: Visitor, event: EventPath, known: Known = None
) -> Any:
    """An event, with its standing and rounds as I may know them."""
    found = await database.read(partial(views.plain, event=event, viewer=id_of(person)))
    return unless_known(orjson.dumps(found), known, MINE)


@router.post("/events/{event}/enter", response_model=shapes.EventPage)
async def enter(tables: TheTables, me: Somebody, event: EventPath) -> Any:
    """Enter an event, or come back to it."""
    return await _done(tables, event, me.id, hosting.enter(tables.database, event, me))


@router.post("/events/{event}/drop-out", response_model=shapes.EventPage)
async def drop_out(tables: TheTables, me: Somebody, event: EventPath) -> Any:
    """Be paired no more; where I play, a bot goes on."""
    return await _done(tables, event, me.id, hosting.drop_out(tables, event, me.id))


@router.post("/events/{event}/start", response_model=shapes.EventPage)
async def start(
    tables: TheTables, me: Somebody, event: EventPath, body: shapes.StartedRound
) -> Any:
    """The host begins a round."""
    return await _done(tables, event, me.id, hosting.start(tables, event, me, body.round))


@router.post("/events/{event}/close", response_model=shapes.EventPage)
async def close(tables: TheTables, me: Somebody, event: EventPath) -> Any:
    """The host ends an event."""
    return await _done(tables, event, me.id, hosting.close(tables, event, me))


@router.delete("/events/{event}/people/{person}", response_model=shapes.EventPage)
async def remove(
    tables: TheTables, me: Somebody, event: EventPath, person: Annotated[Id, Path()]
) -> Any:
    """The host lets somebody play no more."""
    return await _done(tables, event, me.id, hosting.remove(tables, event, me, person))
