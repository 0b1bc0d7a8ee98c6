"""Notices between processes by the database they share: LISTEN and NOTIFY of PostgreSQL.

They go over connections of their own, never with a move: all who notify at the same moment wait
for each other when they commit.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from psycopg import AsyncConnection, OperationalError
from sqlalchemy import make_url

from cradle.server.store.relays import Ears, Topics
from cradle.server.store.transactions import CONNECTION_LIMITS

LOGGER = logging.getLogger("cradle.server")
CHANNEL = "cradle"


class PostgresRelay:
    """A relay by PostgreSQL."""

    def __init__(self, url: str, ears: Ears) -> None:
        plain = make_url(url).set(drivername="postgresql")
        self.url = plain.render_as_string(hide_password=False)
        self.ears = ears
        self.outgoing = Topics()

    async def _connect(self) -> AsyncConnection[Any]:
        limits: dict[str, Any] = dict(CONNECTION_LIMITS)
        return await AsyncConnection.connect(self.url, autocommit=True, **limits)

    def send(self, topics: Iterable[str]) -> None:
        """Have topics told elsewhere."""
        self.outgoing.add(topics)

    async def receive_all(self) -> None:
        """Hear what others say, for as long as the database is there."""
        try:
            async with await self._connect() as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                self.ears.look()
                async for notice in connection.notifies():
                    self.outgoing.hear(self.ears, notice.payload)
        except OperationalError:
            LOGGER.warning("no notices from other processes for a moment")

    async def send_all(self) -> None:
        """Say what was called here, for as long as the database is there."""
        try:
            async with await self._connect() as connection:
                while True:
                    message = await self.outgoing.next()
                    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))
        except OperationalError:
            LOGGER.warning("no notices to other processes for a moment")
