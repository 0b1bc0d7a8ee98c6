"""What happens at tables by itself: clocks run out, memory is cleared, bots are woken.

Before a stop, snapshots let other rules take over running games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from sqlalchemy import Connection, or_, select, text

from cradle.kernel.piece import dump
from cradle.server.problems import Problem
from cradle.server.store import log
from cradle.server.store.facts import TableFacts
from cradle.server.store.schema import SEATS, TABLES, UNENDED
from cradle.server.store.shared_values import keep_time
from cradle.server.store.tables import is_current
from cradle.server.store.transactions import Statement
from cradle.server.tables.live import LiveTable
from cradle.server.tables.other_processes import notice_others
from cradle.server.tables.registry import Tables
from cradle.server.tables.seats import stand_in, unless_crowded
from cradle.server.tasks import Tasks

AT_ONCE = 50  # How many tables one transaction holds at a stop.


async def wake_tables(tables: Tables, has_room: Callable[[], bool]) -> bool:
    """Bots go on where they were asked, as long as there is room; whether there was for all."""
    for table in await tables.database.read(Statement(waiting_for_bots)):
        if not has_room():
            return False
        with suppress(Problem):  # It may have been deleted just now.
            tables.wake_bots(await tables.get(table))
    return True


async def run_out(tables: Tables, table: str) -> None:
    """Whose time has run out is replaced by a bot."""

    async def work(live: LiveTable, crowded: bool) -> None:
        late = live.clocks.expired(live.time.now()) if live.playing else []
        due = live.facts.deadline_ms
        for seat in late:
            live.clocks.stop_at_zero(seat)
        live.run_clocks()
        if late or live.facts.deadline_ms != due:
            await stand_in(tables, live, late, crowded)

    await unless_crowded(lambda crowded: tables.at(table, partial(work, crowded=crowded)))


async def tick(tables: Tables, tasks: Tasks) -> None:
    """Clocks of tables in memory run out on the spot."""
    now = tables.time.now()
    for live in tables.memory.all():
        if live.facts.deadline_ms is not None and live.facts.deadline_ms <= now:
            await tasks.guard(run_out(tables, live.id))


async def beat(tables: Tables) -> None:
    """Keep the server's time, so that clocks go on from here after a restart."""
    now = tables.time.now()
    tables.time.catch_up(await tables.database.write(partial(keep_time, now=now)))


async def sweep(tables: Tables, tasks: Tasks) -> None:
    """Tables that nobody looks at run out of time, too, and leave memory."""
    for live in tables.memory.all():
        tables.wake_bots(live)  # One whose thinking failed tries again.
    tables.memory.let_go()
    await run_late(tables, tasks)
    await notice_others(tables)


async def let_go(tables: Tables) -> None:
    """Tables that nobody looks at leave memory."""
    tables.memory.let_go()


async def run_late(tables: Tables, tasks: Tasks) -> None:
    """Clocks of tables that are in nobody's memory run out, too."""
    for table in await tables.database.read(Statement(partial(_late, tables.time.now()))):
        await tasks.guard(run_out(tables, table))


async def keep_snapshots(tables: Tables) -> None:
    """Before the server goes down: snapshots, so that other rules can take over here."""
    snapshots = [
        (live.facts, log.Snapshot(live.facts.seq, live.facts.ply, version, False, plain))
        for live in tables.memory.all()
        if live.playing and live.table is not None and not live.lock.locked()
        for version, plain in [(live.table.game.version, dump(live.table.state))]
    ]

    for start in range(0, len(snapshots), AT_ONCE):
        await tables.database.write(partial(_add_snapshots, snapshots[start : start + AT_ONCE]))


def _add_snapshots(
    snapshots: Sequence[tuple[TableFacts, log.Snapshot]], connection: Connection
) -> None:
    """Keep snapshots of those tables that are still as we know them."""
    for facts, snapshot in sorted(snapshots, key=lambda each: each[0].id):
        if is_current(connection, facts):
            log.add_snapshot(connection, facts.id, snapshot)


def _late(now: int, connection: Connection) -> list[str]:
    query = select(TABLES.c.id).where(TABLES.c.state == "playing", TABLES.c.deadline_ms <= now)
    return list(connection.execute(query).scalars())


def waiting_for_bots(connection: Connection) -> list[str]:
    """The tables at which bots are asked."""
    query = (
        select(TABLES.c.id, TABLES.c.asked, SEATS.c.seat)
        .join(SEATS, SEATS.c.table_id == TABLES.c.id)
        .where(text(UNENDED), TABLES.c.state == "playing")
        .where(or_(SEATS.c.kind == "bot", SEATS.c.stand_in.is_not(None)))
    )
    rows = connection.execute(query).all()
    return list(dict.fromkeys(table for table, asked, seat in rows if seat in asked))
