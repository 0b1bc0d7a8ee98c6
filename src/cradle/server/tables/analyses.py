"""Accounts of finished games: made in a bot's process, first a quick one, then a deeper one.

They are kept in memory, for as many games as were looked at last: what was forgotten is made anew.
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from cradle.bots.analyst import can_judge, judge_version
from cradle.server.bots.pool import BotFailed, Thinkers
from cradle.server.bots.turns import Crowded
from cradle.server.problems import Problem
from cradle.server.store.facts import TableFacts
from cradle.server.tasks import Tasks

LOGGER = logging.getLogger("cradle.server")
ANALYSES = "analyses"  # All accounts for a person count as one table of theirs.
VISITORS = ""  # Those who don't say who they are count as one person.
MOST_KEPT = 200  # A long game's account takes some 200 kilobytes.
MOST_EACH = 4
WAIT_S = 5
QUICK_S, DEEP_S = 5.0, 15.0  # What is charged to begin with.
PATIENCE = 8  # A crowded machine may take so many times as long.
Record = Callable[[], Awaitable[str]]


@dataclass(frozen=True)
class Finished:
    """A finished game: its table, how many rows its log has, and who judges it."""

    table: str
    seq: int
    version: str

    @classmethod
    def of(cls, facts: TableFacts) -> Finished:
        """The game of a table; a refusal if it isn't over."""
        if facts.state != "over":
            raise Problem(409, "analysis-unfinished")
        if not can_judge(facts.game):
            raise Problem(409, "no-analysis")
        return cls(facts.id, facts.seq, judge_version(facts.game))


@dataclass
class Looked:
    """How far the account of a game has come; `failed` if no process could make more of it."""

    seq: int
    version: str
    summary: dict[str, Any] | None = None
    running: bool = False
    failed: bool = False

    @property
    def is_deep(self) -> bool:
        """Whether nothing deeper is to come."""
        return self.summary is not None and self.summary["look"] == "deep"

    def plain(self) -> dict[str, Any]:
        """What clients see; `more` if a deeper account is on its way."""
        if self.summary is None:
            return {"look": "waiting", "more": True, "account": None}
        account = {name: each for name, each in self.summary.items() if name != "look"}
        return {"look": self.summary["look"], "more": self.running, "account": account}


class Analyses:
    """The accounts of the games that were looked at last."""

    def __init__(self, thinkers: Thinkers, tasks: Tasks, most: int = MOST_KEPT) -> None:
        self.thinkers = thinkers
        self.tasks = tasks
        self.most = most
        self.kept: OrderedDict[str, Looked] = OrderedDict()
        self.running: Counter[str] = Counter()  # for each person

    def look(self, game: Finished, person: str | None, record: Record) -> dict[str, Any]:
        """The account of a game as far as it is; what is missing is begun for whoever asks.

        Only then its record is read.
        """
        found = self._found(game)
        if not (found.running or found.is_deep or found.failed):
            self._begin(found, game.table, person or VISITORS, record)
        if found.failed and found.summary is None:
            raise Problem(409, "no-analysis")
        return found.plain()

    def _found(self, game: Finished) -> Looked:
        """What there is of a game; an account by another judge, or of another end, is no more."""
        found = self.kept.pop(game.table, None)
        if found is None or (found.seq, found.version) != (game.seq, game.version):
            found = Looked(game.seq, game.version)
        self.kept[game.table] = found
        while len(self.kept) > self.most:
            self.kept.popitem(last=False)
        return found

    def _begin(self, found: Looked, table: str, person: str, record: Record) -> None:
        if self.running[person] >= MOST_EACH:
            if found.summary is None:
                raise Problem(429, "bots-busy", seconds=WAIT_S)
            return
        found.running = True
        self.running[person] += 1
        self.tasks.begin(self._deepen(found, table, person, record))

    async def _deepen(self, found: Looked, table: str, person: str, record: Record) -> None:
        """Make what is missing; if there is no room for it, whoever asks next tries again."""
        try:
            text = await record()
            if found.summary is None:
                found.summary = await self._think(text, person, deep=False)
            found.summary = await self._think(text, person, deep=True)
        except Crowded:
            return
        except BotFailed as error:
            found.failed = True
            LOGGER.warning("no account of %s: %s", table, error)
        finally:
            found.running = False
            self.running -= Counter([person])

    async def _think(self, record: str, person: str, deep: bool) -> dict[str, Any]:
        seconds = DEEP_S if deep else QUICK_S
        question = {"ask": "analyse", "record": record, "deep": deep}
        async with self.thinkers.turns.take(person, ANALYSES, seconds):
            return await self.thinkers.ask(question | {"seconds": seconds * PATIENCE})
