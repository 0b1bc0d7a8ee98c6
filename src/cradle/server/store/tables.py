"""A table's facts as they are kept: the sheet itself and its chairs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from cradle.server.store.pace import Pace
from cradle.server.store.schema import PEOPLE, SEATS, TABLES

RUNNING = ("open", "playing")
ENDED = ("over", "closed")
JSON_COLUMNS = ("options", "pace", "asked", "undo", "scores")


class Outdated(Exception):
    """Somebody else has changed the table since it was read."""


@dataclass
class Chair:
    """A seat at a table: who or what sits there; `shown` is the name to show."""

    seat: int
    kind: str
    person: str | None = None
    name: str = ""
    level: str | None = None
    stand_in: str | None = None
    automatic: bool = True
    words: str = ""
    left_ms: int | None = None
    shown: str = ""

    @property
    def bot(self) -> str | None:
        """The level of the bot that answers here, if one does."""
        return self.level if self.kind == "bot" else self.stand_in

    def kept(self) -> dict[str, Any]:
        """The row of this chair, without its table."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "person": self.person,
            "name": self.name,
            "level": self.level,
            "stand_in": self.stand_in,
            "automatic": self.automatic,
            "words": self.words,
            "left_ms": self.left_ms,
        }


@dataclass
class Sheet:
    """Everything about a table but its moves; `version` grows with every write."""

    id: str
    game: str
    kind: str
    state: str
    visibility: str
    host: str
    options: dict[str, Any]
    pace: Pace
    size: int
    rules: int
    hash: str
    secret: str
    invite: str
    created_at: int
    moved_at: int
    started_at: int | None = None
    over_at: int | None = None
    deadline_at: int | None = None
    asked: list[int] = field(default_factory=list)
    round: int = 0
    seq: int = 0
    ply: int = 0
    undo: dict[str, Any] | None = None
    undone: bool = False
    rematch: str | None = None
    from_table: str | None = None
    from_ply: int = 0
    scores: list[dict[str, Any]] | None = None
    version: int = 0
    chairs: list[Chair] = field(default_factory=list)

    def copy(self) -> Sheet:
        """A sheet to change without touching this one."""
        return replace(self, chairs=[replace(chair) for chair in self.chairs])

    def kept(self) -> dict[str, Any]:
        """The row of this sheet."""
        row: dict[str, Any] = {column.name: getattr(self, column.name) for column in TABLES.columns}
        row["pace"] = self.pace.plain()
        return row | {name: _write(row[name]) for name in JSON_COLUMNS}

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person holds."""
        if person is None:
            return []
        return [chair.seat for chair in self.chairs if chair.person == person]

    def people(self) -> list[str]:
        """Everybody who sits here, each once."""
        return list(dict.fromkeys(chair.person for chair in self.chairs if chair.person))


def _write(value: Any) -> str | None:
    return None if value is None else json.dumps(value)


def _read(row: Row[Any], chairs: list[Chair]) -> Sheet:
    plain = dict(row._mapping)
    plain |= {name: json.loads(plain[name]) for name in JSON_COLUMNS if plain[name] is not None}
    plain["pace"] = Pace(**plain["pace"])
    return Sheet(**plain, chairs=chairs)


def chairs_of(connection: Connection, tables: list[str]) -> dict[str, list[Chair]]:
    """The chairs of several tables at once, with the names to show."""
    query = (
        select(SEATS, PEOPLE.c.name.label("person_name"))
        .join(PEOPLE, SEATS.c.person == PEOPLE.c.id, isouter=True)
        .where(SEATS.c.table_id.in_(tables))
        .order_by(SEATS.c.table_id, SEATS.c.seat)
    )
    found: dict[str, list[Chair]] = {table: [] for table in tables}
    for row in connection.execute(query):
        plain = dict(row._mapping)
        table, person_name = plain.pop("table_id"), plain.pop("person_name")
        plain["shown"] = plain["name"] or person_name or plain["level"] or ""
        found[table].append(Chair(**plain))
    return found


def read_sheet(connection: Connection, table: str) -> Sheet | None:
    """One table's sheet, or None."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table)).one_or_none()
    return None if row is None else _read(row, chairs_of(connection, [table])[table])


def read_sheets(connection: Connection, query: Any) -> list[Sheet]:
    """All sheets a query over TABLES finds, in its order."""
    rows = connection.execute(query).all()
    chairs = chairs_of(connection, [row.id for row in rows])
    return [_read(row, chairs[row.id]) for row in rows]


def running_of(connection: Connection, host: str) -> int:
    """How many of a host's tables haven't ended."""
    mine = (TABLES.c.host == host) & TABLES.c.state.in_(RUNNING)
    query = select(func.count()).select_from(TABLES).where(mine)
    return int(connection.execute(query).scalar_one())


def add_sheet(connection: Connection, sheet: Sheet) -> None:
    """Keep a new table."""
    connection.execute(insert(TABLES), sheet.kept())
    connection.execute(insert(SEATS), [{"table_id": sheet.id} | c.kept() for c in sheet.chairs])


def save_sheet(connection: Connection, sheet: Sheet) -> None:
    """Keep everything about a table again, chairs included; `Outdated` if it has changed since."""
    _replace(connection, sheet, sheet.kept())
    connection.execute(delete(SEATS).where(SEATS.c.table_id == sheet.id))
    connection.execute(insert(SEATS), [{"table_id": sheet.id} | c.kept() for c in sheet.chairs])


def save_progress(connection: Connection, sheet: Sheet) -> None:
    """Keep what a move changes, and no more; `Outdated` if the table has changed since."""
    values = {
        "asked": _write(sheet.asked),
        "round": sheet.round,
        "seq": sheet.seq,
        "ply": sheet.ply,
        "moved_at": sheet.moved_at,
        "deadline_at": sheet.deadline_at,
        "undo": _write(sheet.undo),
    }
    _replace(connection, sheet, values)


def _replace(connection: Connection, sheet: Sheet, values: dict[str, Any]) -> None:
    """Write over the very version that was read: who comes second, changes nothing."""
    known = (TABLES.c.id == sheet.id) & (TABLES.c.version == sheet.version)
    values = values | {"version": sheet.version + 1}
    if connection.execute(update(TABLES).where(known).values(**values)).rowcount != 1:
        raise Outdated(sheet.id)


def outdate(connection: Connection, tables: Sequence[str]) -> None:
    """Whoever has looked at these tables must look again before they write."""
    renewed = update(TABLES).where(TABLES.c.id.in_(tables))
    connection.execute(renewed.values(version=TABLES.c.version + 1))


def version_of(connection: Connection, table: str) -> int | None:
    """How often a table has been written, or None if there is none."""
    found = connection.execute(select(TABLES.c.version).where(TABLES.c.id == table))
    return found.scalar_one_or_none()
