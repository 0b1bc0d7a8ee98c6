"""Where people call from, as it is kept: a keyed hash that nobody can turn back."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from cradle.server.store.database import Database
from cradle.server.store.kept import keep_once

ORIGIN_KEY = "origin-key"
LENGTH = 16


class Origins:
    """Names addresses, the same in every process on a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.key = ""

    async def of(self, address: str) -> str:
        """An address's name."""
        if not self.key:
            fresh = secrets.token_hex(32)
            self.key = await self.database.write(lambda c: keep_once(c, ORIGIN_KEY, fresh))
        named = hmac.new(bytes.fromhex(self.key), address.encode(), hashlib.sha256)
        return named.hexdigest()[:LENGTH]
