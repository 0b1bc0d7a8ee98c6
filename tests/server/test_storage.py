"""What is kept: migrations, snapshots, rules that change, backups, on both databases."""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, func, select, text, update
from sqlalchemy.exc import IntegrityError

from cradle.server.ops import admin
from cradle.server.settings import ServerSettings
from cradle.server.store import log
from cradle.server.store.database import Database, make_engine
from cradle.server.store.log import Answer
from cradle.server.store.metadata import METADATA
from cradle.server.store.revisions import opened, upgrade
from cradle.server.store.schema import MOVES, SNAPSHOTS, TABLES
from cradle.server.tables.loader import load
from cradle.server.timestamps import ServerTime
from cradle.table.errors import Refusal
from cradle.table.files import BadFile
from tests.server.running import Player, Running, free_port, test_settings


def played(player: Player, game: str = "stone-age", moves: int = 40) -> str:
    """A hot-seat table after some moves."""
    table: str = player.table(game, "me", "me")["id"]
    for _ in range(moves):
        view = player.view(table)
        player.move(table, view["moves"][-1]["text"], seat=view["seat"])
    return table


def test_migrations_make_what_the_code_expects(empty: ServerSettings) -> None:
    empty.data.mkdir(parents=True, exist_ok=True)
    engine = make_engine(empty.url)
    upgrade(engine)
    upgrade(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_a_game_on_either_database(settings: ServerSettings) -> None:
    with Running(settings) as server:
        ada = server.player()
        table = played(ada)
        before = ada.view(table)
        ada.post(f"/api/tables/{table}/chat", {"text": "hello"})
    with Running(settings):
        assert ada.view(table) == before
        assert len(ada.get(f"/api/tables/{table}/chat")) == 1


def test_the_database_decides_who_was_first(settings: ServerSettings) -> None:
    """Two servers on one database: the one that is behind finds out, and nothing is doubled."""
    with (
        Running(settings) as one,
        Running(settings.model_copy(update={"port": free_port()})) as two,
    ):
        ada = one.player()
        table = played(ada, moves=2)
        other = Player(two.url, None)
        other.http.cookies = ada.http.cookies
        for turn in range(10):
            player = (ada, other)[turn % 2]
            body = {"text": player.view(table)["moves"][0]["text"], "id": f"t{turn}"}
            for _ in range(2):
                answer = player.http.post(f"/api/tables/{table}/moves", json=body)
                assert answer.status_code in (200, 400, 409), answer.text
        ada.http.post(f"/api/tables/{table}/moves", json={"text": "nonsense"})
        engine = make_engine(settings.url)
        with engine.connect() as connection:
            loaded = load(connection, table, ServerTime())
            count = connection.execute(select(func.count()).select_from(MOVES)).scalar_one()
        engine.dispose()
        assert loaded is not None
        assert loaded.live.facts.seq == count


def test_rows_are_unique_and_writers_fail_alone(settings: ServerSettings) -> None:
    with Running(settings) as server:
        table = played(server.player(), moves=3)
        database = Database(make_engine(settings.url))
        with pytest.raises(IntegrityError):
            database.write_now(lambda c: log.append(c, table, 0, [Answer(0, "again")], 0))
        assert database.write_now(lambda c: c.execute(text("SELECT 1")).scalar_one()) == 1
        database.close()


def test_loading_never_replays_more_than_a_round(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        table = played(server.player(), moves=150)
    engine = make_engine(settings.url)
    with engine.connect() as connection:
        plies = [ply for (ply,) in connection.execute(select(SNAPSHOTS.c.ply))]
        loaded = load(connection, table, ServerTime())
        assert loaded is not None
        facts = loaded.live.facts
        rounds = connection.execute(select(SNAPSHOTS.c.round)).scalars().all()
        assert sum(rounds) >= facts.round
        assert facts.ply - max(plies) <= 64
        assert loaded.live.snapshot_ply > 0
    engine.dispose()


def test_a_snapshot_that_cannot_be_read_costs_no_game(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        ada = server.player()
        table = played(ada)
        before = ada.view(table)
    engine = make_engine(settings.url)
    strange = zlib.compress(b'{"kind": "of another shape"}')
    change(engine, update(SNAPSHOTS).values(state=strange))
    engine.dispose()
    with Running(settings):
        assert ada.view(table) == before


def test_a_stop_leaves_a_round_its_snapshot(tmp_path: Path) -> None:
    """What is kept before a stop, where a round has just begun, is there already."""
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        table = server.player().table("stone-age", "me", "me")["id"]
    database = Database(make_engine(settings.url))
    first = database.read_now(lambda c: log.last_snapshot(c, table, 99, rounds_only=True))
    assert first is not None
    database.write_now(lambda c: log.add_snapshot(c, table, replace(first, round=False)))
    newer = replace(first, round=False, rules=first.rules + 1)
    assert database.read_now(lambda c: log.last_snapshot(c, table, 99)) == first
    database.write_now(lambda c: log.add_snapshot(c, table, newer))
    assert database.read_now(lambda c: log.last_snapshot(c, table, 99)) == newer
    database.close()


def test_a_later_rule_never_breaks_a_running_game(tmp_path: Path) -> None:
    """Under another version the game goes on from its snapshot; what can't be played is undone."""
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        ada = server.player()
        table = played(ada)
        before = ada.view(table)
    engine = make_engine(settings.url)
    change(engine, update(TABLES).values(rules=99))
    with Running(settings):
        assert ada.view(table)["view"] == before["view"]
    change(engine, update(TABLES).values(rules=98))
    last = select(func.max(SNAPSHOTS.c.ply)).scalar_subquery()
    change(engine, SNAPSHOTS.delete().where(SNAPSHOTS.c.ply == last))
    change(engine, update(MOVES).where(MOVES.c.seq == before["seq"]).values(text="gone for good"))
    with Running(settings):
        view = ada.view(table)
        assert view["ply"] < before["ply"]
        assert view["seq"] > before["seq"]
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    engine.dispose()


def change(engine: Engine, query: object) -> None:
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(query)  # type: ignore[call-overload]


def test_a_backup_while_running_and_its_return(settings: ServerSettings, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    with Running(settings) as server:
        ada = server.player()
        table = played(ada)
        before = ada.view(table)
        told = list(admin.run(settings, "backup", [str(file)]))
        assert str(file) in told[0]
        played(ada, moves=3)
    elsewhere = test_settings(tmp_path / "elsewhere", port=settings.port)
    list(admin.run(elsewhere, "restore", [str(file)]))
    with pytest.raises(Refusal, match="empty"):
        list(admin.run(elsewhere, "restore", [str(file)]))
    with Running(elsewhere):
        assert ada.view(table) == before
        assert len(ada.get("/api/me/tables")) == 1


def test_a_damaged_backup_is_refused(tmp_path: Path) -> None:
    settings = test_settings(tmp_path / "data")
    with Running(settings) as server:
        server.player()
    file = tmp_path / "backup.gz"
    list(admin.run(settings, "backup", [str(file)]))
    whole = file.read_bytes()
    middle = len(whole) // 2
    flipped = [
        whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :]
        for at in range(64, len(whole), len(whole) // 20)
    ]
    for damaged in (b"", b"x", whole[:middle], whole[:-9], *flipped):
        file.write_bytes(damaged)
        with pytest.raises(Refusal):
            list(admin.run(test_settings(tmp_path / "fresh"), "restore", [str(file)]))
        assert not (tmp_path / "fresh").exists()


@pytest.mark.parametrize("wrong", [["people", []], ["nobody", []], ["sessions", ["h", "x", 1, 2]]])
def test_a_backup_of_nonsense_is_refused(
    settings: ServerSettings, tmp_path: Path, wrong: list[Any]
) -> None:
    """Whole as a file, but with rows that no database would have written: nothing is kept."""
    file = tmp_path / "backup.gz"
    person = ["people", ["ada", "Ada", None, None, "{}", 1, False]]
    lines = [{"cradle": 1, "form": "0002"}, person, wrong, {"rows": 2}]
    file.write_bytes(gzip.compress("".join(f"{json.dumps(line)}\n" for line in lines).encode()))
    with pytest.raises(BadFile, match="no whole backup"):
        list(admin.run(settings, "restore", [str(file)]))
    engine = opened(settings)
    with engine.connect() as connection:
        assert not connection.execute(text("SELECT count(*) FROM people")).scalar_one()
    engine.dispose()


def test_admin_looks_takes_back_and_closes(tmp_path: Path) -> None:
    settings = test_settings(tmp_path)
    with Running(settings) as server:
        ada = server.player()
        table = played(ada, "hadara", 12)
        before = ada.view(table)
        assert any(table in line for line in admin.run(settings, "list", []))
        assert list(admin.run(settings, "list", ["closed"])) == []
        shown = "\n".join(admin.run(settings, "show", [table]))
        assert json.loads(shown[: shown.rindex("}") + 1])["id"] == table
        assert '"secret": null' in shown
        waiting = ada.table("hadara", "me", "open")["id"]
        (about,) = admin.run(settings, "show", [waiting])
        assert json.loads(about)["state"] == "open"
        list(admin.run(settings, "back", [table, "5"]))
        refused = ada.move(table, before["moves"][0]["text"], 409, seat=before["seat"], seq=1)
        assert refused["error"]["key"] == "stale"
        export = "\n".join(admin.run(settings, "export", [table]))
        assert "; fair " in export
        list(admin.run(settings, "close", [table]))
        assert list(admin.run(settings, "list", ["closed"]))
        for wrong in (["fly", []], ["back", ["x"]], ["back", [table, "x"]], ["show", ["nosuch"]]):
            with pytest.raises(Refusal):
                list(admin.run(settings, str(wrong[0]), list(wrong[1])))
