"""How many tables may run: of one person, from one address, and of bots alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import tables
from cradle.server.store.facts import TableFacts

WAIT_S = 60
Count = Callable[[Connection, str], int]


@dataclass(frozen=True)
class TableLimits:
    """The most tables that may run."""

    person: int
    address: int
    bots_person: int
    bots_address: int

    def check_new(self, connection: Connection, facts: TableFacts) -> None:
        """Refuse one table too many."""
        check(connection, tables.running_of, facts.host, self.person, "too-many-tables")
        if facts.origin is not None:
            many = "too-many-tables-here"
            check(connection, tables.running_from, facts.origin, self.address, many)

    def check_begun(self, connection: Connection, facts: TableFacts) -> None:
        """Refuse one table too many at which bots play alone."""
        if facts.state != "playing" or any(each.kind != "bot" for each in facts.seats):
            return
        check(connection, tables.bots_of, facts.host, self.bots_person, "too-many-bots")
        if facts.origin is not None:
            many = "too-many-bots-here"
            check(connection, tables.bots_from, facts.origin, self.bots_address, many)


def check(connection: Connection, count: Count, of: str, most: int, key: str) -> None:
    """Refuse if there are as many as may be."""
    if count(connection, of) >= most:
        raise Problem(429, key, seconds=WAIT_S, most=most)


def table_limits(settings: ServerSettings) -> TableLimits:
    """The limits a host has set."""
    return TableLimits(
        settings.tables,
        settings.address_tables,
        settings.bot_tables,
        settings.address_bot_tables,
    )
