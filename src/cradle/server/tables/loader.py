"""From the database back to a table: the nearest snapshot, then the answers after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection

from cradle.server.problems import Problem, missing
from cradle.server.store import log, plans
from cradle.server.store.chat import last_number
from cradle.server.store.facts import TableFacts
from cradle.server.store.log import Answer
from cradle.server.store.tables import read_table
from cradle.server.tables.dice import FairDice
from cradle.server.tables.fold import BACK, Folded, correction, fold
from cradle.server.tables.game import resumed, setup_of
from cradle.server.tables.live import LiveTable
from cradle.server.tables.shared_dice import SharedDice
from cradle.server.timestamps import ServerTime
from cradle.table import Table
from cradle.table.errors import BadSave, Refusal
from cradle.table.record import Entry
from cradle.table.setup import Setup


@dataclass
class Loaded:
    """A table from the database; `repair` is a row that must be added before it can go on."""

    live: LiveTable
    repair: Answer | None = None


def load(connection: Connection, table: str, time: ServerTime) -> Loaded | None:
    """The table as it stands, or None if there is none."""
    facts = read_table(connection, table)
    if facts is None:
        return None
    rows = log.read(connection, table)
    folded = fold(rows)
    facts.seq, facts.ply = folded.seq, len(folded.entries)
    live = LiveTable(facts, time)
    repair = _resume(connection, live, folded) if facts.seq else None
    live.corrected = max((seq for seq, row in enumerate(rows, 1) if correction(row)), default=0)
    live.question = [live.arose] * facts.size
    live.chat = last_number(connection, table)
    live.plans = plans.waiting(connection, table)
    return Loaded(live, repair)


def _resume(connection: Connection, live: LiveTable, folded: Folded) -> Answer | None:
    """Take up a game where it stood; the row that takes back what today's rules refuse."""
    facts = live.facts
    setup = setup_for(facts)
    other = facts.rules != setup.game.version or facts.hash != setup.hash
    table, start = nearest(connection, facts.id, setup, folded.entries, rounds_only=not other)
    live.put(table)
    played = _play_on(live, table, folded, start)
    live.snapshot_ply, live.snapshot_round = start, facts.round
    repair = _repair(facts, folded, played)
    table.go_on(dice_after(facts, folded), by_hand=facts.state != "playing")
    live.raw.clear()
    live.clocks.ask(live.timed(), live.time.now())
    return repair


def _repair(facts: TableFacts, folded: Folded, played: int) -> Answer | None:
    """Take back what can't be played, so that a game can go on; one that has ended stays."""
    if facts.state != "playing" or played == len(folded.entries):
        return None
    row = Answer(None, f"{BACK} {played}")
    folded.add(row)  # The dice are to know of it.
    return row


def nearest(
    connection: Connection, table: str, setup: Setup, entries: Sequence[Entry], rounds_only: bool
) -> tuple[Table, int]:
    """The game at the last snapshot on the way to these answers, and how many it has.

    A snapshot is a shortcut, the answers are the truth: under the same rules, one that can't be
    read is passed over.
    """
    snapshot = log.last_snapshot(connection, table, len(entries), rounds_only)
    if snapshot is None:
        return resumed(setup), 0
    try:
        return resumed(setup, snapshot.state, entries[: snapshot.ply]), snapshot.ply
    except BadSave:
        if snapshot.rules != setup.game.version:
            raise
        return resumed(setup), 0


def _play_on(live: LiveTable, table: Table, folded: Folded, start: int) -> int:
    """Play the answers after a snapshot; rules that have changed may stop it early."""
    steady = folded.seq - len(folded.entries)
    live.floor = start + steady
    for ply in range(start, len(folded.entries)):
        entry = folded.entries[ply]
        try:
            table.enter(entry.seat, entry.text)
        except Refusal:
            live.forget_news()
            return ply
        live.hear(ply + 1 + steady)
    if folded.again or steady:
        live.forget_news()
    return len(folded.entries)


def dice_of(facts: TableFacts, again: Mapping[int, int]) -> FairDice | SharedDice:
    """The dice of a table from its first roll on; `again` says where chance was taken back."""
    if facts.luck is not None:
        return SharedDice(facts.secret, facts.luck, setup_for(facts))
    return FairDice(facts.secret, facts.id, salt_of(facts), again, facts.scheme)


def dice_after(facts: TableFacts, folded: Folded) -> FairDice | SharedDice:
    """The dice of a table after all its answers."""
    dice = dice_of(facts, folded.again)
    if isinstance(dice, SharedDice):
        dice.recall(folded.entries)
    return dice


def salt_of(facts: TableFacts) -> list[str]:
    """What the players added to the dice: nothing, if those are shared with other tables."""
    return [] if facts.luck is not None else [each.salt for each in facts.seats]


def setup_for(facts: TableFacts) -> Setup:
    """What a table is made of."""
    at = (facts.started_at or facts.created_at) / 1000
    date = datetime.fromtimestamp(at, UTC).date().isoformat()
    return setup_of(facts.game, facts.size, facts.options, date)


def played_until(connection: Connection, table: str, ply: int) -> Table:
    """The game of a table after its first `ply` answers, or a problem."""
    facts = read_table(connection, table)
    if facts is None:
        raise missing()
    try:
        return position(connection, facts, fold(log.read(connection, table)).entries, ply)
    except Refusal as refusal:  # The rules have changed since.
        raise Problem.of(refusal) from None


def position(
    connection: Connection, facts: TableFacts, entries: Sequence[Entry], ply: int
) -> Table:
    """The game after the first `ply` answers, from the nearest snapshot."""
    setup = setup_for(facts)
    table, start = nearest(connection, facts.id, setup, entries[:ply], rounds_only=True)
    for entry in entries[start:ply]:
        table.enter(entry.seat, entry.text)
    return table
