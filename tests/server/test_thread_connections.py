"""Statements that end by themselves: each thread keeps a connection for them, planned once."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import ProgrammingError

from cradle.server.app import Parts
from cradle.server.settings import with_driver
from cradle.server.store.additions import read_additions
from cradle.server.store.database import Database, make_engine
from cradle.server.store.log import Answer
from cradle.server.store.progress import Progress, save_move
from cradle.server.store.thread_connections import is_ended
from cradle.server.store.transactions import Statement
from tests.server.parts import with_parts
from tests.server.postgres import database_with_schema, fresh_database
from tests.server.running import test_settings
from tests.server.test_progress import running

TIMES = 16  # A driver prepares what it sends the sixth time, and five plans are tried.
BACKEND = text("SELECT pg_backend_pid()")
PLANS = text(
    "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE 'WITH%'"
)
COUNT = text("SELECT count(*) FROM notes")
HIGH = 2000  # A number that `select` doesn't take.


@pytest.fixture
def database(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """A database that one thread reads."""
    monkeypatch.setattr("cradle.server.store.database.READERS", 1)
    url = fresh_database(postgres, tmp_path.name)
    with closing(Database(make_engine(with_driver(url)))) as database:
        yield database


def backend(database: Database) -> int:
    """Which process of the database's serves the reader."""
    number: int = database.readers.ask_now(Statement(lambda c: c.execute(BACKEND).scalar_one()))
    return number


def refuse(connection: Connection) -> None:
    """A statement that fails."""
    connection.execute(text("SELECT nothing"))


def test_a_thread_keeps_its_line(database: Database) -> None:
    taken: list[object] = []
    event.listen(database.engine, "checkout", lambda *each: taken.append(each))
    assert len({backend(database) for _ in range(TIMES)}) == 1
    assert len(taken) == 1


def test_after_an_error_it_takes_another(database: Database) -> None:
    taken: list[object] = []
    backend(database)
    event.listen(database.engine, "checkout", lambda *each: taken.append(each))
    with pytest.raises(ProgrammingError):
        database.readers.ask_now(Statement(refuse))
    backend(database)
    assert len(taken) == 1


def test_a_line_that_the_database_has_ended_is_not_used_again(database: Database) -> None:
    before = backend(database)
    with database.engine.connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": before})
    assert backend(database) != before


def test_on_sqlite_too_a_line_that_is_kept_sees_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds no transaction, which would show the moment at which it began for ever."""
    monkeypatch.setattr("cradle.server.store.database.READERS", 1)
    with closing(Database(make_engine(f"sqlite:///{tmp_path / 'notes'}"))) as database:
        database.write_now(lambda c: c.execute(text("CREATE TABLE notes (number INTEGER)")))
        count = Statement(lambda c: c.execute(COUNT).scalar_one())
        for number in range(3):
            assert database.readers.ask_now(count) == number
            database.write_now(lambda c: c.execute(text("INSERT INTO notes VALUES (1)")))


def test_lines_are_looked_at_also_where_very_many_are_open() -> None:
    class Line:
        closed = False

        def fileno(self) -> int:
            return HIGH

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, HIGH + 1), hard))
    reading, writing = os.pipe()
    os.dup2(reading, HIGH)
    try:
        assert not is_ended(Line())
        os.write(writing, b"!")
        assert is_ended(Line())
    finally:
        for each in (reading, writing, HIGH):
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_what_every_move_needs_is_planned_once(postgres: str, tmp_path: Path) -> None:
    """To plan these statements takes the database longer than to carry them out."""

    async def work(parts: Parts) -> None:
        live = (await running(parts, 1))[0]
        facts, answer = live.facts.copy(), Answer(0, "send forest 1")
        with parts.database.connections.mine() as connection:
            for _ in range(TIMES):
                facts.seq += 1
                save_move(connection, Progress(facts, [answer], None, []))
                facts.version += 1
                read_additions(connection, {live.id: facts.seq - 1})
            plans = connection.execute(PLANS).all()
        assert len(plans) == 2
        assert all(generic for generic, _ in plans), plans

    url = database_with_schema(postgres, tmp_path.name)
    with_parts(test_settings(tmp_path, database=url), work)


def test_what_is_found_by_a_key_needs_no_thread_on_sqlite(tmp_path: Path) -> None:
    """It is read where it is asked for, and what fails there fails as it does in a thread."""

    async def course(parts: Parts) -> None:
        def thread(connection: Connection) -> int:
            connection.execute(COUNT)
            return threading.get_ident()

        assert await parts.database.read_by_key(thread) == threading.get_ident()
        assert await parts.database.read(thread) != threading.get_ident()
        with pytest.raises(ProgrammingError, match="nothing"):
            await parts.database.read_by_key(refuse)
        assert await parts.database.read_by_key(thread)

    with_parts(test_settings(tmp_path), course)


def test_what_is_found_by_a_key_is_read_in_a_thread_on_postgresql(
    postgres: str, tmp_path: Path
) -> None:
    async def course(parts: Parts) -> None:
        found = await parts.database.read_by_key(lambda _: threading.get_ident())
        assert found != threading.get_ident()

    url = database_with_schema(postgres, tmp_path.name)
    with_parts(test_settings(tmp_path, database=url), course)
