"""What people called their acts, and what came of each, so that a repeat does nothing more.

The ids of answers and of lines of chat stand in their own rows, and those of all other acts here.
The database refuses every one of them a second time.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from cradle.server.store.schema import RECEIPTS


@dataclass(frozen=True)
class Key:
    """Whose act it is, at which table (\"\": it makes one), and what they call it, if anything.

    `origin` names the address they call from.
    """

    person: str
    table: str = ""
    id: str | None = None
    origin: str | None = None


@dataclass(frozen=True)
class Receipt:
    """An act that is kept, at which table, and up to which row of its log.

    `again` if it had been before, not `done` if others must agree.
    """

    table: str
    seq: int
    done: bool = True
    again: bool = False


def find(connection: Connection, key: Key) -> Receipt | None:
    """What came of an act, if it was done before."""
    mine = (RECEIPTS.c.person == key.person) & (RECEIPTS.c.about == key.table)
    query = select(RECEIPTS.c.table_id, RECEIPTS.c.seq, RECEIPTS.c.done)
    row = connection.execute(query.where(mine, RECEIPTS.c.id == key.id)).one_or_none()
    return None if row is None else Receipt(row.table_id, row.seq, row.done, again=True)


def has(connection: Connection, key: Key, count: int) -> bool:
    """Whether somebody has named so many acts at a table."""
    mine = (RECEIPTS.c.person == key.person) & (RECEIPTS.c.about == key.table)
    query = (
        select(RECEIPTS.c.id).where(mine).order_by(RECEIPTS.c.id).limit(1).offset(max(0, count - 1))
    )
    return connection.execute(query).one_or_none() is not None


def add(connection: Connection, key: Key, receipt: Receipt, at: int) -> None:
    """Keep what came of an act; IntegrityError if it was done before."""
    row = {
        "person": key.person,
        "about": key.table,
        "id": key.id,
        "table_id": receipt.table,
        "seq": receipt.seq,
        "done": receipt.done,
        "at": at,
    }
    connection.execute(insert(RECEIPTS), row)
