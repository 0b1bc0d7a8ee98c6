"""The rounds of events: made, looked after and ended, by any process, once.

Whatever happens here follows from what is kept and the time. So it may be done at any moment, by
several at once, and again after a crash: whoever holds the event's row does it, and whoever comes
second finds it done.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sqlalchemy import Connection

from cradle.server.events.event_tables import fill_seats, new_table, tell_of, time_up
from cradle.server.events.standings import Played, bye_points, game_points, rank_all
from cradle.server.events.swiss import Pairing, pair, shuffled
from cradle.server.problems import Problem
from cradle.server.store import events, lists
from cradle.server.store.events import EventFacts, Paired
from cradle.server.store.facts import ENDED, TableFacts
from cradle.server.store.outbox import Notification
from cradle.server.store.pace import DaysPace
from cradle.server.store.people import Person
from cradle.server.store.tables import add_table
from cradle.server.store.transactions import Statement
from cradle.server.tables.default_host import ensure_default_host
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import Luck
from cradle.server.tasks import Tasks
from cradle.server.timestamps import DAY_MS, HOUR_MS, MINUTE_MS, now_ms

SIT_MS = 10 * MINUTE_MS  # how long a seat waits for its person where the clock is live
MOST_SIT_DAYS = 7  # and at most where it has days
LEAST = 2  # people in a round where bots take the other seats
HOST_MS = DAY_MS  # A host who starts rounds and doesn't: after so long the next starts by itself.


@dataclass(frozen=True)
class Seen:
    """An event, who sits where in its round, and how those tables stand."""

    facts: EventFacts
    paired: Sequence[Paired]
    states: Mapping[str, str]

    def unknown(self) -> list[str]:
        """The tables of the round whose results aren't kept yet."""
        return list(
            dict.fromkeys(e.table_id for e in self.paired if e.points is None and e.table_id)
        )

    def tables_in(self, state: str) -> list[str]:
        """The tables of the round that are in this state."""
        return [table for table in self.unknown() if self.states.get(table) == state]

    def is_to_be_settled(self) -> bool:
        """Whether there are results to keep, or everything of the round is known by now."""
        ended = any(self.states.get(table) in (None, *ENDED) for table in self.unknown())
        return ended or (self.facts.settled_at is None and not self.unknown())


async def look_after_all(tables: Tables, tasks: Tasks) -> None:
    """Let all events go on that can; what fails at one keeps no other from it."""
    now = now_ms()
    look = Statement(partial(events.to_look_after, now=now))
    for event in await tables.database.read(look):
        await tasks.guard(look_after(tables, event, now))


async def look_after(tables: Tables, event: str, now: int, by_host: int = 0) -> None:
    """Do what is due in an event; its host may want the round of this number begun."""
    seen = await tables.database.read(partial(see, event=event))
    if seen is None:
        return
    if seen.facts.state == "playing":
        await _hurry(tables, seen, now)
    due = seen.facts.state == "playing" and seen.is_to_be_settled()
    if due or by_host or may_begin(seen.facts, now):
        await _go_on(tables, seen.facts, now, by_host)
    await tables.database.write(partial(_keep_due, event=event, now=now))
    tell_of(tables.notices, event)


def _keep_due(connection: Connection, event: str, now: int) -> None:
    """All that was due is done: say when time alone may have something done again."""
    facts = events.find(connection, event, to_change=True)
    if facts is not None and facts.state == "playing":
        events.change(connection, event, due_at=due_at(facts, now))


def due_at(facts: EventFacts, now: int) -> int:
    """When to look at an event again, whatever happens: an hour from now at the latest."""
    if facts.settled_at is None:
        moments = [sit_until(facts), round_ends_at(facts)]
    elif facts.advance == "schedule":
        moments = [round_ends_at(facts)]
    else:
        moments = [facts.settled_at + HOST_MS]
    return min([now + HOUR_MS, *(each for each in moments if each is not None and each > now)])


def see(connection: Connection, event: str) -> Seen | None:
    """An event as it stands."""
    facts = events.find(connection, event)
    return None if facts is None else _seen(connection, facts)


def _seen(connection: Connection, facts: EventFacts) -> Seen:
    paired = [each for each in events.pairings(connection, facts.id) if each.round == facts.round]
    tables = {each.table_id for each in paired if each.table_id is not None}
    return Seen(facts, paired, events.table_states(connection, tables))


async def _hurry(tables: Tables, seen: Seen, now: int) -> None:
    """Nobody waits longer than was said for who doesn't come, nor for what doesn't end."""
    facts, ends_at = seen.facts, round_ends_at(seen.facts)
    over = ends_at is not None and now >= ends_at
    if over or now >= sit_until(facts):
        for table in seen.tables_in("open"):
            absent = await fill_seats(tables, table, facts.fill)
            out = partial(events.set_state, event=facts.id, people=absent, state=events.OUT)
            await tables.database.write(out)
    if over:
        for table in seen.tables_in("playing"):
            await time_up(tables, table)


def sit_until(facts: EventFacts) -> int:
    """Until when seats of the round wait for their people."""
    days = min(facts.pace.days, MOST_SIT_DAYS) if isinstance(facts.pace, DaysPace) else None
    return (facts.round_at or 0) + (SIT_MS if days is None else days * DAY_MS)


def round_ends_at(facts: EventFacts) -> int | None:
    """When the round ends, whatever is still being played."""
    if facts.round_days is None or facts.round_at is None:
        return None
    return facts.round_at + facts.round_days * DAY_MS


def may_begin(facts: EventFacts, now: int) -> bool:
    """Whether the next round begins by itself now."""
    if facts.state == "open":
        return facts.starts_at is not None and now >= facts.starts_at
    if facts.state != "playing" or facts.settled_at is None:
        return False
    if facts.advance == "schedule":
        return now >= (round_ends_at(facts) or 0)
    return facts.advance == "over" or now >= facts.settled_at + HOST_MS


async def _go_on(tables: Tables, facts: EventFacts, now: int, by_host: int) -> None:
    """Keep results, and begin the next round if it is time, in one transaction."""
    number = facts.round + 1
    luck = luck_name(facts.id, number)
    shared = Luck(luck, await tables.promises.luck(luck)) if facts.luck else None
    host = await ensure_default_host(tables.database)

    def work(connection: Connection) -> list[TableFacts]:
        known = events.find(connection, facts.id, to_change=True)
        if known is None or known.round != facts.round or known.state not in ("open", "playing"):
            return []  # Another process was first.
        known = _settle(connection, known, now)
        if by_host != number and not may_begin(known, now):
            return []
        _must_be_settled(known)
        if by_host and known.state == "open":
            _must_be_enough(connection, known)
        made = _begin(connection, known, now, shared, host)
        told = [Notification("round", person, e.id, 0) for e in made for person in e.people()]
        tables.keep_notifications(connection, told)
        return made

    for made in await tables.database.write(work):
        tables.welcome(LiveTable(made, tables.time))


def luck_name(event: str, number: int) -> str:
    """What the luck of a round is called, where all its tables share it."""
    return f"event.{event}.{number}"


def _must_be_settled(facts: EventFacts) -> None:
    """Refuse a host who wants the next round while this one is played."""
    if facts.state == "playing" and facts.settled_at is None:
        raise Problem(409, "event-round-runs")


def _must_be_enough(connection: Connection, facts: EventFacts) -> None:
    """Refuse a host who wants to begin before enough people are in."""
    if not is_enough(facts, len(events.to_pair(connection, facts.id))):
        raise Problem(409, "event-too-few", least=least(facts))


def _settle(connection: Connection, facts: EventFacts, now: int) -> EventFacts:
    """Keep the results of tables that have ended; once all are known, the round is settled."""
    if facts.state != "playing" or facts.settled_at is not None:
        return facts
    seen = _seen(connection, facts)
    found = {each.id: each for each in lists.read(connection, seen.unknown())}
    results = [_result(each, found.get(each.table_id or "")) for each in seen.paired]
    for before, after in zip(seen.paired, results, strict=True):
        if after != before:
            events.keep_result(connection, facts.id, after)
    if any(each.points is None for each in results):
        return facts
    ended = {"state": "over", "over_at": now} if facts.round >= facts.rounds else {}
    events.change(connection, facts.id, settled_at=now, **ended)
    return replace(facts, settled_at=now, **ended)  # type: ignore[arg-type]


def _result(paired: Paired, table: TableFacts | None) -> Paired:
    """What came of somebody's round, if that is known by now; who wasn't there gets nothing."""
    if paired.points is not None or (table is not None and table.state not in ENDED):
        return paired
    seat = paired.seat
    here = table is not None and seat is not None and table.seats[seat].person == paired.person
    if table is None or seat is None or not here or table.scores is None:
        return replace(paired, points=0.0)
    scores = sorted(table.scores, key=lambda score: score["seat"])
    ranks, totals = [s["rank"] for s in scores], [s["total"] for s in scores]
    return replace(
        paired,
        points=game_points(ranks, seat),
        rank=ranks[seat],
        total=totals[seat],
        table_total=sum(totals),
    )


def played(paired: Sequence[Paired]) -> list[Played]:
    """What was played, as pairing and standings want it."""
    return [
        Played(e.round, e.person, e.number, e.seat, e.points, e.rank, e.total, e.table_total)
        for e in paired
    ]


def least(facts: EventFacts) -> int:
    """How many people a round needs."""
    return LEAST if facts.fill is not None else facts.size


def is_enough(facts: EventFacts, people: int) -> bool:
    """Whether so many people can play a round."""
    return people >= least(facts)


def _begin(
    connection: Connection, facts: EventFacts, now: int, luck: Luck | None, host: Person
) -> list[TableFacts]:
    """Pair a round and keep its tables; where too few are left, the event ends."""
    if facts.state == "over":
        return []
    people = events.to_pair(connection, facts.id)
    if not is_enough(facts, len(people)):
        ends = "over" if facts.round else "closed"
        events.change(connection, facts.id, state=ends, over_at=now)
        return []
    number = facts.round + 1
    pairing = _pair(connection, facts, list(people), number)
    made = [new_table(facts, number, seating, people, host, luck) for seating in pairing.tables]
    for each in made:
        add_table(connection, each)
    events.add_pairings(connection, facts.id, _rows(facts, number, pairing, made))
    begun = {"state": "playing", "round": number, "round_at": now, "settled_at": None}
    events.change(connection, facts.id, due_at=None, **begun)
    return made


def _pair(connection: Connection, facts: EventFacts, people: Sequence[str], number: int) -> Pairing:
    history, seed = played(events.pairings(connection, facts.id)), f"{facts.id}/{number}"
    order = shuffled(rank_all(people, history), seed)
    apart = events.apart(connection, people)
    return pair(order, history, facts.size, facts.fill is not None, seed, apart)


def _rows(
    facts: EventFacts, number: int, pairing: Pairing, made: Sequence[TableFacts]
) -> list[Paired]:
    byes = [Paired(number, person, points=bye_points(facts.size)) for person in pairing.byes]
    return byes + [
        Paired(number, person, place, table.id, seat)
        for place, (seating, table) in enumerate(zip(pairing.tables, made, strict=True), 1)
        for seat, person in enumerate(seating)
        if person is not None
    ]


def by_round(paired: Sequence[Paired]) -> dict[int, list[Paired]]:
    """What was played, by its round."""
    found: dict[int, list[Paired]] = defaultdict(list)
    for each in paired:
        found[each.round].append(each)
    return found
