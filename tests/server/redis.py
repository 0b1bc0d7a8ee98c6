"""A Redis of our own for the tests, on a loopback port, that keeps nothing."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.running import PATIENCE_S, free_port
from tests.system import missing, need

PROGRAMS = ("redis-server", "valkey-server")


def find_program() -> str | None:
    """Redis, or what does the same."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


@contextmanager
def redis_server(port: int | None = None) -> Iterator[str]:
    """A running Redis; its URL. Without one, the test is skipped loudly, or fails in CI."""
    try:
        from cradle.server.store.redis_relay import check
    except ModuleNotFoundError:
        missing("redis-py")
    program, port = need(find_program, "redis-server"), port or free_port()
    with tempfile.TemporaryDirectory(prefix="cradle-redis-") as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        url, deadline = f"redis://127.0.0.1:{port}", time.monotonic() + PATIENCE_S
        try:
            while check(url) is not None:
                assert time.monotonic() < deadline, "Redis doesn't start"
                time.sleep(0.02)
            yield url
        finally:
            process.terminate()
            process.wait(20)
