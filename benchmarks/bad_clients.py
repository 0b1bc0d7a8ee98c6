"""Clients that want too much, each in its own way and from an address of its own, on loopback.

Every way is a few requests that end by themselves; whoever runs them says for how long.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, suppress
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from benchmarks.attackers import Attacker
from benchmarks.fuzz import Failure, some_tables

PAUSE_S = 0.05
HOLD_S = 3.0
PATIENCE_S = 45.0  # All clients are in one process: whoever waits may wait for another of them.
AT_ONCE = 80
GONE = (httpx.HTTPError, WebSocketException, OSError, EOFError, ValueError, asyncio.TimeoutError)
HALVES = (
    b"",
    b"GET /api/me HTTP/1.1\r\nHost: x\r\nCoo",
    b'POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{"name": "',
    b"GET /api/me HTTP/1.1\r\n" + b"X-Y: z\r\n" * 4000,
)
CROWDS = (
    b"GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n" * 5000,
    b"GET /api/me HTTP/1.1\r\n" + b"a:\r\n" * 50_000 + b"\r\n",
)
ME, OPEN, MASTER = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "master"}
SKILLED = {"kind": "bot", "level": "skilled"}


class BadClient:
    """Somebody with an address, and perhaps a name and tables."""

    def __init__(self, url: str, number: int) -> None:
        self.url = httpx.URL(url)
        self.address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=30.0)
        self.rng = random.Random(number)
        self.statuses: Counter[int] = Counter()
        self.tables: list[str] = []
        self.spoiler = Attacker(url, self.rng)
        self.spoiler.patience = PATIENCE_S

    async def send(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """One request; what came back, if it was good."""
        answer = await self.http.request(method, path, json=body, **more)
        self.statuses[answer.status_code] += 1
        if answer.status_code == 401 and path != "/api/login":
            await self.send("POST", "/api/me", {"name": "Eve"})
        return answer.json() if answer.is_success and answer.content else None

    async def table(self, *seats: Mapping[str, str], visibility: str = "link") -> str | None:
        """A new table; if there can be no more, one of before."""
        body: dict[str, Any] = {"game": "stone-age", "seats": list(seats), "visibility": visibility}
        if OPEN not in seats:
            promised = await self.send("POST", "/api/dice") or {"ticket": "none.0"}
            body |= {"dice": {"ticket": promised["ticket"], "salt": "pinch"}}
        made = await self.send("POST", "/api/tables", body)
        if made is not None:
            self.tables.append(made["id"])
        return self.rng.choice(self.tables) if made is None and self.tables else made and made["id"]

    async def own_table(self) -> str | None:
        """The table that is played at, if there is one."""
        return self.tables[0] if self.tables else await self.table(ME, ME)

    @property
    def cookie(self) -> dict[str, str]:
        """The session's cookie, sometimes."""
        session = self.http.cookies.get("cradle")
        return {"Cookie": f"cradle={session}"} if session and self.rng.random() < 0.5 else {}

    async def socket(self, stack: AsyncExitStack, path: str) -> Any:
        """A socket that stays open as long as the others, or None."""
        url = f"ws://{self.url.host}:{self.url.port}{path}"
        line = connect(url, additional_headers=self.cookie, local_addr=(self.address, 0))
        try:
            wire = await stack.enter_async_context(line)
        except InvalidStatus as refused:
            self.statuses[refused.response.status_code] += 1
            return None
        self.statuses[101] += 1
        return wire

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection."""
        host, port = self.url.host, self.url.port
        return await asyncio.open_connection(host, port, local_addr=(self.address, 0))

    async def close(self) -> None:
        """Go."""
        self.spoiler.hang_up()
        await self.http.aclose()


async def name_numbers(client: BadClient) -> None:
    """Ask for what happened since every number there is, over HTTP and sockets."""
    table = await client.own_table()
    for _ in range(20):
        since = client.rng.randrange(10**9)
        await client.send("GET", f"/api/tables/{table}/view", params={"since": since})
    async with AsyncExitStack() as stack:
        wire = await client.socket(stack, f"/api/tables/{table}/socket")
        if wire is not None:
            hello = {"type": "hello", "seq": client.rng.randrange(10**9)}
            await wire.send(json.dumps(hello))
            await wire.recv()


async def hoard_sockets(client: BadClient) -> None:
    """Open many sockets at once, say nothing, and hold them."""
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(client.socket(stack, "/api/socket") for _ in range(AT_ONCE)))
        await asyncio.sleep(HOLD_S)


async def make_masters(client: BadClient) -> None:
    """Have masters play masters, and oneself, at as many tables as there may be."""
    await client.table(MASTER, MASTER, MASTER)
    await client.table(ME, MASTER)
    await client.table(SKILLED, SKILLED)


async def move_and_undo(client: BadClient) -> None:
    """Answer and take back, again and again."""
    table = await client.own_table()
    view = await client.send("GET", f"/api/tables/{table}/view")
    if view is not None and view["moves"]:
        text = client.rng.choice(view["moves"])["text"]
        await client.send("POST", f"/api/tables/{table}/moves", {"text": text})
        await client.send("POST", f"/api/tables/{table}/undo", {})


async def chatter(client: BadClient) -> None:
    """Talk without end."""
    table = await client.own_table()
    for _ in range(20):
        await client.send("POST", f"/api/tables/{table}/chat", {"text": "x" * 500})


async def upload_records(client: BadClient) -> None:
    """Upload records, good ones and too large ones."""
    await client.send("POST", "/api/records", {"text": some_tables()[0].record})
    await client.send("POST", "/api/records", {"text": "; x\n" * 200_000})


async def send_halves(client: BadClient) -> None:
    """Send beginnings of requests, and nothing more."""
    lines = [await client.line() for _ in range(AT_ONCE)]
    for _, writer in lines:
        writer.write(client.rng.choice(HALVES))
    await asyncio.sleep(HOLD_S)
    for _, writer in lines:
        writer.transport.abort()


async def read_nothing(client: BadClient) -> None:
    """Ask for much, and take none of it."""
    lines = [await client.line() for _ in range(10)]
    for reader, writer in lines:
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
    await asyncio.sleep(HOLD_S)
    for _, writer in lines:
        writer.transport.abort()


async def ask_ahead(client: BadClient) -> None:
    """Send thousands of requests without waiting for an answer, and heads of thousands of lines."""
    lines = [await client.line() for _ in range(10)]
    for _, writer in lines:
        writer.write(client.rng.choice(CROWDS))
    await asyncio.sleep(HOLD_S)
    for _, writer in lines:
        writer.transport.abort()


async def ask_much(client: BadClient) -> None:
    """Ask for what costs most: hints, previews, histories, sandboxes."""
    table = await client.own_table()
    path = f"/api/tables/{table}"
    view = await client.send("GET", f"{path}/view")
    texts = [each["text"] for each in view["moves"]][:64] if view else []
    await client.send("GET", f"{path}/previews", params={"text": texts})
    asked = (client.send("GET", f"{path}/{what}") for what in ("hints",) * 8 + ("history",))
    await asyncio.gather(*asked)
    await client.send("POST", f"{path}/what-if", {"ply": 0})


async def stir_lobby(client: BadClient) -> None:
    """Watch the lobby, and make and close public tables."""
    async with AsyncExitStack() as stack:
        for _ in range(10):
            wire = await client.socket(stack, "/api/socket")
            if wire is not None:
                await wire.send('{"type": "hello"}')
        for _ in range(5):
            table = await client.table(ME, OPEN, visibility="public")
            await client.send("POST", f"/api/tables/{table}/close")


async def guess_passwords(client: BadClient) -> None:
    """Try passwords, and become ever new guests."""
    for number in range(10):
        wish = {"login": f"ada{number % 3}", "password": f"12345678{client.rng.random()}"}
        await client.send("POST", "/api/login", wish)
        await client.send("POST", "/api/me", {"name": f"Eve {number}"})


async def rename(client: BadClient) -> None:
    """Change one's name all the time."""
    await client.own_table()
    for number in range(10):
        await client.send("PATCH", "/api/me", {"name": f"Eve {number}"})


async def spoil(client: BadClient) -> None:
    """Send what has the wrong form."""
    if not client.spoiler.cookie:
        await client.spoiler.settle()
    for _ in range(20):
        await client.spoiler.send_request()


Way = Callable[[BadClient], Awaitable[None]]
WAYS: tuple[Way, ...] = (
    *(name_numbers, hoard_sockets, make_masters, move_and_undo, chatter, upload_records),
    *(send_halves, read_nothing, ask_ahead, ask_much, stir_lobby, guess_passwords, rename, spoil),
)


async def misbehave(client: BadClient, way: Way, until: float) -> list[str]:
    """Go one way once and again until it is time; the answers that were faults."""
    faults, again = [], True
    with suppress(*GONE):
        await client.send("POST", "/api/me", {"name": "Eve"})
    while again:
        try:
            async with asyncio.timeout(60.0):
                await way(client)
        except GONE:
            pass
        except Failure as failure:
            faults.append(str(failure))
        except KeyError:  # A client that isn't let in knows no tables.
            pass
        await asyncio.sleep(PAUSE_S)
        again = time.monotonic() < until
    await client.close()
    bad = (status for status in client.statuses if 500 <= status != 503)
    return faults + [f"{status} {way.__name__}" for status in bad]


async def attack(url: str, count: int, until: float) -> tuple[list[str], Counter[int]]:
    """So many bad clients at once; the faults they saw, and all answers by status."""
    clients = [BadClient(url, number) for number in range(count)]
    ways = [misbehave(each, WAYS[n % len(WAYS)], until) for n, each in enumerate(clients)]
    faults = [each for seen in await asyncio.gather(*ways) for each in seen]
    return faults, sum((client.statuses for client in clients), Counter())


def run_attack(url: str, count: int, until: float, found: Any) -> None:
    """The same, in a process of its own.

    Bad clients have machines of their own: here they run when server and good clients don't.
    """
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    found.put(asyncio.run(attack(url, count, until)))
