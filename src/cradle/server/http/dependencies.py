"""What every route needs: the house, who asks, and in which language."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Annotated, Any

import orjson
from fastapi import Depends, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from cradle.server.house import House
from cradle.server.http import auth
from cradle.server.http.shapes.common import Problem as ProblemShape
from cradle.server.problems import Problem, nobody
from cradle.server.store.people import Person
from cradle.server.tables.answers import at_table
from cradle.server.tables.live import Live
from cradle.server.tables.messages import plain_table

SAFE = ("GET", "HEAD", "OPTIONS")


def house_of(connection: HTTPConnection) -> House:
    """The house this request came to."""
    house: House = connection.app.state.house
    return house


async def visitor(request: Request) -> Person | None:
    """Who asks, if they say so. What changes anything must come from our own pages."""
    house = house_of(request)
    if house.closing:
        raise Problem(503, "closing")
    person = await auth.person_of(house, request)
    request.state.person = person
    if request.method not in SAFE and auth.token_of(request) is None:
        auth.check_origin(house, request)
    return person


async def somebody(person: Annotated[Person | None, Depends(visitor)]) -> Person:
    """Who asks; nobody is refused."""
    if person is None:
        raise nobody()
    return person


async def table_of(
    request: Request,
    _: Annotated[Person | None, Depends(visitor)],
    table: Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")],
) -> Live:
    """The table named in the path."""
    return await house_of(request).keeper.get(table)


TheHouse = Annotated[House, Depends(house_of)]
Visitor = Annotated[Person | None, Depends(visitor)]
Somebody = Annotated[Person, Depends(somebody)]
TheTable = Annotated[Live, Depends(table_of)]
SeatWish = Annotated[int | None, Query(ge=0, le=9)]
Limit = Annotated[int, Query(ge=1, le=100)]
Before = Annotated[int | None, Query(ge=0, le=10**15)]

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemShape} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def id_of(person: Person | None) -> str | None:
    """Somebody's id."""
    return None if person is None else person.id


def lean(content: Any, status: int = 200) -> Response:
    """An answer that needs no second look at its shape."""
    return Response(orjson.dumps(content), status, media_type="application/json")


async def table_answer(
    house: House, live: Live, person: Person | None, status: int = 200
) -> Response:
    """A table as its viewer may see it, while nothing at it is half done."""

    async def work(live: Live) -> dict[str, Any]:
        return plain_table(live.sheet, id_of(person), live)

    return lean(await at_table(house, live.id, work), status)


async def act_answer(
    house: House, me: Person, work: Coroutine[Any, Any, Live], status: int = 200
) -> Response:
    """Do something to the end, and answer with the table it was done at."""
    return await table_answer(house, await house.act(work), me, status)


def address(connection: HTTPConnection) -> str:
    """Where somebody calls from."""
    return connection.client.host if connection.client else "?"
