"""Who plays the games: the one seam between the arena and its workers.

A runner takes jobs and gives results in any order. Jobs and results are small values that can be
pickled, so a cluster can take this place.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, get_context
from typing import Protocol, TypeVar

from cradle.arena.match import Job, Played, play_job

Task = TypeVar("Task")
Done = TypeVar("Done")
# Ctrl+C reaches all processes; the one that was started ends the others.
LEAVE_INTERRUPTS = (signal.signal, (signal.SIGINT, signal.SIG_IGN))
# Where every core has a process, one that computes in several threads only hinders the others.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")


class Runner(Protocol):
    """Anything that plays jobs."""

    def play(self, jobs: Iterable[Job]) -> Iterator[Played]:
        """Each job's result, in any order."""
        ...


class InProcess:
    """One game after the other, in this process."""

    def play(self, jobs: Iterable[Job]) -> Iterator[Played]:
        """Each job's result, in order."""
        return map(play_job, jobs)


class InWorkers:
    """Processes on this machine, one a core unless said otherwise."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or os.cpu_count() or 1

    def play(self, jobs: Iterable[Job]) -> Iterator[Played]:
        """Each job's result, as they come; who stops asking stops the games under way."""
        return in_processes(play_job, jobs, self.count)


def in_processes(work: Callable[[Task], Done], tasks: Iterable[Task], count: int) -> Iterator[Done]:
    """What work makes of each task, as they come; who stops asking stops those under way."""
    os.environ.setdefault(*ONE_THREAD)
    pool = ProcessPoolExecutor(count, get_context("spawn"), *LEAVE_INTERRUPTS)
    try:
        for done in as_completed([pool.submit(work, task) for task in tasks]):
            yield done.result()
    except BaseException:
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def runner(workers: int | None) -> Runner:
    """So many workers; one needs no process of its own."""
    return InProcess() if workers == 1 else InWorkers(workers)
