"""A plain line to a server, for tests that ask thousands of times and would wait for httpx."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.server.running import PATIENCE_S, Player


class Answer(NamedTuple):
    """What came back."""

    path: str  # without its query
    status: int
    headers: list[tuple[str, str]]
    text: str


class Line:
    """One who asks again and again over one connection."""

    def __init__(self, connection: HTTPConnection, cookie: str) -> None:
        self.connection = connection
        self.headers = {"Cookie": cookie} if cookie else {}

    def get(self, path: str) -> Answer:
        """GET."""
        return self._ask("GET", path, None, self.headers)

    def post(self, path: str, body: Any) -> Answer:
        """POST."""
        headers = self.headers | {"Content-Type": "application/json"}
        return self._ask("POST", path, json.dumps(body), headers)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        told = [(name.lower(), value) for name, value in answer.getheaders()]
        return Answer(path.partition("?")[0], answer.status, told, answer.read().decode())


@contextmanager
def line_of(player: Player) -> Iterator[Line]:
    """A line by which a player asks."""
    address = urlsplit(player.url).netloc
    with closing(HTTPConnection(address, timeout=PATIENCE_S)) as connection:
        yield Line(connection, player.cookie)
