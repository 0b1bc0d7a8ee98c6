"""Work comes back in the order of its tasks, whoever is ready first."""

import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from typing import TypeVar

from hypothesis import given, strategies as st

from cradle.computing import in_order, runner

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
