"""Bots that any process on the database lets think: taken from one fair queue, by one at a time."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from cradle.server.bots.turns import QUICK_S, Crowded
from cradle.server.ids import new_id
from cradle.server.problems import Problem
from cradle.server.store import bot_turns
from cradle.server.store.bot_turns import ANY_LENGTH, Taken
from cradle.server.store.transactions import Statement
from cradle.server.tables.bot_turns import BotTurns
from cradle.server.tables.change import keep_turns
from cradle.server.tables.notices import THINKING
from cradle.server.tables.upkeep import waiting_for_bots

POLL_S = 1.0  # Whose process has died is found so soon after their time is up.
HOLD_S = 1.0
AGAIN_MS = 500


class SharedTurns:
    """One process's part in it: takes as many turns as it has processes for bots."""

    def __init__(self, turns: BotTurns) -> None:
        self.turns = turns
        self.tables = turns.tables
        self.tasks = turns.tasks
        self.name = new_id()
        self.taken: set[Taken] = set()
        self.listener = self.tables.notices.listen(THINKING)

    def start(self, sweep_s: float) -> None:
        """Take part."""
        self.tasks.repeat(POLL_S, self.follow)
        self.tasks.repeat(HOLD_S, self.hold)
        self.tasks.repeat(sweep_s, self.find_forgotten)

    async def follow(self) -> None:
        """Take turns whenever there are any, and room for them."""
        with self.listener:
            while not self.tasks.closing:
                await self._take_some()
                await self.listener.wait(POLL_S)

    async def hold(self) -> None:
        """Say that we are alive; a turn that a failure took from us is left to others."""
        if self.taken:
            await self._write(partial(bot_turns.hold, who=self.name, turns=frozenset(self.taken)))

    async def find_forgotten(self) -> None:
        """Have bots wait that are asked and don't, as after an older version let them think."""
        known = await self.tables.database.read(Statement(bot_turns.tables))
        for table in await self.tables.database.read(Statement(waiting_for_bots)):
            if table not in known:
                with suppress(Problem):  # It may have been deleted just now.
                    live = await self.tables.look(table)
                    await self.tables.database.write(partial(keep_turns, live=live))
                    self.listener.called.set()

    async def _take_some(self) -> None:
        """Take what there is room for; one more, if it is quick."""
        count, more = self.turns.thinkers.turns.count, True
        while more and not self.tasks.closing and len(self.taken) <= count:
            room = count - len(self.taken)
            longest = ANY_LENGTH if room else QUICK_S
            take = partial(bot_turns.take, who=self.name, most=max(1, room), longest=longest)
            found: list[Taken] = await self._write(take)
            self.taken.update(found)
            for turn in found:
                self.tasks.begin(self._think(turn))
            more = bool(found)

    async def _think(self, turn: Taken) -> None:
        answered = False
        try:
            live = await self.tables.look(turn.table)
            answered = await self.turns.answer(live, turn.seat)
        except (Crowded, Problem):
            pass
        finally:
            self.taken.discard(turn)
            self.listener.called.set()
        if not answered:
            await self._give_back(turn)

    async def _give_back(self, turn: Taken) -> None:
        """A turn that came to nothing: the bot isn't asked any more, or somebody tries again."""
        try:
            asked = turn.seat in (await self.tables.look(turn.table)).asked_bots()
        except Problem:
            asked = False
        if asked:
            await self._write(
                partial(bot_turns.give_back, who=self.name, turn=turn, pause_ms=AGAIN_MS)
            )
        else:
            await self._write(partial(bot_turns.drop, who=self.name, turn=turn))

    async def _write(self, work: partial[Any]) -> Any:
        return await self.tables.database.write(Statement(work))
