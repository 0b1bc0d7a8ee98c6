"""Servers that are killed again and again, and clients that remember what they were told."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise

import httpx
from sqlalchemy import Connection, select

from cradle.server.settings import ServerSettings
from cradle.server.store.database import make_engine
from cradle.server.store.schema import CHAT, MOVES, RECEIPTS
from tests.server.processes import server_process
from tests.server.running import PATIENCE_S, Json, Player

TABLES = (("stone-age", "me", "me"), ("hadara", "me", "me"), ("stone-age", "me", "novice"))
WITH_BOT = 8
LONGEST_LIFE_S = 0.3
Row = tuple[int, str, str | None]


@dataclass
class Told:
    """What one client was told at its table: the number of each act it has named."""

    player: Player
    table: str
    done: dict[str, dict[str, int]] = field(
        default_factory=lambda: {"moves": {}, "undo": {}, "chat": {}}
    )
    rows: list[Row] = field(default_factory=list)
    view: Json | None = None
    sent: int = 0
    over: bool = False
    unsure: tuple[str, Json] | None = None

    def play(self, rng: random.Random, stop: threading.Event) -> None:
        """Play until the server is gone; what isn't answered is sent again after its return."""
        with suppress(httpx.HTTPError):
            while not stop.is_set() and not self.over:
                self._once(rng)

    def _once(self, rng: random.Random) -> None:
        self.unsure = self.unsure or self._next(rng)
        if self.unsure is None:
            time.sleep(0.005)
            return
        what, body = self.unsure
        answer = self.player.http.post(f"/api/tables/{self.table}/{what}", json=body)
        assert answer.status_code in (200, 201, 409, 503), answer.text
        if answer.status_code < 300:
            told = answer.json()
            self.done[what][body["id"]] = told["number" if what == "chat" else "seq"]
        if answer.status_code != 503:
            self.unsure = None
        else:
            self.denied(what, body["id"], answer.json()["error"]["key"])

    def denied(self, what: str, name: str, why: str) -> None:
        """The server says that it couldn't, or doesn't know whether it did."""

    def _next(self, rng: random.Random) -> tuple[str, Json] | None:
        view = self.player.view(self.table)
        self.view, self.over = view, view["over"]
        self.sent += 1
        name, kind = f"c{self.sent}", rng.random()
        if kind < 0.1:
            return "chat", {"id": name, "text": name}
        if kind < 0.2:
            return "undo", {"id": name}
        if not view["moves"]:
            return None
        text = rng.choice(view["moves"])["text"]
        return "moves", {"id": name, "text": text, "seat": view["seat"]}

    def compare(self, connection: Connection) -> None:
        """Everything this client was told is still so, once and in its order."""
        query = select(MOVES.c.seq, MOVES.c.text, MOVES.c.client).order_by(MOVES.c.seq)
        found = connection.execute(query.where(MOVES.c.table_id == self.table))
        rows: list[Row] = [(row.seq, row.text, row.client) for row in found]
        assert rows[: len(self.rows)] == self.rows, "rows were lost or changed"
        assert [seq for seq, _, _ in rows] == list(range(1, len(rows) + 1))
        self.rows = rows
        named = [(client, seq) for seq, _, client in rows if client is not None]
        self._check("moves", named)
        lines = select(CHAT.c.client, CHAT.c.number).where(CHAT.c.table_id == self.table)
        self._check("chat", [(client, number) for client, number in connection.execute(lines)])
        acts = select(RECEIPTS.c.id, RECEIPTS.c.seq).where(RECEIPTS.c.about == self.table)
        undone = [(f"{self.player.id}:{row.id}", row.seq) for row in connection.execute(acts)]
        self._check("undo", undone)
        self._check_view()

    def _check(self, what: str, kept: list[tuple[str, int]]) -> None:
        found, told = dict(kept), self.done[what]
        assert len(found) == len(kept), f"{what}: done twice"
        mine = {name: found.get(f"{self.player.id}:{name}") for name in told}
        assert mine == told, f"{what}: told and lost"
        assert len(found) <= len(told) + 1, f"{what}: done, and nobody was told"
        assert all(a < b for a, b in pairwise(told.values())), f"{what}: out of order"

    def _check_view(self) -> None:
        """What a client saw of a ply, it sees again, if that ply wasn't taken back since."""
        view = self.view
        if view is None or any(text.startswith("!") for _, text, _ in self.rows):
            return
        path = f"/api/tables/{self.table}/history/{view['ply']}"
        assert self.player.get(path, seat=view["seat"])["view"] == view["view"]


def die_often(settings: ServerSettings, kills: int, seed: int = 5) -> int:
    """Kill a server so often while clients play; how much they were told is done."""
    rng = random.Random(seed)
    with server_process(settings) as server:
        ada = Player(server.url, "Ada")
        clients = [Told(ada, ada.table(*table)["id"]) for table in TABLES]
        games = list(clients)
        for life in range(kills):
            if life == WITH_BOT:
                clients.pop()  # Its process takes longer to start than most lives last.
            live_and_die(clients, rng, server.kill)
            server.start()
            compare_all(settings, clients)
            for number, client in enumerate(clients):
                if client.over:
                    clients[number] = Told(ada, ada.table(*TABLES[number])["id"])
                    games.append(clients[number])
    return count_told(games)


def count_told(clients: Sequence[Told]) -> int:
    """How much clients were told is done."""
    return sum(len(names) for each in clients for names in each.done.values())


def live_and_die(clients: list[Told], rng: random.Random, kill: Callable[[], None]) -> None:
    """All clients play until the server is killed under them."""
    stop = threading.Event()
    threads = [
        threading.Thread(target=client.play, args=(random.Random(rng.random()), stop))
        for client in clients
    ]
    before = count_told(clients)
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + PATIENCE_S
    while count_told(clients) == before and time.monotonic() < deadline:
        time.sleep(0.002)  # A busy machine may take long to answer at all.
    time.sleep(rng.uniform(0.0, LONGEST_LIFE_S))
    kill()
    stop.set()
    for thread in threads:
        thread.join(30)


def compare_all(settings: ServerSettings, clients: list[Told]) -> None:
    """What all clients were told, and what the database has."""
    engine = make_engine(settings.url)
    with engine.connect() as connection:
        for client in clients:
            client.compare(connection)
    engine.dispose()
