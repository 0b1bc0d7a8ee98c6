"""A database and a backup of an older version open, and everything in them goes on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, func, insert, select, update

from cradle.server.ops import admin
from cradle.server.ops.backup import kept, tables_of
from cradle.server.ops.verify import verify
from cradle.server.settings import DATABASE_FILE, ServerSettings
from cradle.server.store import log
from cradle.server.store.database import make_engine
from cradle.server.store.metadata import METADATA
from cradle.server.store.revisions import migrate_within, opened
from cradle.server.store.schema import CHAT, MOVES, SESSIONS
from cradle.server.store.tables import read_table
from cradle.server.tables.fairness import check
from cradle.server.tables.fold import fold
from cradle.server.tables.loader import dice_of, setup_for
from tests.server.running import Player, Running

DATA = Path(__file__).parent / "data"
OLD = json.loads((DATA / "cradle-0002.json").read_text())
REVISION = "0002"
FOR_EVER = 10**15


@contextmanager
def engine_of(settings: ServerSettings) -> Iterator[Engine]:
    engine = make_engine(settings.url)
    yield engine
    engine.dispose()


def copy_rows(source: Connection, target: Connection) -> None:
    """All rows of a database, into one of the same revision."""
    tables = tables_of(target).tables
    for table in kept(tables_of(source)):
        rows = [dict(row._mapping) for row in source.execute(select(table))]
        if rows:
            target.execute(insert(tables[table.name]), rows)


@pytest.fixture
def old(empty: ServerSettings, tmp_path: Path) -> ServerSettings:
    """The settings of a server whose database an older version has written."""
    empty.data.mkdir(parents=True, exist_ok=True)
    file = (tmp_path if empty.database else empty.data) / DATABASE_FILE
    file.write_bytes(gzip.decompress((DATA / "cradle-0002.sqlite3.gz").read_bytes()))
    if empty.database:
        source = create_engine(f"sqlite:///{file}")
        with engine_of(empty) as engine, engine.begin() as target, source.connect() as rows:
            migrate_within(target, REVISION)
            copy_rows(rows, target)
        source.dispose()
    return lasting(empty)


def lasting(settings: ServerSettings) -> ServerSettings:
    """The same, but nothing is tidied away because it is old."""
    return settings.model_copy(update={"open_days": 0, "guest_days": 0})


def renew_sessions(settings: ServerSettings) -> None:
    """However long ago the file was written, its sessions hold."""
    with engine_of(settings) as engine, engine.begin() as connection:
        connection.execute(update(SESSIONS).values(until_at=FOR_EVER))


def player(server: Running, name: str) -> Player:
    """Somebody of then, with their cookie of then."""
    found = Player(server.url, None)
    found.http.cookies.set("cradle", OLD["cookies"][name])
    found.id = OLD["people"][name]
    return found


def play(players: list[Player], table: str, moves: int) -> None:
    """Play a few moves, whoever is asked."""
    for _ in range(moves):
        for each in players:
            if legal := each.view(table)["moves"]:
                each.move(table, legal[0]["text"])


def test_the_schema_is_todays_and_every_row_is_there(old: ServerSettings) -> None:
    engine = opened(old)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        for name, expected in OLD["tables"].items():
            facts = read_table(connection, name)
            assert facts is not None
            assert {each: getattr(facts, each) for each in expected} == expected
            last = select(func.max(MOVES.c.seq)).where(MOVES.c.table_id == name)
            assert (connection.execute(last).scalar_one() or 0) == expected["seq"]
        for table in (MOVES, CHAT):
            count = select(func.count()).select_from(table)
            assert connection.execute(count).scalar_one() == OLD["rows"][table.name]
    engine.dispose()


def test_dice_of_then_follow_from_secret_and_salt(old: ServerSettings) -> None:
    """A roll that depends on the salt comes out as it did, taken back or not."""
    engine = opened(old)
    with engine.connect() as connection:
        facts = read_table(connection, OLD["playing"])
        assert facts is not None
        assert [each.salt for each in facts.seats] == ["swordfish", "zebra", ""]
        folded = fold(log.read(connection, facts.id))
        assert folded.again
        checked = check(setup_for(facts), folded.entries, dice_of(facts, folded.again))
    engine.dispose()
    assert checked.ok
    assert checked.count > 10


def test_people_are_known_by_what_they_had(old: ServerSettings) -> None:
    """By the session within a signed cookie, by token, and by password."""
    opened(old).dispose()
    renew_sessions(old)
    with Running(old) as server:
        for name in ("ada", "ben"):
            person = player(server, name)
            assert person.get("/api/me")["person"]["id"] == person.id
        program = Player(server.url, None)
        program.http.headers["Authorization"] = f"Bearer {OLD['token']}"
        assert program.get("/api/me")["person"]["id"] == OLD["people"]["ada"]
        again = Player(server.url, None)
        credentials = {"login": "ada", "password": OLD["password"]}
        assert again.post("/api/login", credentials)["id"] == OLD["people"]["ada"]


def test_games_of_then_are_played_on(old: ServerSettings) -> None:
    opened(old).dispose()
    renew_sessions(old)
    with Running(old) as server:
        ada, ben = player(server, "ada"), player(server, "ben")
        for name in ("playing", "hadara", "sandbox"):
            table = OLD[name]
            before = ada.view(table)["ply"]
            play([ada, ben], table, 3)
            assert ada.view(table)["ply"] > before
        done = ada.post(f"/api/tables/{OLD['playing']}/undo")
        assert done["seq"] > OLD["tables"][OLD["playing"]]["seq"]
        assert [line["text"] for line in ada.get(f"/api/tables/{OLD['playing']}/chat")] == [
            "Hello!",
            "Good luck",
        ]
        ada.join(OLD["open"])
        record = ada.http.get(f"/api/tables/{OLD['over']}/record").text
        assert verify(record).ok
        assert verify(record.replace('"salt":', '"words":')).ok
        history = ada.get(f"/api/tables/{OLD['uploaded']}/history")
        assert history["plies"] == OLD["tables"][OLD["uploaded"]]["ply"]


def rewritten(tmp_path: Path, form: str) -> Path:
    """The backup of then, as the revision before would have written it, if that is wanted."""
    whole = gzip.decompress((DATA / "backup-0002.gz").read_bytes())
    lines = [json.loads(line) for line in whole.splitlines()]
    if form == "0001":  # Tables had no version yet.
        lines[0]["form"] = form
        for line in lines[1:-1]:
            if line[0] == "tables":
                del line[1][-1]
    file = tmp_path / "backup.gz"
    file.write_bytes(gzip.compress("".join(f"{json.dumps(line)}\n" for line in lines).encode()))
    return file


@pytest.mark.parametrize("form", ["0001", "0002"])
def test_a_backup_of_an_older_version_is_read(
    empty: ServerSettings, tmp_path: Path, form: str
) -> None:
    told = list(admin.run(empty, "restore", [str(rewritten(tmp_path, form))]))
    assert f"{sum(OLD['rows'].values())} rows" in told[0]
    renew_sessions(empty)
    with Running(lasting(empty)) as server:
        ada, ben = player(server, "ada"), player(server, "ben")
        play([ada, ben], OLD["playing"], 2)
        found: Any = ada.get(f"/api/tables/{OLD['over']}")
        assert {each: found[each] for each in ("state", "seq", "ply", "round")} == OLD["tables"][
            OLD["over"]
        ]
