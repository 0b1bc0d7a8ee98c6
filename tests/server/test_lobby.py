"""The lobby and one's own tables: one message a change for all who watch, and then what changed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import Connection, select
from websockets.sync.client import connect

from cradle.server.app import Parts
from cradle.server.people import accounts
from cradle.server.store import lists
from cradle.server.store.facts import TableFacts
from cradle.server.store.people import Person, add_guest
from cradle.server.store.receipts import Key
from cradle.server.store.schema import TABLES
from cradle.server.tables import creation, names, seats, table_list
from cradle.server.tables.lobby import find_mine, find_public, plain_tables
from cradle.server.tables.notices import LOBBY
from cradle.server.tables.table_list import Watcher
from cradle.server.tables.table_request import SeatRequest, TableRequest
from tests.server.parts import new_table, play as play_moves, with_parts
from tests.server.running import Player, Socket, test_settings

ME, FREE = SeatRequest("me"), SeatRequest("open")
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_list, "PAUSE_S", 0)
    monkeypatch.setattr(table_list, "REST", 0)


class Screen:
    """What a client shows who has heard all messages of a list."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.heard: list[bytes] = []
        self.tables: dict[str, Json] = {}

    def hear(self) -> list[Json]:
        """Take what is new; the tables in their order."""
        for payload in self.watcher.news():
            self.heard.append(payload)
            message = orjson.loads(payload)
            known = self.tables | {table["id"]: table for table in message["tables"]}
            self.tables = {table: known[table] for table in message["order"]}
        return list(self.tables.values())


async def until(true: Callable[[], bool]) -> None:
    """Let others work until something is so."""
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.001)


async def guest(parts: Parts, name: str) -> Person:
    return await parts.database.write(lambda c: add_guest(c, name, name, {}, 1))


async def public(
    parts: Parts, host: Person, *seats: SeatRequest, visibility: str = "public"
) -> str:
    wish = TableRequest("stone-age", seats or (ME, FREE), visibility=visibility)
    return (await creation.create(parts.tables, Key(host.id), wish, host)).table


def newest_first(connection: Connection) -> list[str]:
    """All tables; several may be of the same millisecond."""
    query = select(TABLES.c.id).order_by(TABLES.c.created_at.desc(), TABLES.c.id.desc())
    return list(connection.execute(query).scalars())


def count_reads(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    reads, read = [0], parts.database.read

    async def counted(work: Callable[[Any], Any]) -> Any:
        reads[0] += 1
        return await read(work)

    monkeypatch.setattr(parts.database, "read", counted)
    return reads


def play(tmp_path: Path, work: Callable[[Parts], Awaitable[None]]) -> None:
    with_parts(test_settings(tmp_path), work)


def test_one_read_and_one_message_serve_all_who_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(parts: Parts) -> None:
        ada = await guest(parts, "ada")
        for _ in range(20):
            await public(parts, ada)
        before = await parts.database.read(newest_first)
        with ExitStack() as stack:
            screens = [Screen(stack.enter_context(parts.watched.watch(None))) for _ in range(300)]
            await until(lambda: all(len(screen.hear()) == 20 for screen in screens))
            reads = count_reads(parts, monkeypatch)
            table = await public(parts, ada)
            await until(lambda: all(len(screen.hear()) == 21 for screen in screens))
            assert reads[0] <= 2
            assert len({id(screen.heard[0]) for screen in screens}) == 1
            assert len({id(screen.heard[1]) for screen in screens}) == 1
            change = orjson.loads(screens[0].heard[1])
            assert [each["id"] for each in change["tables"]] == [table]
            assert change["order"] == [table, *before]
        assert not parts.watched.lists
        await until(lambda: not parts.notices.listeners)

    play(tmp_path, work)


def test_what_changed_adds_up_to_the_whole(tmp_path: Path) -> None:
    """Whatever happens to tables, and whoever misses what, all see the same in the end."""

    async def work(parts: Parts) -> None:
        people = [await guest(parts, f"p{number}") for number in range(4)]
        rng = random.Random(3)
        with ExitStack() as stack:
            quick, slow = (Screen(stack.enter_context(parts.watched.watch(None))) for _ in "ab")
            mine = Screen(stack.enter_context(parts.watched.watch("p0")))
            for number in range(60):
                await act(parts, rng, people)
                for screen in (quick, mine):
                    screen.hear()
                if number % 7 == 0:
                    slow.hear()
            for screens, person in (((quick, slow), None), ((mine,), "p0")):
                truth = await shown(parts, person)
                assert truth
                for screen in screens:
                    await until(partial(agree, screen, truth))

    play(tmp_path, work)


async def shown(parts: Parts, person: str | None) -> list[Json]:
    """What the database says that the lobby is, or somebody's tables."""

    def read(connection: Connection) -> list[TableFacts]:
        found = find_mine(person, connection) if person else find_public(connection)
        return lists.read(connection, [each.id for each in found])

    plain = plain_tables(parts.tables, await parts.database.read(read), person)
    truth: list[Json] = orjson.loads(orjson.dumps(plain))
    return truth


def agree(screen: Screen, truth: list[Json]) -> bool:
    return screen.hear() == truth


async def act(parts: Parts, rng: random.Random, people: list[Person]) -> None:
    """Something happens."""
    open_tables = [live for live in parts.tables.memory.all() if live.facts.state == "open"]
    person = rng.choice(people)
    match rng.randrange(4) if open_tables else 0:
        case 0:
            await public(parts, person, visibility=rng.choice(["public", "link"]))
        case 1:
            key = Key(person.id, rng.choice(open_tables).id)
            await creation.join(parts.tables, key, person, None, "")
        case 2:
            live = rng.choice(open_tables)
            await seats.close(parts.tables, Key(live.facts.host, live.id))
        case _:
            name = f"{person.id} {rng.randrange(1000)}"
            await accounts.change(parts.database, person, name, {})
            await names.tell_name(parts.tables, person.id)


def test_a_guest_with_many_tables_hides_nobody(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        ada, eve = await guest(parts, "ada"), await guest(parts, "eve")
        quiet = await public(parts, ada)
        for _ in range(101):
            await public(parts, eve)
        with parts.watched.watch(None) as watcher:
            screen = Screen(watcher)
            await until(lambda: bool(screen.hear()))
            assert quiet in list(screen.tables)[:2]

    play(tmp_path, work)


def test_a_list_rests_between_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much happens, it is told at once and then not for a while."""
    monkeypatch.setattr(table_list, "PAUSE_S", 3600)

    async def work(parts: Parts) -> None:
        ada = await guest(parts, "ada")
        await public(parts, ada)
        with parts.watched.watch(None) as watcher:
            screen = Screen(watcher)
            await until(lambda: bool(screen.hear()))
            for _ in range(30):
                await public(parts, ada)
            await asyncio.sleep(0.05)
            screen.hear()
            assert len(screen.heard) == 1

    play(tmp_path, work)


def test_nobody_sees_in_the_lobby_what_is_only_for_some(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        ada = await guest(parts, "ada")
        await public(parts, ada, visibility="link")
        table = await public(parts, ada, ME, SeatRequest("link"))
        with parts.watched.watch(None) as watcher, parts.watched.watch("ada") as mine:
            lobby, own = Screen(watcher), Screen(mine)
            await until(lambda: bool(lobby.hear()) and len(own.hear()) == 2)
            assert list(lobby.tables) == [table]
            assert lobby.tables[table]["invite"] is None
            assert not any(seat["mine"] for seat in lobby.tables[table]["seats"])
            assert own.tables[table]["invite"] == parts.tables.memory.lives[table].facts.invite
            assert own.tables[table]["seats"][0]["mine"]

    play(tmp_path, work)


def test_a_list_is_told_once_the_database_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_list, "RETRY_S", 0)

    async def work(parts: Parts) -> None:
        await public(parts, await guest(parts, "ada"))
        fails, read = [3], parts.database.read

        async def away(work: Callable[[Any], Any]) -> Any:
            fails[0] -= 1
            if fails[0] >= 0:
                raise RuntimeError("the database is away")
            return await read(work)

        monkeypatch.setattr(parts.database, "read", away)
        with parts.watched.watch(None) as watcher:
            screen = Screen(watcher)
            await until(lambda: len(screen.hear()) == 1)

    play(tmp_path, work)


def test_who_wants_their_own_tables_alone_hears_of_no_others(ada: Player) -> None:
    address = ada.url.replace("http", "ws") + "/api/socket"
    with connect(address, additional_headers={"Cookie": ada.cookie}) as connection:
        wire = Socket(connection)
        wire.send({"type": "hello", "lobby": False})
        assert wire.until("mine")["order"] == []
        table = ada.table("stone-age", "me", "open", visibility="public")["id"]
        while table not in wire.until("mine")["order"]:
            pass
    assert {each["type"] for each in wire.heard} <= {"mine", "probe"}


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_a_move_at_a_public_table_is_told_in_the_lobby(tmp_path: Path, visibility: str) -> None:
    """Whose turn it is and what was played last stand there, too."""

    async def work(parts: Parts) -> None:
        ada = await guest(parts, "ada")
        table = (await new_table(parts, ada, ME, ME, visibility=visibility)).id
        with parts.notices.listen(LOBBY) as listener:
            await play_moves(parts, table, 1)
            assert listener.called.is_set() == (visibility == "public")

    play(tmp_path, work)
