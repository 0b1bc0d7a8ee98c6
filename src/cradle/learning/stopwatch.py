"""Where the time of a training goes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Stopwatch:
    """Adds up the seconds spent on each kind of work."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    @contextmanager
    def on(self, work: str) -> Iterator[None]:
        """Count the time spent inside."""
        start = perf_counter()
        try:
            yield
        finally:
            self.spent[work] += perf_counter() - start

    def take(self) -> dict[str, float]:
        """Seconds by kind of work since the last time somebody asked."""
        found = {f"{work} s": round(seconds, 2) for work, seconds in self.spent.items()}
        self.spent.clear()
        return found
