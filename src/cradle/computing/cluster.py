"""A cluster: machines that Ray has joined, of which any may do any task.

Results are those of one machine to the digit. A machine that dies costs what it hadn't finished,
and that is done again elsewhere. Ray is imported when a cluster is asked for, and not before.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from cradle.kernel.game import BadOption

Task = TypeVar("Task")
Done = TypeVar("Done")
AUTO = "auto"  # the cluster that runs on this machine
AHEAD = 2  # batches for a core, so that it needn't wait for the next
BATCH_S = 0.5  # what a batch of tasks should take
LARGEST = 100  # tasks of a batch
PATIENCE_S = 10.0
PACKAGE = Path(__file__).parent.parent
# What results depend on. Compiled modules lie beside the sources that they were made from.
COUNTS = {".csv", ".json", ".npz", ".py"}


class InCluster:
    """The cluster with this address, `host:port` of its head or `auto`."""

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        """What work makes of each task, as they come."""
        ray = _import_ray()
        _join(ray, self.address)
        try:
            yield from _spread(ray, work, tasks)
        finally:
            ray.shutdown()


def _import_ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise BadOption("a cluster needs ray: pip install 'cradle[cluster]'") from None
    return ray


def _join(ray: Any, address: str) -> None:
    """Join a cluster, or say why not: Ray itself would try for minutes, and print much."""
    if address != AUTO:
        _reach(address)
    try:
        # Machines have the package themselves: no working directory travels.
        ray.init(address, log_to_driver=False, logging_level="critical", configure_logging=True)
    except ConnectionError:
        said = "no cluster runs on this machine; start one with ray start --head"
        raise BadOption(said if address == AUTO else f"no cluster answers at {address}") from None
    except (RuntimeError, ValueError) as error:  # another version of Ray or Python
        raise BadOption(f"the cluster can't be joined: {_first_line(error)}") from None


def _reach(address: str) -> None:
    host, colon, port = address.rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 2**16):
        raise BadOption(f"a cluster's address is host:port or {AUTO}, not {address}")
    try:
        socket.create_connection((host, int(port)), PATIENCE_S).close()
    except OSError as error:
        raise BadOption(f"no cluster answers at {address}: {error.strerror or error}") from None


def _first_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


def _spread(ray: Any, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
    do = ray.remote(num_cpus=1, max_retries=-1)(_do)
    mine, pace = fingerprint(), Pace()
    batches, under_way = _batches(tasks, pace), list[Any]()
    try:
        while True:
            room = max(0, _most(ray) - len(under_way))
            under_way += [do.remote(mine, work, batch) for batch in islice(batches, room)]
            if not under_way:
                return
            ready, under_way = _wait(ray, under_way)
            for done, seconds in (_result(ray, each) for each in ready):
                pace.add(len(done), seconds)
                yield from done
    finally:
        with suppress(Exception):  # whatever ended it is what should be told
            for each in under_way:
                ray.cancel(each, force=True)


def _most(ray: Any) -> int:
    """How many batches are handed out at once; nodes may have joined, or died."""
    return AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))


@dataclass
class Pace:
    """How long tasks have taken; short ones go out in batches, since each way takes some time."""

    tasks: int = 0
    seconds: float = 0.0

    def add(self, tasks: int, seconds: float) -> None:
        """What a batch took."""
        self.tasks += tasks
        self.seconds += seconds

    @property
    def size(self) -> int:
        """How many tasks the next batch should have."""
        enough = int(BATCH_S * self.tasks / self.seconds) if self.seconds else 1
        return max(1, min(LARGEST, enough))


def _batches(tasks: Iterable[Task], pace: Pace) -> Iterator[list[Task]]:
    """Tasks as they are handed out, as many at once as the pace says then."""
    left = iter(tasks)
    while batch := list(islice(left, pace.size)):
        yield batch


def _wait(ray: Any, under_way: list[Any]) -> tuple[list[Any], list[Any]]:
    """What is ready, one batch at least, and the rest."""
    ready, rest = ray.wait(under_way)
    if rest:
        more, rest = ray.wait(rest, num_returns=len(rest), timeout=0)
        ready += more
    return ready, rest


def _result(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


def _do(expected: str, work: Callable[[Task], Done], batch: list[Task]) -> tuple[list[Done], float]:
    """Some tasks, where they are done, and the seconds they took."""
    if fingerprint() != expected:
        raise BadOption(
            f"the machine {socket.gethostname()} has another version of cradle; "
            "install the same one on all machines of the cluster"
        )
    began = perf_counter()
    return [work(task) for task in batch], perf_counter() - began


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Which sources, numbers and weights are installed here: with other ones results may differ."""
    found = sha256()
    for file in sorted(PACKAGE.rglob("*")):
        name = file.relative_to(PACKAGE)
        if file.suffix in COUNTS and name.parts[0] not in ("server", "web"):
            found.update(f"{name.as_posix()} {file.stat().st_size} ".encode() + file.read_bytes())
    return found.hexdigest()
