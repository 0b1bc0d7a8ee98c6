"""What routes ask for: parts of the server, who asks, the table they mean, and how they answer."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import orjson
from fastapi import Depends, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from cradle.server.bots.pool import Thinkers
from cradle.server.http import auth
from cradle.server.http.limits import Limits
from cradle.server.http.openapi import Pages
from cradle.server.http.scopes import SAFE, check_request
from cradle.server.http.shapes.tables import Named
from cradle.server.http.visits import Visits
from cradle.server.metrics import Metrics
from cradle.server.notifications.sender import Sender
from cradle.server.people.access import Access
from cradle.server.people.logins import Logins
from cradle.server.people.openid import OpenId
from cradle.server.people.origins import Origins
from cradle.server.problems import Problem, banned, nobody
from cradle.server.settings import ServerSettings
from cradle.server.store.database import Database
from cradle.server.store.lists import Place
from cradle.server.store.people import Person
from cradle.server.store.readiness import Readiness
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables import shared_luck
from cradle.server.tables.analyses import Analyses
from cradle.server.tables.live import LiveTable
from cradle.server.tables.lobby import Watched
from cradle.server.tables.messages import plain_table
from cradle.server.tables.registry import Tables
from cradle.server.tasks import Tasks


def part(name: str) -> Callable[[HTTPConnection], Coroutine[Any, Any, Any]]:
    """A part of the server the request came to, as `app.py` has named it.

    Whatever a route depends on is asynchronous: for anything else, FastAPI goes to a thread.
    """

    async def find(connection: HTTPConnection) -> Any:
        return getattr(connection.app.state, name)

    return find


TheSettings = Annotated[ServerSettings, Depends(part("settings"))]
TheDatabase = Annotated[Database, Depends(part("database"))]
TheMetrics = Annotated[Metrics, Depends(part("metrics"))]
TheLimits = Annotated[Limits, Depends(part("limits"))]
TheLogins = Annotated[Logins, Depends(part("logins"))]
TheOpenId = Annotated[OpenId, Depends(part("openid"))]
TheVisits = Annotated[Visits, Depends(part("visits"))]
TheReadiness = Annotated[Readiness, Depends(part("readiness"))]
TheOrigins = Annotated[Origins, Depends(part("origins"))]
ThePages = Annotated[Pages, Depends(part("openapi"))]
TheSender = Annotated[Sender, Depends(part("sender"))]
TheTasks = Annotated[Tasks, Depends(part("tasks"))]
TheTables = Annotated[Tables, Depends(part("tables"))]
TheWatched = Annotated[Watched, Depends(part("watched"))]
TheAnalyses = Annotated[Analyses, Depends(part("analyses"))]
TheThinkers = Annotated[Thinkers, Depends(part("thinkers"))]


async def access(
    request: Request, database: TheDatabase, settings: TheSettings, tasks: TheTasks
) -> Access | None:
    """How somebody shows who they are. What changes anything must come from our own pages."""
    if tasks.closing:
        raise Problem(503, "closing")
    found = await auth.access_of(database, request)
    request.state.person = None if found is None else found.person
    if request.method not in SAFE and auth.token_of(request) is None:
        auth.check_origin(settings, request)
    if found is not None:
        check_request(found, request)
    return found


TheAccess = Annotated[Access | None, Depends(access)]


async def visitor(access: TheAccess) -> Person | None:
    """Who asks, if they say so; whoever is banned is nobody."""
    return None if access is None or access.person.banned else access.person


Visitor = Annotated[Person | None, Depends(visitor)]


async def somebody(access: TheAccess) -> Person:
    """Who asks; nobody is refused."""
    if access is None:
        raise nobody()
    if access.person.banned:
        raise banned()
    return access.person


ID_PATTERN = "^[a-z0-9]{1,16}$"
IdPath = Annotated[str, Path(pattern=ID_PATTERN)]


async def table_of(
    tables: TheTables, person: Visitor, table: Annotated[str, Path(pattern=ID_PATTERN)]
) -> LiveTable:
    """The table named in the path, unless its luck is closed to whoever asks."""
    live = await tables.look(table)
    await shared_luck.must_be_open(tables.database, live.facts, id_of(person))
    return live


Somebody = Annotated[Person, Depends(somebody)]
TheTable = Annotated[LiveTable, Depends(table_of)]
SeatQuery = Annotated[int | None, Query(ge=0, le=9)]
Limit = Annotated[int, Query(ge=1, le=100)]
Before = Annotated[str | None, Query(pattern=r"^[0-9]{1,15}(\.[a-z0-9]{1,16})?$")]

# Named instead of given: FastAPI would make a field of each, a thousand at every start.
ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"content": ERROR} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def id_of(person: Person | None) -> str | None:
    """Somebody's id."""
    return None if person is None else person.id


def place_of(before: Before) -> Place | None:
    """The place in a list that a client names: a moment, or a moment and a table's id."""
    if before is None:
        return None
    at, _, table = before.partition(".")
    return Place(int(at), table)


def lean(content: Any, status: int = 200) -> Response:
    """An answer that needs no second look at its shape."""
    return Response(orjson.dumps(content), status, media_type="application/json")


async def table_answer(
    tables: Tables, table: str, person: Person | None, status: int = 200
) -> Response:
    """A table as its viewer may see it, while nothing at it is half done."""

    async def work(live: LiveTable) -> dict[str, Any]:
        return plain_table(live.facts, id_of(person), live.time, live)

    return lean(await tables.at(table, work), status)


async def origin_of(request: Request, origins: TheOrigins) -> str:
    """The address somebody calls from, by the name it is kept by."""
    return await origins.of(auth.address(request))


TheOrigin = Annotated[str, Depends(origin_of)]


class Acting:
    """Somebody who does something at a table, to its end, and is answered with that table."""

    def __init__(self, tables: Tables, limits: Limits, me: Person, origin: str) -> None:
        self.tables = tables
        self.limits = limits
        self.me = me
        self.origin = origin

    def key(self, table: str, body: Named | None) -> Key:
        """What this is called by whoever does it."""
        return Key(self.me.id, table, None if body is None else body.id, self.origin)

    def key_for_new(self, about: str, body: Named | None, kind: str = "table") -> Key:
        """The same for what makes a table; refused where somebody makes too many."""
        self.limits.take(kind, self.me.id, self.origin)
        return self.key(about, body)

    async def __call__(self, work: Coroutine[Any, Any, Receipt], status: int = 200) -> Response:
        """Do it, and answer."""
        receipt = await self.tables.act(work)
        return await table_answer(self.tables, receipt.table, self.me, status)


async def acting(tables: TheTables, limits: TheLimits, me: Somebody, origin: TheOrigin) -> Acting:
    """Who asks, about to do something."""
    return Acting(tables, limits, me, origin)


Act = Annotated[Acting, Depends(acting)]
