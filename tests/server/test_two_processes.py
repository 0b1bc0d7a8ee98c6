"""Two server processes on one PostgreSQL: a table's players may be at either."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cradle.server.settings import ServerSettings
from tests.server.postgres import fresh_database
from tests.server.running import PLAIN, Json, Player, Running, Socket, test_settings

MOVES = 10
RIVALS = 8
ROUNDS = 5
NEVER_S = 1e6


@contextmanager
def other_process(settings: ServerSettings) -> Iterator[str]:
    """A real server process; its address."""
    command = [sys.executable, "-m", "cradle", "serve", "--data", str(settings.data)]
    env = {"CRADLE_PORT": str(settings.port), "CRADLE_DATABASE": settings.database}
    url = f"http://127.0.0.1:{settings.port}"
    process = subprocess.Popen(command, env=os.environ | env, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while not answers(url):
            assert time.monotonic() < deadline, "the server doesn't start"
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(60)


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=5, verify=PLAIN).status_code == 200
    except httpx.HTTPError:
        return False


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


def test_players_at_two_processes_hear_of_each_other_at_once(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cradle.server.app.SWEEP_S", NEVER_S)  # which would find out, late
    database = fresh_database(postgres, "two")
    here = test_settings(tmp_path / "here", database=database)
    there = test_settings(tmp_path / "there", database=database)
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
                ben.http.patch("/api/me", json={"name": "Benedict"}).raise_for_status()
                while one.until("table")["table"]["seats"][1]["name"] != "Benedict":
                    pass
        assert server.state.metrics.faults._value.get() == 0
