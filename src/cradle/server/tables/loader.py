"""From the database back to a table: the nearest snapshot, then the answers after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection

from cradle.server.store import log
from cradle.server.store.chat import last_number
from cradle.server.store.log import Row
from cradle.server.store.tables import Sheet, read_sheet
from cradle.server.tables.board import Board, setup_of
from cradle.server.tables.dice import FairDice
from cradle.server.tables.fold import BACK, Folded, fold
from cradle.server.tables.live import Live
from cradle.table.errors import BadSave, Refusal
from cradle.table.record import Entry
from cradle.table.setup import Setup


@dataclass
class Loaded:
    """A table from the database; `repair` is a row that must be added before it can go on."""

    live: Live
    repair: Row | None = None


def load(connection: Connection, table: str, started_at: int) -> Loaded | None:
    """The table as it stands, or None if there is none."""
    sheet = read_sheet(connection, table)
    if sheet is None:
        return None
    folded = fold(log.read(connection, table))
    sheet.seq, sheet.ply = folded.seq, len(folded.entries)
    if sheet.seq == 0:
        loaded = Loaded(Live(sheet, None, {}))
    else:
        loaded = _with_board(connection, sheet, folded, started_at)
    loaded.live.chat = last_number(connection, table)
    return loaded


def _with_board(connection: Connection, sheet: Sheet, folded: Folded, started_at: int) -> Loaded:
    setup = setup_for(sheet)
    other = sheet.rules != setup.game.version or sheet.hash != setup.hash
    board, start = nearest(connection, sheet.id, setup, folded.entries, rounds_only=not other)
    live = Live(sheet, board, folded.clients)
    played = _play_on(live, board, folded, start)
    live.snapshot_ply = start
    live.snapshot_round = sheet.round
    board.go_on(dice_of(sheet, folded), by_hand=sheet.state != "playing")
    board.log.take()
    live.clocks.ask(live.timed(), max(sheet.moved_at, started_at))
    if played == len(folded.entries):
        return Loaded(live)
    return Loaded(live, Row(None, f"{BACK} {played}"))


def nearest(
    connection: Connection, table: str, setup: Setup, entries: Sequence[Entry], rounds_only: bool
) -> tuple[Board, int]:
    """The board at the last snapshot on the way to these answers, and how many it has.

    A snapshot is a shortcut, the answers are the truth: under the same rules, one that can't be
    read is passed over.
    """
    snapshot = log.last_snapshot(connection, table, len(entries), rounds_only)
    if snapshot is None:
        return Board.resume(setup, None, ()), 0
    try:
        return Board.resume(setup, snapshot.state, entries[: snapshot.ply]), snapshot.ply
    except BadSave:
        if snapshot.rules != setup.game.version:
            raise
        return Board.resume(setup, None, ()), 0


def _play_on(live: Live, board: Board, folded: Folded, start: int) -> int:
    """Play the answers after a snapshot; rules that have changed may stop it early."""
    steady = folded.seq - len(folded.entries)
    live.floor = start + steady
    for ply in range(start, len(folded.entries)):
        entry = folded.entries[ply]
        try:
            board.enter(entry.seat, entry.text)
        except Refusal:
            board.share(start)
            live.floor = live.sheet.seq
            live.ring.clear()
            return ply
        live.hear(ply + 1 + steady, board.log.take())
    board.share(start)
    if folded.again or steady:
        live.floor = live.sheet.seq
        live.ring.clear()
    return len(folded.entries)


def dice_of(sheet: Sheet, folded: Folded) -> FairDice:
    """The dice of a table."""
    return FairDice(sheet.secret, sheet.id, words_of(sheet), folded.again)


def words_of(sheet: Sheet) -> list[str]:
    """What the players added to the dice."""
    return [chair.words for chair in sheet.chairs]


def setup_for(sheet: Sheet) -> Setup:
    """What a table is made of."""
    at = (sheet.started_at or sheet.created_at) / 1000
    date = datetime.fromtimestamp(at, UTC).date().isoformat()
    return setup_of(sheet.game, sheet.size, sheet.options, date)


def position(connection: Connection, sheet: Sheet, entries: Sequence[Entry], ply: int) -> Board:
    """The board after the first `ply` answers, from the nearest snapshot."""
    setup = setup_for(sheet)
    board, start = nearest(connection, sheet.id, setup, entries[:ply], rounds_only=True)
    for entry in entries[start:ply]:
        board.enter(entry.seat, entry.text)
    board.share(start)
    return board
