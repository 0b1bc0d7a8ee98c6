"""Nobody takes more than their share: sockets, handshakes, new tables, uploads, chat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect, WebSocketState
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from cradle import Table
from cradle.server.http.auth import COOKIE
from cradle.server.http.conversation import SocketClient
from cradle.server.http.frames import MOST_CONTROL
from cradle.server.http.limits import Limits
from cradle.server.http.middleware import Guard
from cradle.server.metrics import Metrics
from tests.server.asgi_calls import call
from tests.server.running import PATIENCE_S, Player, Running, test_settings

PING = b"\x89\x80\0\0\0\0"


def record() -> str:
    """A short record."""
    table = Table("stone-age", 2, seed=1)
    for _ in range(3):
        table.submit(table.asked[0], table.moves(table.asked[0])[0].text)
    return table.record


def statuses(url: str, headers: dict[str, str], count: int) -> list[int]:
    """Open so many sockets at the same instant; what each is answered, 101 if it is let in."""

    async def one(opened: list[Any]) -> int:
        try:
            opened.append(await connect_async(url, additional_headers=headers))
        except InvalidStatus as refused:
            return refused.response.status_code
        return 101

    async def every() -> list[int]:
        opened: list[Any] = []
        found = await asyncio.gather(*(one(opened) for _ in range(count)))
        await asyncio.gather(*(each.close() for each in opened))
        return found

    return asyncio.run(every())


@pytest.mark.parametrize("named", [False, True])
def test_sockets_that_come_at_once_are_all_counted(named: bool, tmp_path: Path) -> None:
    with Running(test_settings(tmp_path, sockets=5)) as server:
        ada = server.player("Ada" if named else None)
        url = server.url.replace("http", "ws") + "/api/socket"
        headers = {"Cookie": ada.cookie} if named else {}
        assert sorted(statuses(url, headers, 40)) == [101] * 5 + [429] * 35


def test_a_person_has_so_many_sockets_and_streams_by_cookie_or_token(tmp_path: Path) -> None:
    with Running(test_settings(tmp_path, person_sockets=2)) as server, ExitStack() as stack:
        ada, ben = server.player("Ada"), server.player("Ben")
        table = ada.table("stone-age", "me", "me")["id"]
        token = ada.post("/api/me/tokens", {"label": "x", "scopes": ["read"]})["token"]
        stack.enter_context(ada.socket(table)).until("play")
        stream = stack.enter_context(ada.http.stream("GET", f"/api/tables/{table}/stream"))
        assert stream.status_code == 200
        lines = stream.iter_lines()  # Its end would be the stream's.
        assert next(lines)
        second = httpx.Client(base_url=server.url, cookies={COOKIE: ada.http.cookies[COOKIE]})
        stack.enter_context(second)
        answer = second.get(f"/api/tables/{table}/stream")
        assert (answer.status_code, answer.json()["error"]["key"]) == (429, "too-many-own-sockets")
        with pytest.raises(InvalidStatus) as refused, ada.socket(table):
            pass
        assert refused.value.response.status_code == 429
        assert b"too-many-own-sockets" in (refused.value.response.body or b"")
        nobody = server.player(None)
        with nobody.socket(table, token=token) as wire:
            assert wire.until("refused")["error"]["key"] == "too-many-own-sockets"
        with ben.socket(table) as wire:
            wire.until("play")


def test_handshakes_are_limited_and_the_refusal_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Running(test_settings(tmp_path, handshakes=3)) as server:
        url = server.url.replace("http", "ws") + "/api/socket?lang=de"
        for _ in range(3):
            with connect(url):
                pass
        with pytest.raises(InvalidStatus) as refused, connect(url):
            pass
        answer = refused.value.response
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) > 0
        assert "Zu oft" in (answer.body or b"").decode()
        assert server.state.metrics.refused.labels("too-often")._value.get() == 1
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Running]:
    """A server that takes little."""
    more = {"new_tables": 3, "uploads": 2, "records": 1, "record_kb": 1, "chat": 2}
    more |= {"reactions": 2}
    with Running(test_settings(tmp_path, **more)) as running:
        yield running


def error(player: Player, path: str, body: Any) -> tuple[int, str]:
    """What a request is refused with."""
    answer = player.http.post(path, json=body)
    return answer.status_code, answer.json().get("error", {}).get("key", "")


def test_new_tables_are_limited_whoever_makes_them(narrow: Running) -> None:
    ada, ben = narrow.player("Ada"), narrow.player("Ben")
    table = ada.table("stone-age", "me", "me")["id"]
    error(ada, f"/api/tables/{table}/what-if", {"ply": 0})
    ben.table("stone-age", "me", "me")
    body = {"game": "stone-age", "seats": [{"kind": "me"}, {"kind": "me"}]}
    assert error(ben, "/api/tables", body) == (429, "too-often")


def test_uploads_are_limited_in_number_and_size(narrow: Running) -> None:
    ada = narrow.player("Ada")
    ada.post("/api/records", {"text": record()})
    assert error(ada, "/api/records", {"text": record()}) == (409, "too-many-records")
    assert error(ada, "/api/records", {"text": "x" * 1025}) == (413, "too-large")
    assert error(ada, "/api/records", {"text": record()}) == (429, "too-often")


def test_large_bodies_are_counted_before_they_are_read(tmp_path: Path) -> None:
    """To parse one keeps the event loop, and so everybody, for milliseconds."""
    settings = test_settings(tmp_path, uploads=2)
    read: list[int] = []

    async def upload(scope: Scope, receive: Receive, send: Send) -> None:
        read.append(len((await receive())["body"]))
        await PlainTextResponse("kept")(scope, receive, send)

    guard = Guard(upload, settings, Limits(settings), Metrics())

    def status(size: int, **headers: str) -> int:
        plain = {"Content-Length": str(size)} | headers
        return asyncio.run(call(guard, "POST", "/api/records", plain, b"x" * size))[0]

    assert [status(100) for _ in range(4)] == [200] * 4
    assert [status(200_000) for _ in range(4)] == [200, 200, 429, 429]
    assert status(100, **{"Transfer-Encoding": "chunked"}) == 429
    assert read == [100] * 4 + [200_000] * 2


def test_files_of_the_page_do_not_count_as_requests(tmp_path: Path) -> None:
    settings = test_settings(tmp_path, requests=2, files=5)
    guard = Guard(PlainTextResponse("here"), settings, Limits(settings), Metrics())

    def status(path: str) -> int:
        return asyncio.run(call(guard, "GET", path, {}, b""))[0]

    assert [status(f"/assets/{name}.js") for name in range(4)] == [200] * 4
    assert [status("/api/me") for _ in range(3)] == [200, 200, 429]
    assert [status("/") for _ in range(2)] == [200, 429]


def test_chat_is_limited_by_person_over_http_and_sockets(narrow: Running) -> None:
    ada, ben = narrow.player("Ada"), narrow.player("Ben")
    table = ada.table("stone-age", "me", "open")["id"]
    path = f"/api/tables/{table}/chat"
    ada.post(path, {"text": "one"})
    with ada.socket(table) as wire:
        wire.send({"type": "chat", "id": "2", "text": "two"})
        wire.until("done", id="2")
        wire.send({"type": "chat", "id": "3", "text": "three"})
        assert wire.until("refused", id="3")["error"]["key"] == "too-often"
    assert error(ada, path, {"text": "four"}) == (429, "too-often")
    ben.post(path, {"text": "five"})


def test_reactions_are_limited_by_person(narrow: Running) -> None:
    ada, ben = narrow.player("Ada"), narrow.player("Ben")
    path = f"/api/tables/{ada.table('stone-age', 'me', 'open')['id']}/reactions"
    for _ in range(2):
        assert ada.http.post(path, json={"reaction": "thanks"}).status_code == 204
    assert error(ada, path, {"reaction": "thanks"}) == (429, "too-often")
    assert ben.http.post(path, json={"reaction": "thanks"}).status_code == 204
    assert error(ben, path, {"reaction": "rude"}) == (422, "bad-request")
    assert error(narrow.player(None), path, {"reaction": "thanks"}) == (401, "who-are-you")


def test_taking_back_for_ever_is_refused_but_the_game_goes_on(tmp_path: Path) -> None:
    with Running(test_settings(tmp_path, rows=40)) as server:
        ada = server.player("Ada")
        table = ada.table("stone-age", "me", "me")["id"]
        path, found = f"/api/tables/{table}", (200, "")
        for _ in range(40):
            ada.move(table, ada.view(table)["moves"][0]["text"])
            found = error(ada, f"{path}/undo", {})
            if found[0] != 200:
                break
        assert found == (409, "log-full")
        assert ada.get(path)["seq"] < 60
        ada.move(table, ada.view(table)["moves"][0]["text"])


def hear_all(wire: ClientConnection) -> None:
    """Hear until a socket ends."""
    while True:
        wire.recv(timeout=PATIENCE_S)


def test_a_crowd_of_pings_ends_the_socket(server: Running) -> None:
    """Each costs its sender six bytes; while thousands are answered, nobody else is served."""
    with connect(server.url.replace("http", "ws") + "/api/socket") as wire:
        wire.send('{"type": "hello"}')
        wire.recv(timeout=PATIENCE_S)
        wire.socket.sendall(PING * MOST_CONTROL)
        wire.send('{"type": "ping"}')
        with suppress(OSError):
            wire.socket.sendall(PING * 40_000)
        with pytest.raises(ConnectionClosed):
            hear_all(wire)


def test_who_is_cut_off_while_something_is_sent_is_gone() -> None:
    """As uvicorn tells it: that is no fault."""

    class Closed:
        application_state = WebSocketState.CONNECTED

        async def send_text(self, _: str) -> None:
            raise RuntimeError("Unexpected ASGI message 'websocket.send'")

    client = SocketClient.__new__(SocketClient)
    client.socket, client.sending = Closed(), asyncio.Lock()  # type: ignore[assignment]
    with pytest.raises(WebSocketDisconnect):
        asyncio.run(client.send_all([b"{}"]))
