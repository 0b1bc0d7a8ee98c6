"""What people say at a table."""

from __future__ import annotations

from sqlalchemy import Connection

from cradle.server.people.moderation import must_be_free
from cradle.server.problems import Problem, nobody
from cradle.server.store import chat, people, relations
from cradle.server.store.chat import Said
from cradle.server.store.outbox import Notification
from cradle.server.store.people import Person
from cradle.server.tables.live import LiveTable
from cradle.server.tables.notices import said_topic, table_topic
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import now_ms


async def say(
    tables: Tables, live: LiveTable, person: Person, text: str, client: str | None
) -> Said:
    """Say something at a table, once for each id."""
    if not text:
        raise Problem(422, "bad-request", where="text", why="empty")
    seats = live.facts.seats_of(person.id)
    seat = seats[0] if seats else None
    key = None if client is None else f"{person.id}:{client}"

    heard: list[Notification] = []

    def work(connection: Connection) -> Said:
        if not people.is_here(connection, person.id):  # Forgotten just now, with all they said.
            raise nobody()
        must_be_free(people.find(connection, person.id) or person, now_ms())
        said = chat.say(connection, live.id, person.id, seat, text, key, now_ms())
        if not said.again:
            heard[:] = _heard_by(connection, live, person, said)
            tables.keep_notifications(connection, heard)
        return said

    said = await tables.database.write(work)
    current = tables.memory.peek(live.id)
    if current is not None:
        current.chat = max(current.chat, said.number)
    tables.notices.call(table_topic(live.id), *(said_topic(each.person) for each in heard))
    return said


def _heard_by(
    connection: Connection, live: LiveTable, speaker: Person, said: Said
) -> list[Notification]:
    """Everybody else at the table who hears the speaker is to be told."""
    others = [each for each in live.facts.people() if each != speaker.id]
    deaf = relations.unheard_by(connection, others, speaker.id)
    return [Notification("chat", each, live.id, said.number) for each in others if each not in deaf]
