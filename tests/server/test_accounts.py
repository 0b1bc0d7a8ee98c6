"""Accounts: a forgotten password, and everything that is kept of somebody."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from cradle.server.ids import digest
from cradle.server.notifications.subscriptions import add_mail
from cradle.server.ops.tidy import tidy
from cradle.server.people import accounts, resets
from cradle.server.people.sessions import open_session
from cradle.server.people.tokens import make_token
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import one_time_secrets, people
from cradle.server.store.account_schema import ONE_TIME
from cradle.server.store.metadata import METADATA
from cradle.server.store.one_time_secrets import LASTS_MS, RESET
from cradle.server.store.people import Person
from cradle.server.store.personal_data import LEFT_OUT, whose
from cradle.server.store.schema import PEOPLE
from tests.server.notification_world import MINUTE, NotificationWorld, tell
from tests.server.running import Player, Running, test_settings

PASSWORD, NEW_PASSWORD = "three odd words", "four even odder words"
Run = Callable[[Callable[[NotificationWorld], Awaitable[None]]], None]


@pytest.fixture
def run(settings: ServerSettings, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work with the parts of a server, on either database."""
    return partial(tell, settings, monkeypatch)


@pytest.fixture(autouse=True)
def _cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time; that they are argon2's is tested elsewhere."""

    async def hash_password(password: str) -> str:
        return digest(password)

    async def fits(hash: str | None, password: str) -> bool:
        return hash == digest(password)

    for module in (accounts, resets):
        monkeypatch.setattr(module, "hash_password", hash_password)
    monkeypatch.setattr(accounts, "fits", fits)


async def member(world: NotificationWorld, id: str, *kinds: str, **more: Any) -> Person:
    """Somebody with an account and a session, whose login is their id."""
    guest = await world.person(id, *kinds, **more)
    person = await accounts.open_account(world.parts.database, guest, f"{id}-login", PASSWORD)
    await open_session(world.parts.database, person, "Firefox")
    return person


async def ask(world: NotificationWorld, who: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Forget a password, and see who gets mail."""
    monkeypatch.setattr(resets, "now_ms", lambda: world.now)
    before = len(world.recorder.sent)
    await resets.ask(world.parts.database, who)
    await world.send_after(0)
    return [each.channel.address for each in world.recorder.sent[before:]]


def link(world: NotificationWorld) -> str:
    """The secret in the last mail with one; a word that the password has changed may come later."""
    paths = [each.items[0].path for each in world.recorder.sent]
    return [path for path in paths if path.startswith("/reset/")][-1].removeprefix("/reset/")


@pytest.mark.parametrize("who", ["ada-login", "ADA-Login", "ada@mail", "Ada@Mail"])
def test_a_link_by_mail_lets_one_choose_a_new_password(
    run: Run, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(world: NotificationWorld) -> None:
        database = world.parts.database
        ada = await member(world, "ada", "mail", "push")
        await make_token(database, ada, "bot", [])
        assert await ask(world, who, monkeypatch) == ["ada@mail"]
        assert "ada-login" in world.recorder.sent[-1].items[0].text
        await resets.reset(database, link(world), NEW_PASSWORD)
        assert (await accounts.log_in(database, "ada-login", NEW_PASSWORD)).id == "ada"
        with pytest.raises(Problem, match="bad-login"):
            await accounts.log_in(database, "ada-login", PASSWORD)
        assert await database.read(lambda c: people.sessions(c, "ada", 0)) == []
        assert await database.read(lambda c: people.tokens(c, "ada")) == []
        assert await world.send_after(0) == ["password"]

    run(work)


def test_a_link_works_once_and_not_for_long(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: NotificationWorld) -> None:
        database = world.parts.database
        await member(world, "ada", "mail")
        await ask(world, "ada-login", monkeypatch)
        first = link(world)
        world.now += resets.PAUSE_MS
        await ask(world, "ada-login", monkeypatch)
        second = link(world)
        assert first != second
        for bad in ("", "x", digest(first), first[:-1]):
            with pytest.raises(Problem, match="link-over"):
                await resets.reset(database, bad, NEW_PASSWORD)
        with pytest.raises(Problem, match="weak-password"):
            await resets.reset(database, second, "password1")
        await resets.reset(database, second, NEW_PASSWORD)
        for used in (first, second):
            with pytest.raises(Problem, match="link-over"):
                await resets.reset(database, used, PASSWORD)
        world.now += resets.PAUSE_MS
        await ask(world, "ada-login", monkeypatch)
        third = link(world)
        assert third not in (first, second)
        world.now += LASTS_MS[RESET]
        with pytest.raises(Problem, match="link-over"):
            await resets.reset(database, third, PASSWORD)

    run(work)


def test_only_the_hash_of_a_link_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: NotificationWorld) -> None:
        await member(world, "ada", "mail")
        await ask(world, "ada-login", monkeypatch)
        secret = link(world)

        def everything(connection: Connection) -> str:
            return str([list(connection.execute(select(t))) for t in METADATA.sorted_tables])

        kept = await world.parts.database.read(everything)
        assert digest(secret) in kept
        assert secret not in kept

    run(work)


def test_an_address_is_one_however_it_is_written(run: Run) -> None:
    """So nobody asks it several times a day."""

    async def work(world: NotificationWorld) -> None:
        ada, ben = await world.person("ada"), await world.person("ben")
        made = await add_mail(world.parts.database, ada, "Ada@example.org", "en")
        assert (made.address, made.label) == ("ada@example.org", "Ada@example.org")
        with pytest.raises(Problem, match="too-often"):
            await add_mail(world.parts.database, ben, "ADA@example.org", "en")

    run(work)


def test_nobody_else_gets_mail(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests, unconfirmed addresses, those who are banned: and nobody twice within a while."""

    async def work(world: NotificationWorld) -> None:
        database = world.parts.database
        await world.person("guest", "mail")
        await member(world, "new", "mail", confirmed_at=None)
        banned = await member(world, "bad", "mail")
        await database.write(lambda c: people.ban(c, banned, 1))
        for who in ("guest@mail", "new-login", "new@mail", "bad-login", "nobody"):
            assert await ask(world, who, monkeypatch) == []
        await member(world, "ada", "mail")
        assert await ask(world, "ada-login", monkeypatch) == ["ada@mail"]
        assert await ask(world, "ada@mail", monkeypatch) == []
        world.now += resets.PAUSE_MS - MINUTE
        assert await ask(world, "ada-login", monkeypatch) == []
        world.now += MINUTE
        assert await ask(world, "ada-login", monkeypatch) == ["ada@mail"]

    run(work)


def test_links_are_tidied_away(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: NotificationWorld) -> None:
        parts = world.parts
        await member(world, "ada", "mail")

        def add_old(connection: Connection) -> None:
            for number in range(one_time_secrets.MOST_AT_ONCE + 1):
                one_time_secrets.add(connection, RESET, f"{number}", -LASTS_MS[RESET], "ada")

        await parts.database.write(add_old)
        await ask(world, "ada-login", monkeypatch)
        await tidy(parts.tables, parts.tasks, parts.settings)
        left = await parts.database.read(lambda c: c.execute(select(ONE_TIME.c.person)).all())
        assert len(left) == 1
        await parts.database.write(lambda c: people.forget(c, "ada"))
        assert not await parts.database.read(lambda c: c.execute(select(ONE_TIME)).all())

    run(work)


def test_nobody_is_told_whether_an_account_is_known(tmp_path: Path, ada: Player) -> None:
    refused = ada.post("/api/reset", {"who": "nobody"}, 409)
    assert refused["error"]["key"] == "no-such-way"
    assert ada.get("/api/about")["reset"] is False
    mail = {"mail": "smtp://127.0.0.1:1", "mail_from": "a@example.org", "site": "http://x.org"}
    with Running(test_settings(tmp_path, **mail)) as site:
        ben = site.player("Ben")
        assert ben.get("/api/about")["reset"] is True
        ben.post("/api/me/account", {"login": "ben-login", "password": PASSWORD})
        for who in ("ben-login", "nobody", "ben@example.org"):
            answer = site.player(None).http.post("/api/reset", json={"who": who})
            assert (answer.status_code, answer.content) == (204, b"")
    refused = ada.post("/api/reset/nothing", {"password": NEW_PASSWORD}, 404)
    assert refused["error"]["key"] == "link-over"


# Everything that is kept of somebody.


def test_one_takes_everything_along_and_nothing_of_others(ada: Player, ben: Player) -> None:
    table = ada.table("stone-age", "me", "open")["id"]
    ben.join(table)
    for player, word in ((ada, "mine"), (ben, "theirs")):
        player.post(f"/api/tables/{table}/chat", {"text": f"chat {word}"})
        player.http.put(f"/api/tables/{table}/notes", json={"text": f"notes {word}"})
        player.post("/api/me/tokens", {"label": f"token {word}"})
    asked = ada if ada.get(f"/api/tables/{table}/view")["moves"] else ben
    moves = asked.get(f"/api/tables/{table}/view")["moves"]
    asked.post(f"/api/tables/{table}/moves", {"text": moves[0]["text"]})
    answer = asked.http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    kept = answer.json()["kept"]
    own, other = ("mine", "theirs") if asked is ada else ("theirs", "mine")
    assert kept["people"][0]["id"] == asked.id
    assert [row["text"] for row in kept["chat"]] == [f"chat {own}"]
    assert [row["text"] for row in kept["notes"]] == [f"notes {own}"]
    assert [row["label"] for row in kept["tokens"]] == [f"token {own}"]
    assert [row["text"] for row in kept["answers"]] == [moves[0]["text"]]
    assert [row["id"] for row in kept["games"]] == [table]
    assert other not in answer.text
    assert (ben if asked is ada else ada).id not in answer.text


def test_no_secret_is_taken_along(server: Running, ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    ada.post("/api/me/account", {"login": f"e-{ada.id}", "password": PASSWORD})
    token = ada.post("/api/me/tokens", {"label": "bot"})["token"]
    text = ada.http.get("/api/me/export").text
    database = server.state.database
    row = database.read_now(lambda c: c.execute(select(PEOPLE).filter_by(id=ada.id)).one())
    session = ada.cookie.partition("=")[2]
    live = server.state.tables.memory.peek(table)
    secrets = (row.password, session, digest(session), token, digest(token), live.facts.secret)
    assert not [each for each in secrets if each in text or json.dumps(each)[1:-1] in text]
    assert server.player(None).http.get("/api/me/export").status_code == 401


def test_every_table_about_people_is_taken_along() -> None:
    """A new table that names people must say which rows are whose: in a column `person`."""
    taken = {table.name for table, _ in whose("")} | {"tables"}  # tables: as "games"
    about = {
        table.name
        for table in METADATA.sorted_tables
        if any(key.column.table is PEOPLE for key in table.foreign_keys)
    }
    assert about <= taken | LEFT_OUT
