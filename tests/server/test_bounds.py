"""Whatever clients name, and however often: nothing that is kept in memory grows without bound."""

from __future__ import annotations

import ast
import asyncio
import socket
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from inspect import iscoroutinefunction
from pathlib import Path
from select import select
from typing import Any

import orjson
import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

import cradle
from cradle.server.http import openapi, sockets, static
from cradle.server.http.header_limits import (
    MOST_BEHIND,
    MOST_HEAD,
    TOO_LARGE,
    TOO_MANY,
    LimitedHeaders,
)
from cradle.server.http.routes import games, health, history, people, play, streams, tables
from cradle.server.store.relays import MOST_WAITING, Topics
from cradle.server.tables.live import MOST_PAYLOADS, MOST_PREVIEWS, RING, LiveTable
from cradle.server.tables.messages import play_message, play_payload
from cradle.server.tables.previews import find
from tests.server.running import PATIENCE_S, Player, Running, test_settings

HOME = Path(cradle.__file__).parent
LONG = "Rules-" + "x" * 8000


def live_of(server: Running, player: Player, *seats: str) -> LiveTable:
    """A new table in memory."""
    live: LiveTable = server.state.tables.memory.lives[player.table("stone-age", *seats)["id"]]
    return live


def test_spectators_who_name_any_number_share_a_few_messages(server: Running, ada: Player) -> None:
    live = live_of(server, ada, "me", "me")
    for _ in range(5):
        ada.move(live.id, ada.view(live.id)["moves"][0]["text"])
    assert live.table is not None
    seq = live.facts.seq
    for since in [*range(3000), *range(seq + 1)]:
        told = orjson.loads(play_payload(live, live.table, None, since))
        asked = play_message(live, live.table, None, since)
        assert (told["since"], told["fresh"]) == (asked["since"], asked["fresh"])
        assert len(live.payloads) <= MOST_PAYLOADS
    assert seq in live.payloads


def test_previews_are_kept_for_some_moves_only(server: Running, ada: Player) -> None:
    live = live_of(server, ada, "me", "me")
    found: dict[str, list[str]] = {f"move {number}": [] for number in range(50)}
    for seat in range(20):
        live.keep_previews(seat, found)
        assert len(live.previews) <= MOST_PREVIEWS
        assert (seat, "move 49") in live.previews
    assert live.table is not None
    seat = live.table.asked[0]
    texts = [move.text for move in live.table.moves(seat)]
    first = find(live, seat, texts)
    assert list(first) == texts
    assert find(live, seat, [*texts[:3], "nothing"]) == {text: first[text] for text in texts[:3]}


def test_what_happened_long_ago_is_forgotten(server: Running, ada: Player) -> None:
    live = live_of(server, ada, "me", "me")
    for _ in range(RING + 10):
        ada.move(live.id, ada.view(live.id)["moves"][0]["text"])
    assert len(live.ring) <= RING


def test_no_more_tables_stay_in_memory_than_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even if all of them were looked at a moment ago."""
    monkeypatch.setattr("cradle.server.tables.memory.SURPLUS_IDLE_S", 0.0)
    with Running(test_settings(tmp_path, resident=5)) as server:
        ada = server.player("Ada")
        made = [ada.table("stone-age", "me", "me")["id"] for _ in range(20)]
        assert len(server.state.tables.memory.lives) <= 6
        for table in made:
            assert ada.view(table)["moves"]
            assert len(server.state.tables.memory.lives) <= 6


def test_a_table_that_nobody_looks_at_keeps_no_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Running(test_settings(tmp_path)) as server:
        live = live_of(server, server.player("Ada"), "me", "me")
        live.keep_payload(1, b"x")
        live.keep_previews(0, {"x": []})
        monkeypatch.setattr("cradle.server.tables.memory.IDLE_S", -1.0)
        server.state.tables.memory.let_go()
        assert (live.payloads, live.previews, live.gone) == ({}, {}, False)


def test_names_that_nobody_has_fill_no_cache(ada: Player) -> None:
    caches = (games.all_texts, games.game_facts, games.rules_text)
    before = [cache.cache_info().currsize for cache in caches]
    for number in range(20):
        ada.get(f"/api/texts/x{number}", status=404)
        ada.get(f"/api/games/x{number}", status=404)
        ada.get(f"/api/rules/hadara/x{number}", status=404)
    assert [cache.cache_info().currsize for cache in caches] == before


def unbounded(source: str) -> list[int]:
    """The lines in which a cache without a bound is asked for."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "functools":
            found += [node.lineno for name in node.names if name.name == "cache"]
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "lru_cache":
            sizes = [each.value for each in node.keywords if each.arg == "maxsize"]
            bounded = [each for each in sizes if getattr(each, "value", None)]
            found += [] if bounded else [node.lineno]
    return found


def test_no_cache_of_functions_is_without_a_bound() -> None:
    assert unbounded("from functools import cache")
    assert unbounded("@lru_cache(maxsize=None)\ndef f(x): ...")
    files = [file for room in ("server", "i18n") for file in (HOME / room).rglob("*.py")]
    assert {str(file): lines for file in files if (lines := unbounded(file.read_text()))} == {}


def test_notices_that_cannot_be_sent_dont_pile_up() -> None:
    outgoing = Topics()
    for number in range(MOST_WAITING * 2):
        outgoing.add([f"table/{number}"])
        assert len(outgoing.waiting) <= MOST_WAITING + 1


def test_a_body_that_was_refused_is_no_head(server: Running) -> None:
    """What still comes of it counts for nothing, and the connection goes on afterwards."""
    line = HTTPConnection("127.0.0.1", server.settings.port, timeout=PATIENCE_S)
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    line.putrequest("POST", "/api/me")
    line.putheader("Transfer-Encoding", "chunked")
    line.endheaders()
    for _ in range(3):
        line.send(chunk)
    refused = line.getresponse()
    assert refused.status == 413
    assert refused.read()
    for _ in range(40 * MOST_HEAD // len(chunk)):
        line.send(chunk)
    line.send(b"0\r\n\r\n")
    line.request("GET", "/healthz")
    assert line.getresponse().status == 200
    line.close()


def test_a_head_without_an_end_is_cut(server: Running) -> None:
    sent, whole = 0, 400 * MOST_HEAD
    with (
        suppress(ConnectionError),
        socket.create_connection(("127.0.0.1", server.settings.port), PATIENCE_S) as line,
    ):
        line.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\n")
        while sent < whole and not select([line], [], [], 0)[0]:
            line.sendall(f"X-{sent}: {LONG}\r\n".encode())
            sent += len(LONG)
        assert line.recv(65536).startswith(b"HTTP/1.1 431 ")
    assert sent < whole


class Line(asyncio.Transport):
    """A connection on which something comes at once; what is answered, and whether it is closed."""

    def __init__(self, came: bytes) -> None:
        super().__init__()
        self.answer, self.closed = b"", False
        config = uvicorn.Config(nobody_home, log_config=None)
        config.load()
        loop = asyncio.get_running_loop()
        self.protocol = LimitedHeaders(config, ServerState(), {}, loop)
        self.protocol.connection_made(self)
        self.protocol.data_received(came)

    def write(self, data: Any) -> None:
        self.answer += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        """Nothing comes anyway."""


async def nobody_home(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that never answers."""
    await asyncio.Event().wait()


def at_once(data: bytes) -> tuple[bytes, bool, int, int]:
    """Answer to what comes, whether it is the last, fields that were read, requests that wait."""

    async def come() -> tuple[bytes, bool, int, int]:
        line = Line(data)
        read = line.protocol
        return line.answer, line.closed, len(read.headers), len(read.pipeline)

    return asyncio.run(come())


def test_a_head_that_comes_at_once_is_no_larger_than_another() -> None:
    """With its end in the same read, it would be looked at field by field."""
    begin, field, end = b"GET / HTTP/1.1\r\n", b"a:\r\n", b"\r\n"
    assert at_once(begin + field * 100 + end) == (b"", False, 100, 0)
    answer, closed, fields, _ = at_once(begin + field * 50_000 + end)
    assert (answer, closed) == (TOO_LARGE, True)
    assert fields <= MOST_HEAD / len(field)


def test_no_more_than_some_requests_wait_on_a_connection() -> None:
    """Thousands in one read would fill memory, and nobody else be served while they are read."""
    one = b"GET / HTTP/1.1\r\n\r\n"
    assert at_once(one * (MOST_BEHIND + 1)) == (b"", False, 0, MOST_BEHIND)
    assert at_once(one * 9_000) == (TOO_MANY, True, 0, MOST_BEHIND)


def test_requests_that_come_together_are_answered_one_by_one(server: Running) -> None:
    one, heard = b"GET /api/nothing HTTP/1.1\r\nHost: x\r\n", b""
    with socket.create_connection(("127.0.0.1", server.settings.port), PATIENCE_S) as line:
        line.sendall((one + b"\r\n") * MOST_BEHIND + one + b"Connection: close\r\n\r\n")
        while part := line.recv(65536):
            heard += part
    assert heard.count(b"HTTP/1.1 404 ") == MOST_BEHIND + 1


def test_requests_one_after_the_other_may_be_many(ada: Player) -> None:
    """What counts is one head, not all on a connection."""
    for _ in range(20):
        assert ada.http.get("/api/me", headers={"X-Long": LONG}).status_code == 200


def called(dependant: Any) -> Iterator[Any]:
    """Everything that is called to answer a request."""
    for each in dependant.dependencies:
        yield each.call
        yield from called(each)


def test_no_request_waits_for_a_thread_to_find_what_it_needs() -> None:
    """There are forty: who holds them, as whoever opens many sockets, would hold up everybody."""
    dependants = [
        route.dependant
        for module in (games, health, history, people, play, sockets, static, streams, tables)
        for route in module.router.routes
        if isinstance(route, APIRoute | APIWebSocketRoute)
    ]
    assert len(dependants) > 40
    needed = {each for dependant in dependants for each in called(dependant)}
    assert {each for each in needed if not iscoroutinefunction(each)} == set()


def test_the_interface_is_written_down_once(server: Running, ada: Player) -> None:
    first = ada.http.get("/api/openapi.json").content
    pages = server.state.openapi
    assert (first, ada.http.get("/api/docs").content) == (pages.json, pages.html)
    pages.write = None
    assert ada.http.get("/api/openapi.json").content == first


def test_the_interface_is_written_once_for_all_who_ask_at_once() -> None:
    pages, times = openapi.Pages(FastAPI()), 0

    def write() -> None:
        nonlocal times
        times += 1
        pages.json = b"{}"

    pages.write = write  # type: ignore[method-assign]

    async def ask() -> None:
        await asyncio.gather(*(pages.written() for _ in range(8)))

    asyncio.run(ask())
    assert times == 1
