"""Bots at tables: who is asked thinks, and answers as a person would."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from cradle.server.bots.pool import Thinkers
from cradle.server.bots.turns import Crowded
from cradle.server.problems import Problem
from cradle.server.store.log import Answer
from cradle.server.tables.answers import carry_out
from cradle.server.tables.live import LiveTable
from cradle.server.tables.registry import Tables
from cradle.server.tasks import Tasks
from cradle.table import Table

SEALED_MARGIN_S = 0.15
GIVEN_UP = ("not-found", "busy")  # The table was deleted, or others were first again and again.


class BotTurns:
    """Lets the bots of all tables think; an answer comes no sooner than after `pause` seconds."""

    def __init__(self, tables: Tables, thinkers: Thinkers, tasks: Tasks, pause: float) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self.tasks = tasks
        self.pause = pause

    def wake(self, live: LiveTable) -> None:
        """Let the bots that are asked think."""
        for seat in () if self.tasks.closing else live.waiting_bots():
            live.thinking.add(seat)
            self.tasks.begin(self.think(live, seat))

    async def think(self, live: LiveTable, seat: int) -> None:
        """Let a bot answer, and the next ones."""
        with suppress(Crowded):  # It is woken again by and by (`upkeep.sweep`).
            await self.answer(live, seat)
            await self._go_on(live)

    async def answer(self, live: LiveTable, seat: int) -> bool:
        """Let a bot answer for a seat that is asked; whether it has.

        It sees only what the seat may know.
        """
        live.thinking.add(seat)
        try:
            begun = time.perf_counter()
            least = self.least_time(live, seat)
            text, question = await self._chosen(live, seat)
            await asyncio.sleep(max(0.0, least - time.perf_counter() + begun))
            return await self._answer(live.id, seat, text, question)
        finally:
            live.thinking.discard(seat)

    def least_time(self, live: LiveTable, seat: int) -> float:
        """A bot answers no sooner: how long it thinks over secret cards may tell what they are."""
        if not self.pause or not live.sealing:
            return self.pause
        longest = self.thinkers.most_seconds(live.level(seat))
        return max(self.pause, longest + SEALED_MARGIN_S)

    async def _chosen(self, live: LiveTable, seat: int) -> tuple[str, int]:
        """A bot's answer, and the number of the question; it thinks only where it has a choice."""
        async with live.lock:
            legal, question = self._choices(live, seat)
        if len(legal) < 2:
            return "".join(legal), question
        async with self.thinkers.turn(live.facts.host, live.id, live.level(seat)):
            async with live.lock:
                legal, question = self._choices(live, seat)
                if len(legal) < 2 or live.table is None:  # Something happened while it waited.
                    return "".join(legal), question
                asked = self._question(live, live.table, seat)
            return await self.thinkers.choose(live.id, asked, legal), question

    def _question(self, live: LiveTable, played: Table, seat: int) -> dict[str, Any]:
        """What a bot is asked; where tables share their luck, bots answer alike at all of them."""
        facts = live.facts
        seed = None if facts.luck is None else f"{facts.secret}/{seat}/{len(played.entries)}"
        return self.thinkers.question(played, seat, live.level(seat), seed)

    def _choices(self, live: LiveTable, seat: int) -> tuple[list[str], int]:
        played = live.table
        if live.gone or played is None or seat not in played.asked:
            return [], -1
        return [move.text for move in played.moves(seat)], live.arose

    async def _answer(self, table: str, seat: int, text: str, question: int) -> bool:
        """Answer a question that is still open, also where others have answered it meanwhile."""

        async def work(live: LiveTable) -> bool:
            if seat not in live.asked_bots() or live.arose != question:
                return False
            await carry_out(self.tables, live, Answer(seat, text))
            return True

        try:
            return await self.tables.at(table, work)
        except Problem as problem:
            if problem.key not in GIVEN_UP:
                raise
            return False

    async def _go_on(self, live: LiveTable) -> None:
        """Let the next bots think, also where the table was changed elsewhere in the meantime."""
        if not live.gone:
            self.wake(live)
        elif not self.tasks.closing:
            with suppress(Problem):  # It may have been deleted.
                await self.tables.get(live.id)
