"""Pairing: people who look for the same game get a table with a seat kept for each of them.

Nobody is seated without having said so at this very table: the dice are settled by then, and who
has gone away meanwhile keeps nobody from playing, for their seat can be given to others.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import Connection

from cradle.server.people.moderation import must_be_free
from cradle.server.store import relations, searches
from cradle.server.store.facts import SeatFacts, TableFacts
from cradle.server.store.locks import lock
from cradle.server.store.outbox import Notification
from cradle.server.store.pace import DaysPace, LivePace, Pace
from cradle.server.store.people import Person
from cradle.server.store.searches import Found, Search
from cradle.server.tables import rated_games
from cradle.server.tables.change import add_new
from cradle.server.tables.creation import facts_of
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import SeatRequest, TableRequest
from cradle.server.timestamps import DAY_MS, MINUTE_MS, now_ms

PACES: dict[str, Pace] = {
    "now": LivePace("live", 30 * MINUTE_MS, 20_000),
    "days": DaysPace("days", 3),
}
# Who looks for a game now is asked again and again whether they are still there.
LASTS_MS = {"now": 10 * MINUTE_MS, "days": 14 * DAY_MS}
MOST_SEEN = 50  # of those who wait for the same
SHUFFLE = secrets.SystemRandom().shuffle


async def seek(tables: Tables, person: Person, wish: Search, origin: str) -> str | None:
    """Look for people to play with; the table, if there are enough of them."""
    must_be_free(person, now_ms())
    blank = _blank(wish, person, origin)
    rated_games.check_person(blank, person)

    def work(connection: Connection) -> TableFacts | str | None:
        lock(connection, "search", "all")
        before = searches.found_table(connection, person.id, like=blank)
        return before or _pair(tables, connection, wish, person, origin)

    made = await tables.database.write(work)
    if not isinstance(made, TableFacts):
        return made
    tables.welcome(LiveTable(made, tables.time))
    return made.id


def _pair(
    tables: Tables, connection: Connection, wish: Search, person: Person, origin: str
) -> TableFacts | None:
    """Let somebody wait, or make the table for which only they were missing."""
    now = now_ms()
    searches.keep(connection, person.id, wish, now, now + LASTS_MS[wish.pace])
    found = _mates(connection, person, wish, now)
    if len(found) < wish.players - 1:
        return None
    facts = _blank(wish, person, origin)
    _keep_seats(facts, [Found(person.id, person.name, person.guest), *found])
    add_new(connection, facts, tables.limits)
    searches.end(connection, [person.id, *(each.id for each in found)])
    tables.keep_notifications(
        connection, [Notification("paired", each.id, facts.id, 0) for each in found]
    )
    return facts


def _mates(connection: Connection, person: Person, wish: Search, now: int) -> list[Found]:
    """Others for one table, whoever has waited longest first; no two of them block each other."""
    mates: list[Found] = []
    for each in searches.others(connection, person.id, wish, now, MOST_SEEN):
        known = [person.id, *(mate.id for mate in mates)]
        if len(known) < wish.players and not relations.at_odds(connection, each.id, known):
            mates.append(each)
    return mates


def _blank(wish: Search, host: Person, origin: str) -> TableFacts:
    """A table such as is wished, everything checked."""
    seats = [SeatRequest("open")] * wish.players
    pace = PACES[wish.pace]
    request = TableRequest(wish.game, seats, {}, "public", pace, rated=wish.rated)
    return facts_of(request, host, origin)


def _keep_seats(facts: TableFacts, people: Sequence[Found]) -> None:
    order = list(people)
    SHUFFLE(order)
    for seat, each in enumerate(order):
        facts.seats[seat] = SeatFacts.kept(seat, "paired", each.id, each.name, each.guest)
