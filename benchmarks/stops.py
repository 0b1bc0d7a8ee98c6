"""`python -m benchmarks.stops`: stop a server under load by SIGTERM, again and again.

Clients play, talk, ask for hints, poll, come and go, watch and listen while the server is told to
stop, each time at another moment. A stop is good if the server ends in time, writes no traceback
and no line of an error, and if after the next start every move it acknowledged is there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.load import GENEROUS, free_port
from tests.server.waits import until_served

HOT, WITH_BOTS, POLLERS, STREAMS, LOBBIES, VISITORS, SILENT = 12, 6, 6, 4, 6, 6, 4
GONE = (httpx.HTTPError, WebSocketException, OSError, EOFError, asyncio.TimeoutError)
TOO_LONG_S = 15.0


@dataclass
class Load:
    """What the clients do, and what they were told."""

    url: str
    cookie: dict[str, str]
    tables: list[str]
    bots: list[str]
    told: dict[str, int] = field(default_factory=dict)
    moves: int = 0

    async def run(self) -> None:
        """Everybody at once, until the server is gone."""
        works = [self.play(table) for table in self.tables + self.bots]
        works += [self.poll() for _ in range(POLLERS)]
        works += [self.stream(table) for table in (self.tables + self.bots)[:STREAMS]]
        works += [self.watch() for _ in range(LOBBIES)]
        works += [self.come_and_go() for _ in range(VISITORS)]
        works += [self.say_nothing() for _ in range(SILENT)]
        await asyncio.gather(*works)

    async def play(self, table: str) -> None:
        """Answer whenever asked."""
        address = self.url.replace("http", "ws") + f"/api/tables/{table}/socket"
        with suppress(*GONE):
            async with connect(address, additional_headers=self.cookie, max_size=None) as wire:
                await wire.send(json.dumps({"type": "hello"}))
                async for text in wire:
                    message = json.loads(text)
                    if message["type"] == "done":
                        self.moves += 1
                        self.told[table] = max(self.told.get(table, 0), message["seq"])
                    if message["type"] == "play" and message["moves"]:
                        move = random.choice(message["moves"])["text"]
                        name = f"{table}-{message['seq']}-{random.random()}"
                        answer = {"type": "move", "id": name, "text": move, "seat": message["seat"]}
                        await wire.send(json.dumps(answer))

    async def poll(self) -> None:
        """Ask, and make something new every now and then."""
        with suppress(*GONE):
            async with httpx.AsyncClient(base_url=self.url, headers=self.cookie) as http:
                while True:
                    table = random.choice(self.tables)
                    for path in ("/api/me", "/api/tables", f"/api/tables/{table}/view"):
                        await http.get(path)
                    await http.post(f"/api/tables/{table}/chat", json={"text": "hello"})
                    await http.get(f"/api/tables/{table}/hints")
                    body = {"game": "hadara", "seats": [{"kind": "me"}, {"kind": "open"}]}
                    await http.post("/api/tables", json=body)

    async def stream(self, table: str) -> None:
        """Listen to lines."""
        with suppress(*GONE):
            async with (
                httpx.AsyncClient(base_url=self.url, headers=self.cookie, timeout=None) as http,
                http.stream("GET", f"/api/tables/{table}/stream") as answer,
            ):
                async for _ in answer.aiter_lines():
                    pass

    async def watch(self) -> None:
        """Watch the lobby."""
        address = self.url.replace("http", "ws") + "/api/socket"
        with suppress(*GONE):
            async with connect(address, additional_headers=self.cookie, max_size=None) as wire:
                await wire.send(json.dumps({"type": "hello"}))
                async for _ in wire:
                    pass

    async def come_and_go(self) -> None:
        """Open sockets, and leave in the middle of a greeting or an answer."""
        with suppress(*GONE):
            while True:
                table = random.choice(self.tables)
                address = self.url.replace("http", "ws") + f"/api/tables/{table}/socket"
                async with connect(address, additional_headers=self.cookie) as wire:
                    await wire.send(json.dumps({"type": "hello"}))
                    if random.random() < 0.5:
                        await wire.recv()
                    if random.random() < 0.3:
                        wire.transport.abort()

    async def say_nothing(self) -> None:
        """Open a socket without a greeting, and take nothing that comes."""
        address = self.url.replace("http", "ws") + "/api/socket"
        with suppress(*GONE):
            async with connect(address, additional_headers=self.cookie) as wire:
                await wire.wait_closed()


class Stopped:
    """One server from its start to its end."""

    def __init__(self, folder: str, database: str, port: int) -> None:
        ours = {"CRADLE_LOG": "info", "CRADLE_DATABASE": database, "CRADLE_PAUSE_MS": "0"}
        env = GENEROUS | ours
        command = [sys.executable, "-m", "cradle", "serve", "--data", folder, "--port", str(port)]
        self.said = Path(folder).parent / "said"
        with self.said.open("wb") as out:
            self.process = subprocess.Popen(command, env=os.environ | env, stderr=out)
        self.url = f"http://127.0.0.1:{port}"
        until_served(self.url)

    def stop(self) -> tuple[float, list[str]]:
        """The seconds it took, and what was wrong."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        took = time.monotonic() - begun
        wrong = [line[-400:] for line in self.said.read_text().splitlines() if is_fault(line)]
        if code != -signal.SIGTERM:
            wrong.append(f"exit code {code}")
        if took > TOO_LONG_S:
            wrong.append(f"took {took:.1f} s")
        return took, wrong


def is_fault(line: str) -> bool:
    """Whether a line of the log is one that a good stop hasn't."""
    try:
        plain = json.loads(line)
    except ValueError:
        return True
    return plain.get("level") in ("error", "critical") or "trace" in plain


def set_up(url: str) -> tuple[dict[str, str], list[str], list[str]]:
    """Somebody, tables they play alone at, and tables with bots."""
    with httpx.Client(base_url=url, timeout=60) as http:
        http.post("/api/me", json={"name": "Ada"}).raise_for_status()

        def table(*others: dict[str, str]) -> str:
            ticket = http.post("/api/dice").raise_for_status().json()["ticket"]
            dice = {"ticket": ticket, "salt": "pinch"}
            body = {"game": "stone-age", "seats": [{"kind": "me"}, *others], "dice": dice}
            made: str = http.post("/api/tables", json=body).raise_for_status().json()["id"]
            return made

        hot = [table({"kind": "me"}) for _ in range(HOT)]
        bots = [table({"kind": "bot", "level": "novice"}) for _ in range(WITH_BOTS)]
        return {"Cookie": f"cradle={http.cookies['cradle']}"}, hot, bots


def lost(load: Load) -> list[str]:
    """Tables that know less than was told of them."""
    with httpx.Client(base_url=load.url, headers=load.cookie, timeout=60) as http:
        now = {table: http.get(f"/api/tables/{table}").json()["seq"] for table in load.told}
    return [
        f"{table}: told {seq}, kept {now[table]}"
        for table, seq in load.told.items()
        if now[table] < seq
    ]


async def under_load(load: Load, server: Stopped, seconds: float) -> tuple[float, list[str]]:
    """Stop a server while everybody is at it."""
    busy = asyncio.ensure_future(load.run())
    await asyncio.sleep(seconds)
    found = await asyncio.to_thread(server.stop)
    await asyncio.wait_for(busy, 60)
    return found


def main() -> None:
    """Stop as often as asked, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stops", type=int, default=30)
    parser.add_argument("--database", default="", help="a PostgreSQL URL; SQLite without")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random.seed(args.seed)
    bad, moves, slowest = 0, 0, 0.0
    with tempfile.TemporaryDirectory(prefix="cradle-stops-") as folder:
        data, port = str(Path(folder) / "data"), free_port()
        load: Load | None = None
        for number in range(1, args.stops + 1):
            server = Stopped(data, args.database, port)
            wrong = [] if load is None else lost(load)
            cookie, hot, bots = set_up(server.url)
            load = Load(server.url, cookie, hot, bots)
            took, more = asyncio.run(under_load(load, server, random.uniform(0.5, 5.0)))
            wrong += more
            bad, moves, slowest = bad + bool(wrong), moves + load.moves, max(slowest, took)
            print(f"{number:3}  {load.moves:5} moves  {took:5.2f} s  {len(wrong)} faults")
            for line in wrong:
                print(f"     {line}")
        server = Stopped(data, args.database, port)
        wrong = [] if load is None else lost(load)
        bad += bool(wrong)
        print(*(f"     {line}" for line in wrong), sep="\n", end="")
        server.stop()
    print(f"{args.stops} stops, {bad} bad, {moves} moves told, slowest {slowest:.2f} s")
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
