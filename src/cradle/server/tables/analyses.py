"""Analyses of finished games: made in a bot's process, first a quick one, then a deeper one.

The deeper ones are kept in the database; what was looked at last is in memory, too.
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cradle.bots.analyst import can_judge, judge_version
from cradle.server.bots.pool import BotFailed, BotLate, Thinkers
from cradle.server.bots.turns import Crowded
from cradle.server.problems import Problem
from cradle.server.store import analyses
from cradle.server.store.analyses import Finished
from cradle.server.store.database import Database
from cradle.server.store.facts import TableFacts
from cradle.server.tables.history import Past
from cradle.server.tasks import Tasks
from cradle.server.timestamps import now_ms
from cradle.table.errors import Refusal

LOGGER = logging.getLogger("cradle.server")
ANALYSES = "analyses"  # All analyses for a person count as one table of theirs.
VISITORS = ""  # Those who don't say who they are count as one person.
MOST_EACH = 4
MOST_BEHIND = 1  # Of the analyses that nobody waits for, for each person.
MOST_TOLD = 200  # Of somebody's games.
MOST_JUDGED = 50  # Of these, the latest, which are judged without being asked for.
WAIT_S = 5
QUICK_S, DEEP_S = 5.0, 15.0  # What is charged to begin with.
PATIENCE = 8  # A crowded machine may take so many times as long.
MOST_LATE = 3  # It may take longer still, for a while: whoever asks next tries again.


def finished(facts: TableFacts) -> Finished:
    """The game of a table; a refusal if it isn't over."""
    if facts.state != "over":
        raise Problem(409, "analysis-unfinished")
    if not can_judge(facts.game):
        raise Problem(409, "no-analysis")
    return Finished(facts.id, facts.seq, judge_version(facts.game))


class Storage:
    """Analyses and records as the database has them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def find(self, game: Finished) -> dict[str, Any] | None:
        """The analysis of a game by this judge, if it is kept whole."""
        return await self.database.read(partial(analyses.whole, game=game))

    async def keep(self, game: Finished, summary: dict[str, Any]) -> None:
        """Keep the analysis of a game."""
        add = partial(analyses.keep, game=game, summary=summary, at=now_ms())
        await self.database.write(add)

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        return await self.database.read(lambda c: Past(c, table, None, None).record())


@dataclass
class Looked:
    """How far the analysis of a game has come; `failed` if no process could make more of it."""

    seq: int
    version: str
    summary: dict[str, Any] | None = None
    running: bool = False
    failed: bool = False
    late: int = 0  # how often no answer came in time

    @property
    def is_deep(self) -> bool:
        """Whether nothing deeper is to come."""
        return self.summary is not None and self.summary["look"] == "deep"

    def plain(self) -> dict[str, Any]:
        """What clients see; `more` if a deeper analysis is on its way."""
        if self.summary is None:
            return {"look": "waiting", "more": True, "summary": None}
        told = {name: each for name, each in self.summary.items() if name != "look"}
        return {"look": self.summary["look"], "more": self.running, "summary": told}


class Analyses:
    """The analyses of finished games: being made, or read from where they are kept."""

    def __init__(self, thinkers: Thinkers, storage: Storage, tasks: Tasks, most: int = 32) -> None:
        self.thinkers = thinkers
        self.storage = storage
        self.tasks = tasks
        self.most = most
        self.latest: OrderedDict[str, Looked] = OrderedDict()
        self.running: Counter[str] = Counter()  # for each person

    async def look(self, game: Finished, person: str | None) -> dict[str, Any]:
        """The analysis of a game as far as it is; what is missing is begun for whoever asks."""
        found = await self._found(game)
        lacks = not (found.running or found.is_deep or found.failed)
        begun = lacks and self._begin(found, game, person or VISITORS)
        if lacks and not begun and found.summary is None:
            raise Problem(429, "bots-busy", seconds=WAIT_S)
        if found.failed and found.summary is None:
            raise Problem(409, "no-analysis")
        return found.plain()

    async def catch_up(self, games: Sequence[Finished], person: str) -> bool:
        """Begin a deep analysis of the first of these games that lacks one; whether any did."""
        for game in games:  # One after the other: those behind it needn't be looked for yet.
            found = await self._found(game)
            if not (found.is_deep or found.failed):
                if not found.running:
                    self._begin(found, game, person, MOST_BEHIND, quick=False)
                return True
        return False

    async def _found(self, game: Finished) -> Looked:
        """What there is of a game; an analysis by another judge, or of another end, is no more."""
        found = self._recalled(game)
        if found is None:
            summary = await self.storage.find(game)
            found = self._recalled(game) or Looked(game.seq, game.version, summary)
        self.latest[game.table] = found
        self.latest.move_to_end(game.table)
        self._forget_some()
        return found

    def _recalled(self, game: Finished) -> Looked | None:
        found = self.latest.get(game.table)
        same = found is not None and (found.seq, found.version) == (game.seq, game.version)
        return found if same else None

    def _forget_some(self) -> None:
        """Forget what was looked at longest ago; what is being made stays."""
        before = list(self.latest.items())[:-1]
        idle = [table for table, found in before if not found.running]
        for table in idle[: max(0, len(self.latest) - self.most)]:
            del self.latest[table]

    def _begin(
        self,
        found: Looked,
        game: Finished,
        person: str,
        most: int = MOST_EACH,
        quick: bool = True,
    ) -> bool:
        """Begin what is missing, unless so many are being made for this person."""
        if self.running[person] >= most:
            return False
        found.running = True
        self.running[person] += 1
        self.tasks.begin(self._deepen(found, game, person, quick))
        return True

    async def _deepen(self, found: Looked, game: Finished, person: str, quick: bool) -> None:
        """Make what is missing; if there is no room for it, whoever asks next tries again."""
        try:
            text = await self.storage.record(game.table)
            if found.summary is None and quick:
                found.summary = await self._think(text, person, deep=False)
            found.summary = await self._think(text, person, deep=True)
            await self.storage.keep(game, found.summary)
        except Crowded:
            return
        except (BotFailed, Refusal) as error:  # The rules may have changed since.
            found.late += isinstance(error, BotLate)
            found.failed = not isinstance(error, BotLate) or found.late >= MOST_LATE
            LOGGER.warning("no analysis of %s: %s", game.table, error)
        finally:
            found.running = False
            self.running -= Counter([person])

    async def _think(self, record: str, person: str, deep: bool) -> dict[str, Any]:
        seconds = DEEP_S if deep else QUICK_S
        question = {"ask": "analyse", "record": record, "deep": deep}
        async with self.thinkers.turns.take(person, ANALYSES, seconds):
            return await self.thinkers.ask(question | {"seconds": seconds * PATIENCE})


async def own_games(
    kept: Analyses, database: Database, person: str, game: str | None
) -> dict[str, Any]:
    """Somebody's finished games; the latest that are judged by nobody, or no more, are judged."""
    found = await database.read(lambda c: analyses.of_person(c, person, game=game, most=MOST_TOLD))
    outdated = [
        Finished(each.table, each.seq, judge_version(each.game))
        for each in found[:MOST_JUDGED]
        if can_judge(each.game) and each.version != judge_version(each.game)
    ]
    more = await kept.catch_up(outdated, person)
    return {"games": [each.plain() for each in found], "more": more}
