"""Hosts on one machine: network namespaces at a bridge, each with the program it runs."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

NETWORK = "10.16.0"
BRIDGE = "switch"
OURS = 254
SLOW = ("rate", "256kbit", "burst", "4kb", "latency", "1s")


def ip(*words: str) -> str:
    """Have the system's own tool do it."""
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


def make_bridge() -> None:
    """What all hosts are connected to, this process too."""
    ip("link", "add", BRIDGE, "type", "bridge")
    ip("addr", "add", f"{NETWORK}.{OURS}/24", "dev", BRIDGE)
    ip("link", "set", BRIDGE, "up")


def name_hosts(folder: Path, hosts: list[Host]) -> None:
    """Let every program know the hosts by their names."""
    file = folder / "hosts"
    lines = ["127.0.0.1 localhost", *(f"{host.address} {host.name}" for host in hosts)]
    file.write_text("".join(f"{line}\n" for line in lines))
    subprocess.run(["mount", "--bind", file, "/etc/hosts"], check=True)


class Host:
    """A host with one program, which may be killed, paused, cut off and slowed down."""

    def __init__(self, name: str, number: int) -> None:
        self.name, self.address = name, f"{NETWORK}.{number}"
        ip("netns", "add", name)
        ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", name, "master", BRIDGE, "up")
        ip("-n", name, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for line in ("lo", "eth0"):
            ip("-n", name, "link", "set", line, "up")
        self._enter("nft", "add table inet cuts")
        for way in ("input", "output"):
            hook = f"{{ type filter hook {way} priority 0; policy accept; }}"
            self._enter("nft", f"add chain inet cuts {way} {hook}")
        self.command: list[str] = []
        self.env: Mapping[str, str] = {}
        self.log = Path(os.devnull)
        self.process: subprocess.Popen[bytes] | None = None
        self.down = True

    def _enter(self, *command: str) -> None:
        within = ["ip", "netns", "exec", self.name, *command]
        subprocess.run(within, check=True, capture_output=True)

    def run(self, command: list[str], env: Mapping[str, str], log: Path) -> None:
        """Run a program from now on."""
        self.command, self.env, self.log = command, env, log
        self.start()

    def start(self) -> None:
        """Start the program, the first time or again."""
        self.down = False
        within = ["ip", "netns", "exec", self.name, *self.command]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                within, env=os.environ | self.env, stdout=out, stderr=out, cwd=self.log.parent
            )

    def revive(self) -> None:
        """Start a program again that has ended by itself, as a host's own supervisor does."""
        if not self.down and self.process is not None and self.process.poll() is not None:
            self.start()

    def stop(self) -> None:
        """Ask the program to end, and wait until it has."""
        assert self.process is not None
        self.down = True
        self.process.terminate()
        self.process.wait(60)

    def kill(self) -> None:
        """No last word of anybody here."""
        self.down = True
        killed = self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait(60)
        for pid in killed:  # Those left behind are ours now, and aren't gone before we know of it.
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)

    def signal(self, what: signal.Signals) -> list[int]:
        """Send a signal to everybody on this host; to whom."""
        found = [int(pid) for pid in ip("netns", "pids", self.name).split()]
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(pid, what)
        return found

    def cut(self, other: Host | None = None) -> None:
        """Let nothing through between this host and another one, or anybody."""
        for way, end in (("input", "saddr"), ("output", "daddr")):
            who = "meta iifname != lo" if way == "input" else "meta oifname != lo"
            who = who if other is None else f"ip {end} {other.address}"
            self._enter("nft", f"add rule inet cuts {way} {who} drop")

    def slow(self) -> None:
        """Let little through at a time, so that everything waits in line."""
        self._enter("tc", "qdisc", "add", "dev", "eth0", "root", "tbf", *SLOW)

    def mend(self) -> None:
        """Let everything through again."""
        for way in ("input", "output"):
            self._enter("nft", f"flush chain inet cuts {way}")
        with suppress(subprocess.CalledProcessError):  # It wasn't slow.
            self._enter("tc", "qdisc", "del", "dev", "eth0", "root")
