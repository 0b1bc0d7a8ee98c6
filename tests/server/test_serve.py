"""A server that can't start says why in one line, and starts nothing."""

import socket
from pathlib import Path

import pytest

from cradle.cli import main


def test_a_port_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["serve", "--data", str(tmp_path), "--port", port]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"--port {port}: Address already in use" in said
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["serve", "--data", str(tmp_path / "file" / "data")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "--data" in said
