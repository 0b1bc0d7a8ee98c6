"""`python -m benchmarks.crowd`: what many games and many watchers cost everybody else.

A server in a process of its own gets a database with 100,000 games. `lists` takes the times of the
archive, of home and of a person's tables; `lobby` lets many watch the lobby while tables are made,
and takes the time of somebody else's `/api/me`; `tidy` deletes guests and tables who wait for it,
and takes the time of the same. On SQLite and, with `--postgres`, on a PostgreSQL of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from sqlalchemy import create_engine, insert
from websockets.asyncio.client import connect
from websockets.sync.client import connect as connect_now

from benchmarks.load import Hosted
from benchmarks.population import REGULAR, START, Population, fill
from cradle.server.ids import digest
from cradle.server.settings import ServerSettings
from cradle.server.store.revisions import opened
from cradle.server.store.schema import SESSIONS
from tests.server.postgres import cluster

SESSION = "regular"
COOKIE = {"Cookie": f"cradle={SESSION}"}
PATHS = {
    "archive": "/api/archive",
    "archive, a game": "/api/archive?game=hadara&seats=2",
    "archive, in the middle": f"/api/archive?before={START + 50_000_000}",
    "archive of a regular": f"/api/archive?person={REGULAR}",
    "profile of a regular": f"/api/people/{REGULAR}",
    "home of a regular": "/api/me/tables?state=playing",
    "games of a regular": "/api/me/tables?state=over&limit=20",
    "lobby": "/api/tables?limit=50",
    "me": "/api/me",
}
HEAD = f"{'':34}{'times':>7}{'p50 ms':>9}{'p99 ms':>9}{'worst ms':>10}{'CPU ms':>9}"


@contextmanager
def hosted(database: str, of: Population) -> Iterator[Hosted]:
    """A server with so many games, and a session of the regular's."""
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(data=Path(folder), database=database)
        opened(settings).dispose()
        fill(settings.url, of)
        engine = create_engine(settings.url)
        row = {"hash": digest(SESSION), "person": REGULAR, "created_at": START}
        with engine.begin() as connection:
            connection.execute(insert(SESSIONS), row | {"until_at": START * 2})
        engine.dispose()
        server = Hosted(folder, "stone-age", database)
        try:
            server.wait()
            server.invite()
            server.table()  # What is loaded with the first isn't measured.
            yield server
        finally:
            server.close()


class Prober(threading.Thread):
    """Asks for a page again and again, and takes the times."""

    def __init__(self, server: Hosted, path: str, times: int = 10**9, pause: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.line = http.client.HTTPConnection("127.0.0.1", server.port)
        self.path, self.times, self.pause = path, times, pause
        self.taken: list[float] = []
        self.ended = False

    def run(self) -> None:
        """Ask until told to stop."""
        while len(self.taken) < self.times and not self.ended:
            begun = time.perf_counter()
            self.line.request("GET", self.path, headers=COOKIE)
            answer = self.line.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            self.taken.append((time.perf_counter() - begun) * 1000)
            time.sleep(self.pause)


def told(what: str, times: list[float]) -> str:
    """What something took, in a line."""
    taken = sorted(times)
    p50, p99 = taken[len(taken) // 2], taken[int(len(taken) * 0.99)]
    return f"{what:34}{len(taken):7}{p50:9.1f}{p99:9.1f}{taken[-1]:10.1f}"


def probe_while(server: Hosted, what: str, seconds: float) -> str:
    """What `/api/me` takes somebody, fifty times a second, for so long."""
    prober = Prober(server, "/api/me", pause=0.02)
    prober.start()
    time.sleep(seconds)
    prober.ended = True
    prober.join()
    return told(what, prober.taken)


def measure_lists(server: Hosted, args: argparse.Namespace) -> Iterator[str]:
    """Every list, so many times."""
    for what, path in PATHS.items():
        Prober(server, path, 5).run()
        prober, before = Prober(server, path, args.times), server.cpu()
        prober.run()
        yield f"{told(what, prober.taken)}{(server.cpu() - before) / args.times * 1000:9.1f}"
    before = server.cpu()
    taken = [see_home(server.url) for _ in range(args.times)]
    cost = (server.cpu() - before) / args.times * 1000
    yield f"{told('home of a regular, by socket', taken)}{cost:9.1f}"


def see_home(url: str) -> float:
    """How long the page of home waits for one's running games and the lobby, from its socket on."""
    begun, missing = time.perf_counter(), {"mine", "lobby"}
    address = url.replace("http", "ws") + "/api/socket"
    with connect_now(address, additional_headers=COOKIE, max_size=None) as wire:
        wire.send('{"type": "hello", "lobby": true}')
        while missing:
            missing.discard(json.loads(wire.recv(timeout=60))["type"])
        return (time.perf_counter() - begun) * 1000


def watch(url: str, watchers: int, ready: multiprocessing.Queue[int]) -> None:
    """Watch the lobby with so many sockets, in a process of its own that gives way to others."""
    os.nice(10)

    async def listen() -> None:
        wire = await connect(url.replace("http", "ws") + "/api/socket", max_size=None)
        await wire.send('{"type": "hello"}')
        await wire.recv()
        ready.put(1)
        async for _ in wire:
            pass

    async def listen_all() -> None:
        await asyncio.gather(*(listen() for _ in range(watchers)))

    asyncio.run(listen_all())


def make_tables(server: Hosted, rate: float, ended: threading.Event) -> None:
    """Public tables at a steady rate, by two people in turn."""
    body = {"game": "stone-age", "seats": [{"kind": "me"}, {"kind": "open"}]}
    number = 0
    while not ended.wait(1 / rate):
        host: httpx.Client = server.people[number % 2]
        host.post("/api/tables", json=body | {"visibility": "public"}).raise_for_status()
        number += 1


def measure_lobby(server: Hosted, args: argparse.Namespace) -> Iterator[str]:
    """Somebody's `/api/me`, alone, and while many watch the lobby and tables are made."""
    yield probe_while(server, "me, nobody watches", args.seconds)
    ready: multiprocessing.Queue[int] = multiprocessing.Queue()
    watchers = multiprocessing.Process(target=watch, args=(server.url, args.watchers, ready))
    watchers.start()
    for _ in range(args.watchers):
        ready.get(timeout=60)
    time.sleep(1)
    ended = threading.Event()
    maker = threading.Thread(target=make_tables, args=(server, args.rate, ended))
    maker.start()
    before = server.cpu()
    yield probe_while(server, f"me, {args.watchers} watch the lobby", args.seconds)
    busy = (server.cpu() - before) / args.seconds
    ended.set()
    maker.join()
    watchers.terminate()
    yield f"{args.rate:g} tables a second; the server used {busy:.0%} of a core"


def measure_tidy(server: Hosted, args: argparse.Namespace) -> Iterator[str]:
    """Somebody who makes tables, while the server tidies up after its start."""
    body = {"game": "stone-age", "seats": [{"kind": "me"}, {"kind": "open"}]}
    taken: list[float] = []
    deadline = time.monotonic() + args.seconds
    while time.monotonic() < deadline:
        begun = time.perf_counter()
        server.people[0].post("/api/tables", json=body).raise_for_status()
        taken.append((time.perf_counter() - begun) * 1000)
        time.sleep(0.02)
    yield told("a new table, while tidying", taken)


MEASURES = {"lists": measure_lists, "lobby": measure_lobby, "tidy": measure_tidy}


def run(what: str, database: str, args: argparse.Namespace) -> None:
    """One kind of measure on one database."""
    of = Population(args.games)
    print(f"{what}, {'PostgreSQL' if database else 'SQLite'}, {of.games} games")
    print(HEAD)
    with hosted(database, of) as server:
        for line in MEASURES[what](server, args):
            print(line, flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=list(MEASURES), help=", ".join(MEASURES))
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=200, help="how often each list is asked for")
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--rate", type=float, default=2.0, help="new tables a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    args = parser.parse_args()
    for what in args.what:
        if what not in MEASURES:
            parser.error(f"{what} is none of {', '.join(MEASURES)}")
        if args.postgres:
            with cluster() as database:
                run(what, database, args)
        else:
            run(what, "", args)


if __name__ == "__main__":
    main()
