"""Clients with nothing good in mind: requests, messages and records, spoiled in many ways.

Requests are made after the server's own description of itself. Whatever isn't answered in time,
answered with a fault, or refused without words, is a failure.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any
from urllib.parse import quote

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.calls import HEADERS, MESSAGES, TEXTS, Operation, operations
from benchmarks.fuzz import LONGEST_ERROR, Failure, some_tables
from benchmarks.mutations import noise, spoil_data, spoil_lines, spoil_text
from benchmarks.samples import Sampler
from tests.server.running import PLAIN

NO_BREAK = "\xa0"  # a French colon stands behind one
PATIENCE_S = 120.0  # A busy machine may take its time; whatever hangs, hangs for ever.
MESSAGES_A_SOCKET = 100
READY = "/readyz"  # which says so where a busy machine keeps nothing for some seconds
LAST = "last"  # the id of a socket's last message


class Attacker:
    """A client with a few tables of its own, and nothing good in mind."""

    patience = PATIENCE_S

    def __init__(self, url: str, rng: random.Random) -> None:
        self.url = httpx.URL(url)
        self.rng = rng
        self.statuses: Counter[str] = Counter()
        self.cookie = ""
        self.tables: list[str] = []
        self.sampler = Sampler({}, TEXTS, rng)
        self.document: dict[str, Any] = {}
        self.calls: list[Operation] = []
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def settle(self) -> None:
        """Become somebody, with tables to play at."""
        seats = [{"kind": "me"}, {"kind": "me"}]
        async with httpx.AsyncClient(base_url=self.url, timeout=60, verify=PLAIN) as http:
            self.document = self.document or (await http.get("/api/openapi.json")).json()
            me = (await http.post("/api/me", json={"name": "Eve"})).json()["id"]
            tickets = [(await http.post("/api/dice")).json()["ticket"] for _ in range(2)]
            wishes = [
                {"game": game, "seats": seats, "dice": {"ticket": ticket, "salt": "pinch"}}
                for game, ticket in zip(("stone-age", "hadara"), tickets, strict=True)
            ]
            wishes += [{"game": "hadara", "seats": [{"kind": "me"}, {"kind": "open"}]}]
            made = [(await http.post("/api/tables", json=wish)).json() for wish in wishes]
            record = {"text": some_tables()[0].record}
            made.append((await http.post("/api/records", json=record)).json())
            self.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        self.tables = [table["id"] for table in made]
        self.calls = operations(self.document)
        self.sampler = Sampler(self.document, (*TEXTS, me, *self.tables), self.rng)

    async def send(self, kind: str) -> int:
        """One request or record, or a socket's worth of messages; how many that were."""
        if kind == "messages":
            return await self.send_messages()
        await (self.send_record() if kind == "records" else self.send_request())
        return 1

    # Requests.

    async def send_request(self) -> None:
        """One request."""
        rng = self.rng
        call = rng.choice(self.calls)
        method = noise(rng) if rng.random() < 0.01 else call.method.upper()
        body = self._spoiled_body(call)
        headers = self._headers(body)
        await self.exchange(method, self._target(call), headers, body)

    async def send_record(self) -> None:
        """One record."""
        text = self.rng.choice(some_tables()).record
        for _ in range(self.rng.randrange(1, 3)):
            text = self.rng.choice([spoil_lines, spoil_lines, spoil_text])(text, self.rng)
        body = json.dumps({"text": text}).encode()
        await self.exchange("POST", "/api/records", self._headers(body, clean=True), body)

    def _target(self, call: Operation) -> str:
        target, query = call.path, []
        for parameter in call.parameters:
            name, where = parameter["name"], parameter["in"]
            value = self.sampler.value(parameter.get("schema", {}))
            if where == "path":
                if name == "table" and self.rng.random() < 0.8:
                    value = self.rng.choice(self.tables)
                target = target.replace(f"{{{name}}}", quoted(value))
            elif where == "query" and self.rng.random() < 0.6:
                query.append(f"{name}={quoted(value)}")
        return "?".join([target, "&".join(query)]) if query else target

    def _spoiled_body(self, call: Operation) -> bytes:
        rng = self.rng
        if call.body is None:
            return b"" if rng.random() < 0.9 else noise(rng).encode("utf-8", "surrogatepass")
        plain = self.sampler.value(call.body)
        if isinstance(plain, dict) and plain and rng.random() < 0.5:
            plain = spoil_data(plain, rng)
        text = json.dumps(plain, ensure_ascii=rng.random() < 0.5)
        if rng.random() < 0.1:
            text = spoil_text(text, rng)
        return text.encode("utf-8", "surrogatepass")

    def _headers(self, body: bytes, clean: bool = False) -> dict[str, str]:
        headers = {"Host": "localhost", "Cookie": self.cookie, "Content-Type": "application/json"}
        if not clean and self.rng.random() < 0.1:
            strange = noise(self.rng).encode("latin-1", "replace").decode("latin-1")
            name = self.rng.choice(HEADERS)
            headers[name] = "Bearer " + strange if name == "Authorization" else strange
        return headers | {"Content-Length": str(len(body))}

    async def exchange(
        self, method: str, target: str, headers: dict[str, str], body: bytes
    ) -> None:
        """Send, and look at the answer."""
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        sent = f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode("latin-1", "replace") + body
        try:
            async with asyncio.timeout(self.patience):
                status, answer = await self._roundtrip(sent)
            if status != 503 or not target.startswith(READY):
                check(status, answer)
        except TimeoutError:
            raise Failure(f"no answer to {sent[:2000]!r}") from None
        except Failure as failure:
            raise Failure(f"{failure} for {sent[:2000]!r}") from None
        self.statuses[str(status)] += 1
        known = headers["Cookie"] == self.cookie and "Authorization" not in headers
        if status == 401 and b"who-are-you" in answer and known:
            await self.settle()

    async def _roundtrip(self, sent: bytes) -> tuple[int, bytes]:
        if self.line is None:
            self.line = await asyncio.open_connection(self.url.host, self.url.port)
        reader, writer = self.line
        writer.write(sent)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            self.hang_up()
            return 400, b""
        status, headers = _parsed(head)
        answer = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            self.hang_up()
        return status, answer

    def hang_up(self) -> None:
        """Come back on another connection."""
        if self.line is not None:
            self.line[1].close()
        self.line = None

    # Messages.

    async def send_messages(self) -> int:
        """A socket's worth of messages, one after the other; how many were answered."""
        table = self.rng.choice([*self.tables, *self.tables, self.sampler.text()])
        path = f"/api/tables/{quoted(table)}/socket" if self.rng.random() < 0.8 else "/api/socket"
        url = f"ws://{self.url.host}:{self.url.port}{path}"
        before = self.answered
        try:
            async with asyncio.timeout(self.patience):
                async with connect(url, additional_headers={"Cookie": self.cookie}) as wire:
                    await self._converse(wire)
        except TimeoutError:
            raise Failure("no answer on a socket") from None
        except (ConnectionClosed, InvalidStatus, ConnectionError):
            pass
        return max(self.answered - before, 1)

    @property
    def answered(self) -> int:
        """How many messages were answered so far."""
        return sum(self.statuses[kind] for kind in ("refused", "done", "pong"))

    async def _converse(self, wire: Any) -> None:
        """Greet, say everything at once, and hear until the last has been answered."""
        await wire.send(self._spoiled_message({"type": "hello"}, 0.2))
        self._hear(await wire.recv())
        for _ in range(MESSAGES_A_SOCKET):
            await wire.send(self._spoiled_message(self.rng.choice(MESSAGES), 0.7))
        await wire.send(json.dumps({"type": "undo", "id": LAST}))
        while self._hear(await wire.recv()) != LAST:
            pass

    def _hear(self, text: str) -> str | None:
        heard = json.loads(text)
        self.statuses[heard["type"]] += 1
        if heard["type"] == "refused":
            check(400, json.dumps(heard).encode())
        name: str | None = heard.get("id")
        return name

    def _spoiled_message(self, message: dict[str, Any], chance: float) -> str | bytes:
        rng = self.rng
        if rng.random() > chance:
            return json.dumps(message)
        text = json.dumps(spoil_data(message, rng))
        if rng.random() < 0.4:
            text = spoil_text(text, rng)
        raw = text.encode("utf-8", "replace")
        return raw if rng.random() < 0.1 else raw.decode()


def quoted(value: object) -> str:
    """A value as part of an address."""
    return quote(str(value).encode("utf-8", "surrogatepass"), safe="")


def _parsed(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}


def check(status: int, answer: bytes) -> None:
    """No fault, and a refusal has words."""
    if status >= 500:
        raise Failure(f"{status} {answer[:500]!r}")
    if status >= 400 and answer.startswith(b"{"):
        text = json.loads(answer)["error"]["text"]
        plain = text.replace(NO_BREAK, " ")
        if not text or len(text) > LONGEST_ERROR or not plain.isprintable() or text[:6] == "error.":
            raise Failure(f"no clear refusal: {text!r}")
