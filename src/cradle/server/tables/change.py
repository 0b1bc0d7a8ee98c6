"""A change at a table: worked out in memory, then written in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from sqlalchemy import Connection

from cradle.kernel.notation import describe
from cradle.kernel.piece import dump
from cradle.kernel.step import News, heard
from cradle.server.people import ratings
from cradle.server.store import bot_turns, log, plans
from cradle.server.store.facts import LastNews, TableFacts
from cradle.server.store.log import Answer
from cradle.server.store.outbox import Notification
from cradle.server.store.pace import Timing
from cradle.server.store.progress import Progress, save_move, save_moves
from cradle.server.store.tables import (
    add_table,
    save_clocks,
    save_progress,
    save_table,
)
from cradle.server.store.transactions import Part, Statement
from cradle.server.tables.fold import BACK
from cradle.server.tables.limits import TableLimits
from cradle.server.tables.live import LiveTable
from cradle.server.tables.messages import plain_scores
from cradle.server.tables.rated_games import note_origin
from cradle.server.tables.shared_luck import check_once
from cradle.server.timestamps import now_ms
from cradle.table import Table


class Change:
    """What one act adds to a table's log. Made and committed while the table's lock is held.

    `since` is how many answers were kept before; a `whole` change writes all of the table's facts,
    and a `fresh` one is the first of a new table.
    """

    def __init__(
        self, live: LiveTable, since: int | None = None, whole: bool = False, fresh: bool = False
    ) -> None:
        assert live.table is not None
        self.live = live
        self.table: Table = live.table
        self.now = now_ms()
        self.base = live.facts.seq
        self.asked_before = live.asked_people()
        self.ends = False
        self.begins = since == 0 and self.base == 0
        self.length = len(self.table.entries) if since is None else since
        self.stack = list(self.table.state.stack)
        self.rows: list[Answer] = []
        self.renewed: set[int] = set()
        self.snapshots: list[log.Snapshot] = []
        self.dropped: int | None = None
        self.planned: set[int] = set()
        self.unfit: set[int] = set()
        self.last = live.facts.last
        self.whole = whole
        self.fresh = fresh

    @property
    def seq(self) -> int:
        """The number of the last row so far."""
        return self.base + len(self.rows)

    def submit(self, answer: Answer) -> None:
        """Play a seat's answer, and what chance answers to it."""
        assert answer.seat is not None
        self.table.submit(answer.seat, answer.text)
        first, *rest = self._new()
        self._take([replace(first, clock=self._stop_clock(answer.seat)), *rest])
        self._note(answer.seat)
        self._ask_anew([answer.seat])

    def _note(self, seat: int | None) -> None:
        """Remember what everybody has heard of a seat's answer, if they have heard anything."""
        told = (heard(each, None) for each in self.live.ring[-1][1])
        own = (describe(each) for each in told if each is not None)
        found = next((each for each in own if each.get("seat") == seat), None)
        if found is not None:
            self.last = cast(LastNews, found)

    def _stop_clock(self, seat: int) -> Timing | None:
        """What an answer does to a seat's clock; bots have none."""
        if self.live.facts.seats[seat].kind != "person":
            return None
        return self.live.clocks.answered(seat, self.live.time.now())

    def name(self, answer: Answer, origin: str | None = None) -> None:
        """Keep the answer's id with the last row it led to, so that a repeat is told of all.

        An `origin` that is new to a rated game is a fact that moves don't change.
        """
        self.rows[-1] = replace(self.rows[-1], person=answer.person, id=answer.id)
        self.whole |= note_origin(self.live.facts, answer.person, origin)

    def deal(self) -> None:
        """Take everything that was played so far, and ask everybody."""
        self._take(self._new())
        self._ask_anew(range(self.table.seats))

    def took_back(self, row: Answer, news: Sequence[News] = ()) -> None:
        """Answers were taken back, and chance may have answered anew."""
        self._drop_plans()
        kept = int(row.text.split()[1])
        self.dropped = kept if self.dropped is None else min(self.dropped, kept)
        self.length = min(kept, len(self.table.entries))
        again = self._new()
        self.live.corrected = self.seq + 1
        self._take([row, *(again if row.text.startswith(BACK) else ())], news)
        self.last = None
        self._note(row.seat)
        self._ask_anew(range(self.table.seats))

    def _new(self) -> list[Answer]:
        """The answers since the last time."""
        new = [Answer(entry.seat, entry.text) for entry in self.table.entries[self.length :]]
        self.length = len(self.table.entries)
        return new

    def _take(self, rows: Sequence[Answer], news: Sequence[News] = ()) -> None:
        self.rows += rows
        self.live.hear(self.seq, news)

    def _ask_anew(self, seats: Sequence[int]) -> None:
        self.renewed.update(self.live.ask_anew(self.stack, seats, self.seq))
        self.stack = list(self.table.state.stack)

    def answer_forced(self) -> None:
        """Answer what has only one answer, for those who want it, and what was planned."""
        while (answer := self._forced() or self._planned()) is not None:
            self.submit(answer)

    def _planned(self) -> Answer | None:
        """What a seat that is asked has planned; a plan that doesn't fit is dropped."""
        for seat in self.table.asked:
            plan = self.live.plans.pop(seat, None)
            if plan is None:
                continue
            legal = {move.text for move in self.table.moves(seat)}
            here = self.live.facts.seats[seat].bot is None
            fit = next((text for text in plan if here and text in legal), None)
            (self.unfit if fit is None else self.planned).add(seat)
            if fit is not None:
                return Answer(seat, fit)
        return None

    def _drop_plans(self) -> None:
        """What was planned before something was taken back was planned for another game."""
        self.unfit |= set(self.live.plans)
        self.live.plans.clear()

    def _forced(self) -> Answer | None:
        """The only move of a seat, if all can see it, and it wants it answered by itself."""
        for seat in self.table.asked:
            who = self.live.facts.seats[seat]
            if who.bot is None and who.automatic and self.live.forced(seat):
                return Answer(seat, self.table.moves(seat)[0].text)
        return None

    def update_facts(self) -> None:
        """Bring the table's facts up to date."""
        live, facts, table = self.live, self.live.facts, self.table
        facts.seq, facts.ply = self.seq, len(table.entries)
        facts.round = table.game.rounds(table.state)
        facts.asked, facts.moved_at, facts.last = table.asked, self.now, self.last
        if facts.undo is not None:
            facts.undo = None
            live.revision += 1
        live.run_clocks()
        if table.over and facts.state == "playing":
            self._end(facts)
        self._maybe_snapshot(live, facts)

    def _end(self, facts: TableFacts) -> None:
        facts.state, facts.over_at, facts.deadline_ms = "over", self.now, None
        facts.scores = plain_scores(self.table)
        self.live.revision += 1
        self.whole = self.ends = True

    def notifications(self) -> list[Notification]:
        """What people are to be told of: it has become their turn, or others have ended it."""
        live, facts = self.live, self.live.facts
        if self.ends:
            movers = {row.person for row in self.rows}
            return [
                Notification("over", p, live.id, facts.seq)
                for p in facts.people()
                if p not in movers
            ]
        asked = [each for each in live.asked_people() if each not in self.asked_before]
        return [Notification("turn", person, live.id, facts.seq) for person in asked]

    def _maybe_snapshot(self, live: LiveTable, facts: TableFacts) -> None:
        if self.dropped is not None:
            live.snapshot_ply = min(live.snapshot_ply, self.dropped)
        if not live.wants_snapshot():
            return
        version, state = self.table.game.version, dump(self.table.state)
        self.snapshots.append(log.Snapshot(facts.seq, facts.ply, version, True, state))
        live.note_snapshot()

    @property
    def is_move(self) -> bool:
        """Whether it does no more than add to the log of a game that goes on."""
        more = self.whole or self.fresh or self.dropped is not None or len(self.snapshots) > 1
        return bool(self.rows) and not more and not self.planned and not self.unfit

    def as_statement(self) -> Statement:
        """The same for the database to write with other moves in one statement, if it can."""
        snapshot, asked = next(iter(self.snapshots), None), self.live.bot_turns(self.renewed)
        move = Progress(self.live.facts, self.rows, snapshot, asked)
        return Statement(partial(save_move, move=move), Part(save_moves, move))

    def save(self, limits: TableLimits, connection: Connection) -> None:
        """Write everything; a new table only within the limits."""
        facts = self.live.facts
        if self.begins:
            limits.check_deserted(connection, facts)
        if self.fresh:
            add_new(connection, facts, limits)
        else:
            self._save_facts(connection, facts)
        if self.begins:
            check_once(connection, facts)
        if self.rows:
            log.append(connection, facts.id, self.base, self.rows, self.now)
        if self.dropped is not None:
            log.drop_snapshots(connection, facts.id, self.dropped)
        for snapshot in self.snapshots:
            log.add_snapshot(connection, facts.id, snapshot)
        if self.ends or self.planned:
            plans.remove(connection, facts.id, range(facts.size) if self.ends else self.planned)
        if self.unfit:
            plans.drop(connection, facts.id, self.unfit)
        keep_turns(connection, self.live, self.renewed)
        if self.whole and facts.state == "over":
            ratings.rate(connection, facts)

    def _save_facts(self, connection: Connection, facts: TableFacts) -> None:
        if self.whole:
            save_table(connection, facts)
            return
        save_progress(connection, facts)
        if facts.pace.kind != "none":
            save_clocks(connection, facts)


def keep_turns(connection: Connection, live: LiveTable, anew: Collection[int] = ()) -> None:
    """Keep which bots are asked at a table, some of them anew."""
    bot_turns.keep(connection, live.id, live.facts.host, live.bot_turns(anew))


def add_new(connection: Connection, facts: TableFacts, limits: TableLimits) -> None:
    """Keep a new table, unless too many run."""
    limits.check_new(connection, facts)
    add_table(connection, facts)
