"""Tables: making them, sitting down, starting, leaving, playing again; lists of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from sqlalchemy import Connection

from cradle.server.http.dependencies import (
    REFUSALS,
    Act,
    Before,
    Limit,
    Somebody,
    TheDatabase,
    TheTable,
    TheTables,
    Visitor,
    id_of,
    lean,
    place_of,
    table_answer,
)
from cradle.server.http.shapes import tables as shapes
from cradle.server.http.shapes.fields import Game, Id, SeatNumber
from cradle.server.http.shapes.tries import Tried
from cradle.server.store import lists
from cradle.server.store.facts import RUNNING, TableFacts
from cradle.server.store.lists import ListQuery
from cradle.server.tables import continuation, creation, seats
from cradle.server.tables.continuation import Continuation
from cradle.server.tables.lobby import LIVELY_MS, plain_tables
from cradle.server.tables.rematch import rematch as play_again
from cradle.server.tables.table_request import Salted, SeatRequest, TableRequest
from cradle.server.tables.tries import find_tries, plain_try
from cradle.server.timestamps import now_ms

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
State = Literal["open", "playing", "over", "closed"]
Page = Annotated[int, Query(ge=0, le=1000)]


def seat_request(seat: shapes.NewSeat) -> SeatRequest:
    """A seat as a client asks for it."""
    return SeatRequest(seat.kind, seat.level, seat.name or "")


def salted(dice: shapes.DiceRequest | None) -> Salted | None:
    """The dice that somebody was promised."""
    return None if dice is None else Salted(dice.ticket, dice.salt)


def table_request(body: shapes.NewTable) -> TableRequest:
    """A table as a client asks for it."""
    return TableRequest(
        body.game,
        [seat_request(seat) for seat in body.seats],
        body.options,
        body.visibility,
        body.pace,
        body.start,
        body.rated,
        salted(body.dice),
    )


@router.get("/tables", response_model=list[shapes.Table])
async def list_tables(
    tables: TheTables,
    database: TheDatabase,
    person: Visitor,
    state: Literal["open", "playing"] | None = None,
    game: Annotated[Game | None, Query()] = None,
    page: Page = 0,
    limit: Limit = 100,
) -> Any:
    """A page of the public tables, open ones first; each host's newest before anyone's second."""
    states = RUNNING if state is None else (state,)

    def work(connection: Connection) -> list[TableFacts]:
        lively = now_ms() - LIVELY_MS
        listed = lists.public(connection, states, limit, page * limit, game, lively)
        return lists.read(connection, [each.id for each in listed])

    return lean(plain_tables(tables, await database.read(work), id_of(person)))


@router.post("/tables", response_model=shapes.Table, status_code=201)
async def make_table(act: Act, body: shapes.NewTable) -> Any:
    """Make a table; it starts at once if nobody is waited for."""
    key, wanted = act.key_for_new("", body), table_request(body)
    return await act(creation.create(act.tables, key, wanted, act.me), 201)


@router.post("/tables/{table}/play-on", response_model=shapes.Table, status_code=201)
async def play_on(live: TheTable, act: Act, body: shapes.PlayOn) -> Any:
    """Make a table that goes on from a ply of a finished game, with dice of its own."""
    await act.tables.still(live.id)
    chosen = [seat_request(seat) for seat in body.seats]
    wanted = Continuation(
        body.ply, chosen, body.visibility, body.pace, body.start, salted(body.dice)
    )
    key = act.key_for_new(live.id, body)
    return await act(continuation.play_on(act.tables, key, act.me, wanted), 201)


@router.get("/tables/{table}/play-on", response_model=list[Tried])
async def played_on(
    tables: TheTables, database: TheDatabase, live: TheTable, visitor: Visitor, limit: Limit = 50
) -> Any:
    """Tables that go on from this game, or from one that does: public ones, and mine."""
    viewer = id_of(visitor)
    found = await database.read(lambda c: find_tries(c, live.id, viewer, limit))
    return lean([plain_try(tables, each, viewer) for each in found])


@router.put("/tables/{table}/shared", response_model=shapes.Table)
async def share(live: TheTable, act: Act, body: shapes.Switch) -> Any:
    """Show what I have tried to all who look at the game it goes on from, or no longer."""
    return await act(continuation.share(act.tables, act.key(live.id, body), body.on))


@router.post("/dice", response_model=shapes.DiceTicket, status_code=201)
async def promise_dice(tables: TheTables, me: Somebody) -> Any:
    """Settle the dice of a table that I am going to make."""
    return lean(asdict(await tables.promises.make(me.id)), 201)


@router.get("/tables/{table}", response_model=shapes.Table)
async def read_table(tables: TheTables, live: TheTable, person: Visitor) -> Any:
    """A table."""
    return await table_answer(tables, live.id, person)


@router.post("/tables/{table}/join", response_model=shapes.Table)
async def join(live: TheTable, act: Act, body: shapes.Join) -> Any:
    """Sit down."""
    key = act.key(live.id, body)
    return await act(creation.join(act.tables, key, act.me, body.seat, body.key, body.salt))


@router.post("/tables/{table}/leave", response_model=shapes.Table)
async def leave(live: TheTable, act: Act, body: shapes.Named | None = None) -> Any:
    """Stand up; during a game a bot stands in."""
    return await act(seats.leave(act.tables, act.key(live.id, body)))


@router.post("/tables/{table}/return", response_model=shapes.Table)
async def come_back(live: TheTable, act: Act, body: shapes.Named | None = None) -> Any:
    """Take my seat back from the stand-in."""
    return await act(seats.come_back(act.tables, act.key(live.id, body)))


@router.put("/tables/{table}/seats/{seat}", response_model=shapes.Table)
async def set_seat(
    live: TheTable,
    act: Act,
    seat: Annotated[SeatNumber, Path()],
    body: shapes.ChangedSeat,
) -> Any:
    """The host changes a seat before the start."""
    key, wanted = act.key(live.id, body), seat_request(body)
    return await act(seats.set_seat(act.tables, key, act.me, seat, wanted))


@router.post("/tables/{table}/start", response_model=shapes.Table)
async def start(live: TheTable, act: Act, body: shapes.Start | None = None) -> Any:
    """The host starts."""
    wish = body or shapes.Start()
    key = act.key(live.id, body)
    return await act(seats.start(act.tables, key, act.me, wish.fill, wish.salt))


@router.post("/tables/{table}/salt", response_model=shapes.Table)
async def add_salt(live: TheTable, act: Act, body: shapes.DiceSalt) -> Any:
    """Something of mine for the dice, before the start."""
    return await act(seats.add_salt(act.tables, act.key(live.id, body), body.salt))


@router.post("/tables/{table}/automatic", response_model=shapes.Table)
async def set_automatic(live: TheTable, act: Act, body: shapes.Switch) -> Any:
    """Whether forced moves of mine are answered by themselves."""
    return await act(seats.set_automatic(act.tables, act.key(live.id, body), body.on))


@router.post("/tables/{table}/rematch", response_model=shapes.Table)
async def rematch(live: TheTable, act: Act, body: shapes.Rematch | None = None) -> Any:
    """The same again; a second caller sits down at the same table."""
    dice = None if body is None else salted(body.dice)
    return await act(play_again(act.tables, act.key_for_new(live.id, body), act.me, dice))


@router.post("/tables/{table}/close", response_model=shapes.Table)
async def close(live: TheTable, act: Act, body: shapes.Named | None = None) -> Any:
    """End a table that hasn't begun, or that nobody else plays at."""
    return await act(seats.close(act.tables, act.key(live.id, body)))


@router.get("/me/tables", response_model=list[shapes.Table])
async def my_tables(
    tables: TheTables,
    database: TheDatabase,
    me: Somebody,
    state: State | None = None,
    game: Annotated[Game | None, Query()] = None,
    before: Before = None,
    limit: Limit = 50,
) -> Any:
    """My tables, those that ask me first."""
    query = ListQuery(state, game, None, place_of(before), limit)

    def work(connection: Connection) -> list[TableFacts]:
        return lists.mine(connection, me.id, query)

    return lean(plain_tables(tables, await database.read(work), me.id))


@router.get("/archive", response_model=list[shapes.Table])
async def archive(
    tables: TheTables,
    database: TheDatabase,
    visitor: Visitor,
    game: Annotated[Game | None, Query()] = None,
    seats: Annotated[int | None, Query(ge=1, le=10)] = None,
    person: Annotated[Id | None, Query()] = None,
    before: Before = None,
    limit: Limit = 50,
) -> Any:
    """Finished public games, the latest first."""
    query = ListQuery("over", game, seats, place_of(before), limit)

    def work(connection: Connection) -> list[TableFacts]:
        return lists.archive(connection, query, person)

    found = await database.read(work)
    return lean(plain_tables(tables, found, id_of(visitor)))
