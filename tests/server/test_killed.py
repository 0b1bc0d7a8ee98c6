"""Nothing acknowledged is ever lost: the real server, killed with SIGKILL again and again."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from cradle.server.settings import ServerSettings
from cradle.server.store.database import make_engine
from cradle.server.store.schema import MOVES
from tests.server.postgres import cluster, fresh_database
from tests.server.running import Json, Player, test_settings

KILLS = 50
WITH_BOT = 8
Row = tuple[int, str, str | None]


class Mortal:
    """A server that dies often."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        here = Path(__file__).with_name("zygote.py")
        self.zygote = subprocess.Popen(
            [sys.executable, str(here)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pid = 0

    def start(self) -> None:
        """A new server, listening."""
        assert self.zygote.stdin is not None
        assert self.zygote.stdout is not None
        settings = self.settings.model_dump(mode="json")
        self.zygote.stdin.write(json.dumps(settings) + "\n")
        self.zygote.stdin.flush()
        self.pid = int(self.zygote.stdout.readline())
        url = f"http://127.0.0.1:{self.settings.port}/healthz"
        for _ in range(1000):
            with suppress(httpx.HTTPError):
                if httpx.get(url, timeout=5).status_code == 200:
                    return
            time.sleep(0.02)
        raise AssertionError("the server doesn't come back")

    def kill(self) -> None:
        """No last word."""
        os.kill(self.pid, signal.SIGKILL)


@contextmanager
def mortal(settings: ServerSettings) -> Iterator[Mortal]:
    server = Mortal(settings)
    try:
        yield server
    finally:
        assert server.zygote.stdin is not None
        assert server.zygote.stdout is not None
        if server.pid:
            with suppress(ProcessLookupError):
                os.kill(server.pid, signal.SIGKILL)
        server.zygote.stdin.close()
        server.zygote.stdout.close()
        server.zygote.wait(20)


@dataclass
class Told:
    """What one client was told at its table."""

    player: Player
    table: str
    done: dict[str, tuple[str, int]] = field(default_factory=dict)
    view: Json | None = None
    sent: int = 0
    over: bool = False
    unsure: Json | None = None

    def play(self, rng: random.Random, stop: threading.Event) -> None:
        """Play until the server is gone; what isn't answered is sent again after its return."""
        with suppress(httpx.HTTPError):
            while not stop.is_set() and not self.over:
                self._once(rng)

    def _once(self, rng: random.Random) -> None:
        if self.unsure is None:
            view = self.player.view(self.table)
            self.view, self.over = view, view["over"]
            if not view["moves"]:
                time.sleep(0.005)
                return
            self.sent += 1
            text = rng.choice(view["moves"])["text"]
            self.unsure = {"text": text, "id": f"c{self.sent}", "seat": view["seat"]}
        answer = self.player.http.post(f"/api/tables/{self.table}/moves", json=self.unsure)
        assert answer.status_code in (200, 409, 503), answer.text
        if answer.status_code == 200:
            done = answer.json()
            self.done[self.unsure["id"]] = (self.unsure["text"], done["seq"])
        if answer.status_code != 503:
            self.unsure = None


def kept(settings: ServerSettings, table: str) -> list[Row]:
    """The log of a table as the database has it."""
    engine = make_engine(settings.url)
    query = select(MOVES.c.seq, MOVES.c.text, MOVES.c.client)
    with engine.connect() as connection:
        rows = connection.execute(query.where(MOVES.c.table_id == table).order_by(MOVES.c.seq))
        found = [(ply, text, client) for ply, text, client in rows]
    engine.dispose()
    return found


def compare(settings: ServerSettings, told: Told) -> None:
    """Everything a client was told is still so."""
    rows = kept(settings, told.table)
    assert [ply for ply, _, _ in rows] == list(range(1, len(rows) + 1))
    by_client: dict[str, int] = {}
    for ply, _, client in rows:
        if client is not None:
            assert client not in by_client, "taken twice"
            by_client[client] = ply
    for name, (text, seq) in told.done.items():
        assert by_client[f"{told.player.id}:{name}"] == seq
        assert text in [each for _, each, _ in rows[:seq]]
    if told.view is not None:
        view = told.view
        path = f"/api/tables/{told.table}/history/{view['ply']}"
        again = told.player.get(path, seat=view["seat"])
        assert again["view"] == view["view"]


def die_often(settings: ServerSettings, kills: int) -> int:
    rng = random.Random(5)
    with mortal(settings) as server:
        server.start()
        ada = Player(f"http://127.0.0.1:{settings.port}", "Ada")
        tables = [("stone-age", "me", "me"), ("hadara", "me", "me"), ("stone-age", "me", "novice")]
        clients = [Told(ada, ada.table(*table)["id"]) for table in tables]
        games = list(clients)
        for life in range(kills):
            if life == WITH_BOT:
                clients.pop()  # Its process takes longer to start than most lives last.
            stop = threading.Event()
            threads = [
                threading.Thread(target=client.play, args=(random.Random(rng.random()), stop))
                for client in clients
            ]
            for thread in threads:
                thread.start()
            time.sleep(rng.uniform(0.02, 0.5))
            server.kill()
            stop.set()
            for thread in threads:
                thread.join(30)
            server.start()
            for client in clients:
                compare(settings, client)
            for number, client in enumerate(clients):
                if client.over:
                    clients[number] = Told(ada, ada.table(*tables[number])["id"])
                    games.append(clients[number])
    return sum(len(each.done) for each in games)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_ever_lost(tmp_path: Path, database: str) -> None:
    if database == "sqlite":
        taken = die_often(test_settings(tmp_path / "data"), KILLS)
    else:
        with cluster() as url:
            name = fresh_database(url, "killed")
            taken = die_often(test_settings(tmp_path / "data", database=name), KILLS)
    print(f"{database}: {KILLS} kills, {taken} acknowledged moves, none lost")
    assert taken > KILLS
