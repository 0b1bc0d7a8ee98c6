"""People: guests, accounts, sessions, tokens, settings."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from cradle.server.ids import digest
from cradle.server.ops import admin
from cradle.server.problems import Problem
from cradle.server.store import people
from cradle.server.tables import chat
from tests.server.running import Player, Running


def test_a_guest_needs_only_a_name(server: Running) -> None:
    nobody = server.player(None)
    assert nobody.get("/api/me") == {"person": None, "warning": None}
    answer = nobody.http.post("/api/me", json={"name": "  Ada   Byron "})
    assert answer.json()["name"] == "Ada Byron"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert nobody.get("/api/me")["person"]["guest"]


def test_bad_names_are_refused(server: Running) -> None:
    nobody = server.player(None)
    for name in ("", "   ", "a" * 41, "a\nb\x00", "a;b", 7, None):
        refused = nobody.post("/api/me", {"name": name}, 422)
        assert refused["error"]["key"] == "bad-request"


def test_a_guest_becomes_an_account_and_keeps_everything(server: Running, ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    login = f"ada-{ada.id}"
    ada.post("/api/me/account", {"login": login.upper(), "password": "three odd words"})
    assert ada.post("/api/me/account", {"login": "x" * 9, "password": "three odd words"}, 409)
    other = server.player("Other")
    taken = other.post("/api/me/account", {"login": login, "password": "three odd words"}, 409)
    assert taken["error"]["key"] == "login-taken"
    again = server.player(None)
    wrong = again.post("/api/login", {"login": login, "password": "three odd wrods"}, 403)
    unknown = again.post("/api/login", {"login": "nobody-here", "password": "three odd words"}, 403)
    assert wrong == unknown
    assert again.post("/api/login", {"login": login, "password": "three odd words"})["id"] == ada.id
    assert [each["id"] for each in again.get("/api/me/tables")] == [table]


def test_a_session_is_new_each_time_and_ends(server: Running, ada: Player) -> None:
    """Nobody can prepare a session, reuse an old one, or make one up."""
    ada.post("/api/me/account", {"login": f"s-{ada.id}", "password": "three odd words"})
    before = ada.cookie
    ada.post("/api/login", {"login": f"s-{ada.id}", "password": "three odd words"})
    assert ada.cookie != before
    name, _, value = ada.cookie.partition("=")
    for forged in (f"x{value}", value[:-1], value[::-1], digest(value), "a.b", "."):
        answer = httpx.get(f"{server.url}/api/me", headers={"Cookie": f"{name}={forged}"})
        assert answer.json() == {"person": None, "warning": None}
    old = {"Cookie": ada.cookie}
    ada.post("/api/logout")
    assert httpx.get(f"{server.url}/api/me", headers=old).json() == {
        "person": None,
        "warning": None,
    }


def test_a_new_password_ends_other_sessions(server: Running, ada: Player) -> None:
    login = f"p-{ada.id}"
    assert ada.post("/api/me/password", {"old": "x", "new": "three odd words"}, 409)
    ada.post("/api/me/account", {"login": login, "password": "three odd words"})
    other = server.player(None)
    other.post("/api/login", {"login": login, "password": "three odd words"})
    assert ada.post("/api/me/password", {"old": "wrong", "new": "four even odder words"}, 403)
    ada.post("/api/me/password", {"old": "three odd words", "new": "four even odder words"})
    assert other.get("/api/me")["person"] is None
    assert ada.get("/api/me")["person"]["id"] == ada.id


def test_settings_are_merged(ada: Player) -> None:
    first = ada.http.patch("/api/me", json={"settings": {"theme": "dark", "more": {"zoom": 2}}})
    assert first.json()["settings"]["theme"] == "dark"
    second = ada.http.patch("/api/me", json={"settings": {"language": "cs"}, "name": "Áďa"}).json()
    assert second["settings"]["theme"] == "dark"
    assert second["settings"]["more"] == {"zoom": 2}
    assert second["name"] == "Áďa"
    large = {"settings": {"more": {"x": "y" * 5000}}}
    assert ada.http.patch("/api/me", json=large).status_code == 413
    refused = ada.http.get("/api/tables/nosuch")
    assert refused.json()["error"]["text"].startswith("Nic takového")


def test_tokens_are_for_programs(server: Running, ada: Player) -> None:
    made = ada.post("/api/me/tokens", {"label": "my bot"})
    headers = {"Authorization": f"Bearer {made['token']}"}
    answer = httpx.get(f"{server.url}/api/me", headers=headers)
    assert answer.json()["person"]["id"] == ada.id
    assert ada.get("/api/me/tokens")[0]["used_at"] >= made["created_at"]
    assert made["token"] not in str(ada.get("/api/me/tokens"))
    assert ada.http.delete(f"/api/me/tokens/{made['id']}").status_code == 204
    assert ada.http.delete(f"/api/me/tokens/{made['id']}").status_code == 404
    assert httpx.get(f"{server.url}/api/me", headers=headers).status_code == 401


def test_who_asks_is_forgotten(server: Running, ada: Player) -> None:
    table = ada.table("stone-age", "me", "me", visibility="public")["id"]
    assert ada.http.delete("/api/me").status_code == 204
    other = server.player("Other")
    assert other.http.get(f"/api/people/{ada.id}").status_code == 404
    after = other.get(f"/api/tables/{table}")
    assert after["state"] == "closed"
    assert "Ada" not in str(after["seats"])


def test_who_goes_for_good_is_stood_in_for(server: Running, ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "open")["id"]
    ben.post(f"/api/tables/{table}/join")
    assert ben.http.delete("/api/me").status_code == 204
    seat = ada.get(f"/api/tables/{table}")["seats"][1]
    assert (seat["person"], seat["name"]) == (ben.id, "–")
    assert seat["stand_in"]


def test_what_was_said_goes_with_who_said_it(ada: Player, ben: Player, server: Running) -> None:
    table = ada.table("stone-age", "me", "open")["id"]
    ben.join(table)
    for number, player in enumerate((ada, ben, ada)):
        player.post(f"/api/tables/{table}/chat", {"text": f"secret {number}"})
    assert ada.http.delete("/api/me").status_code == 204
    said = [(line["name"], line["text"]) for line in ben.get(f"/api/tables/{table}/chat")]
    assert said == [("–", ""), ("Ben", "secret 1"), ("–", "")]
    with ben.socket(table) as wire:
        assert [line["text"] for line in wire.until("chat")["lines"]] == ["", "secret 1", ""]
    ben.post(f"/api/tables/{table}/chat", {"text": "last"})
    assert [line["number"] for line in ben.get(f"/api/tables/{table}/chat")] == [1, 2, 3, 4]
    record = "\n".join(admin.run(server.settings, "export", [table]))
    assert "Ben" in record
    assert "Ada" not in record


def test_nobody_speaks_after_they_are_forgotten(server: Running, ada: Player) -> None:
    """Not even if both were asked for in the same moment."""
    table = ada.table("stone-age", "me", "me")["id"]
    database = server.state.database
    me = database.read_now(lambda c: people.find(c, ada.id))
    database.write_now(lambda c: people.forget(c, ada.id))
    live = server.state.tables.memory.peek(table)
    with pytest.raises(Problem, match="who-are-you"):
        asyncio.run(chat.say(server.state.tables, live, me, "still here", None))


def test_salt_for_the_dice_stays_with_the_game(ada: Player, ben: Player) -> None:
    """Without them, nobody could verify the game of somebody who is gone."""
    table = ada.table("stone-age", "me", "open", start=False)["id"]
    ada.post(f"/api/tables/{table}/salt", {"salt": "a stone for luck"})
    ben.post(f"/api/tables/{table}/join")
    assert ada.http.delete("/api/me").status_code == 204
    assert ben.get(f"/api/tables/{table}/dice")["salt"] == ["a stone for luck", ""]


def test_a_new_name_is_seen_at_the_table(ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "open")["id"]
    with ada.socket(table) as wire:
        wire.until("table")
        ben.join(table)
        ben.http.patch("/api/me", json={"name": "Benedict"}).raise_for_status()
        while wire.until("table")["table"]["seats"][1]["name"] != "Benedict":
            pass


def test_a_new_name_touches_one_row(server: Running, ada: Player, ben: Player) -> None:
    """However many tables somebody sits at: none is written, read or loaded anew."""
    tables = [ada.table("stone-age", "me", "open")["id"] for _ in range(12)]
    for table in tables[:6]:
        ben.join(table)
    lives = {table: server.state.tables.memory.lives[table] for table in tables}
    ours, read, written = {ada.id, *tables}, list[str](), list[str]()

    def note(*facts: Any) -> None:
        """The server has other tables as well: what is written there is none of this."""
        statement, given, _, many = facts[2:]
        rows = given if many else [given]
        if statement.startswith("SELECT"):
            read.append(statement)
        elif any(not ours.isdisjoint(row) for row in rows):
            written.append(" ".join(statement.split()[:2]))

    engine = server.state.database.engine
    event.listen(engine, "before_cursor_execute", note)
    ada.http.patch("/api/me", json={"name": "Augusta"}).raise_for_status()
    event.remove(engine, "before_cursor_execute", note)
    assert written == ["UPDATE people"]
    assert len(read) < 6
    assert {table: server.state.tables.memory.lives[table] for table in tables} == lives
    shown = {ben.get(f"/api/tables/{table}")["seats"][0]["name"] for table in tables}
    assert shown == {"Augusta"}


def test_a_name_of_ones_own_at_a_table_stays(server: Running, ada: Player) -> None:
    seats = [{"kind": "me", "name": "Left"}, {"kind": "me"}]
    wish = {"game": "hadara", "seats": seats, "dice": ada.dice()}
    table = ada.post("/api/tables", wish)["id"]
    ada.http.patch("/api/me", json={"name": "Augusta"}).raise_for_status()
    shown = [seat["name"] for seat in ada.get(f"/api/tables/{table}")["seats"]]
    assert shown == ["Left", "Augusta"]


def test_secrets_are_kept_as_hashes_only(server: Running, ada: Player) -> None:
    token = ada.post("/api/me/tokens", {"label": "x"})["token"]
    ada.post("/api/me/account", {"login": f"h-{ada.id}", "password": "secret words"})
    session = ada.cookie.partition("=")[2]
    path = server.settings.data / "cradle.sqlite3"
    everything = "\n".join(sqlite3.connect(f"file:{path}?mode=ro", uri=True).iterdump())
    for secret in (token, "secret words", session):
        assert secret not in everything


def test_profiles_and_ratings(server: Running, ada: Player) -> None:
    profile = ada.get(f"/api/people/{ada.id}")
    assert profile["games"] == 0
    assert profile["ratings"] == {}
    assert isinstance(ada.get("/api/ratings/stone-age"), list)
    assert ada.get("/api/ratings/chess", status=404)
