"""Faults of hosts and of the lines between them, drawn from a seed, and their end."""

from __future__ import annotations

import random
import signal
from collections.abc import Sequence
from dataclasses import dataclass

from tests.cluster.cluster import REDIS, Cluster
from tests.cluster.network import Host

SHORTEST_S, LONGEST_S = 0.5, 15.0
KINDS = ("kill", "pause", "cut", "part", "slow")


@dataclass(frozen=True)
class Fault:
    """One fault, for so many seconds; `other` is whom a host is parted from."""

    kind: str
    host: Host
    seconds: float
    other: Host | None = None

    def __str__(self) -> str:
        between = f" from {self.other.name}" if self.other else ""
        return f"{self.kind} {self.host.name}{between} {self.seconds:.1f} s"

    def begin(self) -> None:
        """From now on."""
        match self.kind:
            case "kill":
                self.host.kill()
            case "pause":
                self.host.signal(signal.SIGSTOP)
            case "slow":
                self.host.slow()
            case _:
                self.host.cut(self.other)

    def end(self) -> None:
        """As it was."""
        match self.kind:
            case "kill":
                self.host.start()
            case "pause":
                self.host.signal(signal.SIGCONT)
            case _:
                self.host.mend()


def draw(cluster: Cluster, rng: random.Random) -> Sequence[Fault]:
    """One fault, or two on different hosts; most are short, some long."""
    hosts = rng.sample(list(cluster.hosts.values()), rng.choice((1, 1, 2)))
    return sorted((_draw_one(cluster, host, rng) for host in hosts), key=lambda f: f.seconds)


def _draw_one(cluster: Cluster, host: Host, rng: random.Random) -> Fault:
    seconds = SHORTEST_S * (LONGEST_S / SHORTEST_S) ** rng.random()
    kind, other = rng.choice(KINDS), None
    if kind == "part":
        other = rng.choice(_peers(cluster, host))
    return Fault(kind, host, seconds, other)


def _peers(cluster: Cluster, host: Host) -> list[Host]:
    """Whom a host speaks to."""
    if host.name in ("database", "proxy", REDIS):
        return cluster.servers
    names = ["database"] if host.name == "thinker" else ["database", "proxy"]
    return [cluster.hosts[name] for name in names]
