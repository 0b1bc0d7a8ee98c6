"""What happens at a table: answers of people and bots, and clocks that run out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection

from cradle.bots import LEVELS
from cradle.bots.levels import SECONDS
from cradle.kernel.piece import dump
from cradle.server.problems import Conflict, Problem, forbidden
from cradle.server.store import log
from cradle.server.store.tables import version_of
from cradle.server.tables.board import Board
from cradle.server.tables.change import Change, save_changes
from cradle.server.tables.live import Live
from cradle.server.timestamps import now_ms
from cradle.table.errors import Refusal

if TYPE_CHECKING:
    from cradle.server.house import House

T = TypeVar("T")
STAND_IN = LEVELS[1]
MOST_PLIES = 20_000
TRIES = 10
SEALED_MARGIN_S = 0.15


@dataclass(frozen=True)
class Answer:
    """What a person sends; `client` is their own name for it."""

    person: str
    text: str
    client: str | None = None
    seq: int | None = None
    seat: int | None = None

    @property
    def key(self) -> str | None:
        """The name of this answer among those of everybody."""
        return None if self.client is None else f"{self.person}:{self.client}"


@dataclass(frozen=True)
class Done:
    """An answer that is kept; `again` if it had been before, not `done` if others must agree."""

    seq: int
    again: bool = False
    done: bool = True


async def at_table(house: House, table: str, work: Callable[[Live], Awaitable[T]]) -> T:
    """Work at a table while nobody else does; anew if another process was first."""
    for _ in range(TRIES):
        live = await house.keeper.get(table)
        async with live.lock:
            if live.gone:
                continue
            try:
                return await work(live)
            except Conflict:
                continue
    raise Problem(503, "busy")


def must_play(live: Live) -> None:
    """Refuse whatever needs a running game."""
    if not live.playing:
        raise Problem(409, "not-playing")
    if live.sheet.ply > MOST_PLIES:
        raise Problem(409, "too-long", most=MOST_PLIES)


def seat_for(live: Live, person: str, wish: int | None) -> int:
    """The seat a person answers for: the one they name, or theirs that is asked."""
    mine = live.sheet.seats_of(person)
    if not mine:
        raise forbidden()
    if wish is not None:
        if wish not in mine:
            raise forbidden()
        return wish
    asked = [seat for seat in mine if seat in live.sheet.asked]
    return asked[0] if asked else mine[0]


async def answer(house: House, table: str, given: Answer) -> Done:
    """Take a person's answer, and be back only when it is kept."""
    begun = time.perf_counter()

    async def work(live: Live) -> Done:
        if given.key is not None and given.key in live.clients:
            return Done(live.clients[given.key], again=True)
        must_play(live)
        seat = seat_for(live, given.person, given.seat)
        if live.sheet.chairs[seat].stand_in is not None:
            raise Problem(409, "stood-in")
        if given.seq is not None and given.seq < live.question[seat]:
            raise Problem(409, "stale")
        return await carry_out(house, live, seat, given.text, given.key)

    done = await at_table(house, table, work)
    house.metrics.acts.observe(time.perf_counter() - begun)
    return done


async def carry_out(
    house: House, live: Live, seat: int, text: str, client: str | None = None
) -> Done:
    """Play a move, whatever follows by itself, and keep it all."""
    change = Change(live)
    try:
        change.board.submit(seat, text)
    except Refusal as refusal:
        raise Problem.of(refusal) from None
    change.answered(seat, client)
    first = change.seq
    change.answer_forced()
    await change.commit(house)
    if client is not None:
        live.remember(client, first)
    return Done(live.sheet.seq)


async def think(house: House, live: Live, seat: int) -> None:
    """Let a bot answer for a seat that is asked; it sees only what the seat may know."""
    try:
        begun = time.perf_counter()
        least = _least_time(house, live, seat)
        text, question = await _chosen(house, live, seat)
        house.metrics.thinking.observe(time.perf_counter() - begun)
        await asyncio.sleep(max(0.0, least - time.perf_counter() + begun))
        await house.act(_answer_for_bot(house, live, seat, text, question))
    finally:
        live.thinking.discard(seat)
    await _go_on(house, live)


async def _go_on(house: House, live: Live) -> None:
    """Let the next bots think, also where the table was changed elsewhere in the meantime."""
    if not live.gone:
        house.wake_bots(live)
    elif not house.closing:
        with suppress(Problem):  # It may have been forgotten for good.
            await house.keeper.get(live.id)


def _least_time(house: House, live: Live, seat: int) -> float:
    """A bot answers no sooner: how long it thinks over secret cards may tell what they are."""
    pause = house.settings.pause_ms / 1000
    if not pause or live.board is None or not live.board.sealing:
        return pause
    level = live.sheet.chairs[seat].bot or STAND_IN
    longest = min(SECONDS.get(level, 1e9), house.settings.think_ms / 1000)
    return max(pause, longest + SEALED_MARGIN_S)


async def _chosen(house: House, live: Live, seat: int) -> tuple[str, int]:
    async with live.lock:
        board, question = live.board, live.question[seat]
        if board is None or seat not in board.asked:
            return "", -1
        legal = [move.text for move in board.moves(seat)]
        if len(legal) == 1:
            return legal[0], question
        asked = question_for(house, board, seat, live.sheet.chairs[seat].bot or STAND_IN)
    return await house.thinkers.choose(asked, legal), question


def question_for(house: House, board: Board, seat: int, level: str) -> dict[str, Any]:
    """What a bot's process is asked: of the state, only what the seat may know is true in it."""
    return {
        "game": board.game.name,
        "state": dump(board.game.imagine(board.state, seat, house.rng)),
        "seat": seat,
        "level": level,
        "seed": house.rng.randrange(1 << 30),
        "seconds": house.settings.think_ms / 1000,
    }


async def _answer_for_bot(house: House, live: Live, seat: int, text: str, question: int) -> None:
    async with live.lock:
        moved_on = live.gone or not live.playing or live.question[seat] != question
        if moved_on or live.sheet.chairs[seat].bot is None:
            return
        with suppress(Conflict):  # Another process was first.
            await carry_out(house, live, seat, text)


async def run_out(house: House, table: str) -> None:
    """Whose time has run out is replaced by a bot."""

    async def work(live: Live) -> None:
        late = live.clocks.expired(now_ms()) if live.playing else []
        due = live.sheet.deadline_at
        for seat in late:
            live.clocks.left[seat] = live.sheet.chairs[seat].left_ms = 0
            live.clocks.since.pop(seat, None)
            live.sheet.chairs[seat].stand_in = STAND_IN
        live.sheet.deadline_at = live.clocks.deadline()
        if late or live.sheet.deadline_at != due:
            await save_changes(house, live)
            house.wake_bots(live)

    await at_table(house, table, work)


async def keep_all(house: House) -> None:
    """Before the server goes down: snapshots, so that other rules can take over here."""
    snapshots = [
        (live.sheet, log.Snapshot(live.sheet.seq, live.sheet.ply, version, False, plain))
        for live in house.keeper.all()
        if live.playing and live.board is not None and not live.lock.locked()
        for version, plain in [(live.board.game.version, live.board.plain_state)]
    ]

    def work(connection: Connection) -> None:
        for sheet, snapshot in snapshots:
            if version_of(connection, sheet.id) == sheet.version:  # Ours isn't old.
                log.add_snapshot(connection, sheet.id, snapshot)

    if snapshots:
        await house.database.write(work)
