"""Half a request, or an answer that nobody takes: such a connection is cut."""

from __future__ import annotations

import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cradle.server.http.slow_connections import SlowConnections
from tests.server.running import PATIENCE_S, Running, test_settings


class Transport:
    """What was done to a connection, and how much of an answer waits."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.size = 0

    def write(self, data: bytes) -> None:
        self.done.append(data.split()[1].decode())

    def close(self) -> None:
        self.done.append("close")

    def abort(self) -> None:
        self.done.append("abort")

    def get_write_buffer_size(self) -> int:
        return self.size


class Cycle:
    """A request on its way."""

    def __init__(self, answered: bool) -> None:
        self.response_complete = answered


class Connection:
    """A connection as uvicorn has it."""

    def __init__(self, answered: bool | None = None) -> None:
        self.transport = Transport()
        self.flow = SimpleNamespace(write_paused=False)
        self.cycle = None if answered is None else Cycle(answered)
        self.timeout_keep_alive_task: Any = None


class Watch:
    """Connections in a time of our own."""

    def __init__(self, *connections: Any) -> None:
        self.now = 0.0
        self.slow = SlowConnections(set(connections), 20.0, lambda: self.now)

    def after(self, seconds: float) -> int:
        """How many are cut then."""
        self.now += seconds
        return self.slow.sweep()


@pytest.mark.parametrize("answered", [None, True])
def test_half_a_request_is_waited_for_so_long_and_no_longer(answered: bool | None) -> None:
    half = Connection(answered)
    watch = Watch(half)
    assert [watch.after(0), watch.after(19), watch.after(2)] == [0, 0, 1]
    assert half.transport.done == ["408", "close"]


def test_who_is_being_answered_or_idle_after_an_answer_is_left_alone() -> None:
    thinking, idle = Connection(answered=False), Connection(answered=True)
    idle.timeout_keep_alive_task = object()
    watch = Watch(thinking, idle, object())
    assert [watch.after(30) for _ in range(5)] == [0] * 5


def test_every_request_has_its_own_time() -> None:
    busy = Connection(answered=True)
    watch = Watch(busy)
    for _ in range(5):
        assert watch.after(15) == 0
        busy.cycle = Cycle(answered=True)


def test_an_answer_that_is_not_taken_is_given_up_but_a_slow_line_is_not() -> None:
    stuck, slow = Connection(answered=False), Connection(answered=False)
    for each in (stuck, slow):
        each.flow.write_paused = True
        each.transport.size = 1000
    watch = Watch(stuck, slow)
    for _ in range(3):
        watch.after(10)
        slow.transport.size -= 100
    assert (stuck.transport.done, slow.transport.done) == (["abort"], [])


def test_what_is_gone_is_forgotten() -> None:
    half = Connection()
    watch = Watch(half)
    watch.after(0)
    assert watch.slow.waiting
    watch.slow.connections = set()
    watch.after(0)
    assert not watch.slow.waiting


HALVES = {
    "a head": b"GET /api/me HTTP/1.1\r\nHost: x\r\nCook",
    "a body": b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b'Content-Length: 100\r\n\r\n{"name": ',
}


@pytest.mark.parametrize("half", HALVES)
def test_a_server_answers_half_a_request_and_hangs_up(half: str, tmp_path: Path) -> None:
    with Running(test_settings(tmp_path, slow_s=0)) as server:
        port = server.settings.port
        with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as line:
            line.sendall(HALVES[half])
            heard = b""
            while part := line.recv(65536):
                heard += part
        assert heard.startswith(b"HTTP/1.1 408 ")
        assert (b"too-slow" in heard) == (half == "a body")
        refused = server.state.metrics.refused.labels("too-slow")._value.get()
        assert refused == 1
        assert server.state.metrics.faults._value.get() == 0
