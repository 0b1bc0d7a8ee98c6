"""The tables of events: seats kept for those who were paired, and bots for those who don't come."""

from __future__ import annotations

from collections.abc import Mapping

from cradle.server.events.swiss import Seating
from cradle.server.store.events import Entrant, EventFacts
from cradle.server.store.facts import SeatFacts, TableFacts
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key
from cradle.server.tables import seats
from cradle.server.tables.creation import begin, facts_of, is_full
from cradle.server.tables.live import STAND_IN, LiveTable
from cradle.server.tables.notices import Notices, event_topic
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import Luck, SeatRequest, TableRequest


def new_table(
    event: EventFacts,
    number: int,
    seating: Seating,
    people: Mapping[str, Entrant],
    host: Person,
    luck: Luck | None,
) -> TableFacts:
    """A table of a round; nobody sees one that shares its luck before they may."""
    seats = [SeatRequest("open" if who else "bot", event.fill) for who in seating]
    visibility = event.visibility if luck is None else "link"
    request = TableRequest(event.game, seats, event.options, visibility, event.pace, luck=luck)
    facts = facts_of(request, host, None)
    facts.event, facts.event_round = event.id, number
    for seat, who in enumerate(seating):
        if who is not None:
            facts.seats[seat] = SeatFacts.kept(
                seat, "round", who, people[who].name, people[who].guest
            )
    return facts


def tell_of(notices: Notices, event: str) -> None:
    """Have everybody who looks at an event look again."""
    notices.call(event_topic(event))


async def fill_seats(
    tables: Tables, table: str, level: str | None, person: str | None = None
) -> list[str]:
    """Give bots the seats of those who aren't there, or of one of them; who that was.

    Where nobody is there at all, the table ends.
    """

    async def work(live: LiveTable) -> list[str]:
        facts = live.facts
        if facts.state != "open":
            return []
        gone = [
            e for e in facts.seats if (e.kind == "kept" if person is None else e.person == person)
        ]
        for each in gone:
            facts.seats[each.seat] = _bot(each.seat, level)
        if not facts.people():
            await seats.shut(tables, live)
        else:
            await (begin(tables, live) if is_full(facts) else tables.save(live))
        return [each.person for each in gone if each.person is not None]

    return await tables.at(table, work)


def _bot(seat: int, level: str | None) -> SeatFacts:
    return SeatFacts.new(seat, "bot", level=level or STAND_IN, shown=level or STAND_IN)


async def time_up(tables: Tables, table: str) -> None:
    """The round is over: for everybody still playing, a bot plays on to the end."""

    async def work(live: LiveTable) -> None:
        here = [e.seat for e in live.facts.seats if e.kind == "person" and not e.stand_in]
        if not live.playing or not here:
            return
        for seat in here:
            live.clocks.stop_at_zero(seat)
        live.facts.undo = None
        await seats.stand_in(tables, live, here, crowded=False)

    await tables.at(table, work)


async def give_up(tables: Tables, table: str, person: str, level: str | None) -> None:
    """Somebody drops out: their seat is a bot's, or if they play already, one stands in."""
    live = await tables.look(table)
    if live.facts.state == "open":
        await fill_seats(tables, table, level, person)
    elif live.facts.seats_of(person):
        await seats.leave(tables, Key(person, table))


async def call_off(tables: Tables, table: str) -> None:
    """End a table that hasn't begun."""

    async def work(live: LiveTable) -> None:
        if live.facts.state == "open":
            await seats.shut(tables, live)

    await tables.at(table, work)
