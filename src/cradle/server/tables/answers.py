"""Answers of people: taken at a table, and kept with whatever follows by itself."""

from __future__ import annotations

import time
from dataclasses import dataclass

from cradle.server.problems import Problem, forbidden
from cradle.server.tables.change import Change
from cradle.server.tables.live import Done, Live
from cradle.server.tables.registry import Tables
from cradle.table.errors import Refusal

MOST_PLIES = 20_000


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


async def answer(tables: Tables, table: str, given: Answer) -> Done:
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
        return await carry_out(tables, live, seat, given.text, given.key)

    done = await tables.at(table, work)
    tables.metrics.acts.observe(time.perf_counter() - begun)
    return done


async def carry_out(
    tables: Tables, live: Live, seat: int, text: str, client: str | None = None
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
    await tables.commit(change)
    if client is not None:
        live.remember(client, first)
    return Done(live.sheet.seq)
