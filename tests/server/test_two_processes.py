"""Two server processes on one PostgreSQL: a table's players may be at either."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from cradle.server.settings import ServerSettings
from tests.server.postgres import fresh_database
from tests.server.redis import redis_server
from tests.server.running import Json, Player, Running, Socket, test_settings
from tests.server.waits import until_served

MOVES = 10
RIVALS = 8
ROUNDS = 5
TOLD = ("seq", "ply", "view", "moves", "asked")


@pytest.fixture(params=["", "redis"])
def news(request: pytest.FixtureRequest) -> str:
    """What carries news: the database, or Redis."""
    return str(request.getfixturevalue("redis_url")) if request.param else ""


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A real Redis."""
    with redis_server() as url:
        yield url


@contextmanager
def other_process(settings: ServerSettings) -> Iterator[str]:
    """A real server process; its address."""
    command = [sys.executable, "-m", "cradle", "serve", "--data", str(settings.data)]
    env = {"CRADLE_PORT": str(settings.port), "CRADLE_DATABASE": settings.database}
    env["CRADLE_NEWS"] = settings.news
    url = f"http://127.0.0.1:{settings.port}"
    process = subprocess.Popen(command, env=os.environ | env, stderr=subprocess.DEVNULL)
    try:
        until_served(url)
        yield url
    finally:
        process.terminate()
        process.wait(60)


def until_asked(wires: list[Socket]) -> tuple[Socket, Json]:
    """The socket whose player is asked now, with what it was told; both know as much."""
    plays = [wire.until("play", timeout=60) for wire in wires]
    while plays[0]["seq"] != plays[1]["seq"]:
        late = 0 if plays[0]["seq"] < plays[1]["seq"] else 1
        plays[late] = wires[late].until("play", timeout=60)
    mover = 0 if plays[0]["moves"] else 1
    return wires[mover], plays[mover]


def rush(players: list[Player], path: str) -> list[tuple[int, str]]:
    """Everybody posts at the same moment; the status and the reason each one hears."""
    ready = threading.Barrier(len(players))

    def post(player: Player) -> tuple[int, str]:
        ready.wait()
        answer = player.http.post(path, json={})
        return answer.status_code, answer.json().get("error", {}).get("key", "")

    with ThreadPoolExecutor(len(players)) as threads:
        return list(threads.map(post, players))


def test_one_seat_goes_to_one_person(postgres: str, tmp_path: Path) -> None:
    """Whoever comes too late at either process hears one reason, and nothing of theirs is kept."""
    database = fresh_database(postgres, "rush")
    here = test_settings(tmp_path / "here", database=database)
    there = test_settings(tmp_path / "there", database=database)
    with Running(here) as server, other_process(there) as url:
        ada = server.player("Ada")
        players = [Player((server.url, url)[n % 2], f"P{n}") for n in range(RIVALS)]
        for _ in range(ROUNDS):
            table = ada.table("stone-age", "me", "open", "link")["id"]
            for player in players:
                player.get(f"/api/tables/{table}")
            heard = rush(players, f"/api/tables/{table}/join")
            assert sorted(heard) == [(200, ""), *[(409, "no-free-seat")] * (RIVALS - 1)]
            winner = players[heard.index((200, ""))]
            for player in players[:2]:
                seats = player.get(f"/api/tables/{table}")["seats"]
                assert [seat["person"] for seat in seats] == [ada.id, winner.id, None]
        assert server.state.metrics.faults._value.get() == 0


@pytest.mark.usefixtures("_notices_alone")
def test_players_at_two_processes_hear_of_each_other_at_once(
    postgres: str, news: str, tmp_path: Path
) -> None:
    database = fresh_database(postgres, f"two-{'redis' if news else 'postgres'}")
    here = test_settings(tmp_path / "here", database=database, news=news)
    there = test_settings(tmp_path / "there", database=database, news=news)
    with Running(here) as server, other_process(there) as url:
        ada, ben = server.player("Ada"), Player(url, "Ben")
        table = ada.table("stone-age", "me", "open")["id"]
        with ada.socket(table) as one:
            one.until("table")
            ben.join(table)
            with ben.socket(table) as two:
                for number in range(MOVES):
                    mover, play = until_asked([one, two])
                    text = play["moves"][0]["text"]
                    mover.send({"type": "move", "id": str(number), "text": text})
                ben.post(f"/api/tables/{table}/chat", {"text": "hello"})
                assert one.until("chat", timeout=60)["lines"][0]["text"] == "hello"
                ben.http.post(f"/api/tables/{table}/reactions", json={"reaction": "wow"})
                shown = one.until("reaction", timeout=60)
                assert (shown["by"], shown["seat"], shown["reaction"]) == ("Ben", 1, "wow")
                assert two.until("reaction", timeout=60) == shown
                ben.http.patch("/api/me", json={"name": "Benedict"}).raise_for_status()
                while one.until("table")["table"]["seats"][1]["name"] != "Benedict":
                    pass
        assert server.state.metrics.faults._value.get() == 0


class Deaf:
    """A relay that carries nothing."""

    def send(self, topics: Iterable[str]) -> None:
        """Nobody is told."""

    async def receive_all(self) -> None:
        """Nobody is heard."""
        await asyncio.Event().wait()

    send_all = receive_all


@pytest.fixture
def deaf(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, _notices_alone: None
) -> Iterator[tuple[Player, Player]]:
    """The same person at two servers that never hear of each other."""
    monkeypatch.setattr("cradle.server.app.make_relay", lambda *_: Deaf())
    database = fresh_database(postgres, f"deaf-{tmp_path.name}")
    settings = [test_settings(tmp_path / name, database=database) for name in ("here", "there")]
    with Running(settings[0]) as one, Running(settings[1]) as two:
        ada = one.player("Ada")
        again = two.player(None)
        again.id, again.http.cookies = ada.id, ada.http.cookies
        yield ada, again


def test_what_i_have_done_i_see_wherever_i_ask_next(deaf: tuple[Player, Player]) -> None:
    """Whatever I write at one server, the other knows before it answers me."""
    here, there = deaf
    table = here.table("stone-age", "me", "me")["id"]
    for number in range(2 * MOVES):
        view = there.view(table)
        mine = here.view(table)
        assert [mine[name] for name in TOLD] == [view[name] for name in TOLD]
        here.move(table, view["moves"][0]["text"], seat=view["seat"], id=f"m{number}")
        here, there = there, here
    here.http.patch("/api/me", json={"name": "Adelaide"}).raise_for_status()
    assert there.get(f"/api/tables/{table}")["seats"][0]["name"] == "Adelaide"
    here.post(f"/api/tables/{table}/chat", {"text": "hello"})
    with there.socket(table) as wire:
        assert wire.until("chat")["lines"][0]["text"] == "hello"
    here.post(f"/api/tables/{table}/close")
    assert there.get(f"/api/tables/{table}")["state"] == "closed"


def test_nobody_is_refused_from_an_old_look(deaf: tuple[Player, Player]) -> None:
    """A socket's server has looked at the table before I sat down at the other one."""
    here, there = deaf
    ben = Player(here.url, "Ben")
    table = ben.table("stone-age", "me", "open")["id"]
    with there.socket(table) as wire:
        wire.until("table")
        here.join(table)
        if (view := here.view(table))["moves"]:
            text = view["moves"][0]["text"]
            wire.send({"type": "move", "id": "mine", "text": text})
            assert wire.until("done")["id"] == "mine"
        else:
            wire.send({"type": "automatic", "id": "mine", "on": False})
            assert wire.until("done")["id"] == "mine"
