"""A real server in a process of its own, started quickly, and ended without a last word."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cradle.server.settings import ServerSettings
from tests.server.postgres import cluster, fresh_database
from tests.server.running import test_settings
from tests.server.waits import until_served


class ServerProcess:
    """A server that may be killed and started again."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.url = f"http://127.0.0.1:{settings.port}"
        here = Path(__file__).with_name("fork_server.py")
        self.fork_server = subprocess.Popen(
            [sys.executable, str(here)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pid = 0

    def start(self) -> None:
        """A new server, listening."""
        assert self.fork_server.stdin is not None
        assert self.fork_server.stdout is not None
        self.fork_server.stdin.write(json.dumps(self.settings.model_dump(mode="json")) + "\n")
        self.fork_server.stdin.flush()
        self.pid = int(self.fork_server.stdout.readline())
        until_served(self.url)

    def kill(self) -> None:
        """No last word."""
        os.kill(self.pid, signal.SIGKILL)

    def close(self) -> None:
        """The end."""
        assert self.fork_server.stdin is not None
        assert self.fork_server.stdout is not None
        if self.pid:
            with suppress(ProcessLookupError):
                self.kill()
        self.fork_server.stdin.close()
        self.fork_server.stdout.close()
        self.fork_server.wait(20)


@contextmanager
def server_process(settings: ServerSettings) -> Iterator[ServerProcess]:
    """A server, listening."""
    server = ServerProcess(settings)
    try:
        server.start()
        yield server
    finally:
        server.close()


@contextmanager
def fresh_settings(database: str) -> Iterator[ServerSettings]:
    """Settings of a server on an empty database of either kind."""
    with tempfile.TemporaryDirectory(prefix="cradle-") as folder:
        data = Path(folder) / "data"
        if database == "sqlite":
            yield test_settings(data)
            return
        with cluster() as url:
            yield test_settings(data, database=fresh_database(url, "fresh"))
