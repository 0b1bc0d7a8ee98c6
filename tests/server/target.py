"""A server far away, on this machine: takes calls, and answers as a test wants."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Call:
    """What came in."""

    path: str
    headers: dict[str, str]
    body: bytes


class Target:
    """Keeps the calls that came in; `answers` are the next statuses, then it takes everything."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.answers: list[int] = []
        self.url = ""

    def take(self, call: Call) -> int:
        """A call came in."""
        self.calls.append(call)
        return self.answers.pop(0) if self.answers else 201


@contextmanager
def listening() -> Iterator[Target]:
    """A target at a port of this machine."""
    target = Target()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(target.take(Call(self.path, headers, body)))
            self.send_header("Location", "http://169.254.169.254/")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing is written."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    target.url = f"http://127.0.0.1:{server.server_port}"
    yield target
    server.shutdown()
    thread.join()
    server.server_close()
