"""Dice that are promised before their table is made, so that its maker's salt comes after.

A ticket names a table that isn't there yet, and is good for one person and that table alone. Its
secret follows from it by a key of the server's, so nothing has to be remembered.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from cradle.server.ids import new_id
from cradle.server.problems import Problem
from cradle.server.store.database import Database
from cradle.server.store.keys import SharedKey
from cradle.server.store.tables import version_of
from cradle.server.tables.dice import commitment

DICE_KEY = "dice-key"
MARK_LENGTH = 24
ID_LENGTH = 12


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
        self.key = SharedKey(database, DICE_KEY)

    async def make(self, person: str) -> Ticket:
        """Promise somebody the dice of a table to be made."""
        table = new_id()
        ticket = f"{table}.{await self._mark(person, table)}"
        return Ticket(ticket, commitment(await self._secret(table)))

    async def redeem(self, person: str, ticket: str) -> Promise:
        """What was promised to somebody, once."""
        table, _, mark = ticket.partition(".")
        if not hmac.compare_digest(mark, await self._mark(person, table)):
            raise Problem(400, "bad-ticket")
        if await self.database.read(lambda c: version_of(c, table)) is not None:
            raise Problem(409, "ticket-used")
        return Promise(table, await self._secret(table))

    async def luck(self, name: str) -> str:
        """The secret of a luck that tables share."""
        return await self.key.sign(f"luck|{name}")

    async def id_for(self, kind: str, person: str, name: str | None) -> str:
        """The id of what somebody makes: the same whenever they ask for it under one name."""
        if name is None:
            return new_id(ID_LENGTH)
        return (await self.luck(f"{kind}|{person}|{name}"))[:ID_LENGTH]

    async def _mark(self, person: str, table: str) -> str:
        return (await self.key.sign(f"ticket|{person}|{table}"))[:MARK_LENGTH]

    async def _secret(self, table: str) -> str:
        return await self.key.sign(f"secret|{table}")
