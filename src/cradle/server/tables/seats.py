"""Leaving, coming back, kicking, closing, and playing again."""

from __future__ import annotations

from contextlib import suppress

from cradle.server.problems import Problem, forbidden
from cradle.server.store.facts import ENDED, RUNNING, SeatFacts
from cradle.server.store.people import Person
from cradle.server.tables.answers import must_play
from cradle.server.tables.change import add_new
from cradle.server.tables.creation import (
    SeatWish,
    TableWish,
    begin,
    facts_of,
    is_full,
    join,
    must_be_open,
    must_host,
    new_seat,
)
from cradle.server.tables.live import STAND_IN, LiveTable
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import now_ms

LONGEST_SALT = 64


async def leave(tables: Tables, table: str, person: str) -> LiveTable:
    """Before the start the seat is free again; during a game a bot stands in."""

    async def work(live: LiveTable) -> LiveTable:
        mine = live.facts.seats_of(person)
        if not mine:
            raise forbidden()
        if live.facts.state == "open":
            _free(live, mine, person)
        elif live.playing:
            for seat in mine:
                live.facts.seats[seat].stand_in = STAND_IN
            live.facts.undo = None
            _run_clocks(live)
        await tables.save(live)
        tables.wake_bots(live)
        return live

    return await tables.at(table, work)


def _free(live: LiveTable, seats: list[int], person: str) -> None:
    if live.facts.host == person:
        live.facts.state, live.facts.over_at = "closed", now_ms()
        return
    for seat in seats:
        live.facts.seats[seat] = SeatFacts.new(seat, "open")


def _run_clocks(live: LiveTable) -> None:
    live.clocks.ask(live.timed(), now_ms())
    live.facts.deadline_at = live.clocks.deadline()


async def come_back(tables: Tables, table: str, person: str) -> LiveTable:
    """Take one's seats back from the stand-in, with a full clock."""

    async def work(live: LiveTable) -> LiveTable:
        must_play(live)
        mine = live.facts.seats_of(person)
        if not mine:
            raise forbidden()
        for seat in mine:
            mine_again = live.facts.seats[seat]
            if mine_again.stand_in is not None:
                mine_again.stand_in = None
                live.clocks.renew(seat)
                mine_again.left_ms = live.clocks.left[seat]
        _run_clocks(live)
        await tables.save(live)
        return live

    return await tables.at(table, work)


async def set_seat(
    tables: Tables, table: str, host: Person, seat: int, wish: SeatWish
) -> LiveTable:
    """Before the start, the host puts something else on a seat."""

    async def work(live: LiveTable) -> LiveTable:
        must_host(live, host.id)
        must_be_open(live)
        if not 0 <= seat < live.facts.size:
            raise Problem(404, "not-found")
        live.facts.seats[seat] = new_seat(seat, wish, host)
        mine = len(live.facts.seats_of(host.id))
        live.facts.kind = "hot-seat" if mine > 1 else "game"
        await tables.save(live)
        return live

    return await tables.at(table, work)


async def start(tables: Tables, table: str, host: Person, fill: str | None) -> LiveTable:
    """The host starts; seats still free become bots if the host says so."""

    async def work(live: LiveTable) -> LiveTable:
        must_host(live, host.id)
        must_be_open(live)
        for seat, each in enumerate(live.facts.seats):
            if each.kind in ("open", "link"):
                if fill is None:
                    raise Problem(409, "seats-free")
                live.facts.seats[seat] = new_seat(seat, SeatWish("bot", fill), host)
        await begin(tables, live)
        return live

    return await tables.at(table, work)


async def add_salt(tables: Tables, table: str, person: str, salt: str) -> LiveTable:
    """Add something of one's own to the dice, before the start."""

    async def work(live: LiveTable) -> LiveTable:
        must_be_open(live)
        mine = live.facts.seats_of(person)
        if not mine:
            raise forbidden()
        for seat in mine:
            live.facts.seats[seat].salt = salt[:LONGEST_SALT]
        await tables.save(live, lobby=False)
        return live

    return await tables.at(table, work)


async def set_automatic(tables: Tables, table: str, person: str, on: bool) -> LiveTable:
    """Let forced moves of one's seats be answered by themselves, or not."""

    async def work(live: LiveTable) -> LiveTable:
        mine = live.facts.seats_of(person)
        if not mine:
            raise forbidden()
        for seat in mine:
            live.facts.seats[seat].automatic = on
        await tables.save(live, lobby=False)
        return live

    return await tables.at(table, work)


async def close(tables: Tables, table: str, person: str) -> LiveTable:
    """End a table that only the host plays at, or that hasn't begun."""

    async def work(live: LiveTable) -> LiveTable:
        must_host(live, person)
        if live.facts.state not in RUNNING:
            raise Problem(409, "not-playing")
        if live.playing and any(each != person for each in live.facts.people()):
            raise Problem(409, "others-play")
        await shut(tables, live)
        return live

    return await tables.at(table, work)


async def go(tables: Tables, table: str, person: str) -> None:
    """Leave for good: where no other person plays, the table ends."""
    try:
        await close(tables, table, person)
    except Problem:
        with suppress(Problem):  # It may have ended just now.
            await leave(tables, table, person)


async def shut(tables: Tables, live: LiveTable) -> None:
    """End a table without a result."""
    live.facts.state, live.facts.over_at = "closed", now_ms()
    live.facts.deadline_at, live.facts.undo = None, None
    live.clocks.ask([], now_ms())
    await tables.save(live)


async def rematch(tables: Tables, table: str, person: Person) -> LiveTable:
    """The same again: everybody has their seat; a second caller gets the same table."""

    async def work(live: LiveTable) -> LiveTable:
        if not live.facts.seats_of(person.id):
            raise forbidden()
        if live.facts.state not in ENDED or live.facts.kind == "record":
            raise Problem(409, "not-over")
        if live.facts.rematch is not None:
            return await _join_again(tables, live.facts.rematch, person)
        again = LiveTable(facts_of(_same_again(live, person), person))
        live.facts.rematch = again.id
        facts, most = again.facts.copy(), tables.most
        await tables.save(live, lobby=False, also=lambda c: add_new(c, facts, most))
        tables.welcome(again)
        if is_full(facts):
            async with again.lock:
                await begin(tables, again)
        return again

    return await tables.at(table, work)


async def _join_again(tables: Tables, table: str, person: Person) -> LiveTable:
    """Sit down at the table somebody else has made, if there is room."""
    try:
        return await join(tables, table, person, None, "")
    except Problem:
        return await tables.get(table)


def _same_again(live: LiveTable, person: Person) -> TableWish:
    """Seats move on by one, so that somebody else may begin."""
    facts = live.facts
    seats = [_seat_again(each, person) for each in facts.seats[1:] + facts.seats[:1]]
    return TableWish(facts.game, seats, facts.options, facts.visibility, facts.pace)


def _seat_again(before: SeatFacts, person: Person) -> SeatWish:
    if before.kind == "bot":
        return SeatWish("bot", before.level)
    return SeatWish("me", name=before.name) if before.person == person.id else SeatWish("open")
