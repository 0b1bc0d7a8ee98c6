"""Reports about people, and the log of what was done about them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    Select,
    Table,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)

from cradle.server.ids import new_id
from cradle.server.store.lists import Place
from cradle.server.store.people_schema import AUDIT, REPORTS, SETTLED, UNSETTLED
from cradle.server.store.schema import PEOPLE

MOST_OPEN = 20  # of one person
WHO, WHOM = PEOPLE.alias("who"), PEOPLE.alias("whom")


@dataclass(frozen=True, kw_only=True)
class Report:
    """What somebody tells about another, and what was said then."""

    id: str
    person: str
    about: str
    table_id: str | None
    reason: str
    text: str
    context: list[dict[str, Any]]
    at: int
    closed_at: int | None = None


@dataclass(frozen=True, kw_only=True)
class Deed:
    """Something that was done about somebody; nobody did it: at the command line."""

    action: str
    about: str
    reason: str
    at: int
    actor: str | None = None
    until_at: int | None = None
    report: str | None = None


def add(connection: Connection, report: Report) -> None:
    """Keep a report."""
    connection.execute(insert(REPORTS), asdict(report))


def open_of(connection: Connection, person: str) -> int:
    """How many reports of somebody's nobody has settled."""
    mine = (REPORTS.c.person == person, REPORTS.c.closed_at.is_(None))
    query = select(func.count()).select_from(REPORTS).where(*mine)
    return int(connection.execute(query).scalar_one())


def find(connection: Connection, id: str) -> Report | None:
    """A report by its id, which nobody else settles until this is done."""
    query = select(REPORTS).where(REPORTS.c.id == id).with_for_update()
    row = connection.execute(query).one_or_none()
    return None if row is None else Report(**row._mapping)


def settle(connection: Connection, id: str, now: int) -> None:
    """Nothing more is to be done about a report."""
    connection.execute(update(REPORTS).where(REPORTS.c.id == id).values(closed_at=now))


def listed(
    connection: Connection, settled: bool, before: Place | None, limit: int
) -> list[dict[str, Any]]:
    """Reports with names: those to settle, the oldest first; or the settled, the latest first."""
    at = REPORTS.c.closed_at if settled else REPORTS.c.at
    query = _named(REPORTS, "person", "about").where(text(SETTLED if settled else UNSETTLED))
    order = (at.desc(), REPORTS.c.id.desc()) if settled else (at, REPORTS.c.id)
    if before is not None:
        here, there = tuple_(at, REPORTS.c.id), tuple_(before.at, before.id)
        query = query.where(here < there if settled else here > there)
    return [_plain(row) for row in connection.execute(query.order_by(*order).limit(limit))]


def note(connection: Connection, deed: Deed) -> None:
    """Write down what was done."""
    connection.execute(insert(AUDIT), asdict(deed) | {"id": new_id()})


def deeds(
    connection: Connection, about: str | None, before: Place | None, limit: int
) -> list[dict[str, Any]]:
    """What was done, about somebody or anybody, with names; the latest first."""
    query = _named(AUDIT, "actor", "about")
    if about is not None:
        query = query.where(AUDIT.c.about == about)
    if before is not None:
        query = query.where(tuple_(AUDIT.c.at, AUDIT.c.id) < tuple_(before.at, before.id))
    query = query.order_by(AUDIT.c.at.desc(), AUDIT.c.id.desc()).limit(limit)
    return [_plain(row) for row in connection.execute(query)]


def last_deed(
    connection: Connection, about: str, actions: Sequence[str], after: int
) -> Row[Any] | None:
    """The last of these that was done about somebody after a moment."""
    mine = (AUDIT.c.about == about, AUDIT.c.at > after, AUDIT.c.action.in_(actions))
    query = select(AUDIT).where(*mine).order_by(AUDIT.c.at.desc(), AUDIT.c.id.desc())
    return connection.execute(query.limit(1)).one_or_none()


def _named(table: Table, who: str, whom: str) -> Select[Any]:
    """Rows with the names of those they are of and about."""
    names = (WHO.c.name.label("by"), WHOM.c.name.label("whom"))
    query = select(table, *names).outerjoin(WHO, WHO.c.id == table.c[who])
    return query.outerjoin(WHOM, WHOM.c.id == table.c[whom])


def _plain(row: Row[Any]) -> dict[str, Any]:
    return {str(name): value for name, value in row._mapping.items()}


def forget(connection: Connection, people: Collection[str]) -> None:
    """Forget what these people have told, and what they said; that they were told of stays."""
    blank = update(REPORTS).where(REPORTS.c.person.in_(people))
    connection.execute(blank.values(text=""))
    either = or_(REPORTS.c.person.in_(people), REPORTS.c.about.in_(people))
    connection.execute(update(REPORTS).where(either).values(context=[]))


def involved(connection: Connection, people: Collection[str]) -> set[str]:
    """Who of these has told something, or is told of."""
    found: set[str] = set()
    for column in (REPORTS.c.person, REPORTS.c.about, AUDIT.c.about, AUDIT.c.actor):
        query = select(column).where(column.in_(people)).distinct()
        found.update(connection.execute(query).scalars())
    return found


def detach(connection: Connection, tables: Collection[str]) -> None:
    """Reports stay without the tables they were made at."""
    gone = update(REPORTS).where(REPORTS.c.table_id.in_(tables))
    connection.execute(gone.values(table_id=None))
