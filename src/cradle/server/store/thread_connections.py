"""Connections that threads keep for statements that begin and end by themselves.

To take one from the pool for each such statement, and to give it back, would cost more than the
statement.
"""

from __future__ import annotations

import select
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine

from cradle.server.store.transactions import connected, let_go


class ThreadConnections:
    """A connection for each thread that asks, from the first time on until anything fails."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.kept: dict[int, Connection] = {}

    @contextmanager
    def mine(self) -> Iterator[Connection]:
        """This thread's own connection; after an error it isn't used again."""
        try:
            yield self._find()
        except BaseException:
            self._end(threading.get_ident())
            raise

    def close(self) -> None:
        """Give all back, once nobody uses them."""
        for thread in list(self.kept):
            self._end(thread)

    def _find(self) -> Connection:
        thread = threading.get_ident()
        if thread in self.kept and is_ended(self.kept[thread].connection.driver_connection):
            let_go(self.kept.pop(thread))
        if thread not in self.kept:
            self.kept[thread] = connected(self.engine).execution_options(alone=True)
        return self.kept[thread]

    def _end(self, thread: int) -> None:
        if thread in self.kept:
            with suppress(Exception):
                self.kept.pop(thread).close()


def is_ended(driver: Any) -> bool:
    """Whether the database has ended a connection that nobody uses: it has something to read."""
    if isinstance(driver, sqlite3.Connection):
        return False
    if driver.closed:
        return True
    if sys.platform == "win32":
        return bool(select.select([driver.fileno()], [], [], 0)[0])
    poller = select.poll()  # With more than a thousand sockets open, `select` would refuse.
    poller.register(driver.fileno(), select.POLLIN)
    return bool(poller.poll(0))
