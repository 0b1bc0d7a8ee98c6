"""Works written to the database: together in one transaction, or each in its own.

What a work brings is told only after COMMIT has said that it is kept. Of works written together,
one that refuses, or runs into a row that is there already, fails alone. Any other error of the
database ends the transaction for everybody: SQLite may have rolled it back by then, and would begin
another one without a word; then each is tried in its own. One that PostgreSQL has ended to free
others that waited for it is tried again. So a work may be done twice, and must leave nothing behind
but what it writes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

T = TypeVar("T")
Work = Callable[[Connection], Any]
Taken = Callable[[], AbstractContextManager[Connection]]
TRIES = 5
ENDED_FOR_OTHERS = ("40001", "40P01")  # The states of serialization failures and deadlocks.
# Whoever is cut off in the middle of a transaction holds what it has locked no longer than this.
IDLE_MS = 5_000
LOCK_MS = 10_000  # The longest a writer waits for another.
# For libpq: a connection to PostgreSQL on which nothing gets through is given up after five
# seconds, or if nothing is under way after nine. The system would wait for a quarter of an hour,
# and after a short break for as long again as the break was.
CONNECTION_LIMITS: Final = {
    "connect_timeout": 5,
    "tcp_user_timeout": 5_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}


class NotBegun(Exception):
    """No transaction could be begun, for the reason that caused this."""


class TransactionLost(SQLAlchemyError):
    """The database ended the transaction before it was committed: nothing is kept."""


class UnknownOutcome(SQLAlchemyError):
    """COMMIT was sent and its answer lost: everything is kept, or nothing."""


@dataclass(frozen=True)
class Outcome:
    """What became of a work: a result that is kept, or an error."""

    result: Any = None
    error: Exception | None = None


@dataclass(frozen=True)
class Part:
    """One of several things that `save` can keep in one statement; it says of each if it has."""

    save: Callable[[Connection, Sequence[Any]], list[bool]]
    value: Any


@dataclass(frozen=True)
class Statement:
    """A work of one statement, which PostgreSQL keeps or not without BEGIN and COMMIT.

    One that can go with others is a `part` of theirs.
    """

    work: Work
    part: Part | None = None

    def __call__(self, connection: Connection) -> Any:
        """Do it."""
        return self.work(connection)


def write_all(engine: Engine, works: Sequence[Work]) -> list[Outcome]:
    """Do all works, together if that goes, and say of each what became of it."""
    try:
        return _transact(engine, lambda c: [_try(c, work) for work in works])
    except NotBegun as error:
        return [Outcome(error=cause_of(error))] * len(works)
    except UnknownOutcome as error:
        return [Outcome(error=error)] * len(works)
    except Exception:
        return write_each(engine, works)


def write_each(engine: Engine, works: Sequence[Work]) -> list[Outcome]:
    """Each work in a transaction of its own, until none can be begun any more."""
    outcomes: list[Outcome] = []
    for work in works:
        try:
            outcomes.append(Outcome(_transact_at_last(engine, work)))
        except NotBegun as error:
            missing = len(works) - len(outcomes)
            return outcomes + [Outcome(error=cause_of(error))] * missing
        except Exception as error:
            outcomes.append(Outcome(error=error))
    return outcomes


def write_parts(taken: Taken, parts: Sequence[Part]) -> list[Outcome | None]:
    """Keep several parts of the same kind in one statement; None for those to be kept alone."""
    values = [part.value for part in parts]
    try:
        kept = _execute(taken, lambda c: parts[0].save(c, values))
    except NotBegun as error:
        return [Outcome(error=cause_of(error))] * len(parts)
    except UnknownOutcome as error:
        return [Outcome(error=error)] * len(parts)
    except Exception:
        return [None] * len(parts)
    return [Outcome() if each else None for each in kept]


def cause_of(error: Exception) -> Exception:
    """Why no transaction could be begun."""
    return error.__cause__ if isinstance(error.__cause__, Exception) else error


def _try(connection: Connection, work: Work) -> Outcome:
    """A work behind a savepoint; an error that ends the transaction is raised."""
    savepoint = connection.begin_nested()
    try:
        result = work(connection)
    except Exception as error:
        if isinstance(error, SQLAlchemyError) and not isinstance(error, IntegrityError):
            raise
        savepoint.rollback()
        return Outcome(error=error)
    savepoint.commit()
    return Outcome(result)


def _transact_at_last(engine: Engine, work: Work) -> Any:
    """The same as `_transact`, again if the database has ended it to free others."""
    alone = isinstance(work, Statement)
    transact = partial(_execute, partial(_taken, engine)) if alone else partial(_transact, engine)
    for _ in range(TRIES - 1):
        try:
            return transact(work)
        except DBAPIError as error:
            if _state(error) not in ENDED_FOR_OTHERS:
                raise
    return transact(work)


@contextmanager
def _taken(engine: Engine) -> Iterator[Connection]:
    connection = connected(engine)
    try:
        yield connection
    finally:
        with suppress(Exception):
            connection.close()


def _execute(taken: Taken, work: Work) -> Any:
    """Do a work of one statement on a connection, or raise why it isn't kept."""
    with taken() as connection:
        driver = connection.connection.driver_connection
        try:
            return work(connection)
        except DBAPIError as error:
            if _kept_nothing(driver, error):
                raise
            let_go(connection)
            raise UnknownOutcome("no answer to a statement") from error


def _transact(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Do a work and commit it, or raise why it isn't kept."""
    connection = _begun(engine)
    try:
        result = _done(connection, work)
        _commit(connection)
        return result
    finally:
        with suppress(Exception):
            connection.close()


def connected(engine: Engine) -> Connection:
    """A connection on which PostgreSQL's transactions begin and end with what we say alone."""
    try:
        connection = engine.connect()
        if engine.dialect.name == "sqlite":
            return connection
        return connection.execution_options(isolation_level="AUTOCOMMIT")
    except Exception as error:
        raise NotBegun from error


def _begun(engine: Engine) -> Connection:
    connection = connected(engine).execution_options(writes=True)
    try:
        connection.begin()
    except Exception as error:
        let_go(connection)
        raise NotBegun from error
    return connection


def begin_postgres(connection: Connection) -> None:
    """Begin in one message, with limits that hold for this transaction alone."""
    if connection.get_execution_options().get("writes", False):
        driver: Any = connection.connection.driver_connection
        begin = "BEGIN; " if driver.autocommit else ""
        idle = f"SET LOCAL idle_in_transaction_session_timeout = {IDLE_MS}"
        connection.exec_driver_sql(f"{begin}SET LOCAL lock_timeout = {LOCK_MS}; {idle}")


def _done(connection: Connection, work: Callable[[Connection], T]) -> T:
    """What the work brings, in a transaction that is still the one we began."""
    try:
        result = work(connection)
        if not _in_transaction(connection):
            raise TransactionLost("the database ended the transaction")
    except Exception:
        _roll_back(connection)
        raise
    return result


def _commit(connection: Connection) -> None:
    driver = connection.connection.driver_connection
    try:
        connection.commit()
    except Exception as error:
        refused = _kept_nothing(driver, error)
        _roll_back(connection)
        if refused:
            raise
        let_go(connection)
        raise UnknownOutcome("no answer to COMMIT") from error


def _kept_nothing(driver: Any, error: Exception) -> bool:
    """Whether the database itself said that it didn't commit."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(driver, sqlite3.Connection):
        # A full disk is found before the last page is written, anything later maybe after.
        full = getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
        return full or driver.in_transaction
    return _state(error) is not None and not driver.closed


def _state(error: Exception) -> str | None:
    """What PostgreSQL calls an error; None for what never reached it."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlstate", None)


def _in_transaction(connection: Connection) -> bool:
    """Whether the driver still has our transaction; without one, COMMIT would do nothing."""
    if connection.invalidated:
        return False
    driver: Any = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        return driver.in_transaction
    return bool(driver.info.transaction_status.name == "INTRANS")


def _roll_back(connection: Connection) -> None:
    try:
        connection.rollback()
    except Exception:
        let_go(connection)


def let_go(connection: Connection) -> None:
    """Nobody gets this connection again."""
    with suppress(Exception):
        connection.invalidate()
    with suppress(Exception):
        connection.close()
