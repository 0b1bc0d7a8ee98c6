"""One database, read by a few threads and written by one, which commits what has piled up at once.

A write is done when its transaction is committed, not before. One transaction writes at a time,
whichever process it is of: SQLite sees to that by itself, and on PostgreSQL writers queue for one
lock. So what a writer reads, holds until it has written, and no two of them ever wait for each
other.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from prometheus_client import Histogram
from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import (
    DBAPIError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    SQLAlchemyError,
    TimeoutError as NoConnection,
)

from cradle.server.metrics import Metrics
from cradle.server.problems import Problem
from cradle.server.store.transactions import TransactionLost, UnknownOutcome, Work, write_all

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
WAIT_MS = 10_000  # The longest a writer waits for its turn.
WRITERS_LOCK = 0x637261646C65  # "cradle"


def make_engine(url: str) -> Engine:
    """An engine whose transactions begin where we say, also on SQLite."""
    if not url.startswith("sqlite"):
        engine = create_engine(url, pool_size=READERS + 2, pool_pre_ping=True)
        event.listen(engine, "begin", _begin_postgres)
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
    wait = f"busy_timeout={WAIT_MS}"
    for pragma in (wait, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_postgres(connection: Connection) -> None:
    if connection.get_execution_options().get("writes", False):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {WAIT_MS}")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITERS_LOCK})")


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
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")
        self.waiting: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self._write_all, name="write", daemon=True)
        self.metrics.write_queue.set_function(self.waiting.qsize)
        self.writer.start()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What the work reads, in a transaction of its own that sees one moment."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.readers, self.read_now, work)

    def read_now(self, work: Callable[[Connection], T]) -> T:
        """The same, for callers that may wait."""
        with self.snapshots.connect() as connection:
            return work(connection)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do the work and commit it; back only when it is kept."""
        done: Future[Any] = Future()
        self.waiting.put((work, done))
        return await asyncio.shield(asyncio.wrap_future(done))

    def write_now(self, work: Callable[[Connection], T]) -> T:
        """The same, for callers that may wait."""
        done: Future[Any] = Future()
        self.waiting.put((work, done))
        result: T = done.result()
        return result

    def close(self) -> None:
        """Finish what was begun, then let go."""
        self.waiting.put(None)
        self.writer.join()
        self.readers.shutdown()
        self.engine.dispose()

    def _write_all(self) -> None:
        closing = False
        while not closing:
            batch = [self.waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self.waiting.empty():
                batch.append(self.waiting.get())
            closing = None in batch
            jobs = [job for job in batch if job is not None]
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: list[tuple[Work, Future[Any]]]) -> None:
        """Whoever asked is told what became of it, and nothing good before it is kept."""
        jobs = [(work, done) for work, done in jobs if done.set_running_or_notify_cancel()]
        self.metrics.write_batch.observe(len(jobs))
        with self.metrics.write_seconds.time():
            outcomes = write_all(self.engine, [work for work, _ in jobs])
        for (_, done), outcome in zip(jobs, outcomes, strict=True):
            if outcome.error is not None:
                done.set_exception(outcome.error)
            else:
                done.set_result(outcome.result)
