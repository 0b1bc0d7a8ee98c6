"""Rules that have changed since refuse what was played: what becomes of such games."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, delete, update

from cradle.server.app import Parts
from cradle.server.store import log
from cradle.server.store.schema import MOVES, SNAPSHOTS
from cradle.server.tables import seats
from cradle.server.tables.history import Past
from tests.server.parts import ME, guests, kept, new_table, play, with_parts
from tests.server.running import test_settings


def refuse(parts: Parts, table: str, seq: int) -> None:
    """As if the rules no longer knew an answer, nor the shortcuts around it."""

    def work(connection: Connection) -> None:
        here = MOVES.c.table_id == table, MOVES.c.seq == seq
        connection.execute(update(MOVES).where(*here).values(text="gone for good"))
        connection.execute(delete(SNAPSHOTS))

    parts.database.write_now(work)


def rows(parts: Parts, table: str) -> list[str]:
    return [each.text for each in parts.database.read_now(lambda c: log.read(c, table))]


async def played(parts: Parts) -> str:
    ada, *_ = await guests(parts, "ada")
    table = (await new_table(parts, ada, ME, ME)).id
    await play(parts, table, 30)
    return table


def test_the_log_of_a_game_that_has_ended_stays_as_it_is(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        table = await played(parts)
        async with (live := await parts.tables.get(table)).lock:
            await seats.shut(parts.tables, live)
        parts.tables.memory.forget(live)
        refuse(parts, table, live.facts.seq - 1)
        before, facts = rows(parts, table), kept(parts, table)
        again = await parts.tables.get(table)
        assert rows(parts, table) == before
        assert kept(parts, table) == facts
        assert (again.facts.seq, again.facts.ply) == (facts.seq, facts.ply)

    with_parts(test_settings(tmp_path), work)


def test_what_is_drawn_after_a_repair_follows_from_the_dice(tmp_path: Path) -> None:
    """Chance that goes with the refused answers is drawn anew, and that is counted at once."""

    async def work(parts: Parts) -> None:
        table = await played(parts)
        live = await parts.tables.get(table)
        assert live.table is not None
        chances = [ply for ply, each in enumerate(live.table.entries) if each.seat is None]
        first = next(ply for ply in chances[1:] if live.table.entries[ply - 1].seat is not None)
        parts.tables.memory.forget(live)
        refuse(parts, table, first)  # The answer right before: its number is from 1.
        await play(parts, table, 30)
        assert rows(parts, table).count(f"!back {first - 1}") == 1
        async with (live := await parts.tables.get(table)).lock:
            await seats.shut(parts.tables, live)
        checked = parts.database.read_now(lambda c: Past(c, table, None, None).verified())
        assert checked.count > 0
        assert checked.wrong == []

    with_parts(test_settings(tmp_path), work)
