"""Working at a server's database from the command line, also while the server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Connection, Engine

from cradle.server.metrics import Metrics
from cradle.server.settings import ServerSettings
from cradle.server.store.database import Database
from cradle.server.store.revisions import opened
from cradle.server.tables.limits import table_limits
from cradle.server.tables.notices import Notices
from cradle.server.tables.registry import Tables

T = TypeVar("T")


def read(engine: Engine, work: Callable[[Connection], T]) -> T:
    """What the work reads."""
    with engine.connect() as connection:
        return work(connection)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that is kept if all goes well."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


def with_tables(settings: ServerSettings, work: Callable[[Tables], Awaitable[T]]) -> T:
    """Work with tables through the same doors as the server does; bots are its business."""

    async def do() -> T:
        database = Database(opened(settings))
        tables = Tables(database, Notices(), Metrics(), settings.resident, table_limits(settings))
        try:
            return await work(tables)
        finally:
            database.close()

    return asyncio.run(do())
