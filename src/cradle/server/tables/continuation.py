"""Playing on from a finished game: a table of its own, with dice of its own, never rated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from cradle.server.problems import Problem
from cradle.server.store.facts import TableFacts
from cradle.server.store.pace import NoPace, Pace
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables.creation import create, must_host
from cradle.server.tables.history import Past
from cradle.server.tables.live import LiveTable
from cradle.server.tables.loader import played_until
from cradle.server.tables.notices import LOBBY
from cradle.server.tables.registry import Tables
from cradle.server.tables.shared_luck import must_be_told
from cradle.server.tables.table_request import Salted, SeatRequest, Source, TableRequest


@dataclass(frozen=True)
class Continuation:
    """From which ply somebody wants to play on, and with whom."""

    ply: int
    seats: Sequence[SeatRequest]
    visibility: str = "link"
    pace: Pace = field(default_factory=NoPace)
    start: bool = True
    salted: Salted | None = None


async def play_on(tables: Tables, key: Key, person: Person, wanted: Continuation) -> Receipt:
    """Make a table that goes on from a ply of the finished game that the key names."""
    source, ply = await tables.database.read(lambda c: _fork(c, key.table, wanted.ply))
    if len(wanted.seats) != source.size:
        raise Problem(400, "seats-as-played", seats=source.size)
    request = TableRequest(
        source.game,
        wanted.seats,
        source.options,
        wanted.visibility,
        wanted.pace,
        wanted.start,
        salted=wanted.salted,
        source=Source(source.id, ply),
    )
    return await create(tables, key, request, person)


async def share(tables: Tables, key: Key, public: bool) -> Receipt:
    """Show what was tried to everybody who looks at the game it goes on from, or to nobody else."""

    async def work(live: LiveTable) -> Receipt:
        must_host(live, key.person)
        if live.facts.from_table is None:
            raise Problem(409, "not-a-try")
        live.facts.visibility = "public" if public else "link"
        receipt = await tables.save(live)
        tables.notices.call(LOBBY)  # Where it may have been, or comes to be.
        return receipt

    return await tables.once(key, work)


def _fork(connection: Connection, table: str, ply: int) -> tuple[TableFacts, int]:
    """The finished game, and the ply; where all choose at once, all choose anew."""
    past = Past(connection, table, None, None)
    must_be_told(connection, past.facts)
    if not past.ended:
        raise Problem(403, "not-while-running")
    if ply > len(past.entries):
        raise Problem(404, "no-such-ply", plies=len(past.entries))
    played = played_until(connection, table, ply)
    if played.over:
        raise Problem(409, "game-over")
    return past.facts, ply - len(played.state.sealed)
