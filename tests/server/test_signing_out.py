"""Out means out: what ends a session or a token ends at once what is connected by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from cradle.server.http import scopes, visits
from cradle.server.http.shapes.people import Scope
from cradle.server.ops import admin
from cradle.server.people.access import SCOPES
from tests.server.postgres import fresh_database
from tests.server.running import PATIENCE_S, Json, Player, Running, Socket, test_settings

PASSWORD, NEW_PASSWORD = "three odd words", "four even odder words"
NEVER_S = 1e6


@pytest.fixture(autouse=True)
def _notices_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks every now and then, unless a test is about that."""
    monkeypatch.setattr(visits, "CHECK_S", NEVER_S)


def again(player: Player) -> Player:
    """The same person in another browser, signed in anew."""
    other = Player(player.url, None)
    other.post("/api/login", {"login": f"x-{player.id}", "password": PASSWORD})
    other.id = player.id
    return other


def member(player: Player) -> Player:
    """A person with an account."""
    player.post("/api/me/account", {"login": f"x-{player.id}", "password": PASSWORD})
    return player


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@contextmanager
def socket_by(url: str, path: str, headers: dict[str, str], **hello: Any) -> Iterator[Socket]:
    """A socket of somebody who shows this."""
    with connect(url.replace("http", "ws") + path, additional_headers=headers) as connection:
        wire = Socket(connection)
        wire.send({"type": "hello", **hello})
        yield wire


def is_out(wire: Socket) -> bool:
    """Whether a socket ends, and says why."""
    assert wire.until("bye")["reason"] == "signed-out"
    with pytest.raises(ConnectionClosed):
        wire.hear()
    return True


def is_in(wire: Socket) -> bool:
    """Whether a socket still answers."""
    wire.send({"type": "ping"})
    wire.until("pong")
    return True


def rest(lines: Iterator[str]) -> Json:
    """The last message of a stream, once it has ended."""
    *_, last = (line for line in lines if line)
    message: Json = json.loads(last)
    return message


def test_logging_out_ends_the_sockets_of_this_session(ada: Player) -> None:
    table = member(ada).table("stone-age", "me", "me")["id"]
    cookie, other = {"Cookie": ada.cookie}, again(ada)
    with (
        socket_by(ada.url, "/api/socket", cookie) as lobby,
        ada.socket(table) as wire,
        other.socket(table) as elsewhere,
        Player(ada.url, None).socket(table) as watcher,
    ):
        for each in (wire, elsewhere, watcher):
            each.until("play")
        ada.post("/api/logout")
        assert is_out(wire)
        assert is_out(lobby)
        assert is_in(elsewhere)
        assert is_in(watcher)


@pytest.mark.parametrize("path", ["/api/stream", "/api/tables/{table}/stream"])
def test_logging_out_ends_streams(ada: Player, path: str) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    cookie = {"Cookie": ada.cookie}
    with httpx.stream(
        "GET", ada.url + path.format(table=table), headers=cookie, timeout=PATIENCE_S
    ) as answer:
        lines = answer.iter_lines()
        assert json.loads(next(lines))["type"] in ("mine", "table")
        ada.post("/api/logout")
        assert rest(lines) == {"type": "bye", "reason": "signed-out", "retry_ms": 1000}


def test_a_move_after_logging_out_is_not_played(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    with ada.socket(table) as wire:
        play = wire.until("play")
        ada.post("/api/logout")
        late = {"type": "move", "id": "late", "text": play["moves"][0]["text"]}
        with suppress(ConnectionClosed):
            for _ in range(10):
                wire.send(late)
        wire.drain(PATIENCE_S)
    assert wire.heard[-1]["type"] == "bye"
    assert not any(message["type"] == "done" for message in wire.heard)


def test_a_new_password_ends_sessions_and_tokens(ada: Player) -> None:
    table = member(ada).table("stone-age", "me", "me")["id"]
    other = again(ada)
    token = ada.post("/api/me/tokens", {"label": "bot"})["token"]
    path = f"/api/tables/{table}/socket"
    with (
        other.socket(table) as wire,
        socket_by(ada.url, path, bearer(token)) as by_header,
        socket_by(ada.url, path, {}, token=token) as by_hello,
    ):
        for each in (wire, by_header, by_hello):
            each.until("play")
        ada.post("/api/me/password", {"old": PASSWORD, "new": NEW_PASSWORD})
        assert is_out(wire)
        assert is_out(by_header)
        assert is_out(by_hello)
    assert httpx.get(f"{ada.url}/api/me", headers=bearer(token)).status_code == 401
    assert other.get("/api/me")["person"] is None
    assert ada.get("/api/me/tokens") == []
    with ada.socket(table) as wire:
        wire.until("play")


def test_the_end_of_a_token_ends_its_sockets(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    made = ada.post("/api/me/tokens", {"label": "bot"})
    with (
        ada.socket(table) as mine,
        socket_by(ada.url, f"/api/tables/{table}/socket", bearer(made["token"])) as wire,
    ):
        wire.until("play")
        assert ada.http.delete(f"/api/me/tokens/{made['id']}").status_code == 204
        assert is_out(wire)
        assert is_in(mine)


def test_who_is_forgotten_is_out(ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "open")["id"]
    ben.join(table)
    with ada.socket(table) as wire, ben.socket(table) as other:
        wire.until("play")
        assert ada.http.delete("/api/me").status_code == 204
        assert is_out(wire)
        assert is_in(other)


def test_sessions_are_listed_and_ended_one_by_one(ada: Player, ben: Player) -> None:
    table = member(ada).table("stone-age", "me", "me")["id"]
    other = again(ada)
    listed = ada.get("/api/me/sessions")
    assert [each["current"] for each in listed] == [False, True]
    assert all("httpx" in each["agent"] for each in listed)
    assert ada.cookie.partition("=")[2] not in str(listed)
    there = f"/api/me/sessions/{listed[0]['id']}"
    assert ben.http.delete(there).status_code == 404
    assert ada.http.delete(there[:-1]).status_code == 404
    with other.socket(table) as wire:
        wire.until("play")
        assert ada.http.delete(there).status_code == 204
        assert is_out(wire)
    assert ada.http.delete(there).status_code == 404
    assert other.get("/api/me")["person"] is None
    assert len(ada.get("/api/me/sessions")) == 1


def test_a_way_in_that_ends_before_the_greeting_is_no_way_in(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    url = ada.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    with connect(url, additional_headers={"Cookie": ada.cookie}) as connection:
        ada.post("/api/logout")
        wire = Socket(connection)
        wire.send({"type": "hello"})
        assert is_out(wire)
    assert {message["type"] for message in wire.heard} == {"bye"}


def test_no_visit_is_remembered_longer_than_it_lasts(server: Running, ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    with ada.socket(table) as wire:
        wire.until("play")
        assert len(server.state.visits.open) >= 1
        ada.post("/api/logout")
        is_out(wire)
    watcher = server.player("Watcher")
    with watcher.socket(table) as wire:
        wire.until("play")
        assert len(server.state.visits.open) == 1


def test_what_ends_at_one_process_ends_at_the_other(postgres: str, tmp_path: Path) -> None:
    database = fresh_database(postgres, "out")
    with (
        Running(test_settings(tmp_path / "one", database=database)) as one,
        Running(test_settings(tmp_path / "two", database=database)) as two,
    ):
        ada = one.player()
        table = ada.table("stone-age", "me", "me")["id"]
        there = Player(two.url, None)
        there.http.cookies = ada.http.cookies
        with there.socket(table) as wire:
            wire.until("play")
            ada.post("/api/logout")
            assert is_out(wire)


def test_a_ban_from_the_command_line_ends_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "CHECK_S", 0.05)
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        ada, ben = member(server.player("Ada")), server.player("Ben")
        table = ada.table("stone-age", "me", "open")["id"]
        ben.join(table)
        token = ada.post("/api/me/tokens", {"label": "bot"})["token"]
        path = f"/api/tables/{table}/socket"
        with (
            ada.socket(table) as wire,
            socket_by(ada.url, path, bearer(token)) as bot,
            ben.socket(table) as guest,
        ):
            for each in (wire, bot, guest):
                each.until("play")
            assert "banned" in next(admin.run(settings, "ban", [f"X-{ada.id}".upper()]))
            assert is_out(wire)
            assert is_out(bot)
            assert is_in(guest)
            list(admin.run(settings, "ban", [ben.id]))
            assert is_out(guest)
        login = {"login": f"x-{ada.id}", "password": PASSWORD}
        assert ada.post("/api/login", login, 403)["error"]["key"] == "banned"
        assert httpx.get(f"{ada.url}/api/me", headers=bearer(token)).status_code == 401
        for banned, key, status in ((ada, "who-are-you", 401), (ben, "banned", 403)):
            assert banned.get("/api/me")["person"] is None
            refused = banned.post("/api/tables", {"game": "stone-age", "seats": []}, status)
            assert refused["error"]["key"] == key
        with pytest.raises(InvalidStatus), ben.socket(table):
            pass
        for who in (ada.id, ben.id):
            assert "welcome" in next(admin.run(settings, "unban", [who]))
        assert ada.post("/api/login", login)["id"] == ada.id
        assert ben.get("/api/me")["person"]["id"] == ben.id


def test_who_is_banned_is_stood_in_for(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        ada, ben = server.player("Ada"), server.player("Ben")
        shared = ada.table("stone-age", "me", "open")["id"]
        ben.join(shared)
        alone = ada.table("stone-age", "me", "novice")["id"]
    list(admin.run(settings, "ban", [ada.id]))
    with Running(settings):
        assert ben.get(f"/api/tables/{shared}")["seats"][0]["stand_in"]
        assert ben.get(f"/api/tables/{alone}")["state"] == "closed"


# Tokens have scopes.


def test_a_token_may_read_unless_more_is_asked_for(ada: Player) -> None:
    made = ada.post("/api/me/tokens", {"label": "least"})
    assert made["scopes"] == ["read"]
    assert ada.get("/api/me/tokens")[0]["scopes"] == ["read"]
    more = ada.post("/api/me/tokens", {"label": "more", "scopes": ["host", "play"]})
    assert more["scopes"] == ["read", "play", "host"]
    assert ada.post("/api/me/tokens", {"label": "x", "scopes": ["session"]}, 422)


CALLS: list[tuple[str, str, Json, str]] = [
    ("GET", "/api/me", {}, "read"),
    ("GET", "/api/me/tables", {}, "read"),
    ("GET", "/api/me/tokens", {}, "account"),
    ("GET", "/api/me/sessions", {}, "account"),
    ("PATCH", "/api/me", {"name": "Other"}, "account"),
    ("POST", "/api/tables", {"game": "x", "seats": [{"kind": "me"}]}, "host"),
    ("POST", "/api/tables/{table}/moves", {"text": "x"}, "play"),
    ("POST", "/api/tables/{table}/chat", {"text": "x"}, "play"),
    ("POST", "/api/tables/{table}/close", {}, "host"),
    ("POST", "/api/me/tokens", {"label": "x"}, "session"),
    ("POST", "/api/me/account", {"login": "some-login", "password": PASSWORD}, "session"),
    ("POST", "/api/me/password", {"old": "x", "new": PASSWORD}, "session"),
    ("POST", "/api/login", {"login": "nobody", "password": PASSWORD}, "session"),
    ("POST", "/api/reset", {"who": "nobody"}, "session"),
    ("POST", "/api/reset/none", {"password": PASSWORD}, "session"),
    ("GET", "/api/me/export", {}, "session"),
    ("GET", "/api/me/passkeys", {}, "account"),
    ("POST", "/api/me/passkeys/options", {}, "session"),
    ("POST", "/api/me/passkeys", {"label": "x", "credential": {}}, "session"),
    ("DELETE", "/api/me/passkeys/none", {}, "session"),
    ("POST", "/api/passkey/options", {}, "session"),
    ("POST", "/api/passkey", {"credential": {}}, "session"),
    ("POST", "/api/openid", {}, "session"),
    ("DELETE", "/api/me", {}, "session"),
    ("DELETE", "/api/me/tokens/none", {}, "session"),
    ("DELETE", "/api/me/sessions/none", {}, "session"),
    ("POST", "/api/moderation/people/none", {"action": "warn"}, "session"),
    ("GET", "/api/moderation/audit", {}, "session"),
    ("GET", "/api/me/people", {}, "account"),
]


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_may_do_what_its_scopes_say(ada: Player, ben: Player, scope: Scope) -> None:
    """Whatever else is wrong with a call, a right that is missing is told first."""
    table = ben.table("stone-age", "me", "me")["id"]
    token = ada.post("/api/me/tokens", {"label": scope, "scopes": [scope]})["token"]
    for method, path, body, needed in CALLS:
        url = ada.url + path.format(table=table)
        answer = httpx.request(method, url, headers=bearer(token), json=body)
        key = answer.json().get("error", {}).get("key") if answer.is_error else None
        allowed = needed in ("read", scope)
        assert (key not in ("token-scope", "session-only")) == allowed, (method, path, key)
        assert allowed or answer.status_code == 403


def test_a_token_that_may_only_read_watches_and_does_not_play(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    token = ada.post("/api/me/tokens", {"label": "eyes"})["token"]
    with socket_by(ada.url, f"/api/tables/{table}/socket", bearer(token)) as wire:
        move = wire.until("play")["moves"][0]["text"]
        for message in (
            {"type": "move", "id": "1", "text": move},
            {"type": "undo", "id": "1"},
            {"type": "chat", "id": "1", "text": "hello"},
            {"type": "automatic", "id": "1", "on": True},
        ):
            wire.send(message)
            assert wire.until("refused", id="1")["error"]["key"] == "token-scope"
    player = ada.post("/api/me/tokens", {"label": "hands", "scopes": ["play"]})["token"]
    with socket_by(ada.url, f"/api/tables/{table}/socket", bearer(player)) as wire:
        wire.until("play")
        wire.send({"type": "move", "id": "1", "text": move})
        wire.until("done", id="1")


def test_every_call_that_changes_something_is_thought_of(server: Running) -> None:
    """A new call is closed to tokens, until somebody says which right it needs."""
    paths = server.player().get("/api/openapi.json")["paths"]
    calls = {
        f"{method.upper()} {path}"
        for path, methods in paths.items()
        for method in methods
        if method.upper() not in scopes.SAFE
    }
    closed = {
        f"{method} {path}"
        for method, path, _, needed in CALLS
        if needed == "session" and method not in scopes.SAFE
    }
    named = {call for call in scopes.NEEDED if not call.startswith("GET")}
    assert named <= calls
    entrances = {"POST /api/me", "POST /api/logout"}
    # Links in messages: whoever has one has the right to it.
    entrances |= {"POST /api/confirm/{token}", "POST /api/unsubscribe/{token}"}
    known = {
        call.replace("sessions/none", "sessions/{session}")
        .replace("passkeys/none", "passkeys/{passkey}")
        .replace("/none", "/{token}")
        .replace("people/{token}", "people/{person}")
        for call in closed
    }
    assert calls - named == known | entrances
