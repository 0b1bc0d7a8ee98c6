"""A change at a table: worked out in memory, then written in one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, update

from cradle.kernel.step import Aside, News
from cradle.server.people import ratings
from cradle.server.problems import Problem
from cradle.server.store import log
from cradle.server.store.log import Row
from cradle.server.store.schema import SEATS
from cradle.server.store.tables import Sheet, add_sheet, running_of, save_progress, save_sheet
from cradle.server.tables.board import Board
from cradle.server.tables.live import Live
from cradle.server.tables.messages import plain_scores
from cradle.server.timestamps import now_ms

SNAPSHOT_AFTER = 64


class Change:
    """What one act adds to a table's log. Made and committed while the table's lock is held.

    `since` is how many answers were kept before; a `whole` change writes all of the table's facts,
    and a `fresh` one is the first of a new table.
    """

    def __init__(
        self, live: Live, since: int | None = None, whole: bool = False, fresh: bool = False
    ) -> None:
        assert live.board is not None
        self.live = live
        self.board: Board = live.board
        self.now = now_ms()
        self.base = live.sheet.seq
        self.length = len(self.board.entries) if since is None else since
        self.stack = list(self.board.state.stack)
        self.rows: list[Row] = []
        self.snapshots: list[log.Snapshot] = []
        self.dropped: int | None = None
        self.whole = whole
        self.fresh = fresh

    @property
    def seq(self) -> int:
        """The number of the last row so far."""
        return self.base + len(self.rows)

    def answered(self, seat: int | None, client: str | None) -> None:
        """A seat (at the start, none) answered, and chance after it: take it into the log."""
        self.board.share(self.length)
        new = self.board.entries[self.length :]
        self.length = len(self.board.entries)
        self.rows += [Row(e.seat, e.text, client if not i else None) for i, e in enumerate(new)]
        self.live.hear(self.seq, self.board.log.take())
        if seat is not None:
            self.live.clocks.answered(seat, self.now)
        self._ask_anew(range(self.board.seats) if seat is None else [seat])

    def took_back(self, row: Row, news: Sequence[News | Aside]) -> None:
        """Answers were taken back, and chance may have answered anew."""
        kept = int(row.text.split()[1])
        self.dropped = kept if self.dropped is None else min(self.dropped, kept)
        self.rows.append(row)
        start = min(kept, len(self.board.entries))
        if row.text.startswith("!back"):
            self.board.share(start)
            self.rows += [Row(entry.seat, entry.text) for entry in self.board.entries[start:]]
        self.length = len(self.board.entries)
        self.live.hear(self.seq, [*news, *self.board.log.take()])
        self._ask_anew(range(self.board.seats))

    def _ask_anew(self, seats: Sequence[int]) -> None:
        stack = list(self.board.state.stack)
        renewed = range(self.board.seats) if stack != self.stack else seats
        for seat in renewed:
            self.live.question[seat] = self.seq
        self.stack = stack

    def forced(self) -> int | None:
        """A seat whose only move all can see, and who wants it answered by itself."""
        for seat in self.board.asked:
            chair = self.live.sheet.chairs[seat]
            if chair.bot is None and chair.automatic and self.board.forced(seat):
                return seat
        return None

    def answer_forced(self) -> None:
        """Answer what has only one answer, for those who want it."""
        while (seat := self.forced()) is not None:
            self.board.submit(seat, self.board.moves(seat)[0])
            self.answered(seat, None)

    def update_sheet(self) -> None:
        """Bring the table's facts up to date."""
        live, sheet, board = self.live, self.live.sheet, self.board
        sheet.seq, sheet.ply, sheet.round = self.seq, len(board.entries), board.round
        sheet.asked, sheet.moved_at = board.asked, self.now
        if sheet.undo is not None:
            sheet.undo = None
            live.revision += 1
        live.clocks.ask(live.timed(), self.now)
        sheet.deadline_at = live.clocks.deadline()
        for chair, left in zip(sheet.chairs, live.clocks.left, strict=True):
            chair.left_ms = left
        if board.over and sheet.state == "playing":
            self._end(sheet)
        self._maybe_snapshot(live, sheet)

    def _end(self, sheet: Sheet) -> None:
        sheet.state, sheet.over_at, sheet.deadline_at = "over", self.now, None
        sheet.scores = plain_scores(self.board)
        self.live.revision += 1
        self.whole = True

    def _maybe_snapshot(self, live: Live, sheet: Sheet) -> None:
        if self.dropped is not None:
            live.snapshot_ply = min(live.snapshot_ply, self.dropped)
        far = sheet.ply - live.snapshot_ply >= SNAPSHOT_AFTER
        if self.board.state.sealed or not (far or sheet.round != live.snapshot_round):
            return
        version = self.board.game.version
        plain = self.board.plain_state
        self.snapshots.append(log.Snapshot(sheet.seq, sheet.ply, version, True, plain))
        live.snapshot_ply, live.snapshot_round = sheet.ply, sheet.round

    def save(self, most: int, connection: Connection) -> None:
        """Write everything; a new table only if its host has fewer than `most` that run."""
        sheet = self.live.sheet
        if self.fresh:
            add_new(connection, sheet, most)
        if self.rows:
            log.append(connection, sheet.id, self.base, self.rows, self.now)
        if self.dropped is not None:
            log.drop_snapshots(connection, sheet.id, self.dropped)
        for snapshot in self.snapshots:
            log.add_snapshot(connection, sheet.id, snapshot)
        if not self.fresh:
            self._save_sheet(connection, sheet)
        if self.whole and sheet.state == "over":
            ratings.rate(connection, sheet)

    def _save_sheet(self, connection: Connection, sheet: Sheet) -> None:
        if self.whole:
            save_sheet(connection, sheet)
            return
        save_progress(connection, sheet)
        if sheet.pace.kind != "none":
            self._save_clocks(connection)

    def _save_clocks(self, connection: Connection) -> None:
        for chair in self.live.sheet.chairs:
            where = (SEATS.c.table_id == self.live.id) & (SEATS.c.seat == chair.seat)
            connection.execute(update(SEATS).where(where).values(left_ms=chair.left_ms))


def add_new(connection: Connection, sheet: Sheet, most: int) -> None:
    """Keep a new table, unless its host has too many that run."""
    if running_of(connection, sheet.host) >= most:
        raise Problem(429, "too-many-tables", seconds=60, most=most)
    add_sheet(connection, sheet)
