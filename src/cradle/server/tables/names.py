"""Names: looked up where they are shown, so that a new one is written in one place.

Tables in memory show the names they were loaded with, until they hear of another.
"""

from __future__ import annotations

from cradle.server.store import people
from cradle.server.tables.notices import LOBBY, name_topic, person_topic, table_topic
from cradle.server.tables.registry import Tables


async def tell_name(tables: Tables, person: str) -> None:
    """Somebody has a new name, or an account: show it, and have other processes show it."""
    await hear_name(tables, person)
    tables.notices.call(name_topic(person))


async def hear_name(tables: Tables, person: str) -> None:
    """Show somebody's name as it is now at every table in memory, without loading any."""
    async with tables.naming:
        await tables.loads.settle(tables.loads.under_way)  # They may have read the old one.
        found = await tables.database.read(lambda c: people.find(c, person))
        tables.names_changed += 1
        topics = {LOBBY, person_topic(person)}
        for live in tables.memory.all():
            if found is not None and live.rename(found):
                topics |= {table_topic(live.id), *map(person_topic, live.facts.people())}
        tables.notices.call_here(*topics)
