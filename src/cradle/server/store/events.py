"""Events as they are kept: what they are, who is in them, and what was played."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, or_, select, union, update

from cradle.server.store.event_schema import ENTRANTS, EVENTS, PAIRINGS
from cradle.server.store.facts import ENDED
from cradle.server.store.pace import Pace
from cradle.server.store.people_schema import RELATIONS
from cradle.server.store.relations import BLOCK
from cradle.server.store.schema import PEOPLE, TABLES

IN, OUT, REMOVED = "in", "out", "removed"
UNENDED_EVENTS = ("open", "playing")


@dataclass(frozen=True, kw_only=True)
class EventFacts:
    """What is kept of an event.

    `luck` is the same at all tables of a round; `fill` is the level of bots at empty seats, or None
    where there are byes. `advance` says what starts a round: that the last is `over`, its `host`,
    or the `schedule` of `round_days`. All of a round was known at `settled_at`. People may
    enter `late`, while it is played. At `due_at` time alone may have something done; None: look.
    """

    id: str
    host: str
    name: str
    game: str
    size: int
    rounds: int
    options: dict[str, Any]
    pace: Pace
    luck: bool
    fill: str | None
    visibility: str
    advance: str
    round_days: int | None
    starts_at: int | None
    created_at: int
    state: str = "open"
    round: int = 0
    round_at: int | None = None
    settled_at: int | None = None
    over_at: int | None = None
    due_at: int | None = None
    late: bool = False


@dataclass(frozen=True)
class Entrant:
    """Somebody in an event: `in`, `out` until they come back, or `removed` by its host."""

    person: str
    name: str
    state: str
    guest: bool


@dataclass(frozen=True)
class Paired:
    """Somebody's seat in a round and what came of it, as it is kept; without a number a bye."""

    round: int
    person: str
    number: int | None = None
    table_id: str | None = None
    seat: int | None = None
    points: float | None = None
    rank: int | None = None
    total: int | None = None
    table_total: int | None = None


def add(connection: Connection, facts: EventFacts) -> None:
    """Keep a new event."""
    connection.execute(insert(EVENTS), {**asdict(facts), "pace": facts.pace})


def find(connection: Connection, event: str, to_change: bool = False) -> EventFacts | None:
    """An event; if it is `to_change`, nobody else changes it until this is done."""
    query = select(EVENTS).where(EVENTS.c.id == event)
    query = query.with_for_update(key_share=True) if to_change else query
    row = connection.execute(query).one_or_none()
    return None if row is None else _facts(row)


def _facts(row: Row[Any]) -> EventFacts:
    return EventFacts(**row._mapping)


def change(connection: Connection, event: str, **values: Any) -> None:
    """Change what is kept of an event."""
    connection.execute(update(EVENTS).where(EVENTS.c.id == event).values(**values))


def listed(
    connection: Connection, states: Sequence[str], person: str | None, limit: int
) -> list[EventFacts]:
    """Events in these states, the newest first: public ones, and those somebody has to do with."""
    mine = EVENTS.c.id.in_(select(ENTRANTS.c.event).where(ENTRANTS.c.person == person))
    shown = or_(EVENTS.c.visibility == "public", EVENTS.c.host == person, mine)
    query = select(EVENTS).where(EVENTS.c.state.in_(states), shown)
    query = query.order_by(EVENTS.c.created_at.desc(), EVENTS.c.id).limit(limit)
    return [_facts(row) for row in connection.execute(query)]


def unended_of(connection: Connection, host: str) -> int:
    """How many events of a host haven't ended."""
    mine = (EVENTS.c.host == host, EVENTS.c.state.in_(UNENDED_EVENTS))
    query = select(func.count()).select_from(EVENTS).where(*mine)
    return int(connection.execute(query).scalar_one())


def to_look_after(connection: Connection, now: int) -> list[str]:
    """Events in which something is due: by its time, or since a table has ended."""
    begins = (EVENTS.c.state == "open") & (EVENTS.c.starts_at <= now)
    due = or_(EVENTS.c.due_at.is_(None), EVENTS.c.due_at <= now)
    timed = select(EVENTS.c.id).where(or_(begins, (EVENTS.c.state == "playing") & due))
    found = union(timed, _with_ended_tables())
    return sorted(connection.execute(found).scalars())


def _with_ended_tables() -> Select[Any]:
    """Events of whose round a table has ended, or is gone, and its result isn't kept."""
    ended = or_(TABLES.c.id.is_(None), TABLES.c.state.in_(ENDED))
    mine = (PAIRINGS.c.event == EVENTS.c.id) & (PAIRINGS.c.round == EVENTS.c.round)
    query = select(EVENTS.c.id).join(PAIRINGS, mine)
    query = query.join(TABLES, TABLES.c.id == PAIRINGS.c.table_id, isouter=True)
    return query.where(EVENTS.c.state == "playing", PAIRINGS.c.points.is_(None), ended)


def enter(connection: Connection, event: str, person: str, now: int) -> None:
    """Somebody is in an event, perhaps again."""
    if state_of(connection, event, person) is None:
        row = {"event": event, "person": person, "at": now, "state": IN}
        connection.execute(insert(ENTRANTS), row)
    else:
        set_state(connection, event, [person], IN)


def state_of(connection: Connection, event: str, person: str | None) -> str | None:
    """How somebody is in an event, if they are."""
    mine = (ENTRANTS.c.event == event, ENTRANTS.c.person == person)
    return connection.execute(select(ENTRANTS.c.state).where(*mine)).scalar_one_or_none()


def states_of(
    connection: Connection, events: Collection[str], person: str | None
) -> dict[str, str]:
    """How somebody is in each of these events that they are in."""
    mine = (ENTRANTS.c.event.in_(events), ENTRANTS.c.person == person)
    query = select(ENTRANTS.c.event, ENTRANTS.c.state).where(*mine)
    return {row.event: row.state for row in connection.execute(query)}


def set_state(connection: Connection, event: str, people: Collection[str], state: str) -> None:
    """These people are in, out or removed from now on."""
    these = update(ENTRANTS).where(ENTRANTS.c.event == event, ENTRANTS.c.person.in_(people))
    connection.execute(these.values(state=state))


def withdraw(connection: Connection, event: str, person: str) -> None:
    """Somebody was never in an event that hasn't begun."""
    mine = (ENTRANTS.c.event == event, ENTRANTS.c.person == person)
    connection.execute(delete(ENTRANTS).where(*mine))


def entrants(connection: Connection, event: str) -> list[Entrant]:
    """Everybody in an event, in the order they came."""
    query = (
        select(ENTRANTS.c.person, PEOPLE.c.name, ENTRANTS.c.state, PEOPLE.c.login)
        .join(PEOPLE, PEOPLE.c.id == ENTRANTS.c.person)
        .where(ENTRANTS.c.event == event)
        .order_by(ENTRANTS.c.at, ENTRANTS.c.person)
    )
    rows = connection.execute(query)
    return [Entrant(row.person, row.name, row.state, row.login is None) for row in rows]


def counts(connection: Connection, events: Collection[str]) -> dict[str, int]:
    """How many are in each of these events."""
    query = select(ENTRANTS.c.event, func.count()).where(ENTRANTS.c.event.in_(events))
    query = query.where(ENTRANTS.c.state == IN).group_by(ENTRANTS.c.event)
    return {row[0]: row[1] for row in connection.execute(query)}


def to_pair(connection: Connection, event: str) -> dict[str, Entrant]:
    """Who plays the next round: who is in, and may play."""
    may = select(PEOPLE.c.id).where(PEOPLE.c.gone.is_(False), PEOPLE.c.banned_at.is_(None))
    may = may.join(ENTRANTS, ENTRANTS.c.person == PEOPLE.c.id).where(ENTRANTS.c.event == event)
    there = set(connection.execute(may).scalars())
    found = [each for each in entrants(connection, event) if each.state == IN]
    return {each.person: each for each in found if each.person in there}


def apart(connection: Connection, people: Collection[str]) -> list[frozenset[str]]:
    """Who of these blocks whom."""
    among = (RELATIONS.c.person.in_(people), RELATIONS.c.other.in_(people))
    query = select(RELATIONS.c.person, RELATIONS.c.other).where(*among, RELATIONS.c.kind == BLOCK)
    return [frozenset(row) for row in connection.execute(query)]


def pairings(connection: Connection, event: str) -> list[Paired]:
    """Everything that was played or is, round by round and table by table."""
    columns = [PAIRINGS.c[name] for name in Paired.__dataclass_fields__]
    query = select(*columns).where(PAIRINGS.c.event == event)
    rows = connection.execute(query.order_by(PAIRINGS.c.round, PAIRINGS.c.number, PAIRINGS.c.seat))
    return [Paired(*row) for row in rows]


def add_pairings(connection: Connection, event: str, paired: Sequence[Paired]) -> None:
    """Keep who sits where in a round: nobody twice, and no seat twice."""
    connection.execute(insert(PAIRINGS), [{"event": event, **asdict(each)} for each in paired])


def keep_result(connection: Connection, event: str, paired: Paired) -> None:
    """Keep what came of somebody's round."""
    mine = (PAIRINGS.c.event == event, PAIRINGS.c.round == paired.round)
    query = update(PAIRINGS).where(*mine, PAIRINGS.c.person == paired.person)
    result = {name: getattr(paired, name) for name in ("points", "rank", "total", "table_total")}
    connection.execute(query.values(**result))


def table_states(connection: Connection, tables: Collection[str]) -> dict[str, str]:
    """How these tables stand."""
    query = select(TABLES.c.id, TABLES.c.state).where(TABLES.c.id.in_(tables))
    return {row.id: row.state for row in connection.execute(query)}


def detach(connection: Connection, tables: Sequence[str]) -> None:
    """Results stay when their tables go."""
    gone = update(PAIRINGS).where(PAIRINGS.c.table_id.in_(tables))
    connection.execute(gone.values(table_id=None))


def forget(connection: Connection, person: str, now: int) -> None:
    """Somebody goes: they are out of all events; one that only they could begin is called off.

    Others that they are the host of go on by themselves, without the name they gave them.
    """
    unbegun = select(EVENTS.c.id).where(EVENTS.c.state == "open")
    mine = ENTRANTS.c.person == person
    connection.execute(delete(ENTRANTS).where(mine, ENTRANTS.c.event.in_(unbegun)))
    connection.execute(update(ENTRANTS).where(mine).values(state=OUT))
    hosted = (EVENTS.c.host == person, EVENTS.c.state == "open", EVENTS.c.starts_at.is_(None))
    connection.execute(update(EVENTS).where(*hosted).values(state="closed", over_at=now))
    connection.execute(update(EVENTS).where(EVENTS.c.host == person).values(name=""))
    waits = (EVENTS.c.host == person, EVENTS.c.advance == "host")
    connection.execute(update(EVENTS).where(*waits).values(advance="over", due_at=None))
