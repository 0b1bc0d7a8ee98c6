"""Leaving, coming back, kicking, and closing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from cradle.server.people import ratings
from cradle.server.problems import Problem, forbidden
from cradle.server.store.facts import RUNNING, TAKEN, SeatFacts
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables import creation, rated_games, shared_luck
from cradle.server.tables.answers import must_play
from cradle.server.tables.creation import begin, must_be_open, must_host, new_seat
from cradle.server.tables.live import STAND_IN, LiveTable
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import SeatRequest
from cradle.server.timestamps import now_ms

CROWDED = ("too-many-bots", "too-many-bots-here")
T = TypeVar("T")


async def leave(tables: Tables, key: Key) -> Receipt:
    """Before the start the seat is free again, also one kept for me; later a bot stands in."""

    async def work(live: LiveTable, crowded: bool) -> Receipt:
        mine = live.facts.seats_of(key.person)
        kept = live.facts.kept_for(key.person)
        if not mine and not kept:
            raise forbidden()
        if live.facts.state == "open":
            _must_be_free(live)
            _free(live, mine + kept, key.person)
        elif live.playing:
            shared_luck.must_play_on(live.facts)
            for seat in mine:
                live.clocks.leave(seat, live.time.now())
            live.facts.undo = None
            return await stand_in(tables, live, mine, crowded)
        return await tables.save(live)

    return await unless_crowded(lambda crowded: tables.once(key, partial(work, crowded=crowded)))


async def unless_crowded(act: Callable[[bool], Awaitable[T]]) -> T:
    """Do something; if bots play alone at too many tables then, do it as where it is crowded."""
    try:
        return await act(False)
    except Problem as problem:
        if problem.key not in CROWDED:
            raise
    return await act(True)


async def stand_in(tables: Tables, live: LiveTable, seats: Sequence[int], crowded: bool) -> Receipt:
    """Let bots stand in at seats; a table that all have left ends where it is crowded.

    A rated game that ends so is lost for everybody who has left it.
    """
    for seat in seats:
        live.facts.seats[seat].stand_in = STAND_IN
    if crowded and live.facts.deserted:
        return await shut(tables, live, partial(ratings.rate, facts=live.facts))
    live.run_clocks()
    receipt = await tables.save(live, also=partial(tables.limits.check_deserted, facts=live.facts))
    tables.wake_bots(live)
    return receipt


def _must_be_free(live: LiveTable) -> None:
    """Refuse to leave a seat to anybody where an event has said who sits there."""
    if live.facts.event is not None:
        raise Problem(409, "event-seat")


def _free(live: LiveTable, seats: list[int], person: str) -> None:
    if live.facts.host == person and not _pass_on(live, person):
        live.facts.state, live.facts.over_at = "closed", now_ms()
        return
    for seat in seats:
        live.facts.seats[seat] = SeatFacts.new(seat, "open")


def _pass_on(live: LiveTable, host: str) -> bool:
    """Where people were brought together, another of them is the host, best one who sits here."""
    paired = [each for each in live.facts.seats if each.came_by == "paired"]
    paired.sort(key=lambda each: each.kind != "person")
    heir = next((each.person for each in paired if each.person not in (None, host)), None)
    live.facts.host = heir or host
    return heir is not None


async def come_back(tables: Tables, key: Key) -> Receipt:
    """Take one's seats back from the stand-in, with the clock one had; not if that has run out."""

    async def work(live: LiveTable) -> Receipt:
        must_play(live)
        mine = live.facts.seats_of(key.person)
        if not mine:
            raise forbidden()
        away, now = [seat for seat in mine if live.facts.seats[seat].stand_in], live.time.now()
        if any(live.clocks.has_run_out(seat, now) for seat in away):
            raise Problem(409, "out-of-time")
        for seat in away:
            live.clocks.come_back(seat, now)
            live.facts.seats[seat].stand_in = None
        live.run_clocks()
        return await tables.save(live)

    return await tables.once(key, work)


async def set_seat(
    tables: Tables, key: Key, host: Person, seat: int, request: SeatRequest
) -> Receipt:
    """Before the start, the host puts something else on a seat."""

    async def work(live: LiveTable) -> Receipt:
        must_host(live, key.person)
        must_be_open(live)
        if not 0 <= seat < live.facts.size:
            raise Problem(404, "not-found")
        changed = live.facts.copy()
        changed.seats[seat] = new_seat(seat, request, host)
        rated_games.check_table(changed, host)
        live.facts.seats[seat] = changed.seats[seat]
        rated_games.note_origin(live.facts, host.id, key.origin)
        mine = len(live.facts.seats_of(host.id))
        live.facts.kind = "hot-seat" if mine > 1 else "game"
        return await tables.save(live, also=partial(shared_luck.check_once, facts=live.facts))

    return await tables.once(key, work)


async def start(
    tables: Tables, key: Key, host: Person, fill: str | None, salt: str = ""
) -> Receipt:
    """The host starts; seats still free become bots if the host says so.

    If nobody else sits there, it is the last moment to add salt.
    """

    async def work(live: LiveTable) -> Receipt:
        must_host(live, key.person)
        must_be_open(live)
        for seat, each in enumerate(live.facts.seats):
            if each.kind not in TAKEN:
                if fill is None:
                    raise Problem(409, "seats-free")
                live.facts.seats[seat] = new_seat(seat, SeatRequest("bot", fill), host)
        if salt:
            creation.add_salt(live.facts, key.person, salt)
        return await begin(tables, live)

    return await tables.once(key, work)


async def add_salt(tables: Tables, key: Key, salt: str) -> Receipt:
    """Add something of one's own to the dice, before the start."""

    async def work(live: LiveTable) -> Receipt:
        must_be_open(live)
        if not creation.add_salt(live.facts, key.person, salt):
            raise forbidden()
        return await tables.save(live, lobby=False)

    return await tables.once(key, work)


async def set_automatic(tables: Tables, key: Key, on: bool) -> Receipt:
    """Let forced moves of one's seats be answered by themselves, or not."""

    async def work(live: LiveTable) -> Receipt:
        mine = live.facts.seats_of(key.person)
        if not mine:
            raise forbidden()
        for seat in mine:
            live.facts.seats[seat].automatic = on
        return await tables.save(live, lobby=False)

    return await tables.once(key, work)


async def close(tables: Tables, key: Key) -> Receipt:
    """End a table that only the host plays at, that hasn't begun, or that keeps others waiting."""

    async def work(live: LiveTable) -> Receipt:
        must_host(live, key.person)
        if live.facts.state not in RUNNING:
            raise Problem(409, "not-playing")
        others = any(each != key.person for each in live.facts.people())
        if live.playing and others and not shared_luck.is_abandoned(live.facts):
            raise Problem(409, "others-play")
        if live.playing:
            rated_games.refuse_in_competition(live.facts, "rated-no-close")
        return await shut(tables, live)

    return await tables.once(key, work)


async def go(tables: Tables, table: str, person: str) -> None:
    """Leave for good: where no other person plays, the table ends."""
    try:
        await close(tables, Key(person, table))
    except Problem:
        with suppress(Problem):  # It may have ended just now.
            await leave(tables, Key(person, table))


async def shut(
    tables: Tables, live: LiveTable, also: Callable[[Connection], None] | None = None
) -> Receipt:
    """End a table without a result."""
    live.facts.state, live.facts.over_at = "closed", now_ms()
    live.facts.undo = None
    live.run_clocks()
    return await tables.save(live, also=also)
