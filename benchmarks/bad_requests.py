"""Bad requests, messages and records, none of them a fault or a hang: `make bad-requests`.

Requests are made after the server's own description of itself and spoiled in many ways, as are
messages on sockets and records. Whatever isn't answered in time, answered with a fault, or refused
without words, is a failure.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.fuzz import LONGEST_ERROR, Failure, some_tables
from benchmarks.mutations import noise, spoil_data, spoil_lines, spoil_text
from benchmarks.samples import Sampler
from cradle.server.settings import ServerSettings
from tests.server.processes import fresh_settings, server_process

NO_BREAK = "\xa0"  # a French colon stands behind one
SECONDS_AN_INPUT = 10.0
CLIENTS = 6
MESSAGES_A_SOCKET = 50
TEXTS = (
    *("stone-age", "hadara", "en", "de", "casual", "novice", "me", "open", "link", "bot", "Ada"),
    *("ada.l", "a long password", "pass", "send forest 3", "m1", "public", "none", "live", "days"),
    *("", "0", "%", "x" * 41, "x" * 201, "x" * 2001, "a\0b", "\ud800", "é\u0301", "../..", "null"),
)
MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "move", "id": "m1", "text": "send forest 3", "seq": 3, "seat": 0},
    {"type": "undo", "id": "m2", "seat": 0},
    {"type": "undo-answer", "id": "m3", "agree": True},
    {"type": "chat", "id": "m4", "text": "hello"},
    {"type": "automatic", "id": "m5", "on": True},
    {"type": "seat", "seat": 1},
    {"type": "ping"},
    {"type": "hello", "seq": 1, "seat": 0, "chat": 0, "token": None},
)
HEADERS = (
    *("Cookie", "Authorization", "Accept-Language", "Content-Type", "Content-Encoding", "Origin"),
    *("If-None-Match", "Range", "Accept", "X-Forwarded-For", "Sec-Fetch-Site", "Upgrade"),
)
# These would end the session of whoever sends them.
SPARED = {("delete", "/api/me"), ("post", "/api/logout"), ("post", "/api/me/password")}


@dataclass(frozen=True)
class Operation:
    """One call of the server's description."""

    method: str
    path: str
    parameters: list[dict[str, Any]]
    body: dict[str, Any] | None


def operations(document: dict[str, Any]) -> list[Operation]:
    """All calls that end by themselves."""
    return [
        Operation(method, path, facts.get("parameters", []), _body(facts))
        for path, calls in document["paths"].items()
        for method, facts in calls.items()
        if not path.endswith("/stream") and (method, path) not in SPARED
    ]


def _body(facts: dict[str, Any]) -> dict[str, Any] | None:
    content = facts.get("requestBody", {}).get("content", {})
    found: dict[str, Any] | None = content.get("application/json", {}).get("schema")
    return found


class Attacker:
    """A client with a few tables of its own, and nothing good in mind."""

    patience = SECONDS_AN_INPUT

    def __init__(self, url: str, rng: random.Random) -> None:
        self.url = httpx.URL(url)
        self.rng = rng
        self.statuses: Counter[str] = Counter()
        self.cookie = ""
        self.tables: list[str] = []
        self.sampler = Sampler({}, TEXTS, rng)
        self.calls: list[Operation] = []
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def settle(self) -> None:
        """Become somebody, with tables to play at."""
        seats = [{"kind": "me"}, {"kind": "me"}]
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as http:
            document = (await http.get("/api/openapi.json")).json()
            me = (await http.post("/api/me", json={"name": "Eve"})).json()["id"]
            wishes = [
                {"game": "stone-age", "seats": seats},
                {"game": "hadara", "seats": seats},
                {"game": "hadara", "seats": [{"kind": "me"}, {"kind": "open"}]},
            ]
            made = [(await http.post("/api/tables", json=wish)).json() for wish in wishes]
            record = {"text": some_tables()[0].record}
            made.append((await http.post("/api/records", json=record)).json())
            self.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        self.tables = [table["id"] for table in made]
        self.calls = operations(document)
        self.sampler = Sampler(document, (*TEXTS, me, *self.tables), self.rng)

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
            check(status, answer)
        except TimeoutError:
            raise Failure(f"no answer to {sent[:2000]!r}") from None
        except Failure as failure:
            raise Failure(f"{failure} for {sent[:2000]!r}") from None
        self.statuses[str(status)] += 1
        if status == 401 and b"who-are-you" in answer and "Cookie" in headers:
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
        """A socket's worth of messages; how many were sent before it closed."""
        table = self.rng.choice([*self.tables, *self.tables, self.sampler.text()])
        path = f"/api/tables/{quoted(table)}/socket" if self.rng.random() < 0.8 else "/api/socket"
        url = f"ws://{self.url.host}:{self.url.port}{path}"
        sent = 0
        try:
            async with connect(url, additional_headers={"Cookie": self.cookie}) as wire:
                for sent in range(1, MESSAGES_A_SOCKET + 1):
                    message = {"type": "hello"} if sent == 1 else self.rng.choice(MESSAGES)
                    await wire.send(self._spoiled_message(message, sent))
                    await wire.send('{"type": "ping"}')
                    await self._until_pong(wire)
        except (ConnectionClosed, InvalidStatus, ConnectionError):
            pass
        return max(sent, 1)

    def _spoiled_message(self, message: dict[str, Any], number: int) -> str | bytes:
        rng = self.rng
        if rng.random() < (0.8 if number == 1 else 0.3):
            return json.dumps(message)
        text = json.dumps(spoil_data(message, rng))
        if rng.random() < 0.4:
            text = spoil_text(text, rng)
        raw = text.encode("utf-8", "replace")
        return raw if rng.random() < 0.1 else raw.decode()

    async def _until_pong(self, wire: Any) -> None:
        try:
            async with asyncio.timeout(SECONDS_AN_INPUT):
                while (heard := json.loads(await wire.recv()))["type"] != "pong":
                    self.statuses[heard["type"]] += 1
                    if heard["type"] == "refused":
                        check(400, json.dumps(heard).encode())
        except TimeoutError:
            raise Failure("no answer on a socket") from None


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


async def attack(url: str, seed: int, inputs: int) -> Counter[str]:
    """So many inputs of all kinds; the answers by status."""
    rng = random.Random(seed)
    attacker = Attacker(url, rng)
    await attacker.settle()
    sent = 0
    while sent < inputs:
        kind = rng.random()
        if kind < 0.01:
            sent += await attacker.send_messages()
            continue
        await (attacker.send_record() if kind < 0.1 else attacker.send_request())
        sent += 1
    attacker.hang_up()
    return attacker.statuses


async def attack_together(url: str, seed: int, inputs: int) -> Counter[str]:
    """Several attackers at once."""
    share = -(-inputs // CLIENTS)
    attacks = (attack(url, seed * 1000 + client, share) for client in range(CLIENTS))
    return sum(await asyncio.gather(*attacks), Counter())


def faults(url: str) -> float:
    """How many faults the server has counted."""
    lines = httpx.get(f"{url}/metrics", timeout=60).text.splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("cradle_faults_total")))


def run(settings: ServerSettings, seed: int, inputs: int) -> Counter[str]:
    """Attack a server, and see that it is well afterwards."""
    with server_process(settings) as server:
        answers = asyncio.run(attack_together(server.url, seed, inputs))
        if count := faults(server.url):
            raise Failure(f"{count:.0f} faults")
    return answers


def main() -> int:
    """Attack one server after the other, and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000, help="on both databases together")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for database in ("sqlite", "postgresql"):
        begun = time.perf_counter()
        with fresh_settings(database) as settings:
            answers = run(settings, args.seed, args.inputs // 2)
        seconds = time.perf_counter() - begun
        told = ", ".join(f"{count} {status}" for status, count in sorted(answers.items()))
        print(f"{database}: {args.inputs // 2} inputs in {seconds:.0f} s, no fault: {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
