"""Migrations go both ways, on both databases, whatever is in them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Engine,
    Float,
    Integer,
    LargeBinary,
    insert,
    inspect,
    select,
    text,
    update,
)

from cradle.server.ops import admin
from cradle.server.ops.backup import kept, tables_of
from cradle.server.people.access import SCOPES
from cradle.server.settings import BadSetting, ServerSettings
from cradle.server.store.database import make_engine
from cradle.server.store.metadata import METADATA
from cradle.server.store.revisions import migrate, newest, revision_of, revisions, upgrade
from cradle.server.store.schema import MOVES
from cradle.table.errors import Refusal
from tests.server.running import Running

ROWS = 3
TOOK_AWAY = ["0003", "0008", "0024"]  # before it was a rule; there will be no more
ALL_SCOPES = " ".join(SCOPES)
Rows = dict[str, list[dict[str, Any]]]
Schema = dict[str, dict[str, Any]]


def made_up(column: Column[Any], number: int) -> Any:
    """A value for a column; the same number makes rows that belong together."""
    kind = column.type
    if column.name == "scopes":
        return ALL_SCOPES
    if isinstance(kind, Boolean):
        return bool(number % 2)
    if isinstance(kind, Integer | BigInteger | Float):
        return number
    if isinstance(kind, LargeBinary):
        return bytes([number])
    return f"{number}"


def fill(engine: Engine) -> None:
    """Rows in every table, with something in every column."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        for table in kept(tables_of(connection)):
            rows = [{c.name: made_up(c, n) for c in table.columns} for n in range(1, ROWS + 1)]
            connection.execute(insert(table), rows)


def read(engine: Engine) -> Rows:
    """Everything, by table."""
    with engine.connect() as connection:
        return {
            table.name: [
                dict(row._mapping)
                for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in kept(tables_of(connection))
        }


def columns(engine: Engine) -> dict[str, set[str]]:
    """The columns there are, by table."""
    found = inspect(engine)
    return {
        table: {column["name"] for column in found.get_columns(table)}
        for table in found.get_table_names()
    }


def shared(rows: Rows, known: dict[str, set[str]]) -> Rows:
    """Of these rows, the keys and what another revision knows, too."""
    keys = {table.name: set(table.primary_key.columns.keys()) for table in METADATA.sorted_tables}
    wanted = {table: names | keys.get(table, set()) for table, names in known.items()}
    return {
        table: [{name: cell for name, cell in row.items() if name in wanted[table]} for row in some]
        for table, some in rows.items()
        if table in wanted
    }


def test_a_full_database_goes_back_and_comes_again(empty: ServerSettings) -> None:
    """At each step: what both revisions know is kept, as is every row of a table that both have."""
    empty.data.mkdir(parents=True, exist_ok=True)
    engine = make_engine(empty.url)
    upgrade(engine)
    fill(engine)
    first, whole = read(engine), columns(engine)
    for newer, older in pairwise(revisions()):
        check_step(engine, newer, older)
        migrate(engine, older)
    oldest = columns(engine)
    upgrade(engine)
    assert columns(engine) == whole
    assert shared(read(engine), oldest) == shared(first, oldest)
    engine.dispose()


def check_step(engine: Engine, newer: str, older: str) -> None:
    """From one revision to the one before it, and again."""
    before, whole = read(engine), columns(engine)
    migrate(engine, older)
    assert revision_of(engine) == older
    known = columns(engine)
    migrate(engine, newer)
    assert columns(engine) == whole, newer
    assert shared(read(engine), known) == shared(before, known), newer


def test_a_game_goes_on_after_the_way_back_and_forth(
    settings: ServerSettings,
) -> None:
    with Running(settings) as server:
        ada = server.player()
        ada.post("/api/me/account", {"login": "ada", "password": "an unlikely password"})
        table = ada.table("stone-age", "me", "me")["id"]
        for _ in range(20):
            view = ada.view(table)
            ada.move(table, view["moves"][-1]["text"], seat=view["seat"])
        ada.post(f"/api/tables/{table}/chat", {"text": "hello"})
        before, said = ada.view(table), ada.get(f"/api/tables/{table}/chat")
    assert list(admin.run(settings, "migrate", [revisions()[-1]]))[-1].startswith("* 0001")
    with Running(settings):
        assert ada.view(table)["view"] == before["view"]
        assert ada.get(f"/api/tables/{table}/chat") == said
        ada.move(table, before["moves"][0]["text"], seat=before["seat"])


def test_a_token_of_less_than_all_never_becomes_one_of_all(settings: ServerSettings) -> None:
    """Before there were scopes, every token could do everything."""
    with Running(settings) as server:
        ada = server.player()
        kept = ada.post("/api/me/tokens", {"label": "all", "scopes": list(SCOPES)})
        ada.post("/api/me/tokens", {"label": "some", "scopes": ["play"]})
    list(admin.run(settings, "migrate", ["0002"]))
    with Running(settings):
        assert [each["id"] for each in ada.get("/api/me/tokens")] == [kept["id"]]


def test_revisions_are_listed_and_others_refused(settings: ServerSettings) -> None:
    with Running(settings):
        pass
    listed = list(admin.run(settings, "migrate", []))
    assert [line[2:6] for line in listed] == revisions()
    assert [line[0] for line in listed] == ["*", *" " * (len(listed) - 1)]
    for wrong in ("0000", "base", "-1", "head"):
        with pytest.raises(Refusal, match="0001"):
            list(admin.run(settings, "migrate", [wrong]))
    engine = make_engine(settings.url)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(BadSetting, match="newer version"):
        list(admin.run(settings, "migrate", [newest()]))


@pytest.mark.parametrize("empty", ["postgresql"], indirect=True)
def test_a_busy_machine_may_take_its_time_between_steps(
    empty: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL ends a move's transaction after seconds without a statement, a migration's not."""
    engine, found = make_engine(empty.url), list[str]()

    def look(config: Config, _: str) -> None:
        asked = text("SHOW idle_in_transaction_session_timeout")
        found.append(config.attributes["connection"].execute(asked).scalar())

    monkeypatch.setattr(command, "upgrade", look)
    upgrade(engine)
    engine.dispose()
    assert found == ["2min"]


def test_an_id_that_was_taken_twice_stays_with_the_first(settings: ServerSettings) -> None:
    """Before revision 0006, an id was forgotten after a while, and could be used again."""
    with Running(settings) as server:
        ada = server.player()
        table = ada.table("stone-age", "me", "me")["id"]
        for number in range(6):
            ada.move(table, ada.view(table)["moves"][0]["text"], id=f"m{number}")
    engine = make_engine(settings.url)
    migrate(engine, "0005")
    twice, named = f"{ada.id}:m1", select(MOVES.c.client).order_by(MOVES.c.seq)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(MOVES).where(MOVES.c.client > twice).values(client=twice))
    upgrade(engine)
    with engine.connect() as connection:
        kept = [client for client in connection.execute(named).scalars() if client is not None]
    engine.dispose()
    assert kept == [f"{ada.id}:m0", twice]


def asks_more(before: Schema, now: Schema) -> bool:
    """Whether something is gone, or a row as it was written before lacks something now."""
    for table, known in before.items():
        columns = now.get(table, {})
        new = [column for name, column in columns.items() if name not in known]
        if not known.keys() <= columns.keys() or not all(
            c["nullable"] or c["default"] for c in new
        ):
            return True
    return False


def test_servers_of_the_version_before_can_work_on_a_new_revision(tmp_path: Path) -> None:
    """Migrations only add, so that servers can be replaced one after the other."""
    engine = make_engine(f"sqlite:///{tmp_path / 'database'}")
    before, demanding = Schema(), list[str]()
    for revision in reversed(revisions()):
        migrate(engine, revision)
        found = inspect(engine)
        now = {t: {c["name"]: c for c in found.get_columns(t)} for t in found.get_table_names()}
        demanding += [revision] if asks_more(before, now) else []
        before = now
    engine.dispose()
    assert demanding == TOOK_AWAY
