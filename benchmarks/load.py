"""`make load`: many live tables on one server, over real sockets on loopback.

Each table has two clients. Moves are sent at a steady rate over all tables, whoever is asked, and
the time is taken from sending a move to the other client's view of it. Memory is what the server
process grew by, sockets included, divided by the tables. With `--plies` the tables are first played
so far, as quickly as the server goes; with `--finish` they are then played to their end, and the
memory that is left is reported. `--postgres` starts a PostgreSQL, and `--servers` several servers
on it: the two clients of a table are then at different ones. What the database's processes use, and
how often one of them was seen to wait for a lock, goes with it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.database_load import DatabaseLoad, cpu_of
from tests.server.postgres import cluster, fresh_database
from tests.server.waits import until_served

PLENTY = "1000000000"
RATES = ("requests", "messages", "guests", "logins", "handshakes", "new_tables", "chat")
COUNTS = ("sockets", "person_sockets", "tables", "address_tables")
GENEROUS = {f"CRADLE_{name.upper()}": PLENTY for name in RATES + COUNTS}
AT_ONCE = 24
LET_GO_S = 150
NUMBERS = itertools.count()  # A client never calls two moves by one name.
HEAD = "tables  moves/s    p50 ms    p99 ms  worst ms   kB/table   CPU ms  plies  kB/table ended"


@dataclass
class Result:
    """What one number of tables came to."""

    tables: int
    moves: int
    moves_a_second: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    kb_a_table: float
    cpu_ms_a_move: float
    plies: int
    kb_a_table_finished: float | None = None
    servers: int = 1
    database: dict[str, Any] | None = None


@dataclass
class Seat:
    """One client at one table."""

    wire: ClientConnection
    seq: int = 0
    ply: int = 0
    over: bool = False
    refused: int = 0
    moves: list[str] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Pair:
    """One table and its two clients."""

    seats: list[Seat]
    busy: bool = False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return any(seat.over for seat in self.seats)


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Hosted:
    """A server in a process of its own."""

    def __init__(self, folder: str, game: str, database: str = "") -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.game = game
        settings = GENEROUS | {"CRADLE_DATABASE": database}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cradle", "serve", "--data", folder, "--port", str(self.port)],
            env=os.environ | settings | {"CRADLE_LOG": "warning", "CRADLE_RESIDENT": "100000"},
        )
        self.people: list[httpx.Client] = []

    def wait(self) -> None:
        """Until it answers."""
        until_served(self.url)

    def invite(self) -> None:
        """Two people."""
        for name in ("Ada", "Ben"):
            client = httpx.Client(base_url=self.url, timeout=60)
            client.post("/api/me", json={"name": name}).raise_for_status()
            self.people.append(client)

    def memory(self) -> int:
        """Kilobytes the process holds."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            line = next(line for line in status if line.startswith("VmRSS"))
        return int(line.split()[1])

    def cpu(self) -> float:
        """Seconds of processor time the process has used."""
        return cpu_of(self.process.pid)

    def table(self) -> str:
        """A new table with both people."""
        ada, ben = self.people
        body = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = ada.post("/api/tables", json=body)
        made.raise_for_status()
        table: str = made.json()["id"]
        ben.post(f"/api/tables/{table}/join", json={}).raise_for_status()
        return table

    def resident(self) -> float:
        """How many tables it holds in memory."""
        lines = httpx.get(f"{self.url}/metrics").text.splitlines()
        return float(next(line for line in lines if line.startswith("cradle_tables ")).split()[1])

    def close(self) -> None:
        """End it."""
        for client in self.people:
            client.close()
        self.process.terminate()
        self.process.wait(30)


async def open_pair(servers: list[Hosted], table: str, number: int = 0) -> Pair:
    """Both clients' sockets at a table, at different servers where there are several."""
    seats = []
    for place, person in enumerate(servers[0].people, number):
        server = servers[place % len(servers)]
        url = server.url.replace("http", "ws") + f"/api/tables/{table}/socket"
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        headers = {"Cookie": cookie}
        wire = await connect(url, additional_headers=headers, max_size=None, compression=None)
        await wire.send('{"type": "hello"}')
        seats.append(Seat(wire))
    return Pair(seats)


async def listen(seat: Seat) -> None:
    """Keep what a client was last told."""
    async for text in seat.wire:
        message: dict[str, Any] = orjson.loads(text)
        if message["type"] == "play":
            seat.seq, seat.ply, seat.over = message["seq"], message["ply"], message["over"]
            seat.moves = [move["text"] for move in message["moves"]]
            seat.arrived.set()
        elif message["type"] == "refused":
            seat.refused += 1


async def move(pair: Pair, rng: random.Random, times: list[float]) -> None:
    """One move of whoever is asked; the time until the other one sees it."""
    asked = [which for which in (0, 1) if pair.seats[which].moves]
    if not asked:
        return
    pair.busy = True
    mover, other = pair.seats[asked[0]], pair.seats[1 - asked[0]]
    before, refused, text = other.seq, mover.refused, rng.choice(mover.moves)
    mover.moves = []
    begun = time.perf_counter()
    message = {"type": "move", "id": f"m{next(NUMBERS)}", "text": text}
    await mover.wire.send(orjson.dumps(message).decode())
    while other.seq <= before and mover.refused == refused:
        other.arrived.clear()
        with suppress(TimeoutError):  # A question that had just changed: no time to take.
            async with asyncio.timeout(1):
                await other.arrived.wait()
    if other.seq > before:
        times.append(time.perf_counter() - begun)
    pair.busy = False


async def drive(pairs: list[Pair], rate: float, seconds: float) -> tuple[list[float], float]:
    """Moves at a steady rate, spread over all tables."""
    rng, times, tasks = random.Random(1), list[float](), set[asyncio.Task[None]]()
    begun, number = time.perf_counter(), 0
    while (now := time.perf_counter() - begun) < seconds:
        while number < now * rate:
            number += 1
            pair = pairs[number % len(pairs)]
            if not pair.busy:
                task = asyncio.create_task(move(pair, rng, times))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        await asyncio.sleep(0.002)
    took = time.perf_counter() - begun
    await asyncio.wait(tasks, timeout=20) if tasks else None
    return times, took


async def play_on(pairs: list[Pair], plies: int) -> None:
    """Play every table to this ply, or to its end, a few at a time."""
    free, rng = asyncio.Semaphore(AT_ONCE), random.Random(2)

    async def play(pair: Pair) -> None:
        async with free:
            while pair.seats[0].ply < plies and not pair.over:
                await move(pair, rng, [])
                await asyncio.sleep(0.001)  # Until the mover has heard of it, too.

    await asyncio.gather(*(play(pair) for pair in pairs))


async def finished(server: Hosted, pairs: list[Pair], before: int) -> float:
    """Play all games out, leave, and wait until the server has let go: memory a table then."""
    await play_on(pairs, sys.maxsize)
    for pair in pairs:
        for seat in pair.seats:
            await seat.wire.close()
    deadline = time.monotonic() + LET_GO_S
    while server.resident() > len(pairs) / 2 and time.monotonic() < deadline:
        await asyncio.sleep(2)
    return round((server.memory() - before) / len(pairs), 1)


async def measure(
    servers: list[Hosted], database: DatabaseLoad | None, count: int, args: argparse.Namespace
) -> Result:
    """One number of tables."""
    server = servers[0]
    warm = [await open_pair(servers, server.table(), number) for number in range(5)]
    before = server.memory()
    ids = [await asyncio.to_thread(server.table) for _ in range(count)]
    pairs = [await open_pair(servers, table, number) for number, table in enumerate(ids)]
    gc.collect()
    gc.disable()  # The clients' own pauses aren't the server's.
    listeners = [asyncio.create_task(listen(seat)) for pair in pairs for seat in pair.seats]
    await asyncio.sleep(1)
    await play_on(pairs, args.plies)
    busy = sum(each.cpu() for each in servers)
    with database or ExitStack():
        times, took = await drive(pairs, args.rate, args.seconds)
    busy = sum(each.cpu() for each in servers) - busy
    grown = server.memory() - before
    plies = sum(pair.seats[0].ply for pair in pairs) // count
    left = await finished(server, pairs, before) if args.finish else None
    for task in listeners:
        task.cancel()
    for pair in [*pairs, *warm]:
        for seat in pair.seats:
            await seat.wire.close()
    times.sort()
    return Result(
        tables=count,
        moves=len(times),
        moves_a_second=round(len(times) / took, 1),
        p50_ms=round(times[len(times) // 2] * 1000, 1),
        p99_ms=round(times[int(len(times) * 0.99)] * 1000, 1),
        worst_ms=round(times[-1] * 1000, 1),
        kb_a_table=round(grown / count, 1),
        cpu_ms_a_move=round(busy / len(times) * 1000, 2),
        plies=plies,
        kb_a_table_finished=left,
        servers=len(servers),
        database=None if database is None else database.figures(len(times)),
    )


def run(stack: ExitStack, count: int, args: argparse.Namespace) -> Result:
    """One number of tables, on servers of their own."""
    url, database = "", None
    if args.postgres:
        url = fresh_database(stack.enter_context(cluster(durable=True)), "load")
        database = DatabaseLoad(url)
    servers = list[Hosted]()
    for _ in range(args.servers):
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        servers.append(Hosted(folder, args.game, url))
        stack.callback(servers[-1].close)
        servers[-1].wait()
    servers[0].invite()
    return asyncio.run(measure(servers, database, count, args))


def main() -> None:
    """Measure the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="50,200,500,1000", help="numbers of tables")
    parser.add_argument("--rate", type=float, default=200, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", default="stone-age")
    parser.add_argument("--plies", type=int, default=0, help="play each table so far first")
    parser.add_argument("--finish", action="store_true", help="and to the end in the end")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, made for it")
    parser.add_argument("--servers", type=int, default=1, help="so many on one PostgreSQL")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    print(HEAD, file=sys.stderr)
    for count in (int(each) for each in args.tables.split(",")):
        with ExitStack() as stack:
            found = run(stack, count, args)
        if args.json:
            print(json.dumps(vars(found)), flush=True)
        else:
            figures = [found.p50_ms, found.p99_ms, found.worst_ms, found.kb_a_table]
            numbers = "".join(f"{each:10.1f}" for each in [*figures, found.cpu_ms_a_move])
            end = "" if found.kb_a_table_finished is None else f"{found.kb_a_table_finished:16.1f}"
            line = f"{found.tables:6}{found.moves_a_second:9.1f}{numbers}{found.plies:7}{end}"
            print(line, flush=True)
            if found.database is not None:
                print(json.dumps(found.database), flush=True)


if __name__ == "__main__":
    main()
