"""Lists of tables as a viewer may see them: the lobby, and one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Connection

from cradle.server.store import lists
from cradle.server.store.facts import RUNNING, TableFacts
from cradle.server.tables.messages import plain_table
from cradle.server.tables.registry import Tables

MOST = 100


def plain_tables(
    tables: Tables, found: Sequence[TableFacts], viewer: str | None
) -> list[dict[str, Any]]:
    """Tables as a viewer may see them."""
    return [plain_table(facts, viewer, tables.peek(facts.id)) for facts in found]


async def lobby_page(
    tables: Tables, state: str | None, game: str | None, page: int, limit: int
) -> list[TableFacts]:
    """A page of the public tables, open ones first."""

    def work(connection: Connection) -> list[TableFacts]:
        states = RUNNING if state is None else (state,)
        found = [each for one in states for each in lists.public(connection, one)]
        wanted = [each.id for each in found if game in (None, each.game)]
        return lists.read(connection, wanted[page * limit :][:limit])

    return await tables.database.read(work)


async def lobby_message(tables: Tables, viewer: str | None) -> bytes:
    """The public tables as a message."""
    found = await lobby_page(tables, None, None, 0, MOST)
    return orjson.dumps({"type": "lobby", "tables": plain_tables(tables, found, viewer)})


async def my_tables_message(tables: Tables, person: str) -> bytes:
    """A person's running tables as a message, those that ask them first."""

    def work(connection: Connection) -> list[TableFacts]:
        found = lists.running(connection, person)
        return lists.read(connection, [each.id for each in found[:MOST]])

    found = await tables.database.read(work)
    return orjson.dumps({"type": "mine", "tables": plain_tables(tables, found, person)})
