"""Taking back: free as the table allows, beyond that if all people at the table agree."""

from __future__ import annotations

from sqlalchemy import Connection

from cradle.server.problems import Problem, forbidden
from cradle.server.store.log import Row
from cradle.server.tables.answers import must_play, seat_for
from cradle.server.tables.board import Board
from cradle.server.tables.change import Change
from cradle.server.tables.dice import FairDice
from cradle.server.tables.fold import BACK, chances, difference
from cradle.server.tables.live import Done, Live
from cradle.server.tables.loader import position
from cradle.server.tables.messages import can_undo
from cradle.server.tables.registry import Tables
from cradle.table.errors import CannotUndo
from cradle.table.listening import TookBack


async def undo(tables: Tables, table: str, person: str, wish: int | None) -> Done:
    """Take a seat's last answer back, or ask the others; whether it was done at once."""

    async def work(live: Live) -> Done:
        must_play(live)
        seat = _last_of(live, person, wish)
        if can_undo(live, seat):
            await _take_back_free(tables, live, seat)
            return Done(live.sheet.seq)
        ply = _last_answer(live, seat)
        missing = _others(live, seat)
        if not missing:
            await take_back(tables, live, ply, seat)
            return Done(live.sheet.seq)
        live.sheet.undo = {"seat": seat, "ply": ply, "agreed": [seat], "missing": missing}
        await tables.save(live, lobby=False)
        return Done(live.sheet.seq, done=False)

    return await tables.at(table, work)


async def agree(tables: Tables, table: str, person: str, yes: bool) -> None:
    """Agree to a request, refuse it, or withdraw one's own."""

    async def work(live: Live) -> None:
        must_play(live)
        request, mine = live.sheet.undo, live.sheet.seats_of(person)
        if not mine:
            raise forbidden()
        if request is None:
            raise Problem(409, "no-request")
        if not yes:
            live.sheet.undo = None
            await tables.save(live, lobby=False)
            return
        missing = [seat for seat in request["missing"] if seat not in mine]
        if not missing:
            await take_back(tables, live, request["ply"], request["seat"])
            return
        agreed = sorted({*request["agreed"], *mine})
        live.sheet.undo = request | {"agreed": agreed, "missing": missing}
        await tables.save(live, lobby=False)

    await tables.at(table, work)


def _last_of(live: Live, person: str, wish: int | None) -> int:
    """Whose answer is meant: the seat named, or the person's that answered last."""
    if wish is not None:
        return seat_for(live, person, wish)
    mine = live.sheet.seats_of(person)
    if not mine:
        raise forbidden()
    assert live.board is not None
    answered = (entry.seat for entry in reversed(live.board.entries))
    return next((seat for seat in answered if seat in mine), mine[0])


def _last_answer(live: Live, seat: int) -> int:
    assert live.board is not None
    entries = live.board.entries
    for ply in range(len(entries) - 1, live.sheet.from_ply - 1, -1):
        if entries[ply].seat == seat:
            return ply
    raise Problem.of(CannotUndo("undo-nothing"))


def _others(live: Live, seat: int) -> list[int]:
    """The seats of other people who are here."""
    me = live.sheet.chairs[seat].person
    return [chair.seat for chair in live.sheet.chairs if chair.bot is None and chair.person != me]


async def _take_back_free(tables: Tables, live: Live, seat: int) -> None:
    """Take back one choice: forced answers that came by themselves go with it."""
    change = Change(live)
    board = change.board
    while True:
        before = list(board.entries)
        board.undo(seat)
        change.took_back(difference(before, board.entries), [])
        if not (board.forced(seat) and can_undo(live, seat)):
            break
    await tables.commit(change)


async def take_back(tables: Tables, live: Live, ply: int, seat: int | None) -> None:
    """Go back to a ply, whatever lies in between; chance comes anew after that."""
    old = live.board
    assert old is not None
    entries, sheet = list(old.entries), live.sheet

    def work(connection: Connection) -> Board:
        return position(connection, sheet, entries, ply)

    board = await tables.database.read(work)
    board.log.take()
    assert isinstance(old.dice, FairDice)
    old.dice.taken_back(chances(entries, ply))
    board.go_on(old.dice)
    live.board = board
    sheet.undone = True
    news = [] if seat is None else [TookBack(seat)]
    change = Change(live, since=ply, whole=True)
    change.took_back(Row(seat, f"{BACK} {ply}"), news)
    await tables.commit(change)
