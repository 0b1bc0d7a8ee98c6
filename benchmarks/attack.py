"""`python -m benchmarks.attack`: fifty bad clients, and what becomes of memory and good clients.

A server with its own limits, on loopback, is asked for too much in every way there is
(`bad_clients`), while good clients look, play, and play against novices. It ends by itself after
`--minutes`, and fails if memory grows without bound or if there are faults.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from benchmarks.bad_clients import GONE, run_attack
from benchmarks.bad_requests import faults
from benchmarks.load import free_port
from tests.server.postgres import cluster
from tests.server.waits import until_served

RESIDENT = 300  # So that what may stay in memory is there soon.
LEAST_MB, MOST_GROWTH = 24.0, 0.15
MOST_SHOWN = 10
LAST_WAYS_S = 300.0  # Bad clients go the way to its end that they are on.
PROBERS, PLAYERS, NOVICES = 2, 4, 2


class Victim:
    """The server, with its default limits."""

    def __init__(self, folder: Path, database: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.said = folder / "said"
        command = [sys.executable, "-m", "cradle", "serve", "--data", str(folder / "data")]
        env = {"CRADLE_LOG": "error", "CRADLE_RESIDENT": str(RESIDENT), "CRADLE_DATABASE": database}
        with self.said.open("wb") as out:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port)], env=os.environ | env, stderr=out
            )
        until_served(self.url)

    def memory(self) -> float:
        """Megabytes the process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def cpu(self) -> float:
        """Seconds of processor time the process has used, without its bots."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> list[str]:
        """End it; the lines of its log that say that something is wrong."""
        self.process.terminate()
        self.process.wait(60)
        return self.said.read_text(encoding="utf-8").splitlines()


@dataclass
class GoodClients:
    """Those who want only their share: what they waited for, in milliseconds."""

    url: str
    until: float
    looks: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    novices: list[float] = field(default_factory=list)
    refused: Counter[int | str] = field(default_factory=Counter)

    async def run(self) -> None:
        """All of them, until the time is over."""
        novice = {"kind": "bot", "level": "novice"}
        ways = [partial(self.look, number) for number in range(PROBERS)]
        ways += [partial(self.play, number, {"kind": "me"}) for number in range(PLAYERS)]
        ways += [partial(self.play, PLAYERS + number, novice) for number in range(NOVICES)]
        await asyncio.gather(*map(self.persist, ways))

    async def persist(self, way: Callable[[], Awaitable[None]]) -> None:
        """Go one way until the time is over; who gets no answer in time begins again."""
        while time.monotonic() < self.until:
            try:
                await way()
            except GONE as error:
                self.refused[type(error).__name__] += 1

    def client(self, number: int) -> tuple[str, httpx.AsyncClient]:
        """An address, and a client that calls from it."""
        address = f"127.0.9.{number + 1}"
        transport = httpx.AsyncHTTPTransport(local_address=address)
        return address, httpx.AsyncClient(base_url=self.url, transport=transport, timeout=60.0)

    async def look(self, number: int) -> None:
        """Ask who one is, eight times a second."""
        _, http = self.client(100 + number)
        async with http:
            await http.post("/api/me", json={"name": "Ada"})
            while time.monotonic() < self.until:
                begun = time.perf_counter()
                answer = await http.get("/api/me")
                self.looks.append((time.perf_counter() - begun) * 1000)
                if not answer.is_success:
                    self.refused[answer.status_code] += 1
                await asyncio.sleep(0.12)

    async def play(self, number: int, other: dict[str, str]) -> None:
        """Play one game after the other, four moves a second, against oneself or a novice."""
        address, http = self.client(number)
        async with http:
            (await http.post("/api/me", json={"name": "Ben"})).raise_for_status()
            while time.monotonic() < self.until:
                ticket = (await http.post("/api/dice")).raise_for_status().json()["ticket"]
                dice = {"ticket": ticket, "salt": "pinch"}
                body = {"game": "stone-age", "seats": [{"kind": "me"}, other], "dice": dice}
                made = (await http.post("/api/tables", json=body)).raise_for_status().json()
                path = f"{self.url.replace('http', 'ws')}/api/tables/{made['id']}/socket"
                cookie = {"Cookie": f"cradle={http.cookies['cradle']}"}
                line = connect(
                    path, additional_headers=cookie, local_addr=(address, 0), max_size=None
                )
                async with line as wire:
                    await wire.send('{"type": "hello"}')
                    await self._answer(wire, other["kind"] == "bot")

    async def _answer(self, wire: Any, novice: bool) -> None:
        """Answer until the game or the time is over."""
        sent, asked, kept = 0.0, 0.0, True
        last: dict[str, Any] = {"moves": [], "over": False}
        async for text in wire:
            message, now = json.loads(text), time.perf_counter()
            if message["type"] == "play":
                last = message
                if novice and asked:
                    self.novices.append((now - asked) * 1000)
                asked = 0.0 if message["moves"] else now
            if message["type"] == "refused":
                self.refused[message["error"]["key"]] += 1
            if message["type"] == "done":
                self.moves.append((now - sent) * 1000)
            kept |= message["type"] in ("done", "refused")
            if last["over"] or time.monotonic() > self.until:
                return
            if kept and last["moves"]:
                await asyncio.sleep(0.25)
                sent, kept = time.perf_counter(), False
                await wire.send(json.dumps(an_answer(last)))


def an_answer(play: dict[str, Any]) -> dict[str, Any]:
    """Any answer to what is asked."""
    text = random.choice(play["moves"])["text"]
    name = f"m{random.randrange(10**12)}"
    return {"type": "move", "id": name, "text": text, "seq": play["seq"], "seat": play["seat"]}


async def watch(victim: Victim, until: float) -> list[float]:
    """The server's memory, second by second."""
    samples = []
    while time.monotonic() < until:
        samples.append(victim.memory())
        await asyncio.sleep(1.0)
    return samples


def growth(samples: Sequence[float]) -> float:
    """Megabytes by which the second half of the time went above the highest of the first."""
    middle = len(samples) // 2
    return max(samples[middle:]) - max(samples[:middle])


def is_bounded(samples: Sequence[float]) -> bool:
    """Whether memory has come to rest: it may go up and down, but hardly higher than before."""
    return growth(samples) <= max(LEAST_MB, MOST_GROWTH * max(samples))


def percentiles(what: str, taken: list[float]) -> str:
    """What was waited for, in a line."""
    taken = sorted(taken) or [0.0]
    p50, p99 = taken[len(taken) // 2], taken[int(len(taken) * 0.99)]
    return f"{what:28}{len(taken):7}{p50:9.1f}{p99:9.1f}{taken[-1]:10.1f}"


async def endure(victim: Victim, seconds: float) -> tuple[list[float], GoodClients]:
    """Good clients, and what the server holds, for so long."""
    until = time.monotonic() + seconds
    good = GoodClients(victim.url, until)
    watching = asyncio.ensure_future(watch(victim, until))
    await good.run()
    return await watching, good


def report(samples: list[float], good: GoodClients, answers: Counter[int]) -> None:
    """What came of it."""
    marks = [samples[int(share * (len(samples) - 1))] for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    print("memory, MB, by quarters:", "  ".join(f"{mark:.0f}" for mark in marks))
    print(f"highest {max(samples):.0f} MB, in the second half {growth(samples):+.0f} MB")
    print(f"{'good clients':28}{'times':>7}{'p50 ms':>9}{'p99 ms':>9}{'worst ms':>10}")
    print(percentiles("a look at /api/me", good.looks))
    print(percentiles("a move until it is kept", good.moves))
    print(percentiles("a novice's answer", good.novices))
    print("refused to good clients:", dict(good.refused) or "nothing")
    told = ", ".join(f"{count} {status}" for status, count in sorted(answers.items()))
    print("answers to bad clients:", told)


def run(args: argparse.Namespace, folder: Path, database: str) -> bool:
    """One attack; whether all is well."""
    victim, seconds = Victim(folder, database), args.minutes * 60
    found: Any = multiprocessing.Queue()
    until = time.monotonic() + seconds
    bad = multiprocessing.Process(target=run_attack, args=(victim.url, args.clients, until, found))
    bad.start()
    try:
        samples, good = asyncio.run(endure(victim, seconds))
        seen, answers = found.get(timeout=LAST_WAYS_S)
        counted, busy = faults(victim.url), victim.cpu()
    finally:
        bad.terminate()
        bad.join()
        lines = victim.stop()
    report(samples, good, answers)
    print(f"the server used {busy / seconds:.0%} of a core")
    print(f"faults: {counted:.0f} counted, {len(seen)} seen, {len(lines)} lines of errors")
    for line in [*lines, *seen][:MOST_SHOWN]:
        print(f"  {line[:300]}")
    print("memory is bounded" if is_bounded(samples) else "MEMORY GROWS")
    return is_bounded(samples) and not counted and not seen


def main() -> None:
    """Attack for as long as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--clients", type=int, default=50, help="how many bad ones")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="cradle-attack-") as folder,
        cluster() if args.postgres else nullcontext("") as database,
    ):
        sys.exit(not run(args, Path(folder), database))


if __name__ == "__main__":
    main()
