"""How many tables may run: of one person, from one address, and of bots alone."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import receipts, tables
from cradle.server.store.facts import TableFacts
from cradle.server.store.locks import lock
from cradle.server.store.receipts import Key

WAIT_S = 60


@dataclass(frozen=True)
class TableLimits:
    """The most tables that may run."""

    person: int
    address: int
    bots_person: int
    bots_address: int
    records: int
    rows: int
    acts: int

    def check_act(self, connection: Connection, key: Key) -> None:
        """Refuse one act too many of somebody at a table; what makes tables is counted by those."""
        if key.table:
            lock(connection, "acts", f"{key.person}/{key.table}")
        if key.table and receipts.has(connection, key, self.acts):
            raise Problem(409, "too-many-acts", most=self.acts)

    def check_new(self, connection: Connection, facts: TableFacts) -> None:
        """Refuse one table too many."""
        _lock_counts(connection, facts)
        if facts.kind == "record" and tables.records_of(connection, facts.host) >= self.records:
            raise Problem(409, "too-many-records", most=self.records)
        if tables.running_of(connection, facts.host) >= self.person:
            raise Problem(429, "too-many-tables", seconds=WAIT_S, most=self.person)
        if facts.origin is None:
            return
        if tables.running_from(connection, facts.origin) >= self.address:
            raise Problem(429, "too-many-tables-here", seconds=WAIT_S, most=self.address)

    def check_room(self, connection: Connection, host: str, origin: str | None, count: int) -> None:
        """Refuse so many tables at once if there isn't room for all of them."""
        if tables.running_of(connection, host) + count > self.person:
            raise Problem(429, "too-many-tables", seconds=WAIT_S, most=self.person)
        if origin and tables.running_from(connection, origin) + count > self.address:
            raise Problem(429, "too-many-tables-here", seconds=WAIT_S, most=self.address)

    def check_deserted(self, connection: Connection, facts: TableFacts) -> None:
        """Refuse one table too many at which bots play alone; an event's are played to the end."""
        if facts.state != "playing" or not facts.deserted or facts.event is not None:
            return
        _lock_counts(connection, facts)
        if tables.bots_of(connection, facts.host, facts.id) >= self.bots_person:
            raise Problem(429, "too-many-bots", seconds=WAIT_S, most=self.bots_person)
        if facts.origin is None:
            return
        if tables.bots_from(connection, facts.origin, facts.id) >= self.bots_address:
            raise Problem(429, "too-many-bots-here", seconds=WAIT_S, most=self.bots_address)


def _lock_counts(connection: Connection, facts: TableFacts) -> None:
    """Nobody else makes a table for this host, or from this address, before we have."""
    names = [f"person {facts.host}", *([f"origin {facts.origin}"] if facts.origin else [])]
    lock(connection, "host", *names)


def table_limits(settings: ServerSettings) -> TableLimits:
    """The limits a host has set."""
    return TableLimits(
        settings.tables,
        settings.address_tables,
        settings.bot_tables,
        settings.address_bot_tables,
        settings.records,
        settings.rows,
        settings.acts,
    )
