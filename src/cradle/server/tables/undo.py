"""Taking back: free as the table allows, beyond that if all people at the table agree."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from cradle.server.problems import Problem, forbidden
from cradle.server.store import log
from cradle.server.store.database import Database
from cradle.server.store.log import Answer
from cradle.server.store.pace import Timing
from cradle.server.store.receipts import Key, Receipt
from cradle.server.tables.answers import must_play, seat_for
from cradle.server.tables.change import Change
from cradle.server.tables.dice import FairDice
from cradle.server.tables.fold import BACK, chances, difference, drop, standing
from cradle.server.tables.live import LiveTable
from cradle.server.tables.loader import position
from cradle.server.tables.messages import can_undo
from cradle.server.tables.rated_games import refuse_in_competition
from cradle.server.tables.registry import Tables
from cradle.server.tables.shared_luck import must_not_share
from cradle.table import Table
from cradle.table.errors import CannotUndo
from cradle.table.news_log import TookBack


async def undo(tables: Tables, key: Key, wish: int | None) -> Receipt:
    """Take a seat's last answer back, or ask the others; whether it was done at once."""

    async def work(live: LiveTable) -> Receipt:
        must_play(live)
        must_have_room(live, tables.limits.rows)
        seat = _last_of(live, key.person, wish)
        if can_undo(live, seat):
            return await _take_back_free(tables, live, seat, await _timed(tables.database, live))
        refuse_in_competition(live.facts, "rated-no-undo")
        must_not_share(live.facts, "luck-no-undo")
        ply = _last_answer(live, seat)
        missing = _others(live, seat)
        if not missing:
            return await take_back(tables, live, ply, seat)
        live.facts.undo = {"seat": seat, "ply": ply, "agreed": [seat], "missing": missing}
        asked = Receipt(live.id, live.facts.seq, done=False)
        return await tables.save(live, lobby=False, receipt=asked)

    return await tables.once(key, work)


async def agree(tables: Tables, key: Key, yes: bool) -> Receipt:
    """Agree to a request, refuse it, or withdraw one's own."""

    async def work(live: LiveTable) -> Receipt:
        must_play(live)
        request, mine = live.facts.undo, live.facts.seats_of(key.person)
        if not mine:
            raise forbidden()
        if request is None:
            raise Problem(409, "no-request")
        if not yes:
            live.facts.undo = None
            return await tables.save(live, lobby=False)
        must_have_room(live, tables.limits.rows)
        missing = [seat for seat in request["missing"] if seat not in mine]
        if not missing:
            return await take_back(tables, live, request["ply"], request["seat"])
        agreed = sorted({*request["agreed"], *mine})
        live.facts.undo = request | {"agreed": agreed, "missing": missing}
        return await tables.save(live, lobby=False)

    return await tables.once(key, work)


def must_have_room(live: LiveTable, most: int) -> None:
    """Refuse to take back where that goes on and on; a game can always be played to its end."""
    if live.facts.seq >= most:
        raise Problem(409, "log-full", most=most)


def _last_of(live: LiveTable, person: str, wish: int | None) -> int:
    """Whose answer is meant: the seat named, or the person's that answered last."""
    if wish is not None:
        return seat_for(live, person, wish)
    mine = live.facts.seats_of(person)
    if not mine:
        raise forbidden()
    answered = (entry.seat for entry in reversed(must_play(live).entries))
    return next((seat for seat in answered if seat in mine), mine[0])


def _last_answer(live: LiveTable, seat: int) -> int:
    entries = must_play(live).entries
    for ply in range(len(entries) - 1, live.facts.from_ply - 1, -1):
        if entries[ply].seat == seat:
            return ply
    raise Problem.of(CannotUndo("undo-nothing"))


def _others(live: LiveTable, seat: int) -> list[int]:
    """The seats of other people who are here."""
    me = live.facts.seats[seat].person
    return [each.seat for each in live.facts.seats if each.bot is None and each.person != me]


async def _timed(database: Database, live: LiveTable) -> list[Answer]:
    """The log with what each answer did to a clock; nothing where there are no clocks."""
    if live.facts.pace.kind == "none":
        return []
    return await database.read(lambda c: log.read_timed(c, live.id))


def _agreed_at(rows: Sequence[Answer]) -> int:
    """When people last agreed to take something back."""
    agreed = [row.clock for row in rows if row.text.startswith(BACK) and row.clock is not None]
    return agreed[-1].asked if agreed else 0


def _turns(rows: Sequence[Answer], seat: int) -> list[Timing]:
    return [row.clock for row in rows if row.seat == seat and row.clock is not None]


async def _take_back_free(
    tables: Tables, live: LiveTable, seat: int, rows: list[Answer]
) -> Receipt:
    """Take back one choice: forced answers that came by themselves go with it."""
    change = Change(live)
    played = change.table
    timed, gone = standing(rows), list[Answer]()
    while True:
        before = list(played.entries)
        played.undo(seat)
        row = difference(before, played.entries)
        change.took_back(row)
        gone = drop(timed, row) + gone
        if not (live.forced(seat) and can_undo(live, seat)):
            break
    if turns := _turns(gone, seat):
        live.clocks.reopen(seat, turns, live.timed(), _agreed_at(rows))
        if seat in live.clocks.expired(live.time.now()):
            tables.memory.forget(live)  # It was only tried.
            raise Problem(409, "undo-no-time")
    return await tables.commit(change)


async def take_back(tables: Tables, live: LiveTable, ply: int, seat: int | None) -> Receipt:
    """Go back to a ply, whatever lies in between; chance comes anew after that."""
    must_not_share(live.facts, "luck-no-undo")
    old, facts = must_play(live), live.facts
    entries = list(old.entries)

    def work(connection: Connection) -> Table:
        return position(connection, facts, entries, ply)

    played = await tables.database.read(work)
    gone, now = standing(await _timed(tables.database, live))[ply:], live.time.now()
    assert isinstance(old.dice, FairDice)
    old.dice.taken_back(chances(entries, ply))
    live.put(played)
    played.go_on(old.dice)
    facts.undone = True
    live.clocks.take_back({each: _turns(gone, each) for each in range(facts.size)}, now)
    change = Change(live, since=ply, whole=True)
    clock = None if facts.pace.kind == "none" else Timing(0, now, 0, 0)
    row = Answer(seat, f"{BACK} {ply}", clock=clock)
    change.took_back(row, [] if seat is None else [TookBack(seat)])
    return await tables.commit(change)
