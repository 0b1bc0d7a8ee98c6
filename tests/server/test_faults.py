"""Clients of a server whose database fails: what they were told is so after a restart."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from cradle.server.settings import ServerSettings
from cradle.server.store.database import Database
from cradle.server.store.workers import Job
from tests.server.failing_servers import fail_often
from tests.server.faults import LOST, Faulty
from tests.server.running import Json, Player, Running, test_settings

PATIENCE_S = 60.0
SCHEDULES = 12


def first_move(player: Player) -> tuple[str, Json]:
    """A new table, and a move to make there."""
    table: str = player.table("stone-age", "me", "me")["id"]
    return table, {"text": player.view(table)["moves"][0]["text"], "id": "first"}


@contextmanager
def held(database: Database) -> Iterator[None]:
    """Whatever is to be written meanwhile, is written together afterwards."""
    release = Event()
    database.writers.waiting.put(Job(lambda _: release.wait(PATIENCE_S), Future()))
    wait_for(database, 0)
    yield
    release.set()


def wait_for(database: Database, jobs: int) -> None:
    """Until so many works wait for the writer."""
    deadline = time.monotonic() + PATIENCE_S
    while database.writers.waiting.qsize() != jobs:
        assert time.monotonic() < deadline, "nothing comes to be written"
        time.sleep(0.001)


def fill_disk(connection: Connection) -> None:
    """SQLite's own error, with all that it does to the transaction."""
    connection.execute(text("PRAGMA max_page_count = 1"))
    try:
        connection.execute(text("INSERT INTO kept VALUES ('filling', zeroblob(1000000))"))
    finally:
        connection.execute(text("PRAGMA max_page_count = 1000000"))


def test_a_move_that_was_acknowledged_survives_a_full_disk(tmp_path: Path) -> None:
    """Two moves in one batch, and between them something that finds the disk full."""
    settings = test_settings(tmp_path)
    with Running(settings) as server, ThreadPoolExecutor(3) as pool:
        ada = server.player()
        tables = [first_move(ada), first_move(ada)]
        database: Database = server.state.database
        with held(database):
            moves = []
            for number, (table, move) in enumerate(tables):
                moves.append(pool.submit(ada.move, table, **move))
                wait_for(database, 2 * number + 1)
                if not number:
                    full = pool.submit(database.write_now, fill_disk)
                    wait_for(database, 2)
        seqs = [move.result()["seq"] for move in moves]
        with pytest.raises(OperationalError, match="full"):
            full.result()
    with Running(settings):
        for (table, _), seq in zip(tables, seqs, strict=True):
            assert ada.view(table)["seq"] >= seq


def test_whatever_fails_a_restarted_server_knows_what_was_told(settings: ServerSettings) -> None:
    """A share of `make faults`."""
    told, denials = fail_often(settings, SCHEDULES)
    assert told > SCHEDULES
    assert denials > SCHEDULES / 4


def end_own_work(server: Running) -> None:
    """Have a server do nothing by itself, so that only what clients ask for is written."""
    works = [*server.state.tasks.background]
    for work in works:
        work.get_loop().call_soon_threadsafe(work.cancel)
    deadline = time.monotonic() + PATIENCE_S
    while not all(work.done() for work in works):
        assert time.monotonic() < deadline, "its own work doesn't end"
        time.sleep(0.001)


def writer_of(server: Running) -> Faulty:
    """The statements of a server's writer, which has connected already."""
    end_own_work(server)
    faulty = Faulty(server.state.database.engine, thread="write")
    server.player()
    return faulty


@pytest.mark.parametrize("kept", [False, True])
def test_a_lost_answer_to_commit_is_told_as_such(settings: ServerSettings, kept: bool) -> None:
    """Nobody can know: so nobody is told either way, and by its id it is done once."""
    with Running(settings) as server:
        ada, faulty = server.player(), writer_of(server)
        table, move = first_move(ada)
        faulty.expect({})
        ada.move(table, **move)
        last = len(faulty.seen) - 1
        table, move = first_move(ada)
        before = ada.view(table)["seq"]
        faulty.expect({last: LOST if kept else faulty.cut})
        refused = ada.move(table, status=503, **move)
        assert refused["error"]["key"] == "unknown-outcome"
        assert (ada.view(table)["seq"] > before) == kept
        assert ada.move(table, **move)["again"] == kept
        assert server.state.metrics.faults._value.get() == 0


def test_whatever_becomes_of_a_repeat_the_first_is_done_once(settings: ServerSettings) -> None:
    """A repeat that is denied takes nothing back that was kept before without anybody knowing."""
    with Running(settings) as server:
        ada, faulty = server.player(), writer_of(server)
        path = f"/api/tables/{first_move(ada)[0]}/chat"
        faulty.expect({})
        ada.post(path, {"text": "hello", "id": "first"})
        last, again = len(faulty.seen) - 1, {"text": "again", "id": "second"}
        faulty.expect({last: LOST})
        assert ada.post(path, again, status=503)["error"]["key"] == "unknown-outcome"
        faulty.expect(dict.fromkeys(range(last), faulty.cut))
        assert ada.post(path, again, status=503)["error"]["key"] == "no-storage"
        faulty.expect({})
        ada.post(path, again)
        assert [line["text"] for line in ada.get(path)] == ["hello", "again"]


@pytest.mark.parametrize("what", ["moves", "chat"])
def test_a_database_that_fails_in_a_batch_is_nobodys_fault(
    settings: ServerSettings, what: str
) -> None:
    """Wherever it fails before COMMIT: the act is done, or nothing is, and the client hears so."""
    with Running(settings) as server:
        ada, faulty = server.player(), writer_of(server)
        table, act = first_move(ada)
        faulty.expect({})
        ada.post(f"/api/tables/{table}/{what}", act)
        places = range(len(faulty.seen) - 1)
        # A move on PostgreSQL is one statement: whether it was kept is another test's question.
        assert len(places) > 0 or (what == "moves" and server.state.database.together is False)
        for place in places:
            table, act = first_move(ada)
            faulty.expect({place: faulty.cut})
            answer = ada.http.post(f"/api/tables/{table}/{what}", json=act)
            assert faulty.fired
            assert answer.status_code in (200, 201, 503), answer.text
            again = ada.post(f"/api/tables/{table}/{what}", act)
            if what == "moves":
                assert again["again"] == (answer.status_code == 200)
            assert len(ada.get(f"/api/tables/{table}/chat")) == (what == "chat")
        assert server.state.metrics.faults._value.get() == 0
