"""What people do with events: make them, enter, drop out, start rounds, remove people, call off."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from cradle.bots import LEVELS
from cradle.server.events import rounds
from cradle.server.events.event_tables import call_off, give_up
from cradle.server.people.moderation import must_be_free
from cradle.server.problems import Problem, forbidden, missing
from cradle.server.store import events, relations
from cradle.server.store.database import Database
from cradle.server.store.events import EventFacts
from cradle.server.store.locks import lock
from cradle.server.store.pace import Pace
from cradle.server.store.people import Person
from cradle.server.tables.game import setup_of
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import now_ms
from cradle.table.errors import BadSetup

MOST_ENTRANTS = 128
MOST_EVENTS = 10  # of one host that haven't ended


@dataclass(frozen=True)
class EventRequest:
    """What somebody wants to be host of."""

    name: str
    game: str
    size: int
    rounds: int
    pace: Pace
    options: Mapping[str, Any]
    luck: bool = False
    fill: str | None = None
    visibility: str = "public"
    advance: str = "over"
    round_days: int | None = None
    starts_at: int | None = None
    late: bool = False


async def make(tables: Tables, wanted: EventRequest, host: Person, id: str | None) -> str:
    """Make an event; repeated under the same id, it isn't made twice."""
    must_be_free(host, now_ms())
    made = await tables.promises.id_for("event", host.id, id)
    facts = _facts(wanted, host, made)

    def work(connection: Connection) -> None:
        lock(connection, "person", host.id)
        if events.find(connection, made) is not None:
            return
        if events.unended_of(connection, host.id) >= MOST_EVENTS:
            raise Problem(409, "too-many-events", most=MOST_EVENTS)
        events.add(connection, facts)

    with suppress(IntegrityError):  # The same was made just now.
        await tables.database.write(work)
    return made


def _facts(wanted: EventRequest, host: Person, id: str) -> EventFacts:
    """An event as it was asked for, everything checked."""
    try:
        setup = setup_of(wanted.game, wanted.size, wanted.options)
    except BadSetup as refusal:
        raise Problem.of(refusal) from None
    if wanted.fill is not None and wanted.fill not in LEVELS:
        raise Problem(400, "unknown-level", level=wanted.fill, levels=", ".join(LEVELS))
    if wanted.pace.kind == "none":
        raise Problem(409, "event-clock")
    if wanted.advance == "schedule" and wanted.round_days is None:
        raise Problem(409, "event-schedule")
    about = {name: getattr(wanted, name) for name in EventRequest.__dataclass_fields__}
    about |= {"game": setup.game.name, "options": dict(setup.options)}
    return EventFacts(**about, id=id, host=host.id, created_at=now_ms())


async def enter(database: Database, event: str, person: Person) -> None:
    """Enter an event before it begins, or where it takes people late, or come back to it."""
    now = now_ms()
    must_be_free(person, now)

    def work(connection: Connection) -> None:
        facts = _find(connection, event)
        state = events.state_of(connection, event, person.id)
        if state == events.IN:
            return
        _check_entry(connection, facts, person, state)
        events.enter(connection, event, person.id, now)

    await database.write(work)


def _find(connection: Connection, event: str) -> EventFacts:
    """An event that nobody else changes now, or a refusal."""
    found = events.find(connection, event, to_change=True)
    if found is None:
        raise missing()
    return found


def _check_entry(
    connection: Connection, facts: EventFacts, person: Person, state: str | None
) -> None:
    _must_go_on(facts)
    if state == events.REMOVED:
        raise Problem(403, "event-removed")
    if facts.state == "playing" and state is None and not _takes_late(facts):
        raise Problem(409, "event-begun")
    if relations.blocked_by(connection, person.id, [facts.host]):
        raise Problem(403, "blocked")
    if events.counts(connection, [facts.id]).get(facts.id, 0) >= MOST_ENTRANTS:
        raise Problem(409, "event-full", most=MOST_ENTRANTS)


def _takes_late(facts: EventFacts) -> bool:
    """Whether somebody new may still play the next round."""
    return facts.late and facts.round < facts.rounds


def _must_go_on(facts: EventFacts) -> None:
    """Refuse what makes no sense once an event has ended."""
    if facts.state not in events.UNENDED_EVENTS:
        raise Problem(409, "event-over")


async def drop_out(tables: Tables, event: str, person: str) -> None:
    """Be paired no more; where one plays, a bot goes on."""
    await _take_out(tables, event, person, events.OUT)


async def remove(tables: Tables, event: str, host: Person, person: str) -> None:
    """The host lets somebody play no more."""
    await _take_out(tables, event, person, events.REMOVED, host)


async def _take_out(
    tables: Tables, event: str, person: str, state: str, host: Person | None = None
) -> None:
    def work(connection: Connection) -> EventFacts:
        facts = _find(connection, event)
        _must_be_host(facts, host)
        before = events.state_of(connection, event, person)
        if before is None:
            raise missing()
        if facts.state == "open" and state == events.OUT and before == events.IN:
            events.withdraw(connection, event, person)
        elif before != events.REMOVED:
            events.set_state(connection, event, [person], state)
        return facts

    facts = await tables.database.write(work)
    await give_up_seat(tables, facts, person)


def _must_be_host(facts: EventFacts, host: Person | None) -> None:
    if host is not None and facts.host != host.id:
        raise forbidden()


async def give_up_seat(tables: Tables, facts: EventFacts, person: str) -> None:
    """A bot plays on where somebody plays in the present round."""
    seen = await tables.database.read(partial(rounds.see, event=facts.id))
    mine = () if seen is None else [each for each in seen.paired if each.person == person]
    for each in mine:
        if each.table_id is not None and each.points is None:
            with suppress(Problem):  # It may have ended just now.
                await give_up(tables, each.table_id, person, facts.fill)


async def start(tables: Tables, event: str, host: Person, number: int) -> None:
    """The host begins a round; one that has begun already begins no second time."""

    def check(connection: Connection) -> None:
        facts = _find(connection, event)
        _must_be_host(facts, host)
        _must_go_on(facts)
        if number > facts.round + 1:
            raise Problem(409, "event-round-runs")

    await tables.database.write(check)
    await rounds.look_after(tables, event, now_ms(), by_host=number)


async def close(tables: Tables, event: str, host: Person) -> None:
    """The host ends an event: tables that haven't begun never will, and no round comes any more."""

    def work(connection: Connection) -> None:
        facts = _find(connection, event)
        _must_be_host(facts, host)
        if facts.state in events.UNENDED_EVENTS:
            events.change(connection, event, state="closed", over_at=now_ms())

    await tables.database.write(work)
    seen = await tables.database.read(partial(rounds.see, event=event))
    for table in () if seen is None else seen.tables_in("open"):
        await call_off(tables, table)
