"""Notices between processes that share one PostgreSQL database, by LISTEN and NOTIFY.

What is lost while a connection is away, the sweep finds out a little later: nothing depends on it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from psycopg import AsyncConnection, OperationalError
from sqlalchemy import make_url

from cradle.server.ids import new_id

LOGGER = logging.getLogger("cradle.server")
CHANNEL = "cradle"
MOST_WAITING = 10_000
AT_ONCE = 100  # A notice may have 8000 bytes; a topic has at most 24.


class PostgresNotices:
    """Tells other processes what was called here, and `hear` what was called there."""

    def __init__(self, url: str, hear: Callable[[str], None]) -> None:
        plain = make_url(url).set(drivername="postgresql")
        self.url = plain.render_as_string(hide_password=False)
        self.hear = hear
        self.name = new_id()
        self.waiting: set[str] = set()
        self.called = asyncio.Event()

    def send(self, topics: Iterable[str]) -> None:
        """Have topics told elsewhere; a topic that still waits is told once."""
        if len(self.waiting) > MOST_WAITING:  # The database has been away for long.
            self.waiting.clear()
        self.waiting.update(topics)
        self.called.set()

    async def receive_all(self) -> None:
        """Hear what others say, for as long as the database is there."""
        try:
            async with await AsyncConnection.connect(self.url, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                async for notice in connection.notifies():
                    sender, *topics = notice.payload.split()
                    for topic in topics if sender != self.name else ():
                        self.hear(topic)
        except OperationalError:
            LOGGER.warning("no notices from other processes for a moment")

    async def send_all(self) -> None:
        """Say what was called here, for as long as the database is there."""
        try:
            async with await AsyncConnection.connect(self.url, autocommit=True) as connection:
                while True:
                    await self.called.wait()
                    self.called.clear()
                    while self.waiting:
                        await connection.execute(
                            "SELECT pg_notify(%s, %s)", (CHANNEL, self._payload())
                        )
        except OperationalError:
            LOGGER.warning("no notices to other processes for a moment")

    def _payload(self) -> str:
        some = [self.waiting.pop() for _ in range(min(AT_ONCE, len(self.waiting)))]
        return " ".join([self.name, *some])
