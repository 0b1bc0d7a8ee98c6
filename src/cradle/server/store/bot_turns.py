"""Bots that are asked, as PostgreSQL keeps them: a fair queue that several processes take from.

Whoever takes a turn holds it for a short while and says again and again that they are alive; if
they die, somebody else takes it. A turn is due the later, the more of the same host's turns wait:
so nobody's hundred tables keep others waiting, and quick bots come soon. Time is the database's.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    cast,
    delete,
    func,
    insert,
    literal,
    literal_column,
    select,
    tuple_,
    update,
)

from cradle.server.store.turn_schema import BOT_TURNS

LEASE_MS = 3_000
NOW: ColumnElement[int] = literal_column(
    "(extract(epoch FROM clock_timestamp()) * 1000)::bigint", BigInteger
)
ANY_LENGTH = 1e9


@dataclass(frozen=True)
class Asked:
    """A bot that is asked, how long it thinks, and whether its question is another than before."""

    seat: int
    seconds: float
    anew: bool


@dataclass(frozen=True)
class Taken:
    """A turn that somebody has taken; the seat's next one is due at another time."""

    table: str
    seat: int
    due_at: int

    def rows(self, who: str) -> tuple[ColumnElement[bool], ...]:
        """Its row, as long as it is this turn, and theirs."""
        mine = (BOT_TURNS.c.taken_by == who, BOT_TURNS.c.due_at == self.due_at)
        return (*mine, BOT_TURNS.c.table_id == self.table, BOT_TURNS.c.seat == self.seat)


def due(host: ColumnElement[str], seconds: ColumnElement[float]) -> ColumnElement[int]:
    """When a host's next turn is due."""
    waiting = select(func.count()).select_from(BOT_TURNS).where(BOT_TURNS.c.host == host)
    return NOW + cast(1000 * seconds * (1 + waiting.scalar_subquery()), BigInteger)


def keep(connection: Connection, table: str, host: str, asked: Sequence[Asked]) -> None:
    """These bots are asked at a table now, and no others; who thinks already, thinks on.

    On SQLite there is one process, which needs nothing of this.
    """
    if connection.dialect.name == "sqlite":
        return
    here = BOT_TURNS.c.table_id == table
    kept = [each.seat for each in asked if not each.anew]
    connection.execute(delete(BOT_TURNS).where(here, BOT_TURNS.c.seat.not_in(kept)))
    known = set(connection.execute(select(BOT_TURNS.c.seat).where(here)).scalars())
    for each in asked:
        if each.seat not in known:
            at = due(literal(host), literal(each.seconds))
            row = {"table_id": table, "seat": each.seat, "host": host, "seconds": each.seconds}
            connection.execute(insert(BOT_TURNS).values(**row, due_at=at, taken_until=0))


def take(connection: Connection, who: str, most: int, longest: float = ANY_LENGTH) -> list[Taken]:
    """Take the turns that are due first and that nobody has, in one statement."""
    key = (BOT_TURNS.c.table_id, BOT_TURNS.c.seat)
    free = (BOT_TURNS.c.taken_until < NOW, BOT_TURNS.c.seconds <= longest)
    first = select(*key).where(*free).order_by(BOT_TURNS.c.due_at).limit(most)
    mine = update(BOT_TURNS).where(tuple_(*key).in_(first.with_for_update(skip_locked=True)))
    taken = mine.values(taken_by=who, taken_until=NOW + LEASE_MS)
    taken = taken.returning(*key, BOT_TURNS.c.due_at)
    return [Taken(*row) for row in connection.execute(taken)]


def hold(connection: Connection, who: str, turns: Collection[Taken]) -> None:
    """Whoever has these turns is alive; one that somebody is just ending needs no more time.

    A turn of theirs that they don't know of any more isn't among these: its time runs out.
    """
    key = (BOT_TURNS.c.table_id, BOT_TURNS.c.seat)
    held = tuple_(*key, BOT_TURNS.c.due_at).in_([(t.table, t.seat, t.due_at) for t in turns])
    mine = select(*key).where(BOT_TURNS.c.taken_by == who, held)
    alive = update(BOT_TURNS).where(tuple_(*key).in_(mine.with_for_update(skip_locked=True)))
    connection.execute(alive.values(taken_until=NOW + LEASE_MS))


def give_back(connection: Connection, who: str, turn: Taken, pause_ms: int) -> None:
    """Let others take a turn that came to nothing, after a pause."""
    back = update(BOT_TURNS).where(*turn.rows(who))
    connection.execute(back.values(taken_by=None, taken_until=NOW + pause_ms))


def drop(connection: Connection, who: str, turn: Taken) -> None:
    """A turn that somebody has taken is nobody's any more: the bot isn't asked."""
    connection.execute(delete(BOT_TURNS).where(*turn.rows(who)))


def tables(connection: Connection) -> set[str]:
    """The tables at which any bot waits or thinks."""
    return set(connection.execute(select(BOT_TURNS.c.table_id).distinct()).scalars())
