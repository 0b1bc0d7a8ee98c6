"""Work comes back in the order of its tasks, and no worker outlives whoever asked for it."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, strategies as st

from cradle.computing import in_order, runner
from tests.server.waits import until

Task = TypeVar("Task")
Done = TypeVar("Done")


class Shuffled:
    """Does tasks in a given order of their places."""

    def __init__(self, order: list[int]) -> None:
        self.order = order

    def run(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        every = list(tasks)
        return (work(every[place]) for place in self.order)


@given(st.integers(0, 30).flatmap(lambda count: st.permutations(range(count))))
def test_results_come_in_the_order_of_tasks(order: list[int]) -> None:
    words = [f"task {number}" for number in range(len(order))]
    assert list(in_order(Shuffled(order), str.upper, words)) == [word.upper() for word in words]


def test_who_stops_asking_stops_no_process_of_others() -> None:
    other = get_context("spawn").Process(target=time.sleep, args=(600,))
    other.start()
    try:
        results = runner(2).run(abs, [-1, -2, -3])
        next(results)
        results.close()  # type: ignore[attr-defined]
        assert other.is_alive()
    finally:
        other.kill()
        other.join()


WAITING = """
import time
from cradle.computing import runner

if __name__ == "__main__":
    list(runner(2).run(time.sleep, [600.0, 600.0]))
"""


def children(pid: int) -> list[int]:
    """The processes that one has started."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def runs(pid: int) -> bool:
    """Whether a process is there, and more than what nobody has asked about since its end."""
    with suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_whoever_started_them(how: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "waiting.py"
    script.write_text(WAITING, "utf-8")
    with subprocess.Popen([sys.executable, script]) as started:
        until(lambda: len(children(started.pid)) == 3)  # two workers, and who tracks resources
        workers = children(started.pid)
        started.send_signal(how)
    until(lambda: not any(runs(pid) for pid in workers))
