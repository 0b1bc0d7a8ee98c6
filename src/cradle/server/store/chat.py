"""What people say at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select, update

from cradle.server.store import relations
from cradle.server.store.facts import RUNNING
from cradle.server.store.locks import lock
from cradle.server.store.schema import CHAT, LISTED, MUTED, PEOPLE

MOST_LINES = 500
COLUMNS = (CHAT.c.number, CHAT.c.at, CHAT.c.person, PEOPLE.c.name, CHAT.c.seat, CHAT.c.text)


@dataclass(frozen=True)
class Said:
    """A line that is kept, by its number; `again` if it had been before."""

    number: int
    again: bool = False


def last_number(connection: Connection, table: str) -> int:
    """The number of the last line; 0 if nobody has said anything."""
    query = select(func.max(CHAT.c.number)).where(CHAT.c.table_id == table)
    return int(connection.execute(query).scalar_one() or 0)


def say(
    connection: Connection,
    table: str,
    person: str,
    seat: int | None,
    text: str,
    client: str | None,
    now: int,
) -> Said:
    """Keep a line, once for each name its sender gives it."""
    lock(connection, "chat", table)
    before = None if client is None else _said_before(connection, table, client)
    if before is not None:
        return Said(before, again=True)
    number = last_number(connection, table) + 1
    row = {
        "table_id": table,
        "number": number,
        "at": now,
        "person": person,
        "seat": seat,
        "client": client,
        "text": text,
    }
    connection.execute(insert(CHAT), row)
    return Said(number)


def _said_before(connection: Connection, table: str, client: str) -> int | None:
    query = select(CHAT.c.number).where(CHAT.c.table_id == table, CHAT.c.client == client)
    return connection.execute(query).scalar_one_or_none()


def lines(
    connection: Connection, table: str, after: int, viewer: str | None = None
) -> list[dict[str, Any]]:
    """The latest lines after a number, oldest first; without those of whom a viewer hears none."""
    query = _at(table).where(CHAT.c.number > after).order_by(CHAT.c.number.desc())
    if viewer is not None:
        query = query.where(CHAT.c.person.not_in(relations.unheard(viewer)))
    rows = connection.execute(query.limit(MOST_LINES)).all()
    return [_plain(row) for row in reversed(rows)]


def heard_since(connection: Connection, person: str, since: int) -> set[tuple[str, int]]:
    """What others have said since at somebody's running tables, as far as they want to hear it."""
    mine = (LISTED.c.person == person, LISTED.c.state.in_(RUNNING))
    quiet = select(MUTED.c.table_id).where(MUTED.c.person == person)
    heard = (CHAT.c.person != person, CHAT.c.person.not_in(relations.unheard(person)))
    query = select(CHAT.c.table_id, CHAT.c.number).join(
        LISTED, LISTED.c.table_id == CHAT.c.table_id
    )
    query = query.where(*mine, *heard, CHAT.c.at >= since, CHAT.c.table_id.not_in(quiet))
    return {(row.table_id, row.number) for row in connection.execute(query)}


def line(connection: Connection, table: str, number: int) -> dict[str, Any]:
    """One line."""
    return _plain(connection.execute(_at(table).where(CHAT.c.number == number)).one())


def _at(table: str) -> Select[Any]:
    joined = select(*COLUMNS).join(PEOPLE, PEOPLE.c.id == CHAT.c.person)
    return joined.where(CHAT.c.table_id == table)


def _plain(row: Row[Any]) -> dict[str, Any]:
    # The database's names are a kind of str that the JSON writer refuses as keys.
    return {str(name): cell for name, cell in row._mapping.items()}


def erase(connection: Connection, person: str) -> None:
    """Remove what somebody has said, wherever; that they spoke stays, so that numbers do."""
    connection.execute(update(CHAT).where(CHAT.c.person == person).values(text=""))
