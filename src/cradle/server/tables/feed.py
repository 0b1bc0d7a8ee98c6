"""What one looker-on is told, message by message; the same for sockets and streams.

A feed keeps no queue: it knows what its client has, and each time makes what is missing of the
table as it then stands. So a slow client costs nothing, and gets the latest.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import asdict
from types import TracebackType

import orjson

from cradle.server.store import chat, relations
from cradle.server.tables.live import LiveTable
from cradle.server.tables.messages import eyes, plain_table, play_payload
from cradle.server.tables.notices import Listener, table_topic
from cradle.server.tables.registry import Tables
from cradle.server.tables.shared_luck import must_be_open


class Feed:
    """One pair of eyes on a table."""

    def __init__(
        self,
        tables: Tables,
        table: str,
        viewer: str | None,
        seat: int | None = None,
        seq: int = 0,
        chat: int | None = 0,
    ) -> None:
        self.tables = tables
        self.table = table
        self.viewer = viewer
        self.wish = seat
        self.seq = seq
        self.chat = chat
        self.reacted = 0
        self.shown: tuple[int, int] | None = None
        self.played: tuple[int, int | None] | None = None
        self.live: LiveTable | None = None
        self.listener: Listener = tables.notices.listen(table_topic(table))

    async def __aenter__(self) -> Feed:
        with ExitStack() as stack:
            stack.enter_context(self.listener)  # What happens after the look must be heard.
            await self.tables.look(self.table)
            self._arrive(await self._opened())
            stack.pop_all()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.listener.__exit__()
        if self.live is not None:
            self._depart(self.live)

    async def _opened(self) -> LiveTable:
        """The table, unless its luck is closed to this viewer: a game that begins closes it."""
        live = await self.tables.get(self.table)
        await must_be_open(self.tables.database, live.facts, self.viewer)
        return live

    def _arrive(self, live: LiveTable) -> None:
        """Be seen at the table."""
        self.live = live
        live.online[self.viewer] += 1
        if live.online[self.viewer] == 1 or self.viewer is None:
            self._announce(live)

    def _depart(self, live: LiveTable) -> None:
        live.online[self.viewer] -= 1
        last = live.online[self.viewer] <= 0
        if last:
            del live.online[self.viewer]
        if last or self.viewer is None:
            self._announce(live)

    def _announce(self, live: LiveTable) -> None:
        live.revision += 1
        self.tables.notices.call_here(table_topic(self.table))

    def look_through(self, seat: int | None) -> None:
        """Take other eyes; everything is told anew."""
        self.wish, self.played = seat, None
        self.listener.called.set()

    @property
    def timed(self) -> bool:
        """Whether a clock of this viewer's may run."""
        if self.live is None or self.live.facts.pace.kind not in ("live", "move"):
            return False
        return bool(self.live.facts.seats_of(self.viewer))

    def give_back(self, delay: int) -> None:
        """The line's delay is from now on given back to this viewer's clocks."""
        if self.live is not None:
            for seat in self.live.facts.seats_of(self.viewer):
                self.live.clocks.delays[seat] = delay

    async def news(self) -> list[bytes]:
        """All messages for what has changed since the last time.

        The view is made last: while it waited, a move could be kept and its receipt overtake it.
        """
        live = await self._opened()
        if live is not self.live:
            self._arrive(live)
        said = [*await self._chat(live.chat), *await self._reactions()]
        async with live.lock:
            if live.gone:
                self.listener.called.set()
                return said
            return [*self._table(live), *self._play(live), *said]

    def _table(self, live: LiveTable) -> list[bytes]:
        now = (id(live), live.revision)
        if now == self.shown:
            return []
        self.shown = now
        table = plain_table(live.facts, self.viewer, live.time, live)
        return [orjson.dumps({"type": "table", "table": table})]

    def _play(self, live: LiveTable) -> list[bytes]:
        if live.table is None:
            return []
        listener = eyes(live.facts, self.viewer, self.wish)
        now = (live.facts.seq, listener)
        if now == self.played:
            return []
        payload = play_payload(live, live.table, listener, self.seq)
        self.played, self.seq = now, live.facts.seq
        return [payload]

    async def _chat(self, number: int) -> list[bytes]:
        if self.chat is None or number <= self.chat:
            return []
        after, self.chat = self.chat, number
        lines = await self.tables.database.read(
            lambda c: chat.lines(c, self.table, after, self.viewer)
        )
        return [orjson.dumps({"type": "chat", "lines": lines})] if lines else []

    async def _reactions(self) -> list[bytes]:
        """What others show just now, but for those of whom the viewer hears nothing."""
        fresh = self.tables.memory.reactions.after(self.table, self.reacted)
        if self.chat is None or not fresh:
            return []
        self.reacted = fresh[-1].number
        deaf = await self.tables.database.read(lambda c: relations.unheard_people(c, self.viewer))
        heard = [each.reaction for each in fresh if each.reaction.person not in deaf]
        return [orjson.dumps({"type": "reaction"} | asdict(each)) for each in heard]
