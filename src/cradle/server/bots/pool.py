"""The pool of processes in which bots think, never in the event loop and never for too long."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import sys
from collections import deque
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from cradle.bots import LEVELS
from cradle.bots.levels import SECONDS
from cradle.kernel.piece import dump
from cradle.server.bots.process import MOST_BOTS
from cradle.server.bots.turns import Turns
from cradle.server.metrics import Metrics
from cradle.table import Table

LOGGER = logging.getLogger("cradle.server")
GRACE_S = 5.0
START_S = 20.0
START_TRIES = 5
START_PAUSE_S = 1.0
LINE_LIMIT = 1 << 22
WEAKEST = "random"
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}  # There are as many processes as there are cores.
THINKER = (sys.executable, "-m", "cradle.server.bots.process")


class BotFailed(Exception):
    """No answer, a bad one, or none in time."""


class BotLate(BotFailed):
    """No answer in time."""


class NotStarted(BotFailed):
    """Its process can't be started; a weaker bot's couldn't be either."""


def weaker(level: str) -> str | None:
    """The next weaker bot, down to the one that needs no thought."""
    if level == WEAKEST:
        return None
    if level not in LEVELS:
        return LEVELS[0]
    place = LEVELS.index(level)
    return LEVELS[place - 1] if place else WEAKEST


@dataclass(eq=False)
class Worker:
    """One process; `fresh` until its first answer. `bots` are those that were asked there last."""

    process: asyncio.subprocess.Process
    fresh: bool = True
    bots: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_BOTS))

    def asked(self, bot: str | None) -> None:
        """A bot was asked here: it stays, until as many others have been."""
        if bot is None:
            return
        if bot in self.bots:
            self.bots.remove(bot)
        self.bots.append(bot)


class Thinkers:
    """Asks bots in a few processes; a process that is late is ended and replaced.

    Who asks has a `turn`. A bot is asked where it was asked before, if that process is idle: there
    it still has what it has thought about its game.
    """

    def __init__(
        self, count: int, seconds: float, metrics: Metrics, share: int = 50, most: int = 1000
    ) -> None:
        self.seconds = seconds
        self.metrics = metrics
        self.rng = random.Random()
        self.turns = Turns(count or max(1, (os.cpu_count() or 2) - 1), share, most, metrics)
        self.idle: list[Worker] = []
        self.workers: set[Worker] = set()
        self.ending: set[asyncio.Future[tuple[bytes, bytes]]] = set()
        self.program = THINKER

    def turn(self, person: str, table: str, level: str) -> AbstractAsyncContextManager[None]:
        """A turn for a bot of a level that thinks for a person at a table."""
        return self.turns.take(person, table, self.most_seconds(level))

    def most_seconds(self, level: str) -> float:
        """The longest a bot of a level thinks."""
        return min(SECONDS.get(level, self.seconds), self.seconds)

    def question(
        self, table: Table, seat: int, level: str, seed: str | None = None
    ) -> dict[str, Any]:
        """What a bot is asked: of the state, only what the seat may know is true in it.

        With a seed it answers the same question alike, as long as it has the time for it.
        """
        rng = self.rng if seed is None else random.Random(seed)
        return {
            "game": table.game.name,
            "state": dump(table.game.imagine(table.state, seat, rng)),
            "seat": seat,
            "level": level,
            "seed": rng.randrange(1 << 30),
            "counted": seed is not None,
            "seconds": self.seconds,
        }

    async def choose(self, game: str, question: dict[str, Any], legal: list[str]) -> str:
        """A legal move of a bot of the level wished, or of the next weaker one that works.

        The bot of this game, seat and level stays for its next question, unless it is to answer as
        others do.
        """
        level: str | None = question["level"]
        while level is not None:
            bot = None if question.get("counted") else f"{game}/{question['seat']}/{level}"
            try:
                answer = await self.ask(question | {"ask": "choose", "level": level, "bot": bot})
                text = str(answer.get("text"))
                if text in legal:
                    return text
                raise BotFailed(f"illegal: {text[:80]}")
            except BotFailed as error:
                self.metrics.bot_failures.labels(level).inc()
                LOGGER.warning("bot %s failed at %s: %s", level, question["game"], error)
                level = None if isinstance(error, NotStarted) else weaker(level)
        chosen: str = legal[question["seed"] % len(legal)]
        return chosen

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """One question, one answer, or `BotFailed`."""
        worker = self._idle(question.get("bot")) or await self._start()
        try:
            answer = await self._converse(worker, question)
        except (BotFailed, asyncio.CancelledError):
            self._end(worker)
            raise
        worker.asked(question.get("bot"))
        self.idle.append(worker)
        if "failed" in answer:
            raise BotFailed(answer["failed"])
        return answer

    def _idle(self, bot: str | None) -> Worker | None:
        """The idle process that has this bot, or the one with the fewest; None if none is idle."""
        if not self.idle:
            return None
        known = [worker for worker in self.idle if bot in worker.bots]
        worker = known[0] if known else min(self.idle, key=lambda worker: len(worker.bots))
        self.idle.remove(worker)
        return worker

    async def _converse(self, worker: Worker, question: dict[str, Any]) -> dict[str, Any]:
        assert worker.process.stdin is not None
        assert worker.process.stdout is not None
        limit = question["seconds"] + GRACE_S + (START_S if worker.fresh else 0.0)
        try:
            worker.process.stdin.write(json.dumps(question).encode() + b"\n")
            await worker.process.stdin.drain()
            async with asyncio.timeout(limit):
                line = await worker.process.stdout.readline()
            worker.fresh = False
            answer: dict[str, Any] = json.loads(line)
        except TimeoutError:
            raise BotLate("too late") from None
        except (OSError, ValueError):
            raise BotFailed("its process ended") from None
        return answer

    async def _start(self, tries: int = START_TRIES) -> Worker:
        """A new process. Memory, or files left to open, may be short for a moment only."""
        try:
            worker = Worker(await self._spawn())
        except OSError as error:
            if tries == 1:
                raise NotStarted(f"its process can't be started: {error.strerror}") from None
            await asyncio.sleep(START_PAUSE_S)
            return await self._start(tries - 1)
        self.workers.add(worker)
        return worker

    async def _spawn(self) -> asyncio.subprocess.Process:
        path = os.pathsep.join(each for each in sys.path if each)
        return await asyncio.create_subprocess_exec(
            *self.program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
            start_new_session=True,  # Ctrl-C ends the server first, then its bots.
            env={**ONE_THREAD, **os.environ, "PYTHONPATH": path},
        )

    def _end(self, worker: Worker) -> None:
        """End a process; its last words are read, so that its pipes close, and thrown away."""
        self.workers.discard(worker)
        if worker.process.returncode is None:
            worker.process.kill()
        ending = asyncio.ensure_future(worker.process.communicate())
        self.ending.add(ending)
        ending.add_done_callback(self.ending.discard)

    async def close(self) -> None:
        """End all processes, and be back when they have ended."""
        for worker in list(self.workers):
            self._end(worker)
        await asyncio.gather(*self.ending, return_exceptions=True)
