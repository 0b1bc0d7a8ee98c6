"""What a writer is told is what the database keeps, whatever statement fails in whatever way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError, OperationalError

from cradle.server.settings import ServerSettings, with_driver
from cradle.server.store.database import make_engine
from cradle.server.store.transactions import (
    CONNECTION_LIMITS,
    TransactionLost,
    UnknownOutcome,
    write_all,
)
from tests.server.faults import LOST
from tests.server.schedules import Bench, Refused, bench_at, note

SCHEDULES = 60  # `make faults` has thousands.


@pytest.fixture
def bench(empty: ServerSettings) -> Iterator[Bench]:
    empty.data.mkdir(parents=True, exist_ok=True)
    with bench_at(empty.url) as bench:
        yield bench


def test_who_refuses_fails_alone(bench: Bench) -> None:
    jobs = {"a": "note", "b": "refuse", "c": "note", "d": "clash", "e": "note"}
    outcomes = bench.write(jobs, {})
    assert [outcomes[name].result for name in "ace"] == [1, 2, 3]
    assert isinstance(outcomes["b"].error, Refused)
    assert isinstance(outcomes["d"].error, IntegrityError)
    assert bench.faulty.seen.count("COMMIT") == 1


def test_a_fault_at_every_statement(bench: Bench) -> None:
    """After one fault anywhere, whoever can be served is, and trying again by the id is safe."""
    kinds = ("note", "refuse", "clash", "note")
    bench.write({f"count.{n}": kind for n, kind in enumerate(kinds)}, {})
    places = range(len(bench.faulty.seen))
    notes: dict[str, str] = {}
    for place in places:
        for fault in bench.faulty.faults:
            jobs = {f"{place}.{fault}.{n}": kind for n, kind in enumerate(kinds)}
            bench.write(jobs, {place: fault})
            assert bench.faulty.fired == [fault]
            notes |= {name: kind for name, kind in jobs.items() if kind == "note"}
    again = bench.write(notes, {})
    assert all(outcome.error is None for outcome in again.values())


def test_faults_at_random(bench: Bench) -> None:
    rng = random.Random(5)
    assert sum(bench.write_at_random(str(each), rng) for each in range(SCHEDULES)) > SCHEDULES


def test_when_the_answer_to_commit_is_lost_nobody_is_told_either_way(bench: Bench) -> None:
    jobs = {"a": "note", "b": "refuse", "c": "note"}
    bench.write({f"count.{name}": kind for name, kind in jobs.items()}, {})
    outcomes = bench.write(jobs, {len(bench.faulty.seen) - 1: LOST})
    assert all(isinstance(each.error, UnknownOutcome) for each in outcomes.values())
    assert {"a", "c"} <= bench.kept().keys()
    again = bench.write(jobs, {})
    assert [again[name].result for name in "ac"] == [3, 4]


def test_a_database_that_cannot_begin_is_asked_once(bench: Bench) -> None:
    outcomes = bench.write({"a": "note", "b": "note"}, {0: "busy"})
    assert all(isinstance(each.error, OperationalError) for each in outcomes.values())
    assert len(bench.faulty.seen) == 1


def test_a_work_that_hides_a_lost_transaction_keeps_nothing(bench: Bench) -> None:
    def hide(connection: Connection) -> None:
        connection.connection.rollback()

    for works in ([note("a"), hide], [hide, note("a")]):
        outcomes = write_all(bench.engine, works)
        assert [type(each.error) for each in outcomes if each.error] == [TransactionLost]
    assert bench.kept() == {"a": 1}


def test_a_disk_that_is_really_full_takes_no_other_writer_along(tmp_path: Path) -> None:
    """SQLite rolls back everything and says nothing more; who was told done, would have lost it."""

    def fill(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE IF NOT EXISTS filling (bytes BLOB)"))
        connection.execute(text("PRAGMA max_page_count = 1"))
        try:
            connection.execute(text("INSERT INTO filling VALUES (zeroblob(1000000))"))
        finally:
            connection.execute(text("PRAGMA max_page_count = 1000000"))

    with bench_at(f"sqlite:///{tmp_path}/full.db") as bench:
        before, full, after = write_all(bench.engine, [note("before"), fill, note("after")])
        assert isinstance(full.error, OperationalError)
        assert (before.result, after.result) == (1, 2)
        assert bench.kept() == {"before": 1, "after": 2}


def test_a_line_on_which_nothing_gets_through_is_given_up(postgres: str) -> None:
    """Each connection asks the system for it; `make cluster` cuts real lines."""
    engine = make_engine(with_driver(postgres))
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        asked = driver.info.get_parameters()
    engine.dispose()
    assert {name: int(asked[name]) for name in CONNECTION_LIMITS} == CONNECTION_LIMITS
