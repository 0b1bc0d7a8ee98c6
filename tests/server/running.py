"""A real server on loopback, and clients that speak to it over real sockets."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cradle.server.app import make_app
from cradle.server.http.auth import COOKIE
from cradle.server.people import passwords
from cradle.server.serve import Server, make_server
from cradle.server.settings import ServerSettings
from cradle.server.store.people import Person
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import Salted
from tests.server.sqlite import give_schema

MANY = 10**9
PATIENCE_S = 60.0  # A machine may be slow; nothing is gained by giving up on it early.
PLAIN = ssl.create_default_context()  # shared, for making one takes longer than most requests
Json = dict[str, Any]
CLIENTS: list[httpx.Client] = []  # closed at the end of the session
# Guessing a password must cost much; what is tested here is who may come in, not how dear it is.
passwords.HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


# Below those that the system gives to whoever calls somebody: nobody else takes one before its
# server does. Each process of the tests begins elsewhere.
FIRST_PORT, LAST_PORT = 16_000, 32_000
PORTS = itertools.cycle(range(FIRST_PORT, LAST_PORT))
for _ in range(os.getpid() * 997 % (LAST_PORT - FIRST_PORT)):
    next(PORTS)


def free_port() -> int:
    """A port nobody listens at."""
    for port in PORTS:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def test_settings(data: Path, **more: Any) -> ServerSettings:
    """A server without limits that would slow tests down."""
    wishes: Json = {
        "data": data,
        "port": free_port(),
        "pause_ms": 0,
        "hold_ms": 0,
        "think_ms": 300,
        "thinkers": 1,
        "requests": MANY,
        "files": MANY,
        "messages": MANY,
        "logins": MANY,
        "guests": MANY,
        "sockets": MANY,
        "tables": MANY,
        "person_sockets": MANY,
        "handshakes": MANY,
        "new_tables": MANY,
        "uploads": MANY,
        "chat": MANY,
        "reactions": MANY,
        "channels": MANY,
        "social": MANY,
        "address_tables": MANY,
        "bot_tables": MANY,
        "address_bot_tables": MANY,
    }
    return ServerSettings(**(wishes | more))


test_settings.__test__ = False  # type: ignore[attr-defined]


async def salted(tables: Tables, person: Person) -> Salted:
    """Dice that are promised to somebody for a table to be made; no salt is added to them."""
    return Salted((await tables.promises.make(person.id)).ticket, "")


class Running:
    """A server in a thread of its own."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.url = f"http://127.0.0.1:{settings.port}"
        give_schema(settings)
        app = make_app(settings)
        self.state: Any = app.state  # the parts of the server by name
        self.server: Server = make_server(settings, app)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def __enter__(self) -> Running:
        self.thread.start()
        deadline = time.monotonic() + PATIENCE_S
        while not self.server.started:
            assert time.monotonic() < deadline, "the server doesn't start"
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive(), "the server doesn't stop"

    def player(self, name: str | None = "Ada") -> Player:
        """Somebody new, or without a name nobody."""
        return Player(self.url, name)


class Player:
    """A person with a cookie."""

    def __init__(self, url: str, name: str | None = "Ada") -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE_S, verify=PLAIN)
        CLIENTS.append(self.http)
        self.id = ""
        if name is not None:
            self.id = self.post("/api/me", {"name": name})["id"]

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        """GET, and the status that is expected."""
        answer = self.http.get(path, params=params)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        """POST, and the status that is expected (any good one without a wish)."""
        answer = self.http.post(path, json={} if body is None else body)
        expected = {200, 201, 204} if status is None else {status}
        assert answer.status_code in expected, answer.text
        return answer.json() if answer.content else None

    def table(self, game: str = "stone-age", *seats: str, **more: Any) -> Json:
        """A new table; seats as `me`, `open`, `link`, or a bot's level."""
        kinds = ("me", "open", "link")
        wishes = [
            {"kind": seat} if seat in kinds else {"kind": "bot", "level": seat}
            for seat in seats or ("me", "open")
        ]
        starts = more.get("start", True) and seats and not {"open", "link"} & set(seats)
        dice = {"dice": self.dice()} if starts else {}
        made: Json = self.post("/api/tables", {"game": game, "seats": wishes, **dice, **more})
        return made

    def dice(self, salt: str = "") -> Json:
        """Dice that are promised for a table to be made, with salt for them."""
        return {"ticket": self.post("/api/dice")["ticket"], "salt": salt}

    def join(self, table: str, **body: Any) -> Json:
        """Sit down."""
        joined: Json = self.post(f"/api/tables/{table}/join", body)
        return joined

    def view(self, table: str, **params: Any) -> Json:
        """Where a table stands for me."""
        found: Json = self.get(f"/api/tables/{table}/view", **params)
        return found

    def move(self, table: str, text: str, status: int | None = None, **more: Any) -> Json:
        """Answer."""
        done: Json = self.post(f"/api/tables/{table}/moves", {"text": text, **more}, status)
        return done

    @property
    def cookie(self) -> str:
        """The session's cookie as a header."""
        session = self.http.cookies.get(COOKIE)
        return f"{COOKIE}={session}" if session else ""

    @contextlib.contextmanager
    def socket(self, table: str, **hello: Any) -> Iterator[Socket]:
        """A socket at a table, greeted."""
        url = self.url.replace("http", "ws") + f"/api/tables/{table}/socket"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        # What nobody hears is kept: a full queue would hold up the end of the connection, too.
        more: Json = {"max_size": None, "max_queue": None}
        with connect(url, additional_headers=headers, **more) as connection:
            wire = Socket(connection)
            wire.send({"type": "hello", **hello})
            yield wire


class Socket:
    """One end of a socket; keeps everything it heard."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[Json] = []

    def send(self, message: Any) -> None:
        """Say something."""
        self.connection.send(message if isinstance(message, str) else json.dumps(message))

    def hear(self, timeout: float = PATIENCE_S) -> Json:
        """The next message."""
        message: Json = json.loads(self.connection.recv(timeout))
        self.heard.append(message)
        return message

    def until(self, kind: str, timeout: float = PATIENCE_S, **fields: Any) -> Json:
        """The next message of a kind, with these fields."""
        while True:
            message = self.hear(timeout)
            if message["type"] == kind and all(message.get(k) == v for k, v in fields.items()):
                return message

    def catch_up(self, seq: int) -> None:
        """Hear everything up to a number of the table's."""
        while not any(each["type"] == "play" and each["seq"] >= seq for each in self.heard):
            self.hear()

    def drain(self, quiet: float = 0.3) -> list[Json]:
        """Everything that comes until it is quiet for a while."""
        found = []
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while True:
                found.append(self.hear(quiet))
        return found


def play_out(
    wires: list[Socket], rng: random.Random, twice: bool = False, most: int = MANY
) -> list[Json]:
    """Play a game to its end, or so many moves, one socket a seat; each one's last message."""
    last: list[Json] = [{"seq": 0, "moves": [], "over": False} for _ in wires]
    count = 0
    while count < most and not all(each["over"] for each in last):
        for number, wire in enumerate(wires):
            message = last[number]
            if message["moves"] and not message.get("sent"):
                move = rng.choice(message["moves"])["text"]
                count += 1
                answer = {"type": "move", "id": f"m{count}", "text": move, "seq": message["seq"]}
                wire.send(answer)
                if twice:
                    wire.send(answer)
                message["sent"] = True
            for heard in wire.drain(0.002):
                if heard["type"] == "play" and heard["seq"] >= last[number]["seq"]:
                    last[number] = heard
                elif heard["type"] == "refused" and heard["error"]["key"] != "stale":
                    raise AssertionError(heard)
    return last
