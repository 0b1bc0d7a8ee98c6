"""What goes by itself, and what stays: tables, guests, memory; and work that fails goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update

from cradle.server.house import House
from cradle.server.ops.tidy import tidy
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store.people import add_guest
from cradle.server.store.schema import PEOPLE, SESSIONS, TABLES
from cradle.server.tables import answers, registry
from cradle.server.tables.creation import SeatWish, TableWish, create
from cradle.server.timestamps import DAY_MS
from tests.server.running import Running, test_settings

ME, FREE = SeatWish("me"), SeatWish("open")
LONG_AGO = 1_000_000


def in_house(settings: ServerSettings, work: Callable[[House], Awaitable[None]]) -> None:
    """Work in a house without a server around it."""

    async def do() -> None:
        house = House(settings)
        try:
            await work(house)
        finally:
            await house.close()

    asyncio.run(do())


async def guest(house: House, id: str, at: int = LONG_AGO) -> Any:
    return await house.database.write(lambda c: add_guest(c, id, id, {}, at))


async def table(house: House, host: Any, *seats: SeatWish, at: int = LONG_AGO) -> str:
    """A table at which nothing has happened since a time."""
    live = await create(house, TableWish("stone-age", seats), host)
    live.sheet.moved_at = at

    def work(connection: Connection) -> None:
        connection.execute(update(TABLES).where(TABLES.c.id == live.id).values(moved_at=at))

    await house.database.write(work)
    return live.id


async def states(house: House) -> dict[str, str]:
    rows = await house.database.read(lambda c: c.execute(select(TABLES.c.id, TABLES.c.state)).all())
    return {row.id: row.state for row in rows}


def test_tables_that_never_begin_are_closed_and_then_forgotten(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        ada = await guest(house, "ada")
        waiting, watched = await table(house, ada, ME, FREE), await table(house, ada, ME, FREE)
        played = await table(house, ada, ME, ME)
        house.keeper.lives[watched].online["ada"] += 1
        fresh = (await create(house, TableWish("hadara", [ME, FREE]), ada)).id
        await tidy(house)
        expected = {waiting: "closed", watched: "open", played: "playing", fresh: "open"}
        assert await states(house) == expected

        def long_ago(connection: Connection) -> None:
            connection.execute(update(TABLES).where(TABLES.c.id == waiting).values(over_at=0))

        await house.database.write(long_ago)
        await tidy(house)
        del expected[waiting]
        assert await states(house) == expected
        with pytest.raises(Problem, match="not-found"):
            await house.keeper.get(waiting)

    in_house(test_settings(tmp_path), work)


def test_zero_days_is_for_ever(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        waiting = await table(house, await guest(house, "ada"), ME, FREE)
        await guest(house, "eve")
        await tidy(house)
        assert await states(house) == {waiting: "open"}
        query = select(func.count()).select_from(PEOPLE)
        assert await house.database.read(lambda c: c.execute(query).scalar_one()) == 2

    in_house(test_settings(tmp_path, open_days=0, guest_days=0), work)


def test_guests_without_a_trace_are_forgotten(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        ada, ben, _ = server.player("Ada"), server.player("Ben"), server.player("Eve")
        account = server.player("Dan")
        account.post("/api/me/account", {"login": "dan", "password": "long enough"})
        program = server.player("Program")
        program.post("/api/me/tokens", {"label": "bot"})
        game = ada.table("stone-age", "me", "open")["id"]
        ben.join(game)

    async def work(house: House) -> None:
        def age(connection: Connection) -> None:
            connection.execute(update(PEOPLE).values(created_at=LONG_AGO))
            mine = SESSIONS.c.person == ada.id
            connection.execute(update(SESSIONS).where(mine).values(until_at=DAY_MS))

        await house.database.write(age)
        await guest(house, "new", at=10**15)
        await tidy(house)
        names = await house.database.read(lambda c: set(c.execute(select(PEOPLE.c.name)).scalars()))
        assert names == {"Ada", "Ben", "Dan", "Program", "new"}
        sessions = await house.database.read(
            lambda c: set(c.execute(select(SESSIONS.c.person)).scalars())
        )
        assert sessions == {ben.id, account.id, program.id}

    in_house(settings, work)


def test_a_table_that_is_over_leaves_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "IDLE_S", -1.0)

    async def work(house: House) -> None:
        ada = await guest(house, "ada")
        running, ended = await table(house, ada, ME, ME), await table(house, ada, ME, ME)
        house.keeper.lives[ended].sheet.state = "over"
        house.keeper.let_go()
        assert set(house.keeper.lives) == {running}

    in_house(test_settings(tmp_path), work)


def test_who_asks_for_no_table_leaves_nothing_behind(tmp_path: Path) -> None:
    with Running(test_settings(tmp_path)) as server:
        ada = server.player()
        for _ in range(3):
            with ada.socket("nosuchtable") as wire:
                wire.until("bye")
        assert not server.server.house.notices.ears


def test_one_failure_ends_no_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that can't be stopped once, as when the database is away, runs out the next time."""
    tries: list[str] = []

    async def run_out(_: House, table: str) -> None:
        tries.append(table)
        raise RuntimeError("the database is away")

    monkeypatch.setattr(answers, "run_out", run_out)

    async def work(house: House) -> None:
        late = await table(house, await guest(house, "ada"), ME, ME)
        house.keeper.lives[late].sheet.deadline_at = 1
        await house.open()
        async with asyncio.timeout(30):
            while len(tries) < 2:
                await asyncio.sleep(0.01)

    in_house(test_settings(tmp_path), work)


def test_nothing_is_told_before_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is asked for in the midst of a move waits for the move's commit."""
    with Running(test_settings(tmp_path)) as server:
        ada = server.player()
        game = ada.table("stone-age", "me", "me")["id"]
        house = server.server.house
        seen: list[int] = []

        def slow(connection: Connection, *_: Any) -> None:
            query = select(TABLES.c.seq).where(TABLES.c.id == game)
            seen.append(connection.execute(query).scalar_one())
            raise RuntimeError("the disk is full")

        before = ada.get(f"/api/tables/{game}")["seq"]
        view = ada.view(game)
        monkeypatch.setattr("cradle.server.store.log.append", slow)
        failed = ada.http.post(f"/api/tables/{game}/moves", json={"text": view["moves"][0]["text"]})
        assert failed.status_code == 500
        assert seen == [before]
        assert ada.get(f"/api/tables/{game}")["seq"] == before
        assert house.metrics.faults._value.get() == 1
