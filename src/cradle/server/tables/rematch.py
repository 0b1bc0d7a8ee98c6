"""Playing again: the same table once more, with everybody's seat kept for them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection

from cradle.server.problems import Problem, forbidden
from cradle.server.store import relations
from cradle.server.store.facts import ENDED, SeatFacts, TableFacts
from cradle.server.store.outbox import Notification
from cradle.server.store.people import Person, who_is_here
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables.change import add_new
from cradle.server.tables.creation import begun, is_full, join, promised
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import Salted, SeatRequest, TableRequest


async def rematch(
    tables: Tables, key: Key, person: Person, salted: Salted | None = None
) -> Receipt:
    """The same again: everybody's seat is kept; a second caller sits down at the same table.

    Who brings salt for other dice is only told of it: they sit down with salt for these.
    """

    async def work(live: LiveTable) -> Receipt:
        if not live.facts.seats_of(person.id):
            raise forbidden()
        if live.facts.state not in ENDED or live.facts.kind == "record":
            raise Problem(409, "not-over")
        made = await _made_before(tables, live.facts)
        if made is not None and salted is not None:
            return Receipt(made.id, made.facts.seq)
        if made is not None:
            return await _join_again(tables, replace(key, table=made.id), person)
        again = LiveTable(await _same_again(tables, live, person, salted, key.origin), tables.time)
        live.facts.rematch = again.id
        return await _make_again(tables, live, again)

    return await tables.once(key, work)


async def _made_before(tables: Tables, facts: TableFacts) -> LiveTable | None:
    """The next table, if somebody has made it and it wasn't given up before it began."""
    if facts.rematch is None:
        return None
    with suppress(Problem):  # It may have been deleted.
        made = await tables.get(facts.rematch)
        return None if made.facts.state == "closed" and made.facts.seq == 0 else made
    return None


async def _make_again(tables: Tables, live: LiveTable, again: LiveTable) -> Receipt:
    """Keep the next table and that it is the next, both or neither."""
    if not is_full(again.facts):
        facts, limits = again.facts.copy(), tables.limits
        made = Receipt(again.id, 0)

        def add_again(connection: Connection) -> None:
            add_new(connection, facts, limits)
            tables.keep_notifications(connection, _asked_again(facts))

        await tables.save(live, lobby=False, also=add_again, receipt=made)
        tables.welcome(again)
        return made
    change = begun(again, fresh=True)
    change.update_facts()
    made = Receipt(again.id, again.facts.seq)
    save = partial(tables.save_change, change)
    await tables.save(live, lobby=False, also=save, receipt=made)
    tables.tell(change)
    return made


def _asked_again(facts: TableFacts) -> list[Notification]:
    """Those whose seats are kept are to be told."""
    kept = dict.fromkeys(each.person for each in facts.seats if each.kind == "kept")
    return [Notification("rematch", person, facts.id, 0) for person in kept if person is not None]


async def _join_again(tables: Tables, key: Key, person: Person) -> Receipt:
    """Sit down at the table somebody else has made, if there is room."""
    try:
        return await join(tables, key, person, None, "")
    except Problem:
        live = await tables.get(key.table)
        return Receipt(live.id, live.facts.seq)


async def _same_again(
    tables: Tables, live: LiveTable, person: Person, salted: Salted | None, origin: str | None
) -> TableFacts:
    """Seats move on by one, so that somebody else begins; those of others are kept for them."""
    facts = live.facts
    before = facts.seats[1:] + facts.seats[:1]
    request = TableRequest(
        facts.game,
        [_seat_again(each, person) for each in before],
        facts.options,
        facts.visibility,
        facts.pace,
        rated=facts.rated,
        salted=salted,
    )
    again = await promised(tables.promises, request, person, origin)
    people, database = facts.people(), tables.database
    apart = await database.read(lambda c: relations.at_odds(c, person.id, people))
    here = await database.read(lambda c: who_is_here(c, people)) - apart
    for seat, each in enumerate(before):
        if again.seats[seat].kind == "open" and each.person in here:
            who = (each.person, each.shown, each.guest, each.name)
            kept = SeatFacts.kept(seat, "rematch", *who)
            again.seats[seat] = kept
    return again


def _seat_again(before: SeatFacts, person: Person) -> SeatRequest:
    if before.kind == "bot":
        return SeatRequest("bot", before.level)
    mine = before.person == person.id
    return SeatRequest("me", name=before.name) if mine else SeatRequest("open")
