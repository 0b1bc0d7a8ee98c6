"""Reacting: somebody shows a small sign to all who are at a table, in whichever process."""

from __future__ import annotations

from typing import cast

from sqlalchemy import Connection

from cradle.server.ids import new_id
from cradle.server.people.moderation import must_be_free
from cradle.server.problems import nobody
from cradle.server.store import people
from cradle.server.store.people import Person
from cradle.server.tables.notices import reaction_topic, table_topic
from cradle.server.tables.recent_reactions import Reaction, ReactionName
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import now_ms


async def react(tables: Tables, table: str, person: Person, name: ReactionName) -> None:
    """Show a reaction to everybody at a table."""

    def work(connection: Connection) -> Person:
        found = people.find(connection, person.id)
        if found is None:  # Forgotten just now.
            raise nobody()
        must_be_free(found, now_ms())
        return found

    found, shown = await tables.database.read(work), new_id()
    await _show(tables, table, found, name, shown)
    tables.notices.call_elsewhere(reaction_topic(table, person.id, name, shown))


async def hear_reaction(tables: Tables, subject: str) -> None:
    """Show what somebody has shown in another process, if anybody here looks at that table."""
    table, person, name, shown = subject.split("/")
    if not tables.notices.has_listeners(table_topic(table)):
        return
    found = await tables.database.read(lambda c: people.find(c, person))
    if found is not None:
        await _show(tables, table, found, cast(ReactionName, name), shown)


async def _show(tables: Tables, table: str, person: Person, name: ReactionName, id: str) -> None:
    seats = (await tables.get(table)).facts.seats_of(person.id)
    seat = seats[0] if seats else None
    tables.memory.reactions.add(table, Reaction(id, name, person.id, person.name, seat))
    tables.notices.call_here(table_topic(table))
