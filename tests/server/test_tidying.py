"""What goes by itself, and what stays: tables, guests, memory; and work that fails goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, func, select, update

from benchmarks.population import Population, fill
from cradle.server.app import Parts, start
from cradle.server.ops import tidy as tidying
from cradle.server.ops.tidy import tidy
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import channels, streaks
from cradle.server.store.channels import Channel
from cradle.server.store.people import add_guest
from cradle.server.store.receipts import Key
from cradle.server.store.revisions import opened
from cradle.server.store.schema import CHAT, PEOPLE, SESSIONS, TABLES
from cradle.server.tables import memory, upkeep
from cradle.server.tables.creation import create
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import SeatRequest, TableRequest
from cradle.server.timestamps import DAY_MS, now_ms
from tests.server.parts import with_parts
from tests.server.running import Running, salted, test_settings

ME, FREE = SeatRequest("me"), SeatRequest("open")
LONG_AGO = 1_000_000


async def guest(parts: Parts, id: str, at: int = LONG_AGO) -> Any:
    return await parts.database.write(lambda c: add_guest(c, id, id, {}, at))


async def table(parts: Parts, host: Any, *seats: SeatRequest, at: int = LONG_AGO) -> str:
    """A table at which nothing has happened since a time."""
    wish = TableRequest("stone-age", seats, salted=await salted(parts.tables, host))
    made = await create(parts.tables, Key(host.id), wish, host)
    live = await parts.tables.get(made.table)
    live.facts.created_at = live.facts.moved_at = at
    aged = update(TABLES).values(created_at=at, moved_at=at)

    def work(connection: Connection) -> None:
        connection.execute(aged.where(TABLES.c.id == live.id))

    await parts.database.write(work)
    return live.id


async def states(parts: Parts) -> dict[str, str]:
    rows = await parts.database.read(lambda c: c.execute(select(TABLES.c.id, TABLES.c.state)).all())
    return {row.id: row.state for row in rows}


def test_tables_that_never_begin_are_closed_and_then_forgotten(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        ada = await guest(parts, "ada")
        waiting, watched = await table(parts, ada, ME, FREE), await table(parts, ada, ME, FREE)
        played = await table(parts, ada, ME, ME)
        parts.tables.memory.lives[watched].online["ada"] += 1
        wish = TableRequest("hadara", [ME, FREE])
        fresh = (await create(parts.tables, Key(ada.id), wish, ada)).table
        await tidy(parts.tables, parts.tasks, parts.settings)
        expected = {waiting: "closed", watched: "open", played: "playing", fresh: "open"}
        assert await states(parts) == expected

        def long_ago(connection: Connection) -> None:
            connection.execute(update(TABLES).where(TABLES.c.id == waiting).values(over_at=0))

        await parts.database.write(long_ago)
        await tidy(parts.tables, parts.tasks, parts.settings)
        del expected[waiting]
        assert await states(parts) == expected
        with pytest.raises(Problem, match="not-found"):
            await parts.tables.get(waiting)

    with_parts(test_settings(tmp_path), work)


def test_zero_days_is_for_ever(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        waiting = await table(parts, await guest(parts, "ada"), ME, FREE)
        await guest(parts, "eve")
        await tidy(parts.tables, parts.tasks, parts.settings)
        assert await states(parts) == {waiting: "open"}
        query = select(func.count()).select_from(PEOPLE)
        assert await parts.database.read(lambda c: c.execute(query).scalar_one()) == 2

    with_parts(test_settings(tmp_path, open_days=0, guest_days=0), work)


def test_guests_without_a_trace_are_forgotten(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        ada, ben, _ = server.player("Ada"), server.player("Ben"), server.player("Eve")
        account = server.player("Dan")
        account.post("/api/me/account", {"login": "dan", "password": "three odd words"})
        program = server.player("Program")
        program.post("/api/me/tokens", {"label": "bot"})
        game = ada.table("stone-age", "me", "open")["id"]
        ben.join(game)

    async def work(parts: Parts) -> None:
        def age(connection: Connection) -> None:
            connection.execute(update(PEOPLE).values(created_at=LONG_AGO))
            mine = SESSIONS.c.person == ada.id
            connection.execute(update(SESSIONS).where(mine).values(until_at=DAY_MS))

        await parts.database.write(age)
        await guest(parts, "new", at=10**15)
        await tidy(parts.tables, parts.tasks, parts.settings)
        names = await parts.database.read(lambda c: set(c.execute(select(PEOPLE.c.name)).scalars()))
        assert names == {"Ada", "Ben", "Dan", "Program", "new"}
        sessions = await parts.database.read(
            lambda c: set(c.execute(select(SESSIONS.c.person)).scalars())
        )
        assert sessions == {ben.id, account.id, program.id}

    with_parts(settings, work)


def test_guests_who_answer_puzzles_or_want_to_be_told_stay(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        for name in ("ada", "ben", "eve"):
            await guest(parts, name)
        today = now_ms() // DAY_MS
        about: dict[str, Any] = {"kind": "mail", "address": "b@example.org", "label": "b"}

        def leave_traces(connection: Connection) -> None:
            streaks.answer(connection, "ada", "hadara", today - 1, True)
            streaks.answer(connection, "eve", "hadara", today - 40, True)
            channel = Channel(id="c", person="ben", created_at=0, confirmed_at=1, **about)
            channels.add(connection, channel)

        await parts.database.write(leave_traces)
        await tidy(parts.tables, parts.tasks, parts.settings)
        left = await parts.database.read(lambda c: set(c.execute(select(PEOPLE.c.id)).scalars()))
        assert left == {"ada", "ben"}
        assert await parts.database.read(lambda c: streaks.streaks(c, "ada"))

    with_parts(test_settings(tmp_path), work)


@contextmanager
def deleted_at_once(parts: Parts) -> Iterator[list[int]]:
    """How many rows each transaction has deleted."""
    counts: list[int] = []

    def begin(_: Any) -> None:
        counts.append(0)

    def count(_: Any, cursor: Any, query: str, *__: Any) -> None:
        if query.startswith("DELETE"):
            counts[-1] += cursor.rowcount

    event.listen(parts.database.engine, "begin", begin)
    event.listen(parts.database.engine, "after_cursor_execute", count)
    yield counts
    event.remove(parts.database.engine, "begin", begin)
    event.remove(parts.database.engine, "after_cursor_execute", count)


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> int:
    """Steps of a few rows, without pauses."""
    monkeypatch.setattr(tidying, "AT_ONCE", 4)
    monkeypatch.setattr(tidying, "PAUSE_S", 0)
    return 4


def test_tidying_goes_in_small_steps(settings: ServerSettings, small_steps: int) -> None:
    """However much there is to delete, no transaction deletes more than a few rows of a kind."""
    settings.data.mkdir(exist_ok=True)
    opened(settings).dispose()
    people = Population(games=20, people=20, guests=30, playing=5, open=9, waiting=15)
    fill(settings.url, people)

    async def work(parts: Parts) -> None:
        with deleted_at_once(parts) as counts:
            await tidy(parts.tables, parts.tasks, parts.settings)
        kinds = await parts.database.read(count_all)
        assert kinds == {"people": 20, "sessions": 10, "tables": 20 + 5 + 9, "chat": 34}
        assert sum(counts) >= 30 + 30 + 15 * 4
        assert max(counts) <= small_steps * 5
        closed = [state for state in (await states(parts)).values() if state == "closed"]
        assert len(closed) == 9
        assert parts.metrics.faults._value.get() == 0

    with_parts(settings, work)


def count_all(connection: Connection) -> dict[str, int]:
    tables = (PEOPLE, SESSIONS, TABLES, CHAT)
    queries = {table.name: select(func.count()).select_from(table) for table in tables}
    return {name: connection.execute(query).scalar_one() for name, query in queries.items()}


def test_what_fails_is_told_as_what_it_is(
    settings: ServerSettings, caplog: pytest.LogCaptureFixture
) -> None:
    """A query that can't be isn't a database that is away, though drivers call it that."""
    many = 70_000

    def ask(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        sqlite = isinstance(driver, sqlite3.Connection)
        if sqlite:
            driver.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, many - 1)
        places = ", ".join("?" if sqlite else "%s" for _ in range(many))
        connection.exec_driver_sql(f"SELECT 1 WHERE 1 IN ({places})", tuple(range(many)))

    async def work(parts: Parts) -> None:
        await parts.tasks.guard(parts.database.read(ask))
        assert parts.metrics.faults._value.get() == 1

    with_parts(settings, work)
    assert "no database" not in caplog.text


def test_a_table_that_is_over_leaves_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "IDLE_S", -1.0)

    async def work(parts: Parts) -> None:
        ada = await guest(parts, "ada")
        running, ended = await table(parts, ada, ME, ME), await table(parts, ada, ME, ME)
        parts.tables.memory.lives[ended].facts.state = "over"
        parts.tables.memory.let_go()
        assert set(parts.tables.memory.lives) == {running}

    with_parts(test_settings(tmp_path), work)


def test_who_asks_for_no_table_leaves_nothing_behind(tmp_path: Path) -> None:
    with Running(test_settings(tmp_path)) as server:
        ada, before = server.player(), set(server.state.notices.listeners)
        for _ in range(3):
            with ada.socket("nosuchtable") as wire:
                wire.until("bye")
        assert set(server.state.notices.listeners) == before


def test_one_failure_ends_no_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that can't be stopped once, as when the database is away, runs out the next time."""
    tries: list[str] = []

    async def run_out(_: Tables, table: str) -> None:
        tries.append(table)
        raise RuntimeError("the database is away")

    monkeypatch.setattr(upkeep, "run_out", run_out)

    async def work(parts: Parts) -> None:
        late = await table(parts, await guest(parts, "ada"), ME, ME)
        parts.tables.memory.lives[late].facts.deadline_ms = 0
        await start(parts)
        async with asyncio.timeout(30):
            while len(tries) < 2:
                await asyncio.sleep(0.01)

    with_parts(test_settings(tmp_path), work)


def test_nothing_is_told_before_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is asked for in the midst of a move waits for the move's commit."""
    with Running(test_settings(tmp_path)) as server:
        ada = server.player()
        game = ada.table("stone-age", "me", "me")["id"]
        seen: list[int] = []

        def slow(*_: Any) -> None:
            query = select(TABLES.c.seq).where(TABLES.c.id == game)
            found = server.state.database.read_now(lambda c: c.execute(query).scalar_one())
            seen.append(found)
            raise RuntimeError("the disk is full")

        before = ada.get(f"/api/tables/{game}")["seq"]
        view = ada.view(game)
        monkeypatch.setattr("cradle.server.store.log.append", slow)
        failed = ada.http.post(f"/api/tables/{game}/moves", json={"text": view["moves"][0]["text"]})
        assert failed.status_code == 500
        assert seen == [before]
        assert ada.get(f"/api/tables/{game}")["seq"] == before
        assert server.state.metrics.faults._value.get() == 1
