"""Keys of the server's own, the same in every process on a database."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from cradle.server.store.database import Database
from cradle.server.store.shared_values import keep_once


class SharedKey:
    """A key that is made when it is first needed, and stays."""

    def __init__(self, database: Database, name: str) -> None:
        self.database = database
        self.name = name
        self.key = ""

    async def sign(self, text: str) -> str:
        """A keyed hash of a text, in hex: nobody else can make it, or turn it back."""
        if not self.key:
            fresh = secrets.token_hex(32)
            self.key = await self.database.write(lambda c: keep_once(c, self.name, fresh))
        return hmac.new(bytes.fromhex(self.key), text.encode(), hashlib.sha256).hexdigest()
