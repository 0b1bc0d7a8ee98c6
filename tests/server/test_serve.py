"""What can't be served or administrated is said in one line; a stop is clean."""

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from cradle.cli import main
from cradle.server import serve
from cradle.server.ids import ALPHABET, new_id
from cradle.server.ops import admin
from cradle.server.problems import nobody
from cradle.server.settings import ServerSettings
from cradle.server.store import readiness
from cradle.server.store.database import Database
from cradle.server.store.readiness import AGE_S, Readiness
from cradle.server.store.revisions import opened
from tests.server.faults import Faulty
from tests.server.running import Running, free_port, test_settings
from tests.server.waits import until_served

Captured = pytest.CaptureFixture[str]
COMING = 8


@pytest.fixture(autouse=True)
def _no_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process leaves the tests' logging alone."""
    monkeypatch.setattr("cradle.server.ops.logs.set_up", lambda level: None)


def refused(capsys: Captured, *argv: str) -> str:
    """The one line that a command says when it can't do what it should."""
    assert main(list(argv)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


def test_a_port_in_use(tmp_path: Path, capsys: Captured) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        told = refused(capsys, "serve", "--data", str(tmp_path), "--port", port)
    assert f"--port {port}: Address already in use" in told
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--port", "99999", "65535"),
        ("--port", "x", "no whole number"),
        ("--host", "no such host", "no such address"),
        ("--database", "nonsense", "no URL"),
        ("--database", "mysql://u@h/d", "neither"),
        ("--database", "postgresql://u:secret@127.0.0.1:1/d", "refused"),
        ("--log", "loud", "none of debug"),
        ("--thinkers", "-1", "below zero"),
    ],
)
def test_a_setting_that_cannot_be(
    tmp_path: Path, capsys: Captured, option: str, value: str, reason: str
) -> None:
    told = refused(capsys, "serve", "--port", "0", "--data", str(tmp_path), f"{option}={value}")
    assert reason in told
    assert "secret" not in told


def test_a_folder_that_cannot_be(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").write_text("")
    assert "--data" in refused(capsys, "serve", "--data", str(tmp_path / "file" / "data"))


def test_a_file_that_is_no_database(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "cradle.sqlite3").write_text("something else entirely, and long enough to see it")
    for command in (["serve", "--port", "0"], ["admin", "list"]):
        assert "not a database" in refused(capsys, *command, "--data", str(tmp_path))


def test_what_the_administration_refuses(tmp_path: Path, capsys: Captured) -> None:
    settings = test_settings(tmp_path / "data")
    with Running(settings) as server:
        server.player().table("stone-age", "me", "open")
    data, fresh = ["--data", str(settings.data)], ["--data", str(tmp_path / "fresh")]
    nowhere, whole = str(tmp_path / "nowhere" / "file"), tmp_path / "backup"
    list(admin.run(settings, "backup", [str(whole)]))
    for command, reason in [
        (["list", "nonsense", *data], "open, playing, over, closed"),
        (["list", "--data", nowhere], "cradle.sqlite3"),
        (["list", "--database", "nonsense"], "no URL"),
        (["fly", *data], "list, show, back"),
        (["show", *data], "show"),
        (["show", "nosuch", *data], "no such thing"),
        (["back", "nosuch", "many", *data], "many"),
        (["close", "nosuch", *data], "no such thing"),
        (["export", "nosuch", *data], "no such thing"),
        (["backup", nowhere, *data], "No such file or directory"),
        (["backup", str(tmp_path), *data], "folder"),
        (["backup", "", *data], "folder"),
        (["backup", os.devnull, *data], "no plain file"),
        (["restore", nowhere, *fresh], "no such file"),
        (["restore", str(tmp_path), *fresh], "folder"),
        (["restore", __file__, *fresh], "no whole backup"),
        (["restore", str(whole), *data], "isn’t empty"),
    ]:
        assert reason in refused(capsys, "admin", *command)
    assert sorted(tmp_path.iterdir()) == [whole, settings.data]


def test_a_backup_that_fails_leaves_the_last_one_whole(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, file = test_settings(tmp_path / "data"), tmp_path / "backup"
    with Running(settings) as server:
        server.player()
    command = ["admin", "backup", str(file), "--data", str(settings.data)]
    assert main(command) == 0
    before = file.read_bytes()
    capsys.readouterr()

    def full(*_: object) -> Iterator[list[str]]:
        yield ["people", "Ada"]
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("cradle.server.ops.backup._lines", full)
    assert "No space left" in refused(capsys, *command)
    assert file.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [file, settings.data]


def test_a_database_that_cannot_be_written_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a disk is full: the client hears a reason, and goes on where it was afterwards."""
    monkeypatch.setattr("cradle.server.store.database.LOCK_MS", 20)
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        ada = server.player()
        table = ada.table("stone-age", "me", "me")["id"]
        view = ada.view(table)
        move = {"text": view["moves"][0]["text"], "seat": view["seat"]}
        with ada.socket(table) as wire:
            wire.until("play")
            with locked(settings.data / "cradle.sqlite3"):
                answer = ada.http.post(f"/api/tables/{table}/moves", json=move)
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
                assert answer.json()["error"]["key"] == "no-storage"
                wire.send({"type": "move", "id": "m", **move})
                assert wire.until("refused")["error"]["key"] == "no-storage"
            assert ada.view(table)["seq"] == view["seq"]
            assert ada.view(table)["moves"] == view["moves"]
            wire.send({"type": "move", "id": "m", **move})
            assert not wire.until("done")["again"]
        assert ada.view(table)["seq"] > view["seq"]
        assert server.state.metrics.faults._value.get() == 0


def test_a_server_is_alive_but_not_ready_while_nothing_can_be_kept(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "AGE_S", 0.0)
    with Running(settings) as server:

        def codes() -> tuple[int, int]:
            paths = ("/healthz", "/readyz")
            alive, ready = (httpx.get(server.url + path, timeout=60) for path in paths)
            return alive.status_code, ready.status_code

        assert codes() == (200, 200)
        faulty = Faulty(server.state.database.engine, thread="write")
        for fault in ("full", "busy", faulty.cut):
            faulty.expect(dict.fromkeys(range(100), fault))
            assert codes() == (200, 503)
            faulty.expect({})
            assert codes() == (200, 200)
        assert server.state.metrics.faults._value.get() == 0


def test_who_asks_whether_a_locked_database_is_ready_is_not_kept_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "WAIT_S", 0.05)
    monkeypatch.setattr(readiness, "AGE_S", 0.0)
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        with locked(settings.data / "cradle.sqlite3"):
            for _ in range(3):
                answer = httpx.get(f"{server.url}/readyz")
                assert (answer.status_code, answer.json()["error"]["key"]) == (503, "no-storage")
        while httpx.get(f"{server.url}/readyz", timeout=60).status_code != 200:
            time.sleep(0.05)
        monkeypatch.setattr(readiness, "LEAST_FREE", 2**60)
        assert httpx.get(f"{server.url}/readyz").status_code == 503


def test_asking_often_whether_a_server_is_ready_writes_seldom(tmp_path: Path) -> None:
    async def ask() -> int:
        database = Database(opened(test_settings(tmp_path)))
        wrote = 0

        async def write(work: Any) -> None:
            nonlocal wrote
            wrote += 1
            await asyncio.sleep(0)

        database.write = write  # type: ignore[assignment, method-assign]
        ready = Readiness(database)
        for _ in range(5):
            await asyncio.gather(*(ready.check() for _ in range(20)))
        database.close()
        return wrote

    tmp_path.mkdir(exist_ok=True)
    assert asyncio.run(ask()) <= 2


def test_who_asks_while_the_last_answer_grows_old_is_answered(tmp_path: Path) -> None:
    """Between the question and the answer, somebody else may begin another try."""

    async def ask() -> None:
        database = Database(opened(test_settings(tmp_path)))
        ready = Readiness(database)
        await ready.check()
        one = asyncio.ensure_future(ready.check())
        await asyncio.sleep(0)
        ready.tried_at -= 2 * AGE_S
        await asyncio.gather(one, ready.check())
        database.close()

    tmp_path.mkdir(exist_ok=True)
    asyncio.run(ask())


def test_readers_give_way_to_the_event_loop_soon() -> None:
    """By itself the interpreter lets each of them compute for five milliseconds."""
    before, collected = sys.getswitchinterval(), gc.get_threshold()
    try:
        serve.tune()
        assert sys.getswitchinterval() <= 0.001
        young, middle, old = gc.get_threshold()
        assert young * middle <= 20_000  # Objects that are looked at while nobody is served.
        assert young * middle * old >= 1_000_000  # All of them are looked at seldom.
    finally:
        gc.unfreeze()
        gc.set_threshold(*collected)
        sys.setswitchinterval(before)


def test_a_stop_waits_for_nobody_who_is_not_there(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that listens by itself lets go as soon as the server is told to stop."""
    listening: list[set[str]] = []
    close = uvicorn.Server.shutdown

    async def closed(server: serve.Server, sockets: Any) -> None:
        listening.append(set(server.notices.listeners))
        await close(server, sockets)

    monkeypatch.setattr(uvicorn.Server, "shutdown", closed)
    with Running(settings) as server:
        server.player()
    assert listening == [set()]


def test_ids_are_of_letters_that_differ() -> None:
    ids = {new_id(16) for _ in range(500)}
    assert len(ids) == 500
    assert {letter for each in ids for letter in each} == set(ALPHABET)
    assert {len(each) for each in ids} == {16}


def test_a_stop_waits_for_whoever_is_just_coming_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Sockets that were closed in the very moment they were refused left two tracebacks each."""
    coming = threading.Semaphore(0)
    with Running(test_settings(tmp_path)) as server:

        async def refuse_late(*_: object) -> None:
            coming.release()
            while not server.state.tasks.closing:
                await asyncio.sleep(0)
            raise nobody()

        monkeypatch.setattr("cradle.server.http.auth.access_of", refuse_late)
        url = server.url.replace("http", "ws")
        clients = [threading.Thread(target=call, args=(url,)) for _ in range(COMING)]
        for client in clients:
            client.start()
        assert all(coming.acquire(timeout=60) for _ in clients)
        server.server.should_exit = True
        for client in clients:
            client.join(60)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def call(url: str) -> None:
    """Open a socket, and see what comes of it."""
    with suppress(WebSocketException, OSError), connect(f"{url}/api/socket") as wire:
        wire.send('{"type": "hello"}')
        wire.recv()


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Somebody else is writing."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_finished_table_is_not_closed_again(tmp_path: Path, capsys: Captured) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        table = server.player().table("stone-age", "me", "open")["id"]
    assert list(admin.run(settings, "close", [table])) == [f"{table}: closed"]
    assert "running" in refused(capsys, "admin", "close", table, "--data", str(tmp_path))


def test_a_backup_is_for_its_owner_alone(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        server.player()
    file = tmp_path / "backup.gz"
    list(admin.run(settings, "backup", [str(file)]))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_a_stop_is_clean(tmp_path: Path, number: int, code: int) -> None:
    port = free_port()
    command = [sys.executable, "-m", "cradle", "serve", "--data", str(tmp_path)]
    env = os.environ | {"CRADLE_PORT": str(port)}
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=env, preexec_fn=heed_interrupts
    ) as process:
        until_served(f"http://127.0.0.1:{port}")
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
    assert process.returncode == code
    assert f"serving at http://127.0.0.1:{port}" in told
    assert "Traceback" not in told
    assert "shutdown complete" in told


def heed_interrupts() -> None:
    """Whoever runs the tests in the background may have taught them to ignore Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
