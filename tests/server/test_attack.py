"""Every kind of bad client once, and how `make attack` judges what came of them."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from benchmarks import bad_clients
from benchmarks.attack import growth, is_bounded
from benchmarks.bad_clients import WAYS, attack
from benchmarks.bad_requests import faults
from cradle.server.http.header_limits import LimitedHeaders
from cradle.server.http.limits import Limits
from cradle.server.http.middleware import GONE, Guard
from cradle.server.metrics import Metrics
from tests.server.running import PATIENCE_S, Running, test_settings


def test_no_bad_client_finds_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bad_clients, "HOLD_S", 0.2)
    monkeypatch.setattr(bad_clients, "AT_ONCE", 10)
    limits = {"sockets": 8, "handshakes": 60, "new_tables": 10, "chat": 5, "uploads": 1}
    with Running(test_settings(tmp_path, **limits, slow_s=1)) as server:
        seen, answers = asyncio.run(attack(server.url, len(WAYS), time.monotonic()))
        assert seen == []
        assert faults(server.url) == 0
        assert server.player("Ada").get("/api/me")["person"]["name"] == "Ada"
    assert answers[200] > 0
    assert answers[429] > 0


def test_memory_that_comes_to_rest_is_bounded() -> None:
    risen = [min(100.0 + second, 200.0) for second in range(600)]
    assert growth(risen) == 0
    assert is_bounded(risen)
    assert is_bounded([100.0, 300.0] * 100)


def test_memory_that_goes_on_rising_is_not() -> None:
    assert not is_bounded([100.0 + second for second in range(600)])


def test_a_client_who_goes_while_it_is_answered_is_no_fault(tmp_path: Path) -> None:
    """The server's transport is closed some time before the server knows."""
    metrics, settings = Metrics(), test_settings(tmp_path)
    scope: Scope = {"type": "http", "path": "/x", "method": "GET", "headers": [], "client": None}

    async def answer(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    known: list[Message] = []

    async def receive() -> Message:
        await asyncio.sleep(0.01)
        return known.pop()

    def faults_of(error: str) -> float | None:
        known[:] = [{"type": "http.disconnect"}] * 2 + [{"type": "http.request"}]

        async def send(_: Message) -> None:
            raise RuntimeError(error)

        guard = Guard(answer, settings, Limits(settings), metrics)
        asyncio.run(guard(scope, receive, send))
        return metrics.registry.get_sample_value("cradle_faults_total")

    assert faults_of(f"unable to perform operation; {GONE}") == 0
    assert known == []  # Only then has the server heard that there is nobody to answer.
    assert faults_of("something else") == 1


class Line(asyncio.Transport):
    """A line to nobody."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """What is said goes nowhere."""

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        """Nothing comes."""

    def resume_reading(self) -> None:
        """Nor does it then."""

    def close(self) -> None:
        """It was never open."""


async def ask_three_times(app: ASGIApp) -> tuple[LimitedHeaders, ServerState]:
    """A connection with a request that is being answered and two behind it."""
    config = Config(app, http=LimitedHeaders, log_config=None, lifespan="off")
    config.load()
    state = ServerState()
    line = LimitedHeaders(config, state, {}, asyncio.get_running_loop())
    line.connection_made(Line())
    line.data_received(b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
    await asyncio.sleep(0)
    return line, state


def test_whoever_answers_a_client_that_is_gone_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """Also where other requests had come behind: a stream would have gone on for ever."""
    heard: list[str] = []

    async def stream(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not heard or heard[-1] != "http.disconnect":
            heard.append((await receive())["type"])

    async def go() -> None:
        line, state = await ask_three_times(stream)
        line.connection_lost(ConnectionResetError())
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*state.tasks)

    asyncio.run(go())
    assert heard[-1] == "http.disconnect"
    assert [record.getMessage() for record in caplog.records] == []


def test_a_connection_that_is_gone_leaves_no_garbage() -> None:
    """Hundreds a second, each with requests behind, made collections of a quarter of a second."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()

    async def go() -> list[weakref.ref[Any]]:
        line, state = await ask_three_times(answer)
        left = [weakref.ref(each) for each in (line, line.cycle, line.pipeline[0][0])]
        line.connection_lost(ConnectionResetError())
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*state.tasks)
        return left

    gc.disable()
    try:
        assert [each() for each in asyncio.run(go())] == [None] * 3
    finally:
        gc.enable()
