"""Runners: work done in this process, in several processes, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from typing import Generic, Protocol, TypeVar

from cradle.computing.cluster import InCluster
from cradle.computing.lifetime import end_with_parent

Task = TypeVar("Task")
Done = TypeVar("Done")
# Where every core has a process, one that computes in several threads only hinders the others.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")


class Runner(Protocol):
    """Anything that does work."""

    def run(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        """What work makes of each task, in any order; who stops asking stops what is under way."""
        ...


class InProcess:
    """One task after the other, in this process."""

    def run(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        """What work makes of each task, in order."""
        return map(work, tasks)


class InWorkers:
    """Processes on this machine, one a core unless said otherwise."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or os.cpu_count() or 1

    def run(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        """What work makes of each task, as they come."""
        os.environ.setdefault(*ONE_THREAD)
        others = set(active_children())
        pool = ProcessPoolExecutor(self.count, get_context("spawn"), end_with_parent)
        try:
            for done in as_completed([pool.submit(work, task) for task in tasks]):
                yield done.result()
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def runner(workers: int | None, cluster: str = "") -> Runner:
    """A cluster by its address, or so many workers; one needs no process of its own."""
    if cluster:
        return InCluster(cluster)
    return InProcess() if workers == 1 else InWorkers(workers)


def in_order(runner: Runner, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
    """What work makes of each task, in the order of the tasks, whichever is done first."""
    early: dict[int, Done] = {}
    following = 0
    for number, done in runner.run(Numbered(work), enumerate(tasks)):
        early[number] = done
        while following in early:
            yield early.pop(following)
            following += 1


@dataclass(frozen=True)
class Numbered(Generic[Task, Done]):
    """Work on numbered tasks, whose results keep the number."""

    work: Callable[[Task], Done]

    def __call__(self, task: tuple[int, Task]) -> tuple[int, Done]:
        """What becomes of one."""
        return task[0], self.work(task[1])
