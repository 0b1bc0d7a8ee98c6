"""Lists of tables as a viewer may see them: the lobby, and one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from cradle.server.store import lists
from cradle.server.store.facts import TableFacts
from cradle.server.tables.messages import plain_table
from cradle.server.tables.registry import Tables


def plain_tables(
    tables: Tables, found: Sequence[TableFacts], viewer: str | None
) -> list[dict[str, Any]]:
    """Tables as a viewer may see them."""
    return [plain_table(facts, viewer, tables.peek(facts.id)) for facts in found]


async def lobby_message(tables: Tables, viewer: str | None) -> bytes:
    """The public tables as a message."""
    found = await tables.database.read(lambda c: lists.public(c, None, None))
    return orjson.dumps({"type": "lobby", "tables": plain_tables(tables, found, viewer)})


async def my_tables_message(tables: Tables, person: str) -> bytes:
    """A person's running tables as a message, those that ask them first."""
    found = await tables.database.read(lambda c: lists.running(c, person))
    return orjson.dumps({"type": "mine", "tables": plain_tables(tables, found, person)})
