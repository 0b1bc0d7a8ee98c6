"""Databases that fail at random, and nobody told anything that isn't so: `make faults`.

Each schedule is a batch of works with a few faults at any of its statements; afterwards, another
connection compares what the writers were told with what is kept. Then the same with whole servers,
which are restarted every now and then, and what their clients were told.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cradle.server.settings import ServerSettings
from tests.server.failing_servers import fail_often
from tests.server.postgres import cluster, fresh_database
from tests.server.processes import fresh_settings
from tests.server.schedules import bench_at

DATABASES = ("sqlite", "postgresql")
A_DATABASE = 250  # Schedules: all notes of one are read again and again.


def run(url: str, seed: int, schedules: int) -> int:
    """So many schedules on an empty database; how many works were told done."""
    rng = random.Random(seed)
    with bench_at(url) as bench:
        return sum(bench.write_at_random(str(each), rng) for each in range(schedules))


@contextmanager
def databases(kind: str) -> Iterator[Iterator[str]]:
    """One empty database after another."""
    with tempfile.TemporaryDirectory(prefix="cradle-faults-") as folder:
        if kind == "sqlite":
            yield (f"sqlite:///{Path(folder)}/{n}.db" for n in range(sys.maxsize))
            return
        with cluster() as url:
            names = (fresh_database(url, f"faults-{n}") for n in range(sys.maxsize))
            yield (ServerSettings(database=name).url for name in names)


def main() -> int:
    """Print one line a database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schedules", type=int, default=5_000, help="for each database")
    parser.add_argument("--servers", type=int, default=1_000, help="the same, of whole servers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=DATABASES)
    args = parser.parse_args()
    for kind in args.databases:
        begun, told = time.perf_counter(), 0
        with databases(kind) as urls:
            for start in range(0, args.schedules, A_DATABASE):
                most = min(A_DATABASE, args.schedules - start)
                told += run(next(urls), args.seed * 100_000 + start, most)
        seconds = time.perf_counter() - begun
        print(
            f"{kind}: {args.schedules} schedules, {told} works kept, in {seconds:.0f} s", flush=True
        )
        begun = time.perf_counter()
        with fresh_settings(kind) as settings:
            told, denials = fail_often(settings, args.servers, args.seed)
        seconds = time.perf_counter() - begun
        print(
            f"{kind}, whole servers: {args.servers} schedules, {told} acts told done, "
            f"{denials} denied, none lost, doubled or kept in spite of it, in {seconds:.0f} s",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
