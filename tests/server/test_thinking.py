"""Bots of several processes on one PostgreSQL: every question is thought about once."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, delete, insert, select, update

from cradle import Table
from cradle.server.app import Parts
from cradle.server.bots.pool import Thinkers
from cradle.server.settings import BadSetting, ServerSettings
from cradle.server.store import bot_turns, people
from cradle.server.store.bot_turns import LEASE_MS, Asked
from cradle.server.store.database import make_engine
from cradle.server.store.pace import NoPace
from cradle.server.store.receipts import Key
from cradle.server.store.revisions import migrate, opened, revisions
from cradle.server.store.schema import MOVES, TABLES
from cradle.server.store.turn_schema import BOT_TURNS
from cradle.server.tables import creation, upkeep
from cradle.server.tables.bot_turns import BotTurns
from cradle.server.tables.shared_turns import POLL_S, SharedTurns
from cradle.server.tables.table_request import TableRequest
from cradle.server.tasks import Tasks
from cradle.server.think import Thinker
from cradle.server.timestamps import now_ms
from tests.server.parts import BOT, add, at_two_processes
from tests.server.postgres import database_with_schema, fresh_database
from tests.server.running import Player, Running, free_port, salted, test_settings
from tests.server.waits import until

EndTurn = Callable[..., None]
MASTERS = 20
TAKEN_OVER_S = 5.0


@pytest.fixture
def shared(postgres: str, tmp_path: Path) -> ServerSettings:
    """Settings of servers on one PostgreSQL."""
    name = tmp_path.name.replace("_", "-")
    return test_settings(tmp_path, database=database_with_schema(postgres, f"think-{name}"))


@pytest.fixture
def engine(shared: ServerSettings) -> Iterator[Engine]:
    """A database with tables of two hosts."""
    engine = opened(shared)
    yield engine
    engine.dispose()


def add_table(connection: Connection, id: str, host: str) -> None:
    """A table, as far as turns need one."""
    if people.find(connection, host) is None:
        people.add_guest(connection, host, host, {}, now_ms())
    filled = {c.name: 0 for c in TABLES.columns if not c.nullable and c.type.python_type is int}
    texts = {c.name: "" for c in TABLES.columns if not c.nullable and c.type.python_type is str}
    flags = {"rated": False, "undone": False, "flagged": False}
    row = texts | filled | flags | {"id": id, "host": host, "asked": [], "options": {}}
    connection.execute(insert(TABLES), row | {"pace": NoPace()})


def test_the_masters_of_one_keep_nobody_else_waiting(engine: Engine) -> None:
    with engine.begin() as connection:
        for number in range(MASTERS):
            add_table(connection, f"m{number}", "ada")
            bot_turns.keep(connection, f"m{number}", "ada", [Asked(1, 1.5, True)])
        add_table(connection, "n", "ben")
        bot_turns.keep(connection, "n", "ben", [Asked(0, 0.2, True)])
        add_table(connection, "b", "ben")
        bot_turns.keep(connection, "b", "ben", [Asked(0, 1.5, True)])
    with engine.begin() as connection:
        taken = bot_turns.take(connection, "one", 4)
    assert {("n", 0), ("b", 0)} <= {(each.table, each.seat) for each in taken}


def test_a_turn_is_taken_once_and_again_when_its_taker_is_silent(engine: Engine) -> None:
    with engine.begin() as connection:
        add_table(connection, "t", "ada")
        bot_turns.keep(connection, "t", "ada", [Asked(0, 0.2, True), Asked(1, 0.2, True)])
    with engine.begin() as one, engine.begin() as two:
        taken = bot_turns.take(one, "one", 1)
        assert len(taken) == 1
        assert len(bot_turns.take(two, "two", 9)) == 1  # The other one is locked, and left alone.
    with engine.begin() as connection:
        assert bot_turns.take(connection, "three", 9) == []
        connection.execute(update(BOT_TURNS).values(taken_until=0))
        bot_turns.hold(connection, "one", taken)
        assert len(bot_turns.take(connection, "three", 9)) == 1


def test_a_turn_that_its_taker_has_lost_sight_of_is_taken_again(engine: Engine) -> None:
    """As after a failure while it was looked at; they go on with their others."""
    with engine.begin() as connection:
        add_table(connection, "t", "ada")
        bot_turns.keep(connection, "t", "ada", [Asked(0, 0.2, True), Asked(1, 0.2, True)])
        lost, held = bot_turns.take(connection, "one", 9)
        connection.execute(update(BOT_TURNS).values(taken_until=0))
        bot_turns.hold(connection, "one", [held])
        [again] = bot_turns.take(connection, "two", 9)
        assert (again.table, again.seat) == (lost.table, lost.seat)
        bot_turns.hold(connection, "one", [])


def test_who_thinks_goes_on_while_others_answer(engine: Engine) -> None:
    """Only another question, or none, ends a turn."""
    with engine.begin() as connection:
        add_table(connection, "t", "ada")
        bot_turns.keep(connection, "t", "ada", [Asked(0, 0.2, True), Asked(1, 0.2, True)])
        assert len(bot_turns.take(connection, "one", 9)) == 2
        bot_turns.keep(connection, "t", "ada", [Asked(1, 0.2, False)])
        assert bot_turns.take(connection, "two", 9) == []
        bot_turns.keep(connection, "t", "ada", [Asked(1, 0.2, True)])
        [taken] = bot_turns.take(connection, "two", 9)
        assert (taken.table, taken.seat) == ("t", 1)


@pytest.mark.parametrize("end", [bot_turns.drop, partial(bot_turns.give_back, pause_ms=0)])
def test_the_end_of_an_old_turn_leaves_the_next_one_alone(engine: Engine, end: EndTurn) -> None:
    """Somebody else's answer brings a new question while the old one is still thought about."""
    with engine.begin() as connection:
        add_table(connection, "t", "ada")
        bot_turns.keep(connection, "t", "ada", [Asked(1, 0.2, True)])
        [old] = bot_turns.take(connection, "one", 9)
        bot_turns.keep(connection, "t", "ada", [Asked(1, 0.2, True)])
        connection.execute(update(BOT_TURNS).values(due_at=old.due_at + 1))
        [new] = bot_turns.take(connection, "one", 9)
        end(connection, who="one", turn=old)
        assert connection.execute(select(BOT_TURNS.c.taken_by)).scalars().all() == ["one"]
        end(connection, who="one", turn=new)
        assert connection.execute(select(BOT_TURNS.c.taken_by)).scalars().all() in ([], [None])


def row_count(settings: ServerSettings, table: str) -> int:
    """How long a table's log is."""
    engine = make_engine(settings.url)
    with engine.connect() as connection:
        rows = connection.execute(select(MOVES.c.seq).where(MOVES.c.table_id == table)).all()
    engine.dispose()
    return len(rows)


def test_every_question_is_thought_about_once(
    shared: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers with lookers-on at the same tables, where bots play alone."""
    asked: Counter[str] = Counter()
    choose = Thinkers.choose

    async def count(self: Thinkers, game: str, question: dict[str, Any], legal: list[str]) -> str:
        asked[f"{game}/{question['seat']}/{question['ply']}"] += 1
        return await choose(self, game, question, legal)

    ask = Thinkers.question

    def with_ply(self: Thinkers, table: Table, *more: Any) -> dict[str, Any]:
        arose = len(table.entries) - len(table.state.sealed)
        return ask(self, table, *more) | {"ply": arose}

    monkeypatch.setattr(bot_turns, "LEASE_MS", 10**6)  # On a busy machine nobody is taken for dead.
    monkeypatch.setattr(Thinkers, "choose", count)
    monkeypatch.setattr(Thinkers, "question", with_ply)
    other = shared.model_copy(update={"port": free_port()})
    with Running(shared) as one, Running(other) as two:
        ada = one.player()
        tables = [ada.table(game, "novice", "novice")["id"] for game in ("stone-age", "hadara")]
        wires = [Player(each.url, "Ben").socket(table) for each in (one, two) for table in tables]
        with ExitStack() as stack:
            for wire in wires:
                stack.enter_context(wire)
            until(lambda: all(row_count(shared, table) > 60 for table in tables))
            thought = asked.copy()  # A server that stops leaves its questions to the other.
        for server in (one, two):
            assert server.state.metrics.faults._value.get() == 0
    assert thought
    assert [each for each, times in thought.items() if times > 1] == []


def test_an_answer_beside_anothers_is_kept_as_it_was_thought_out(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two bots answer the same question at two processes, neither of which hears of the other."""
    asked = Counter[int]()

    async def choose(_: Thinkers, __: str, question: dict[str, Any], legal: list[str]) -> str:
        asked[question["seat"]] += 1
        return legal[0]

    async def work(here: Parts, there: Parts) -> None:
        ada = await add(here, "ada")
        dice = await salted(here.tables, ada)
        wish = TableRequest("hadara", (BOT, BOT, BOT), salted=dice)
        table = (await creation.create(here.tables, Key(ada.id), wish, ada)).table
        mine, theirs = (BotTurns(p.tables, p.thinkers, p.tasks, 0) for p in (here, there))
        live = await here.tables.get(table)
        while not live.sealing:
            assert await mine.answer(live, live.asked_bots()[0])
        old = await there.tables.get(table)
        assert old.asked_bots() == [0, 1, 2]
        asked.clear()
        assert await mine.answer(live, 0)
        assert await theirs.answer(old, 1)
        assert not await mine.answer(live, 1), "it is answered twice"
        assert asked == {0: 1, 1: 2}
        assert (await here.tables.look(table)).asked_bots() == [2]

    monkeypatch.setattr(Thinkers, "choose", choose)
    at_two_processes(fresh_database(postgres, "beside"), tmp_path, work)


def test_a_turn_whose_taker_has_died_is_taken_over(shared: ServerSettings) -> None:
    """Killed in the midst of it, it says nothing more; others wait for no longer than this."""
    assert LEASE_MS / 1000 + POLL_S < TAKEN_OVER_S
    take = bot_turns.take
    with Running(shared) as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_turns, "take", lambda *_, **__: [])
        table = server.player().table("stone-age", "novice", "novice")["id"]
        before = row_count(shared, table)
        engine = make_engine(shared.url)
        with engine.begin() as connection:
            assert take(connection, "dead", 9)
        patch.undo()
        until(lambda: row_count(shared, table) > before)
        with engine.connect() as connection:
            holders = set(connection.execute(select(BOT_TURNS.c.taken_by)).scalars())
        assert "dead" not in holders
        engine.dispose()


def test_a_bot_that_waits_nowhere_is_found(
    shared: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an older server, which let it think by itself, may leave it."""
    monkeypatch.setattr(SharedTurns, "follow", asyncio.Event().wait)
    with Running(shared) as server:
        table = server.player().table("stone-age", "novice", "novice")["id"]
    monkeypatch.undo()
    engine = make_engine(shared.url)
    with engine.begin() as connection:
        assert connection.execute(delete(BOT_TURNS)).rowcount
    engine.dispose()
    before = row_count(shared, table)
    with Running(shared):
        until(lambda: row_count(shared, table) > before)


@contextmanager
def thinking(settings: ServerSettings) -> Iterator[subprocess.Popen[bytes]]:
    """A thinker in a process of its own."""
    command = [sys.executable, "-m", "cradle", "think", "--thinkers", "1", "--pause-ms", "0"]
    env = os.environ | {"CRADLE_DATABASE": settings.database}
    process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait(60)


def test_a_thinker_thinks_for_servers_and_ends_cleanly(
    shared: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SharedTurns, "start", lambda *_: None)  # This server leaves it to others.
    with Running(shared) as server:
        table = server.player().table("stone-age", "novice", "novice")["id"]
        before = row_count(shared, table)
        with thinking(shared) as process:
            until(lambda: row_count(shared, table) > before + 10)
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0


def test_a_thinker_leaves_clocks_to_servers(
    shared: ServerSettings, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs out of time may end a table, by limits that a server's host has set."""
    done: list[Callable[[], Coroutine[Any, Any, None]]] = []
    monkeypatch.setattr(Tasks, "repeat", lambda _, __, work: done.append(work))

    async def work() -> None:
        thinker = Thinker(shared)
        thinker.start()
        by_itself = [each for each in done if getattr(each, "func", None) in vars(upkeep).values()]
        assert by_itself
        for each in by_itself:
            await each()
        await thinker.stop()

    with engine.begin() as connection:
        add_table(connection, "late", "ada")
        connection.execute(update(TABLES).values(state="playing", deadline_ms=1))
    monkeypatch.setattr(upkeep, "run_out", pytest.fail)
    asyncio.run(work())


def test_a_thinker_needs_the_database_of_servers(
    shared: ServerSettings, engine: Engine, tmp_path: Path
) -> None:
    """What can't be is said in a line, and changes nothing."""
    with pytest.raises(BadSetting, match="--database: thinkers need the PostgreSQL"):
        Thinker(test_settings(tmp_path))
    migrate(engine, revisions()[1])
    with pytest.raises(BadSetting, match=r"--database: has revision .* this version needs"):
        Thinker(shared)
