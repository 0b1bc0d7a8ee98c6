"""On PostgreSQL writers wait only for those who write about the same, and never for each other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, func, select, text, update

from cradle.server.settings import ServerSettings
from cradle.server.store import chat, one_time_secrets, people, shared_values
from cradle.server.store.database import WRITERS, Database, make_engine
from cradle.server.store.locks import ORDER, lock
from cradle.server.store.one_time_secrets import RESET
from cradle.server.store.rating_schema import LADDERS
from cradle.server.store.revisions import opened
from cradle.server.store.schema import CHAT, KEPT, PEOPLE, TABLES
from cradle.server.store.transactions import Outcome, write_each
from cradle.server.timestamps import now_ms
from tests.server.postgres import database_with_schema
from tests.server.running import Json, Player, Running, test_settings
from tests.server.test_rated_games import finished, rate_new
from tests.server.waits import until

PATIENCE_S = 60
MANY = 12
PACE = {"kind": "live", "base_ms": 3_600_000, "increment_ms": 0}
WAITING = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND datname = current_database()"
)


@pytest.fixture
def shared(postgres: str, tmp_path: Path) -> ServerSettings:
    """Settings of servers on one PostgreSQL."""
    return test_settings(
        tmp_path, database=database_with_schema(postgres, f"locks-{tmp_path.name}")
    )


@pytest.fixture
def engine(shared: ServerSettings) -> Iterator[Engine]:
    """A database with two people."""
    engine = opened(shared)
    with engine.begin() as connection:
        for name in ("ada", "ben"):
            people.add_guest(connection, name, name, {}, now_ms())
    yield engine
    engine.dispose()


@contextmanager
def holding(url: str, work: Callable[[Connection], Any]) -> Iterator[None]:
    """Another process's transaction, which has done something and isn't over."""
    other = make_engine(url)
    with other.connect() as connection:
        work(connection)
        yield
        connection.rollback()
    other.dispose()


def at_once(*works: Callable[[], Outcome]) -> list[Outcome]:
    """All of them begin together."""
    ready = threading.Barrier(len(works))

    def run(work: Callable[[], Outcome]) -> Outcome:
        ready.wait(PATIENCE_S)
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def test_two_that_wait_for_each_other_are_both_served(engine: Engine) -> None:
    """The database ends one of them, which is then done again."""
    met = threading.Barrier(2)
    tries: list[str] = []

    def rename(*order: str) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            tries.append(order[0])
            for number, name in enumerate(order):
                longer = update(PEOPLE).where(PEOPLE.c.id == name)
                connection.execute(longer.values(name=PEOPLE.c.name + "!"))
                if not number and len(tries) <= 2:
                    met.wait(PATIENCE_S)

        return work

    works = (rename("ada", "ben"), rename("ben", "ada"))
    outcomes = at_once(*(lambda work=work: write_each(engine, [work])[0] for work in works))
    assert [each.error for each in outcomes] == [None, None]
    assert len(tries) > 2
    with engine.connect() as connection:
        names = connection.execute(select(PEOPLE.c.name).order_by(PEOPLE.c.id)).scalars()
        assert list(names) == ["ada!!", "ben!!"]


def test_locks_are_taken_in_their_order(engine: Engine) -> None:
    with engine.connect() as connection:
        for kind in ORDER:
            lock(connection, kind, "a", "b")
        with pytest.raises(AssertionError, match="rating"):
            lock(connection, ORDER[0], "a")
    with engine.connect() as connection:  # The next transaction begins anew.
        lock(connection, ORDER[0], "a")


def test_who_writes_about_something_else_waits_for_nobody(engine: Engine) -> None:
    def hold(connection: Connection) -> None:
        for kind in ORDER:
            lock(connection, kind, "held")

    def work(connection: Connection) -> str:
        for kind in ORDER:
            lock(connection, kind, "free")
        return "done"

    url = engine.url.render_as_string(hide_password=False)
    with holding(url, hold):
        assert write_each(engine, [work])[0].result == "done"


@pytest.mark.parametrize("rated_first", [True, False])
def test_who_is_forgotten_while_a_game_is_rated_has_no_rating(
    engine: Engine, rated_first: bool
) -> None:
    both = [lambda c: rate_new(c, finished()), lambda c: people.forget(c, "ben")]
    first, second = both if rated_first else reversed(both)
    with ThreadPoolExecutor(1) as threads, engine.connect() as connection:
        first(connection)
        done: Future[Any] = threads.submit(lambda: write_each(engine, [second])[0])
        with engine.connect() as other:
            # A transaction sees all along who waited when it first looked.
            looks = other.execution_options(isolation_level="AUTOCOMMIT")
            until(lambda: done.done() or looks.execute(WAITING).scalar_one() == 1)
        connection.commit()
        assert done.result(PATIENCE_S).error is None
    with engine.connect() as connection:
        assert list(connection.execute(select(LADDERS.c.subject).distinct()).scalars()) == ["ada"]


def move_of(player: Player) -> tuple[str, Json]:
    table: str = player.table("stone-age", "me", "me")["id"]
    return table, {"text": player.view(table)["moves"][0]["text"], "id": "first"}


def test_a_move_waits_for_its_table_alone(shared: ServerSettings) -> None:
    with Running(shared) as server, ThreadPoolExecutor(1) as threads:
        ada = server.player()
        (held, first), (free, second) = move_of(ada), move_of(ada)
        row = select(TABLES.c.id).where(TABLES.c.id == held).with_for_update()
        with holding(shared.url, lambda c: c.execute(row)):
            waiting: Future[Any] = threads.submit(lambda: ada.move(held, **first))
            database: Database = server.state.database
            until(lambda: database.read_now(lambda c: c.execute(WAITING).scalar_one()) == 1)
            assert not ada.move(free, **second)["again"]
            assert not waiting.done()
        assert not waiting.result(PATIENCE_S)["again"]


def test_a_move_is_one_statement(shared: ServerSettings) -> None:
    """It takes one round trip, and no lock is held between two of them."""
    with Running(shared) as server:
        ada, said = server.player(), list[str]()
        table = ada.table("stone-age", "me", "me", pace=PACE)["id"]
        view, engine = ada.view(table), server.state.database.engine

        def note(_: Any, __: Any, statement: str, *___: object) -> None:
            if threading.current_thread().name == "write":
                said.append(statement)

        event.listen(engine, "before_cursor_execute", note)
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
        event.remove(engine, "before_cursor_execute", note)
        # The server keeps its time every now and then, and looks for bots that wait.
        clock = ("BEGIN", "SELECT pg_advisory", "SELECT kept", "UPDATE kept", "INSERT INTO kept")
        beats = (*clock, "UPDATE bot_turns SET taken_by")
        moves = [each for each in said if not each.startswith(beats)]
        assert len(moves) == 1
        assert "INSERT INTO moves" in moves[0]
        assert "UPDATE seats" in moves[0]


def test_lines_of_chat_are_numbered_without_a_gap(engine: Engine, shared: ServerSettings) -> None:
    with Running(shared) as server:
        table = server.player().table("stone-age", "me", "open")["id"]
        for name in ("ada", "ben"):
            works = [
                lambda name=name: write_each(
                    engine, [lambda c: chat.say(c, table, name, None, "hi", None, 1)]
                )[0]
            ] * (WRITERS + 1)
            assert [each.error for each in at_once(*works)] == [None] * (WRITERS + 1)
        with engine.connect() as connection:
            numbers = connection.execute(select(CHAT.c.number).order_by(CHAT.c.number)).scalars()
            assert list(numbers) == list(range(1, 2 * (WRITERS + 1) + 1))


def test_a_shared_value_is_made_once(engine: Engine) -> None:
    def make(value: str) -> Callable[[], Outcome]:
        return lambda: write_each(engine, [lambda c: shared_values.keep_once(c, "key", value)])[0]

    outcomes = at_once(*(make(str(number)) for number in range(WRITERS + 1)))
    with engine.connect() as connection:
        value = connection.execute(select(KEPT.c.value).where(KEPT.c.name == "key")).scalar_one()
    assert {each.result for each in outcomes} == {value}


def test_nobody_makes_more_tables_than_they_may(shared: ServerSettings) -> None:
    """Asked for all at once, at two servers."""
    limited = shared.model_copy(update={"tables": 3})
    other = limited.model_copy(update={"port": test_settings(shared.data).port})
    with Running(limited) as one, Running(other) as two, ThreadPoolExecutor(MANY) as threads:
        ada = one.player()
        seats = [{"kind": "me"}, {"kind": "open"}]
        urls = [(one.url, two.url)[number % 2] for number in range(MANY)]
        ready = threading.Barrier(MANY)

        def make(url: str) -> int:
            ready.wait(PATIENCE_S)
            body = {"game": "stone-age", "seats": seats}
            return int(ada.http.post(f"{url}/api/tables", json=body).status_code)

        assert sorted(threads.map(make, urls)) == [201] * 3 + [429] * (MANY - 3)
        count = select(func.count()).select_from(TABLES)
        database: Database = one.state.database
        assert database.read_now(lambda c: c.execute(count).scalar_one()) == 3


def test_a_secret_that_is_good_once_is_used_once(engine: Engine) -> None:
    with engine.begin() as connection:
        one_time_secrets.add(connection, RESET, "secret", now_ms(), "ada")

    def use(connection: Connection) -> object:
        return one_time_secrets.use(connection, RESET, "secret", now_ms())

    works = [lambda: write_each(engine, [use])[0]] * (WRITERS + 1)
    outcomes = at_once(*works)
    assert [each.error for each in outcomes] == [None] * len(works)
    assert len([each for each in outcomes if each.result is not None]) == 1
