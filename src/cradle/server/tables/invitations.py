"""Inviting friends: the host keeps a free seat for somebody they follow, who is told."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection

from cradle.server.people.moderation import must_be_free
from cradle.server.problems import Problem, missing
from cradle.server.store import people, relations
from cradle.server.store.facts import SeatFacts
from cradle.server.store.outbox import Notification
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables import rated_games
from cradle.server.tables.creation import must_be_open, must_host
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import now_ms


async def invite(tables: Tables, key: Key, host: Person, friend: str) -> Receipt:
    """Keep a free seat for a friend; once more does nothing."""
    must_be_free(host, now_ms())
    found = await tables.database.read(partial(_friend, host=host.id, friend=friend))

    async def work(live: LiveTable) -> Receipt:
        must_host(live, key.person)
        if friend in live.facts.people():
            return await tables.leave_alone(live)
        must_be_open(live)
        rated_games.check_person(live.facts, found)
        seat = _free_seat(live)
        live.facts.seats[seat] = SeatFacts.kept(seat, "invited", found.id, found.name, found.guest)
        told = [Notification("invited", friend, live.id, live.facts.version)]
        return await tables.save(live, also=partial(tables.keep_notifications, told=told))

    return await tables.once(key, work)


def _friend(connection: Connection, host: str, friend: str) -> Person:
    """Somebody whom the host follows, and who doesn't mind."""
    found = people.find(connection, friend)
    if found is None or not relations.has(connection, host, relations.FOLLOW, friend):
        raise missing()
    if relations.at_odds(connection, host, [friend]):
        raise Problem(403, "blocked")
    return found


def _free_seat(live: LiveTable) -> int:
    free = [each.seat for each in live.facts.seats if each.kind in ("open", "link")]
    if not free:
        raise Problem(409, "no-free-seat")
    return free[0]
