"""One database, read by a few threads and written by one, or on PostgreSQL by a few.

A write is done when its transaction is committed, not before. SQLite lets one transaction write at
a time, so one thread commits what has piled up at once. On PostgreSQL moves that wait go in one
statement, and every other work is a transaction of its own that waits only for those that are about
the same (`locks`).
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from prometheus_client import Histogram
from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import (
    DBAPIError,
    InterfaceError,
    InternalError,
    InvalidatePoolError,
    OperationalError,
    ProgrammingError,
    SQLAlchemyError,
    TimeoutError as NoConnection,
)

from cradle.server.metrics import Metrics
from cradle.server.problems import Problem
from cradle.server.store.thread_connections import ThreadConnections, is_ended
from cradle.server.store.transactions import (
    CONNECTION_LIMITS,
    LOCK_MS,
    NotBegun,
    Outcome,
    Statement,
    TransactionLost,
    UnknownOutcome,
    Work,
    begin_postgres,
    cause_of,
    write_all,
    write_each,
    write_parts,
)
from cradle.server.store.workers import Workers

T = TypeVar("T")
LOGGER = logging.getLogger("cradle.server")
MOST_AT_ONCE = 200
# A database that is away, full, locked or read-only: nobody's mistake.
AWAY = (
    OperationalError,
    InterfaceError,
    InternalError,
    NoConnection,
    TransactionLost,
    UnknownOutcome,
)
OUR_FAULTS = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE, None)
RETRY_S = 5
READERS = 4
WRITERS = 8  # on PostgreSQL: what they commit at the same time, it writes to disk at once


def make_engine(url: str) -> Engine:
    """An engine whose transactions begin where we say, also on SQLite."""
    if not url.startswith("sqlite"):
        limits = dict(CONNECTION_LIMITS)
        size, more = 2 * READERS + WRITERS + 2, 5  # Readers have two: one for statements alone.
        engine = create_engine(url, pool_size=size, max_overflow=more, connect_args=limits)
        event.listen(engine, "checkout", _check_line)
        event.listen(engine, "begin", begin_postgres)
        event.listen(engine, "handle_error", _name_fault, retval=True)
        return engine
    engine = create_engine(url, pool_size=READERS + 2)
    event.listen(engine, "connect", _tune_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "handle_error", _name_fault, retval=True)
    return engine


def time_locks(engine: Engine, waits: Histogram) -> None:
    """Measure how long writers wait until it is their turn."""

    def before(connection: Connection) -> None:
        connection.info["begun"] = time.perf_counter()

    def after(connection: Connection) -> None:
        if connection.get_execution_options().get("writes", False):
            waits.observe(time.perf_counter() - connection.info["begun"])

    event.listen(engine, "begin", before, insert=True)
    event.listen(engine, "begin", after)


def with_snapshots(engine: Engine) -> Engine:
    """The same for readers: all they read is of one moment, as it always is on SQLite."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ")


def _tune_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    wait = f"busy_timeout={LOCK_MS}"
    for pragma in (wait, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get("alone", False):  # A statement that stands alone begins and ends by itself.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")


def _check_line(driver: Any, *_: object) -> None:
    """Give out no connection that the database has ended."""
    if is_ended(driver):
        raise InvalidatePoolError


def _name_fault(context: ExceptionContext) -> ProgrammingError | None:
    """A query that can't be is our fault, though drivers file it with databases that are away."""
    error, query = context.original_exception, context.statement
    away = context.is_disconnect or not isinstance(context.sqlalchemy_exception, OperationalError)
    if away or query is None or _code(error) not in OUR_FAULTS:
        return None
    return ProgrammingError(query, context.parameters, error)


def _code(error: BaseException) -> int | str | None:
    """What a database calls an error; PostgreSQL has no name for what never reached it."""
    return getattr(error, "sqlite_errorcode", getattr(error, "sqlstate", ""))


def reason(error: SQLAlchemyError) -> str:
    """In the driver's own words: what is wrapped around them is for programmers."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return (str(cause).splitlines() or ["?"])[0].rstrip(".")


def unavailable(error: SQLAlchemyError) -> Problem:
    """The database can't be used: write down why, in one line; what to tell a client."""
    LOGGER.error("no database: %s", reason(error))
    key = "unknown-outcome" if isinstance(error, UnknownOutcome) else "no-storage"
    return Problem(503, key, seconds=RETRY_S)


class Database:
    """Reads and writes for an event loop."""

    def __init__(self, engine: Engine, metrics: Metrics | None = None) -> None:
        self.engine = engine
        self.metrics = metrics or Metrics()
        time_locks(engine, self.metrics.lock_wait)
        self.snapshots = with_snapshots(engine)
        self.connections = ThreadConnections(engine)
        self.together = engine.dialect.name == "sqlite"
        writers, most = (1, MOST_AT_ONCE) if self.together else (WRITERS, 1)
        self.readers = Workers("read", READERS, self._read_all)
        self.writers = Workers("write", writers, self._write_all, most)
        self.movers = Workers(
            "write", 0 if self.together else 1, self._write_parts, MOST_AT_ONCE, self.writers
        )
        self.metrics.write_queue.set_function(
            lambda: self.writers.waiting.qsize() + self.movers.waiting.qsize()
        )

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What the work reads, in a transaction of its own that sees one moment."""
        found: T = await self.readers.ask(work)
        return found

    async def read_by_key(self, work: Callable[[Connection], T]) -> T:
        """What one statement finds by a key.

        Where the database is a file that takes less than the way to a thread and back, and nobody
        waits for a writer there.
        """
        statement = Statement(work)
        if not self.together:
            return await self.read(statement)
        outcome = self._try_read(statement)
        if outcome.error is not None:
            raise outcome.error
        found: T = outcome.result
        return found

    def read_now(self, work: Callable[[Connection], T]) -> T:
        """The same, for callers that may wait."""
        with self.snapshots.connect() as connection:
            return work(connection)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do the work and commit it; back only when it is kept."""
        part = isinstance(work, Statement) and work.part is not None and not self.together
        result: T = await (self.movers if part else self.writers).ask(work)
        return result

    def write_now(self, work: Callable[[Connection], T]) -> T:
        """The same, for callers that may wait."""
        result: T = self.writers.ask_now(work)
        return result

    def close(self) -> None:
        """Finish what was begun, then let go."""
        self.movers.close()
        self.writers.close()
        self.readers.close()
        self.connections.close()
        self.engine.dispose()

    def _read_all(self, works: Sequence[Work]) -> list[Outcome]:
        return [self._try_read(work) for work in works]

    def _try_read(self, work: Work) -> Outcome:
        """One statement sees one moment by itself."""
        alone = isinstance(work, Statement)
        try:
            with self.connections.mine() if alone else self.snapshots.connect() as connection:
                return Outcome(work(connection))
        except NotBegun as error:
            return Outcome(error=cause_of(error))
        except Exception as error:
            return Outcome(error=error)

    def _write_all(self, works: Sequence[Work]) -> list[Outcome]:
        """What became of each; nothing good is said of it before it is kept."""
        with self._measured(works):
            return (write_all if self.together else write_each)(self.engine, works)

    def _write_parts(self, works: Sequence[Work]) -> list[Outcome | None]:
        """The same for what goes in one statement; None for what is to be written alone."""
        with self._measured(works):
            parts = [work.part for work in works if isinstance(work, Statement) and work.part]
            return write_parts(self.connections.mine, parts)

    @contextmanager
    def _measured(self, works: Sequence[Work]) -> Iterator[None]:
        self.metrics.write_batch.observe(len(works))
        with self.metrics.write_seconds.time():
            yield
