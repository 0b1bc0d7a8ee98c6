"""Where people call from, as it is kept: a keyed hash that nobody can turn back."""

from __future__ import annotations

from cradle.server.store.database import Database
from cradle.server.store.keys import SharedKey

ORIGIN_KEY = "origin-key"
LENGTH = 16


class Origins:
    """Names addresses, the same in every process on a database."""

    def __init__(self, database: Database) -> None:
        self.key = SharedKey(database, ORIGIN_KEY)

    async def of(self, address: str) -> str:
        """An address's name."""
        return (await self.key.sign(address))[:LENGTH]
