"""A table in memory brought up to what another process has made of it, answer by answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import partial
from operator import attrgetter

from cradle.server.store.additions import Additions, read_additions
from cradle.server.store.database import Database
from cradle.server.store.facts import SeatFacts, TableFacts
from cradle.server.store.log import Answer
from cradle.server.store.tables import PROGRESS
from cradle.server.store.transactions import Statement
from cradle.server.tables.fold import correction
from cradle.server.tables.live import LiveTable
from cradle.table import Table
from cradle.table.errors import Refusal

# What is told with `play`, or needn't be; a change of the rest is told with `table`.
UNTOLD = {"version", "seats", *PROGRESS} - {"undo"}
CLOCK = {"left_ms", "since_ms"}
told_of_table = attrgetter(*(each.name for each in fields(TableFacts) if each.name not in UNTOLD))
told_of_seat = attrgetter(*(each.name for each in fields(SeatFacts) if each.name not in CLOCK))


async def find_additions(database: Database, lives: Sequence[LiveTable]) -> dict[str, Additions]:
    """What has come to these tables since they were read; nothing of those that are gone."""
    known = {live.id: live.facts.seq for live in lives}
    return await database.read(Statement(partial(read_additions, known=known)))


async def is_fresh(database: Database, live: LiveTable) -> bool:
    """Whether no other process has changed a table since it was read."""
    if database.together or live.gone:
        return True
    found = (await find_additions(database, [live])).get(live.id)
    return found is not None and found.facts.version <= live.facts.version


def catch_up(live: LiveTable, found: Additions) -> bool:
    """Bring a table up to what was found, while its lock is held; False if it must be loaded.

    What was found may be older than the table by now: then nothing is to be done.
    """
    live.chat = max(live.chat, found.chat)
    if found.facts.version < live.facts.version:
        return True
    rows = found.rows[live.facts.seq - found.since :]
    if not _goes_on(live, found.facts, rows) or not _play(live, rows):
        return False
    _take_facts(live, found.facts)
    live.plans = found.plans
    live.forget_answers()
    return True


def _goes_on(live: LiveTable, facts: TableFacts, rows: Sequence[Answer]) -> bool:
    """Whether nothing but answers came: none was taken back, and no game began or ended."""
    if live.facts.seq + len(rows) != facts.seq or live.facts.state != facts.state:
        return False
    playable = live.table is not None and facts.luck is None  # Shared dice count their rolls.
    return not rows or (playable and not any(correction(row) for row in rows))


def _play(live: LiveTable, rows: Sequence[Answer]) -> bool:
    """Play what was answered elsewhere; other rules may refuse it."""
    if live.table is None:
        return True
    seq = live.facts.seq
    try:
        for group in _groups(rows):
            seq += len(group)
            _play_group(live, live.table, group, seq)
    except Refusal:
        return False
    return True


def _groups(rows: Sequence[Answer]) -> Iterator[list[Answer]]:
    """Each seat's answer with what chance answered to it: these are told together."""
    group: list[Answer] = []
    for row in rows:
        if row.seat is not None and group:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _play_group(live: LiveTable, table: Table, group: Sequence[Answer], seq: int) -> None:
    stack = list(table.state.stack)
    for row in group:
        table.enter(row.seat, row.text)
    live.hear(seq)
    live.ask_anew(stack, [row.seat for row in group if row.seat is not None], seq)


def _take_facts(live: LiveTable, facts: TableFacts) -> None:
    """Take new facts in place of the old; what others show of the table changes with them."""
    live.revision += _tells(live.facts) != _tells(facts)
    live.facts = facts
    if live.table is not None:
        live.take_clocks()
    if live.wants_snapshot():  # Whoever made the last change has kept one.
        live.note_snapshot()


def _tells(facts: TableFacts) -> tuple[object, list[object]]:
    """What is told with the table."""
    return told_of_table(facts), [told_of_seat(each) for each in facts.seats]
