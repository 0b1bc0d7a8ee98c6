"""A cluster: machines that Ray has joined, of which any may do any task.

Results are those of one machine to the digit. A machine that dies costs what it hadn't finished,
and that is done again elsewhere. Ray is imported when a cluster is asked for, and not before.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from cradle.kernel.game import BadOption

Task = TypeVar("Task")
Done = TypeVar("Done")
AUTO = "auto"  # the cluster that runs on this machine
AHEAD = 2_000  # tasks handed over at once, for some hundred cores
PATIENCE_S = 10.0
PACKAGE = Path(__file__).parent.parent
# What results depend on. Compiled modules lie beside the sources that they were made from.
COUNTS = {".json", ".npz", ".py"}


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
    mine, left = fingerprint(), iter(tasks)
    under_way = [do.remote(mine, work, task) for task in islice(left, AHEAD)]
    try:
        while under_way:
            ready, under_way = ray.wait(under_way)
            under_way += [do.remote(mine, work, task) for task in islice(left, len(ready))]
            for each in ready:
                yield _result(ray, each)
    finally:
        with suppress(Exception):  # whatever ended it is what should be told
            for each in under_way:
                ray.cancel(each, force=True)


def _result(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


def _do(expected: str, work: Callable[[Task], Done], task: Task) -> Done:
    """A task, where it is done."""
    if fingerprint() != expected:
        raise BadOption(
            f"the machine {socket.gethostname()} has another version of cradle; "
            "install the same one on all machines of the cluster"
        )
    return work(task)


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Which sources, numbers and weights are installed here: with other ones results may differ."""
    found = sha256()
    for file in sorted(PACKAGE.rglob("*")):
        name = file.relative_to(PACKAGE)
        if file.suffix in COUNTS and name.parts[0] not in ("server", "web"):
            found.update(f"{name.as_posix()} {file.stat().st_size} ".encode() + file.read_bytes())
    return found.hexdigest()
