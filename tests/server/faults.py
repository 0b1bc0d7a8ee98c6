"""Databases that fail at a chosen statement, as a full disk, a lock or a cut line makes them.

On PostgreSQL the errors are the database's own; on SQLite, ours have the codes of real ones, and
roll the transaction back where SQLite does.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import Any

from sqlalchemy import Engine, event

CUT = "cut"  # PostgreSQL's line is cut before a statement.
LOST = "lost"  # The answer is lost; a COMMIT, or what needs none, was done by then.
SQLITE = {
    "full": sqlite3.SQLITE_FULL,
    "busy": sqlite3.SQLITE_BUSY,
    "io": sqlite3.SQLITE_IOERR_WRITE,
    LOST: sqlite3.SQLITE_IOERR_FSYNC,
}
POSTGRES = {"full": "53100", "busy": "55P03"}
FAULTS = {"sqlite": (*SQLITE, "memory"), "postgresql": (*POSTGRES, CUT, LOST)}


class Faulty:
    """An engine's statements as they come; `plan` says which of them fail, and how.

    With a thread's name, only what that thread does is counted.
    """

    def __init__(self, engine: Engine, thread: str | None = None) -> None:
        self.thread = thread
        self.plan: dict[int, str] = {}
        self.seen: list[str] = []
        self.fired: list[str] = []
        self.faults = FAULTS[engine.dialect.name]
        self.cut = CUT if CUT in self.faults else "io"
        self.fail = FAIL[engine.dialect.name]
        for name in ("do_execute", "do_executemany", "do_execute_no_params"):
            event.listen(engine, name, self._before)
        self.commit = engine.dialect.do_commit
        engine.dialect.do_commit = self._commit  # type: ignore[method-assign, assignment]

    def expect(self, plan: dict[int, str]) -> None:
        """Count anew, and fail by another plan."""
        self.plan, self.seen, self.fired = plan, [], []

    def _next(self, statement: str) -> str | None:
        if self.thread not in (None, threading.current_thread().name):
            return None
        fault = self.plan.get(len(self.seen))
        self.seen.append(statement)
        if fault is not None:
            self.fired.append(fault)
        return fault

    def _before(self, cursor: Any, statement: str, parameters: Any, *_: object) -> None:
        fault = self._next(statement)
        if fault == LOST and is_alone(cursor.connection, statement):
            cursor.execute(statement, parameters)
        if fault is not None:
            self.fail(cursor.connection, fault)

    def _commit(self, connection: Any) -> None:
        fault = self._next("COMMIT")
        if fault == LOST:
            self.commit(connection)
        if fault is not None:
            self.fail(connection.driver_connection, fault)
        self.commit(connection)


def is_alone(driver: Any, statement: str) -> bool:
    """Whether a statement of PostgreSQL's begins and ends by itself."""
    outside = getattr(driver, "autocommit", False) is True and driver.info.transaction_status == 0
    return outside and not statement.startswith("BEGIN")


def _fail_sqlite(driver: Any, fault: str) -> None:
    """Only a database that is busy leaves the transaction as it is."""
    if fault != "busy":
        driver.rollback()
    if fault == "memory":
        raise MemoryError
    error = sqlite3.OperationalError(f"{fault}, on purpose")
    error.sqlite_errorcode = SQLITE[fault]
    raise error


def _fail_postgres(driver: Any, fault: str) -> None:
    if fault in (CUT, LOST):
        driver.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    driver.execute(f"DO $$ BEGIN RAISE SQLSTATE '{POSTGRES[fault]}'; END $$")


FAIL = {"sqlite": _fail_sqlite, "postgresql": _fail_postgres}
