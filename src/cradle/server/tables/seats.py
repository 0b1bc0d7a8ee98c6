"""Leaving, coming back, kicking, closing, and playing again."""

from __future__ import annotations

from contextlib import suppress

from cradle.server.problems import Problem, forbidden
from cradle.server.store.people import Person
from cradle.server.store.tables import ENDED, RUNNING, Chair
from cradle.server.tables.answers import must_play
from cradle.server.tables.change import add_new
from cradle.server.tables.creation import (
    SeatWish,
    TableWish,
    begin,
    chair_of,
    is_full,
    join,
    must_be_open,
    must_host,
    sheet_of,
)
from cradle.server.tables.live import STAND_IN, Live
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import now_ms

LONGEST_WORDS = 64


async def leave(tables: Tables, table: str, person: str) -> Live:
    """Before the start the chair is free again; during a game a bot stands in."""

    async def work(live: Live) -> Live:
        mine = live.sheet.seats_of(person)
        if not mine:
            raise forbidden()
        if live.sheet.state == "open":
            _free(live, mine, person)
        elif live.playing:
            for seat in mine:
                live.sheet.chairs[seat].stand_in = STAND_IN
            live.sheet.undo = None
            _run_clocks(live)
        await tables.save(live)
        tables.wake(live)
        return live

    return await tables.at(table, work)


def _free(live: Live, seats: list[int], person: str) -> None:
    if live.sheet.host == person:
        live.sheet.state, live.sheet.over_at = "closed", now_ms()
        return
    for seat in seats:
        live.sheet.chairs[seat] = Chair(seat, "open")


def _run_clocks(live: Live) -> None:
    live.clocks.ask(live.timed(), now_ms())
    live.sheet.deadline_at = live.clocks.deadline()


async def come_back(tables: Tables, table: str, person: str) -> Live:
    """Take one's seats back from the stand-in, with a full clock."""

    async def work(live: Live) -> Live:
        must_play(live)
        mine = live.sheet.seats_of(person)
        if not mine:
            raise forbidden()
        for seat in mine:
            chair = live.sheet.chairs[seat]
            if chair.stand_in is not None:
                chair.stand_in = None
                live.clocks.renew(seat)
                chair.left_ms = live.clocks.left[seat]
        _run_clocks(live)
        await tables.save(live)
        return live

    return await tables.at(table, work)


async def set_seat(tables: Tables, table: str, host: Person, seat: int, wish: SeatWish) -> Live:
    """Before the start, the host puts something else on a chair."""

    async def work(live: Live) -> Live:
        must_host(live, host.id)
        must_be_open(live)
        if not 0 <= seat < live.sheet.size:
            raise Problem(404, "not-found")
        live.sheet.chairs[seat] = chair_of(seat, wish, host)
        mine = len(live.sheet.seats_of(host.id))
        live.sheet.kind = "hot-seat" if mine > 1 else "game"
        await tables.save(live)
        return live

    return await tables.at(table, work)


async def start(tables: Tables, table: str, host: Person, fill: str | None) -> Live:
    """The host starts; chairs still free become bots if the host says so."""

    async def work(live: Live) -> Live:
        must_host(live, host.id)
        must_be_open(live)
        for chair in live.sheet.chairs:
            if chair.kind in ("open", "link"):
                if fill is None:
                    raise Problem(409, "seats-free")
                bot = chair_of(chair.seat, SeatWish("bot", fill), host)
                live.sheet.chairs[chair.seat] = bot
        await begin(tables, live)
        return live

    return await tables.at(table, work)


async def add_words(tables: Tables, table: str, person: str, words: str) -> Live:
    """Add one's own words to the dice, before the start."""

    async def work(live: Live) -> Live:
        must_be_open(live)
        mine = live.sheet.seats_of(person)
        if not mine:
            raise forbidden()
        for seat in mine:
            live.sheet.chairs[seat].words = words[:LONGEST_WORDS]
        await tables.save(live, lobby=False)
        return live

    return await tables.at(table, work)


async def set_automatic(tables: Tables, table: str, person: str, on: bool) -> Live:
    """Let forced moves of one's seats be answered by themselves, or not."""

    async def work(live: Live) -> Live:
        mine = live.sheet.seats_of(person)
        if not mine:
            raise forbidden()
        for seat in mine:
            live.sheet.chairs[seat].automatic = on
        await tables.save(live, lobby=False)
        return live

    return await tables.at(table, work)


async def close(tables: Tables, table: str, person: str) -> Live:
    """End a table that only the host plays at, or that hasn't begun."""

    async def work(live: Live) -> Live:
        must_host(live, person)
        if live.sheet.state not in RUNNING:
            raise Problem(409, "not-playing")
        if live.playing and any(each != person for each in live.sheet.people()):
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


async def shut(tables: Tables, live: Live) -> None:
    """End a table without a result."""
    live.sheet.state, live.sheet.over_at = "closed", now_ms()
    live.sheet.deadline_at, live.sheet.undo = None, None
    live.clocks.ask([], now_ms())
    await tables.save(live)


async def rematch(tables: Tables, table: str, person: Person) -> Live:
    """The same again: everybody has their chair; a second caller gets the same table."""

    async def work(live: Live) -> Live:
        if not live.sheet.seats_of(person.id):
            raise forbidden()
        if live.sheet.state not in ENDED or live.sheet.kind == "record":
            raise Problem(409, "not-over")
        if live.sheet.rematch is not None:
            return await _join_again(tables, live.sheet.rematch, person)
        again = Live(sheet_of(_same_again(live, person), person), None, {})
        live.sheet.rematch = again.id
        sheet, most = again.sheet.copy(), tables.most
        await tables.save(live, lobby=False, also=lambda c: add_new(c, sheet, most))
        tables.welcome(again)
        if is_full(sheet):
            async with again.lock:
                await begin(tables, again)
        return again

    return await tables.at(table, work)


async def _join_again(tables: Tables, table: str, person: Person) -> Live:
    """Sit down at the table somebody else has made, if there is room."""
    try:
        return await join(tables, table, person, None, "")
    except Problem:
        return await tables.get(table)


def _same_again(live: Live, person: Person) -> TableWish:
    """Seats move on by one, so that somebody else may begin."""
    chairs = live.sheet.chairs[1:] + live.sheet.chairs[:1]
    seats = [_seat_again(chair, person) for chair in chairs]
    sheet = live.sheet
    return TableWish(sheet.game, seats, sheet.options, sheet.visibility, sheet.pace)


def _seat_again(chair: Chair, person: Person) -> SeatWish:
    if chair.kind == "bot":
        return SeatWish("bot", chair.level)
    return SeatWish("me", name=chair.name) if chair.person == person.id else SeatWish("open")
