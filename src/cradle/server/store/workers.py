"""Threads that work for an event loop: what they have done together, it is told at once.

A thread that wakes the loop takes the interpreter from it, so it is woken once for all of a batch,
and whoever waits goes on in the loop's next round.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from cradle.server.store.transactions import Outcome, Work

Promise = asyncio.Future[Any] | Future[Any]
Do = Callable[[Sequence[Work]], Sequence[Outcome | None]]


@dataclass(frozen=True)
class Job:
    """A work, and whom to tell what became of it."""

    work: Work
    done: Promise


class Workers:
    """So many threads; each takes up to `most` works that wait, and does them by `do`.

    What that has no outcome for is left to the `others`.
    """

    def __init__(
        self, name: str, count: int, do: Do, most: int = 1, others: Workers | None = None
    ) -> None:
        self.do = do
        self.others = others
        self.most = most
        self.waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.threads = [
            threading.Thread(target=self._run, name=name, daemon=True) for _ in range(count)
        ]
        for thread in self.threads:
            thread.start()

    async def ask(self, work: Work) -> Any:
        """Have a work done; it is done also if nobody waits for it any more."""
        done = asyncio.get_running_loop().create_future()
        self.waiting.put(Job(work, done))
        return await done

    def ask_now(self, work: Work) -> Any:
        """The same, for callers that may wait."""
        done: Future[Any] = Future()
        self.waiting.put(Job(work, done))
        return done.result()

    def close(self) -> None:
        """Finish what was begun."""
        for _ in self.threads:
            self.waiting.put(None)
        for thread in self.threads:
            thread.join()

    def _run(self) -> None:
        closing = False
        while not closing:
            batch = [self.waiting.get()]
            while len(batch) < self.most and not self.waiting.empty():
                batch.append(self.waiting.get())
            closing = None in batch
            jobs = [job for job in batch if job is not None]
            if jobs:
                self._work(jobs)

    def _work(self, jobs: Sequence[Job]) -> None:
        outcomes = self.do([job.work for job in jobs])
        told = list[tuple[Promise, Outcome]]()
        for job, outcome in zip(jobs, outcomes, strict=True):
            if outcome is not None:
                told.append((job.done, outcome))
            elif self.others is not None:
                self.others.waiting.put(job)
        _tell(told)


def _tell(told: Iterable[tuple[Promise, Outcome]]) -> None:
    """Whoever asked is told what became of it, and each loop once."""
    loops = defaultdict[asyncio.AbstractEventLoop, list[tuple[Promise, Outcome]]](list)
    for done, outcome in told:
        if isinstance(done, Future):
            _settle(done, outcome)
        else:
            loops[done.get_loop()].append((done, outcome))
    for loop, some in loops.items():
        with suppress(RuntimeError):  # It has ended, and nobody waits.
            loop.call_soon_threadsafe(_settle_all, some)


def _settle_all(told: Sequence[tuple[Promise, Outcome]]) -> None:
    for done, outcome in told:
        _settle(done, outcome)


def _settle(done: Promise, outcome: Outcome) -> None:
    if done.done():  # Whoever asked waits no longer.
        return
    if outcome.error is not None:
        done.set_exception(outcome.error)
    else:
        done.set_result(outcome.result)
