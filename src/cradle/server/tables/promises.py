"""Dice that are promised before their table is made, so that its maker's salt comes after.

A ticket names a table that isn't there yet, and is good for one person and that table alone. Its
secret follows from it by a key of the server's, so nothing has to be remembered.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from cradle.server.ids import new_id
from cradle.server.problems import Problem
from cradle.server.store.database import Database
from cradle.server.store.kept import keep_once
from cradle.server.store.tables import version_of
from cradle.server.tables.dice import commitment

DICE_KEY = "dice-key"
MARK_LENGTH = 24


@dataclass(frozen=True)
class Promise:
    """A table to be made: its id, and the secret of its dice."""

    table: str
    secret: str


@dataclass(frozen=True)
class Ticket:
    """What is told of a promise."""

    ticket: str
    commitment: str


class Promises:
    """Makes promises and keeps them, the same in every process on a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.key = ""

    async def make(self, person: str) -> Ticket:
        """Promise somebody the dice of a table to be made."""
        await self._find_key()
        table = new_id()
        ticket = f"{table}.{self._mark(person, table)}"
        return Ticket(ticket, commitment(self._hash("secret", table)))

    async def redeem(self, person: str, ticket: str) -> Promise:
        """What was promised to somebody, once."""
        await self._find_key()
        table, _, mark = ticket.partition(".")
        if not hmac.compare_digest(mark, self._mark(person, table)):
            raise Problem(400, "bad-ticket")
        if await self.database.read(lambda c: version_of(c, table)) is not None:
            raise Problem(409, "ticket-used")
        return Promise(table, self._hash("secret", table))

    def _mark(self, person: str, table: str) -> str:
        return self._hash("ticket", f"{person}|{table}")[:MARK_LENGTH]

    def _hash(self, *words: str) -> str:
        message = "|".join(words).encode()
        return hmac.new(bytes.fromhex(self.key), message, hashlib.sha256).hexdigest()

    async def _find_key(self) -> None:
        if not self.key:
            fresh = secrets.token_hex(32)
            self.key = await self.database.write(lambda c: keep_once(c, DICE_KEY, fresh))
