"""Whoever sends is killed, anywhere and at every point: nothing is told twice by mistake."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest
from sqlalchemy import select

from cradle.server.settings import ServerSettings
from cradle.server.store.database import make_engine
from cradle.server.store.schema import CHAT, OUTBOX
from tests.server.notification_world import NotificationWorld, tell

pytestmark = pytest.mark.long
KILLS = 5
HERE = Path(__file__).with_name("outbox_process.py")


def test_none_is_lost_and_none_told_twice(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tables: list[str] = []

    async def lay_out(world: NotificationWorld) -> None:
        ada, ben = await world.person("ada"), await world.person("ben", "mail", "webhook")
        tables.extend([await world.table(ada, ben) for _ in range(3)])

    tell(settings, monkeypatch, lay_out)
    file, rng, said = tmp_path / "taken", random.Random(7), 0
    for _ in range(KILLS):
        before, taken = said, lines(file)
        process = start(settings, file, said, tables)
        while lines(file) < taken + 2:  # It is under way.
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 0.1))
        process.kill()
        process.wait()
        said = count(settings)
        assert said > before
    assert start(settings, file, said).wait(60) == 0
    compare(settings, file)


def start(
    settings: ServerSettings, file: Path, first: int, tables: list[str] | None = None
) -> subprocess.Popen[bytes]:
    call = [sys.executable, str(HERE), settings.url, str(file), str(first), *(tables or [])]
    return subprocess.Popen(call)


def lines(file: Path) -> int:
    return len(file.read_text().splitlines()) if file.exists() else 0


def count(settings: ServerSettings) -> int:
    engine = make_engine(settings.url)
    with engine.connect() as connection:
        found = len(connection.execute(select(CHAT.c.number)).all())
    engine.dispose()
    return found


def compare(settings: ServerSettings, file: Path) -> None:
    """A mail went out, and each time under the same name; a message to a chat never twice."""
    engine = make_engine(settings.url)
    with engine.connect() as connection:
        rows = connection.execute(select(OUTBOX).where(OUTBOX.c.event == "over")).all()
        happened = connection.execute(select(CHAT.c.table_id, CHAT.c.number)).all()
    engine.dispose()
    assert {(row.table_id, row.seq) for row in rows} == set(map(tuple, happened))
    assert len(rows) == 2 * len(happened)
    assert {row.outcome for row in rows if row.channel == "ben-mail"} == {"sent"}
    assert {row.outcome for row in rows} <= {"sent", "unknown"}
    taken = defaultdict[str, list[str]](list)
    for line in file.read_text().splitlines():
        name, _, what = line.partition(" ")
        taken[name].append(what)
    told = defaultdict[str, list[str]](list)
    for row in rows:
        told[row.batch].append(f"{row.channel} {row.table_id}")
    unknown = {row.batch for row in rows if row.outcome == "unknown"}
    chats = {row.batch for row in rows if row.channel == "ben-webhook"}
    assert told.keys() - unknown <= taken.keys() <= told.keys()
    for name, whats in told.items():
        again, rest = divmod(len(taken[name]), len(whats))
        assert sorted(taken[name]) == sorted(whats * again)
        assert again <= 1 or name not in chats
        assert rest == 0
