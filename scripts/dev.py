"""Serve the games while they are worked on: what `make dev` does.

The server restarts whenever its source changes, Vite replaces the client's parts in the open
page, and Ctrl+C ends both.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from watchfiles import DefaultFilter, watch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import build_web  # noqa: E402

SOURCE = ROOT / "src" / "cradle"
DATA = ROOT / "build" / "dev"
ENDS_S = 10


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program with more in its environment, ended when we leave."""
    process = subprocess.Popen(command, cwd=build_web.WEB, env=os.environ | more)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            process.kill()


def changes() -> Iterator[bool]:
    """Whether the server's source changed, asked about once a second."""
    built = DefaultFilter(ignore_paths=[str(build_web.OUT)])
    for found in watch(SOURCE, watch_filter=built, rust_timeout=1000, yield_on_timeout=True):
        yield bool(found)


def serve(port: int, data: Path, client: subprocess.Popen[bytes]) -> None:
    """Keep a server of the newest source up for as long as the client runs."""
    cradle = str(Path(sys.executable).with_name("cradle"))
    command = [cradle, "serve", "--data", str(data), "--port", str(port)]
    changed = changes()
    while client.poll() is None:
        with running(command):
            while client.poll() is None and not next(changed):
                pass


def run(port: int, data: Path) -> int:
    """Run both until the client ends."""
    build_web.install()
    behind = free_port()
    vite = [build_web.node() or "node", "node_modules/vite/bin/vite.js"]
    where = ["--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    with running([*vite, *where], CRADLE_SERVER=f"http://127.0.0.1:{behind}") as client:
        serve(behind, data, client)
    return client.returncode


def main() -> int:
    """Start both, and stay until Ctrl+C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=5173, help="where the client is served")
    parser.add_argument("--data", type=Path, default=DATA, help="where the server keeps its games")
    wish = parser.parse_args()
    for each in (signal.SIGINT, signal.SIGTERM):  # also where whoever started us ignores them
        signal.signal(each, signal.default_int_handler)
    try:
        return run(wish.port, wish.data.resolve())
    except KeyboardInterrupt:
        return 0
    except build_web.CannotBuild as error:
        raise SystemExit(f"The browser client: {error}") from None


if __name__ == "__main__":
    sys.exit(main())
