"""`make dev`: one address for the page and the server behind it, and one signal that ends both."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import build_web
from scripts.dev import free_port

MINUTE = 60


def fetched(address: str) -> bytes | None:
    """What an address answers, if it does."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bytes(answer.read())
    except OSError:
        return None


def wait_for(address: str) -> bytes:
    """The first answer of an address."""
    until = time.monotonic() + MINUTE
    while time.monotonic() < until:
        if (found := fetched(address)) is not None:
            return found
        time.sleep(0.2)
    raise TimeoutError(address)


def ended(process: subprocess.Popen[bytes]) -> int:
    """The code of a program that was asked to end; one that doesn't is ended."""
    try:
        return process.wait(MINUTE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def test_page_and_server_have_one_address_and_one_end(client: None, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "scripts/dev.py", "--port", str(port), "--data", str(tmp_path)]
    with subprocess.Popen(command, cwd=build_web.ROOT) as process:
        try:
            assert b"/@vite/client" in wait_for(f"http://127.0.0.1:{port}/")
            assert b"games" in wait_for(f"http://127.0.0.1:{port}/api/about")
        finally:
            process.send_signal(signal.SIGINT)
            code = ended(process)
        assert code == 0
    assert fetched(f"http://127.0.0.1:{port}/") is None
