"""Clients that play through whatever fails: they repeat what they said, by its id, until answered.

Half of the people play by socket, half by single requests. Everything they are told is kept, for
the checker.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
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
PATHS = {"move": "moves", "undo": "undo", "undo-answer": "undo-answer", "chat": "chat"}
TIME_IS_UP = ("out-of-time", "stood-in")
AGREES = 0.7
PATIENCE_S = 2.0
PAUSE_S = 0.2
POLL_S = 0.1


class Again(OSError):
    """The server didn't decide: the same is to be said again."""


@dataclass(frozen=True)
class Habits:
    """What people do beside answering, and how likely that is whenever something has happened."""

    undo: float = 0.0
    chat: float = 0.0


@dataclass(frozen=True)
class Clock:
    """What somebody's own clock showed at a row of the log: the time of day, and what was left."""

    seq: int
    at: int
    left: int


@dataclass
class Told:
    """What one person was told at their table: what became of their acts, by ids, and views.

    `done` has the row or the line that an act is kept as, or 0 if that wasn't told; `known` is the
    last row that is known to be kept, and `flagged` when they heard that their time was up, by
    the clock that they saw last.
    """

    sent: dict[str, Json] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)  # which others must agree to
    views: list[Json] = field(default_factory=list)
    lines: dict[int, str] = field(default_factory=dict)
    stale: list[tuple[int, int]] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)
    known: int = 0
    clock: Clock | None = None
    flagged: int | None = None


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
    """A person at a table; without an end to the game, they stop after `most` rows of its log."""

    def __init__(
        self,
        line: Line,
        table: str,
        rng: random.Random,
        moved: Callable[[], None],
        habits: Habits,
        most: int,
    ) -> None:
        self.line, self.table, self.rng, self.moved = line, table, rng, moved
        self.habits, self.most = habits, most
        self.told = Told()
        self.unsure: Json | None = None
        self.answered = 0  # the number of the last question that was answered
        self.considered = 0  # the last row at which something else was thought of
        self.request = False  # whether somebody asks this one to agree
        self.seq = 0
        self.over = False

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to do here."""
        return self.over or (self.seq >= self.most and self.unsure is None)

    async def play(self, by_socket: bool) -> None:
        """To the end."""
        visit = self._talk if by_socket else self._poll
        while not self.finished:
            try:
                await visit()
            except GONE as error:
                self.told.failures[str(error) if isinstance(error, Again) else LOST] += 1
            await asyncio.sleep(PAUSE_S * self.rng.random())
        await self.line.http.aclose()

    async def _talk(self) -> None:
        async with self.line.socket(self.table, self.seq) as wire:
            if self.unsure is not None:
                await wire.send(json.dumps(self.unsure))
            while not self.finished:
                self._take_in(await self._hear(wire))
                if self._choose():
                    await wire.send(json.dumps(self.unsure))

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

    def _take_in(self, message: Json) -> None:
        match message["type"]:
            case "play":
                self._look(message)
            case "table":
                self._look_around(message["table"])
            case "chat":
                self.told.lines |= {line["number"]: line["text"] for line in message["lines"]}
            case "done" | "refused":
                self._heed(message)

    async def _poll(self) -> None:
        if self.unsure is None:
            self._look(await self.line.ask("GET", f"/api/tables/{self.table}/view"))
            if not self._choose():
                await asyncio.sleep(POLL_S)
                return
        assert self.unsure is not None
        act = dict(self.unsure)
        path = f"/api/tables/{self.table}/{PATHS[act.pop('type')]}"
        answer = await self.line.ask("POST", path, act)
        self._heed(answer | {"id": act["id"]})

    def _look(self, message: Json) -> None:
        """Keep what is shown; nobody may be shown less than they know to be kept."""
        seq, told = message["seq"], self.told
        if seq < told.known:
            told.stale.append((seq, told.known))
        if seq > self.seq:
            self.moved()
            self.seq = seq
        told.views.append({name: message[name] for name in SHOWN})
        if told.flagged is None and message["clocks"] and message["seat"] is not None:
            clock = message["clocks"]["seats"][message["seat"]]
            told.clock = Clock(seq, message["clocks"]["now_at"], clock["left_ms"])
        self.over = message["over"]

    def _look_around(self, table: Json) -> None:
        """Whether somebody asks to take back, and whether a bot sits here."""
        mine = [each for each in table["seats"] if each["mine"]]
        missing = table["undo"]["missing"] if table["undo"] else []
        self.request = any(each["seat"] in missing for each in mine)
        if any(each["stand_in"] for each in mine):
            self._flag()

    def _flag(self) -> None:
        if self.told.flagged is None:
            self.told.flagged = time.time_ns() // 1_000_000

    def _choose(self) -> bool:
        """Do something, if nothing is under way and the last view is as new as can be."""
        told = self.told
        if self.unsure is not None or not told.views or told.flagged is not None:
            return False
        view = told.views[-1]
        wish = None if self.over or view["seq"] < told.known else self._wish(view)
        if wish is not None:
            name = f"{wish['type'][0]}{len(told.sent)}"
            self.unsure = told.sent[name] = wish | {"id": name}
        return wish is not None

    def _wish(self, view: Json) -> Json | None:
        if self.request:
            self.request = False
            return {"type": "undo-answer", "agree": self.rng.random() < AGREES}
        other = self._consider() if view["seq"] > self.considered else None
        self.considered = view["seq"]
        if other is not None:
            return other
        if not view["moves"] or view["seq"] <= self.answered:
            return None
        self.answered = view["seq"]
        text = self.rng.choice(view["moves"])["text"]
        return {"type": "move", "text": text, "seq": view["seq"]}

    def _consider(self) -> Json | None:
        """Something beside answering, now and then."""
        roll = self.rng.random()
        if roll < self.habits.chat:
            return {"type": "chat", "text": f"line {len(self.told.sent)}"}
        if roll < self.habits.chat + self.habits.undo and self.told.known:
            return {"type": "undo"}
        return None

    def _heed(self, message: Json) -> None:
        """What became of the last act."""
        if self.unsure is None or message["id"] != self.unsure["id"]:
            return
        if "error" not in message:
            self._note(self.unsure["type"], message)
        elif (key := message["error"]["key"]) in UNDECIDED:
            raise Again(key)
        else:
            self.told.refused[message["id"]] = key
            if key in TIME_IS_UP:
                self._flag()
        self.unsure = None

    def _note(self, kind: str, message: Json) -> None:
        """An act is done: a row of the log, or a line of chat."""
        told, seq = self.told, message.get("seq", 0)
        told.done[message["id"]] = message.get("number", 0) if kind == "chat" else seq
        if kind != "chat":
            told.known = max(told.known, seq)
            self.moved()
        if not message.get("done", True):
            told.open.add(message["id"])
