"""Every kind of bad client once, and how `make attack` judges what came of them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from benchmarks import bad_clients
from benchmarks.attack import growth, is_bounded
from benchmarks.bad_clients import WAYS, attack
from benchmarks.bad_requests import faults
from cradle.server.http.limits import Limits
from cradle.server.http.middleware import GONE, Guard
from cradle.server.metrics import Metrics
from tests.server.running import Running, test_settings


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
