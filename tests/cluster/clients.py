"""Clients that play through whatever fails: they repeat what they said, by its id, until answered.

Half of the people play by socket, half by single requests. Everything they are told is kept, for
the checker.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.running import PLAIN

Json = dict[str, Any]
GONE = (httpx.HTTPError, WebSocketException, OSError, EOFError, TimeoutError, ValueError)
# Said of what may be kept or not, or wasn't tried at all: to be sent again.
UNDECIDED = ("no-storage", "unknown-outcome", "busy", "closing", "too-often")
SHOWN = ("seq", "ply", "seat", "view", "asked", "moves")
LOST = "connection lost"
PATIENCE_S = 2.0
PAUSE_S = 0.2
POLL_S = 0.1


class Again(OSError):
    """The server didn't decide: the same is to be said again."""


@dataclass
class Told:
    """What one person was told at their table: answers by their ids, and views."""

    done: dict[str, int] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    views: list[Json] = field(default_factory=list)
    stale: list[tuple[int, int]] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)

    @property
    def known(self) -> int:
        """The last row that is known to be kept."""
        return max(self.done.values(), default=0)


class Line:
    """The way to the servers for one person, whom they know by a cookie."""

    def __init__(self, url: str) -> None:
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_S, verify=PLAIN)
        self.url = url.replace("http", "ws", 1)

    async def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """One try; what isn't answered clearly is `Again`."""
        answer = await self.http.request(method, path, json=body)
        if answer.status_code in (429, 500, 502, 503, 504):
            raise Again(_reason(answer))
        found: Json = answer.json()
        return found

    async def insist(self, method: str, path: str, body: Json | None = None) -> Json:
        """Until it is answered, and well."""
        while True:
            with suppress(*GONE):
                found = await self.ask(method, path, body)
                assert "error" not in found, (path, body, found)
                return found
            await asyncio.sleep(PAUSE_S)

    @asynccontextmanager
    async def socket(self, table: str, seq: int) -> AsyncIterator[ClientConnection]:
        """A socket at a table, greeted."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        async with connect(
            f"{self.url}/api/tables/{table}/socket",
            additional_headers={"Cookie": cookies},
            open_timeout=PATIENCE_S,
            close_timeout=0.1,
            ping_interval=None,
            max_size=None,
        ) as wire:
            await wire.send(json.dumps({"type": "hello", "seq": seq}))
            yield wire


def _reason(answer: httpx.Response) -> str:
    """Why something wasn't done, in a word: a server's, or else a proxy's."""
    try:
        return str(answer.json()["error"]["key"])
    except ValueError:
        return str(answer.status_code)


class Client:
    """A person at a table."""

    def __init__(self, line: Line, table: str, rng: random.Random, moved: Callable[[], None]):
        self.line, self.table, self.rng, self.moved = line, table, rng, moved
        self.told = Told()
        self.unsure: Json | None = None
        self.answered = 0  # the number of the last question that was answered
        self.seq = 0
        self.over = False

    async def play(self, by_socket: bool) -> None:
        """To the end of the game."""
        visit = self._talk if by_socket else self._poll
        while not self.over:
            try:
                await visit()
            except GONE as error:
                self.told.failures[str(error) if isinstance(error, Again) else LOST] += 1
            await asyncio.sleep(PAUSE_S * self.rng.random())
        await self.line.http.aclose()

    async def _talk(self) -> None:
        async with self.line.socket(self.table, self.seq) as wire:
            if self.unsure is not None:
                await wire.send(json.dumps({"type": "move", **self.unsure}))
            first = True
            while not self.over:
                message = await self._hear(wire)
                if message["type"] == "play":
                    self._look(message, fresh=first)
                    first = False
                elif message["type"] in ("done", "refused"):
                    self._heed(message)
                if self._choose():
                    await wire.send(json.dumps({"type": "move", **(self.unsure or {})}))

    async def _hear(self, wire: ClientConnection) -> Json:
        """The next message; after a silence, the server is asked whether it is there."""
        try:
            text = await asyncio.wait_for(wire.recv(), PATIENCE_S)
        except TimeoutError:
            if self.unsure is not None:
                raise
            await wire.send(json.dumps({"type": "ping"}))
            text = await asyncio.wait_for(wire.recv(), PATIENCE_S)
        message: Json = json.loads(text)
        return message

    async def _poll(self) -> None:
        if self.unsure is None:
            view = await self.line.ask("GET", f"/api/tables/{self.table}/view")
            self._look(view, fresh=True)
            if not self._choose():
                await asyncio.sleep(POLL_S)
                return
        path = f"/api/tables/{self.table}/moves"
        answer = await self.line.ask("POST", path, self.unsure)
        assert self.unsure is not None
        self._heed({"id": self.unsure["id"], **answer})

    def _look(self, message: Json, fresh: bool) -> None:
        """Keep what is shown; whoever asks must be shown what was kept for them before."""
        if fresh and message["seq"] < self.told.known:
            self.told.stale.append((message["seq"], self.told.known))
        if message["seq"] > self.seq:
            self.moved()
            self.seq = message["seq"]
        self.told.views.append({name: message[name] for name in SHOWN})
        self.over = message["over"]

    def _choose(self) -> bool:
        """Answer the last question, if that hasn't been tried."""
        if self.unsure is not None or not self.told.views:
            return False
        view = self.told.views[-1]
        if not view["moves"] or view["seq"] <= self.answered:
            return False
        self.answered = view["seq"]
        name, text = f"m{len(self.told.sent)}", self.rng.choice(view["moves"])["text"]
        self.told.sent[name] = text
        self.unsure = {"id": name, "text": text, "seq": view["seq"]}
        return True

    def _heed(self, message: Json) -> None:
        """What became of the last answer."""
        if self.unsure is None or message["id"] != self.unsure["id"]:
            return
        if "error" not in message:
            self.told.done[message["id"]] = message["seq"]
            self.moved()
        elif (key := message["error"]["key"]) in UNDECIDED:
            raise Again(key)
        else:
            self.told.refused[message["id"]] = key
        self.unsure = None
