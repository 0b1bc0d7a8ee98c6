"""What can't be served or administrated is said in one line; a stop is clean."""

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from cradle.cli import main
from cradle.server import admin
from tests.server.running import Running, free_port, test_config

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _no_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process leaves the tests' logging alone."""
    monkeypatch.setattr("cradle.server.logs.set_up", lambda level: None)


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
    config = test_config(tmp_path / "data")
    with Running(config) as server:
        server.player().table("stone-age", "me", "open")
    data = ["--data", str(config.data)]
    nowhere = str(tmp_path / "nowhere" / "file")
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
        (["backup", nowhere, *data], nowhere),
        (["restore", nowhere, "--data", str(tmp_path / "fresh")], nowhere),
        (["restore", nowhere, *data], "empty"),
    ]:
        assert reason in refused(capsys, "admin", *command)
    assert not (tmp_path / "nowhere").exists()


def test_a_finished_table_is_not_closed_again(tmp_path: Path, capsys: Captured) -> None:
    config = test_config(tmp_path)
    with Running(config) as server:
        table = server.player().table("stone-age", "me", "open")["id"]
    assert list(admin.run(config, "close", [table])) == [f"{table}: closed"]
    assert "running" in refused(capsys, "admin", "close", table, "--data", str(tmp_path))


def test_a_backup_is_for_its_owner_alone(tmp_path: Path) -> None:
    config = test_config(tmp_path)
    with Running(config) as server:
        server.player()
    file = tmp_path / "backup.gz"
    list(admin.run(config, "backup", [str(file)]))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_a_stop_is_clean(tmp_path: Path, number: int, code: int) -> None:
    port = free_port()
    command = [sys.executable, "-m", "cradle", "serve", "--data", str(tmp_path)]
    env = os.environ | {"CRADLE_PORT": str(port)}
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=env, preexec_fn=heed_interrupts
    ) as process:
        wait_for(f"http://127.0.0.1:{port}/healthz")
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
    assert process.returncode == code
    assert f"serving at http://127.0.0.1:{port}" in told
    assert "Traceback" not in told
    assert "shutdown complete" in told


def heed_interrupts() -> None:
    """Whoever runs the tests in the background may have taught them to ignore Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(url: str) -> None:
    """Wait until a server answers."""
    deadline = time.monotonic() + 60
    while True:
        try:
            httpx.get(url, timeout=5)
            return
        except httpx.HTTPError:
            assert time.monotonic() < deadline, "the server doesn't start"
            time.sleep(0.05)
