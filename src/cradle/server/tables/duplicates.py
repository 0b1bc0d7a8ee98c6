"""Duplicates: several tables with the same luck for as many groups, who compare afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from cradle.server.problems import Problem, missing
from cradle.server.store import lucks
from cradle.server.store.facts import TableFacts
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables.creation import create
from cradle.server.tables.limits import TableLimits
from cradle.server.tables.lobby import plain_tables
from cradle.server.tables.registry import Tables
from cradle.server.tables.seats import close
from cradle.server.tables.shared_luck import is_abandoned, is_open, is_told
from cradle.server.tables.table_request import Luck, TableRequest


def duplicate_luck(id: str) -> str:
    """What the luck of a duplicate is called."""
    return f"duplicate.{id}"


async def make(tables: Tables, key: Key, wanted: TableRequest, count: int, host: Person) -> str:
    """Make so many tables with one luck; repeated under the same id, none is made twice."""
    if all(seat.kind == "bot" for seat in wanted.seats):
        raise Problem(409, "duplicate-people")
    made = await tables.promises.id_for("duplicate", key.person, key.id)
    luck = duplicate_luck(made)
    await tables.database.read(lambda c: _check_room(c, tables.limits, luck, key, count))
    shared = replace(wanted, luck=Luck(luck, await tables.promises.luck(luck)))
    for number in range(count):
        each = replace(key, id=f"{luck} {number}")  # No client can give such a name to an act.
        await create(tables, each, shared, host)
    return made


def _check_room(
    connection: Connection, limits: TableLimits, luck: str, key: Key, count: int
) -> None:
    """Refuse all of them if there isn't room for all; those there are already have theirs."""
    more = count - len(lucks.tables_of(connection, luck))
    limits.check_room(connection, key.person, key.origin, more)


async def end(tables: Tables, key: Key, id: str) -> Receipt:
    """End one of a duplicate's tables, which its host may not look at while others play there."""
    found = await tables.database.read(lambda c: lucks.tables_of(c, duplicate_luck(id)))
    if key.table not in [each.id for each in found]:
        raise missing()
    return await close(tables, key)


@dataclass(frozen=True)
class Compared:
    """The tables of a duplicate, whether all have ended, and which the viewer may end."""

    told: bool
    tables: list[TableFacts]
    to_end: list[str]


def compare(connection: Connection, id: str, viewer: str | None) -> Compared:
    """The tables of a duplicate; scores of those that somebody may look at, to the host of all."""
    found = lucks.tables_of(connection, duplicate_luck(id))
    if not found:
        raise missing()
    for facts in found:
        if facts.host != viewer and not is_open(connection, facts, viewer):
            facts.scores = None
    ends = [each.id for each in found if each.state == "open" or is_abandoned(each)]
    return Compared(is_told(connection, found[0]), found, ends if found[0].host == viewer else [])


def plain(tables: Tables, id: str, compared: Compared, viewer: str | None) -> dict[str, Any]:
    """A duplicate as a viewer may see it."""
    shown: Sequence[dict[str, Any]] = plain_tables(tables, compared.tables, viewer)
    return {"id": id, "told": compared.told, "tables": shown, "to_end": compared.to_end}
