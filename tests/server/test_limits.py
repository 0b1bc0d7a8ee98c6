"""Limits: so many a minute, and as many at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import pytest
from fastapi import WebSocket
from hypothesis import given, strategies as st

from cradle.server.http.conversation import SocketClient
from cradle.server.http.limits import Bucket, Limits
from cradle.server.problems import Problem
from tests.server.running import test_settings

WAITS = st.lists(st.floats(0.0, 30.0), min_size=1, max_size=60)


def limits_of(tmp_path: Path, **rates: int) -> Limits:
    return Limits(test_settings(tmp_path, **rates))


def test_a_full_bucket_gives_its_rate_at_once_and_then_one_by_one() -> None:
    bucket = Bucket(3, 0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert bucket.take(0.0) == pytest.approx(20.0)
    assert bucket.take(19.0) == pytest.approx(1.0)
    assert bucket.take(20.0) == 0.0


def test_nothing_is_for_nobody() -> None:
    bucket = Bucket(0, 0.0)
    assert bucket.take(0.0) > 0
    assert bucket.take(10**6) > 0


@given(st.integers(1, 100), WAITS)
def test_no_minute_gives_more_than_the_rate_twice(rate: int, waits: list[float]) -> None:
    """A full bucket, and what flows in meanwhile."""
    bucket, now = Bucket(rate, 0.0), 0.0
    given_at: list[float] = []
    for wait in waits:
        now += wait
        given_at += [now for _ in range(rate + 1) if bucket.take(now) == 0.0]
    for start in given_at:
        assert sum(start <= at < start + 60.0 for at in given_at) <= 2 * rate


@given(st.integers(1, 100), WAITS)
def test_who_waits_as_long_as_told_is_served(rate: int, waits: list[float]) -> None:
    bucket, now = Bucket(rate, 0.0), 0.0
    for wait in waits:
        now += wait
        if left := bucket.take(now):
            now += left + 1e-6
            assert bucket.take(now) == 0.0


def test_who_speaks_too_often_over_a_socket_waits_for_each_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many at once, and from then on no more than flow in: what was waited for is paid."""
    clock = [0.0]

    async def sleep(seconds: float) -> None:
        clock[0] += seconds + 1e-6

    class Socket:
        async def receive(self) -> dict[str, str]:
            return {"type": "websocket.receive", "text": "{}"}

    async def hear(count: int) -> None:
        for _ in range(count):
            await client.hear()

    monkeypatch.setattr("cradle.server.http.limits.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("cradle.server.http.conversation.asyncio.sleep", sleep)
    client = SocketClient.__new__(SocketClient)
    client.socket = cast(WebSocket, Socket())
    client.bucket = limits_of(tmp_path, messages=60).bucket()
    asyncio.run(hear(60))
    assert clock == [0.0]
    asyncio.run(hear(30))
    assert clock[0] == pytest.approx(30.0, abs=0.01)


def test_everybody_has_buckets_of_their_own(tmp_path: Path) -> None:
    limits = limits_of(tmp_path, logins=1, guests=1)
    limits.take("login", "ada")
    limits.take("guest", "ada")
    limits.take("login", "ben")
    with pytest.raises(Problem) as refused:
        limits.take("login", "ada")
    assert (refused.value.status, refused.value.key) == (429, "too-often")
    assert refused.value.facts["seconds"] >= 1


def test_full_buckets_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = limits_of(tmp_path, requests=60)
    now = 100.0
    monkeypatch.setattr("cradle.server.http.limits.time.monotonic", lambda: now)
    limits.take("request", "ada")
    limits.sweep()
    assert len(limits.buckets) == 1
    now += 60.0
    limits.sweep()
    assert not limits.buckets


def test_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    limits = limits_of(tmp_path, sockets=2, person_sockets=1)
    with limits.from_address("here"), limits.of_person("ada"):
        with limits.from_address("here"):
            with pytest.raises(Problem) as refused:
                limits.from_address("here")
            assert refused.value.key == "too-many-sockets"
            with limits.from_address("there"), pytest.raises(Problem) as refused:
                limits.of_person("ada")
            assert refused.value.key == "too-many-own-sockets"
        with limits.from_address("here"):
            pass
    assert not limits.open


def test_a_socket_is_counted_before_anybody_can_come_in_between(tmp_path: Path) -> None:
    limits = limits_of(tmp_path, sockets=1)
    first = limits.from_address("here")
    with pytest.raises(Problem):
        limits.from_address("here")
    with first:
        pass
    with limits.from_address("here"):
        pass


def test_one_is_counted_for_the_person_and_for_the_address(tmp_path: Path) -> None:
    limits = limits_of(tmp_path, new_tables=2)
    limits.take("table", "ada", "here")
    limits.take("table", "ben", "here")
    with pytest.raises(Problem):
        limits.take("table", "cem", "here")
    limits.take("table", "ada", "there")
    with pytest.raises(Problem):
        limits.take("table", "ada", "elsewhere")


def test_ever_new_addresses_dont_fill_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cradle.server.http.limits.MOST_BUCKETS", 100)
    limits, sweeps = limits_of(tmp_path, requests=60), 0
    whole = limits.sweep

    def sweep() -> None:
        nonlocal sweeps
        sweeps += 1
        whole()

    limits.sweep = sweep  # type: ignore[method-assign]
    for number in range(1000):
        limits.take("request", str(number))
        assert len(limits.buckets) <= 101
    assert sweeps <= 20
