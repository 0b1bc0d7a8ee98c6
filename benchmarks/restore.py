"""A PostgreSQL brought back to a moment in the past, by the scripts of deploy/: `make cluster`.

People play on a server, a base backup is made while they do, and they go on. Then the database is
lost and restored to a moment between their moves: what was acknowledged before must be there to
the last row, nothing that came later, and the games go on.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text

from cradle.server.settings import with_driver
from tests.server.postgres import (
    USER,
    as_somebody,
    end,
    find_binaries,
    fresh_database,
    make_data,
    wait_for,
)
from tests.server.running import Player, Running, free_port, test_settings
from tests.system import need

DEPLOY = Path(__file__).parents[1] / "deploy"
ARCHIVE = "/var/backups/cradle/wal"
TABLES, MOVES = 2, 20


class Archived:
    """A PostgreSQL that archives what it writes, as the file in deploy/ has it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.wal, self.backups = folder / "wal", folder / "backups"
        self.command = [
            *make_data(folder),
            "-h",
            "127.0.0.1",
            "-p",
            str(self.port),
            "-c",
            "fsync=off",
        ]
        self.user = as_somebody(folder)
        for each in (self.wal, self.backups):
            each.mkdir()
            as_somebody(each)
        config = (DEPLOY / "postgres-archive.conf").read_text().replace(ARCHIVE, str(self.wal))
        with (folder / "data" / "postgresql.conf").open("a") as file:
            file.write(config)
        self.url = f"postgresql://{USER}@127.0.0.1:{self.port}"

    @contextmanager
    def running(self) -> Iterator[Engine]:
        """From its start until it is killed."""
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(self.command, stdout=log, stderr=log, cwd=self.folder)
        engine = create_engine(with_driver(f"{self.url}/cradle"), isolation_level="AUTOCOMMIT")
        try:
            wait_for(f"{self.url}/postgres")
            yield engine
        finally:
            engine.dispose()
            end(self.folder, signal.SIGQUIT)
            process.wait(60)

    def script(self, name: str, *words: str) -> str:
        """Run one of deploy/, as PostgreSQL's user."""
        path = f"{need(find_binaries, 'postgresql')}:{os.environ['PATH']}"
        command = [*self.user, "env", f"PATH={path}", "sh", str(self.folder / name), *words]
        (self.folder / name).write_text((DEPLOY / name).read_text())
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=self.folder)
        return done.stdout.strip()

    def back_up(self) -> str:
        """Where a base backup is now."""
        there = ("-h", "127.0.0.1", "-p", str(self.port), "-U", USER)
        return self.script("postgres-backup.sh", str(self.backups), *there)

    def lose_and_restore(self, base: str, moment: str) -> None:
        """Everything is gone but the backups."""
        data = self.folder / "data"
        data.rename(self.folder / "lost")
        self.script("postgres-restore.sh", base, str(self.wal), str(data), moment)


def play(ada: Player, tables: list[str], rng: random.Random) -> dict[str, int]:
    """Some moves at each table; the last row that was acknowledged there."""
    told = dict[str, int]()
    for _ in range(MOVES):
        for table in tables:
            view = ada.view(table)
            if view["moves"]:
                move = rng.choice(view["moves"])["text"]
                told[table] = ada.move(table, move, seat=view["seat"])["seq"]
    return told


def ask(engine: Engine, query: str) -> str:
    """One value."""
    with engine.connect() as connection:
        return str(connection.execute(text(query)).scalar_one())


def archive_all(archived: Archived, engine: Engine) -> None:
    """Wait until everything written so far lies in the archive."""
    file = ask(engine, "SELECT pg_walfile_name(pg_switch_wal())")
    while not (archived.wal / file).exists():
        time.sleep(0.1)


def restore(folder: Path) -> str:
    """Play, lose, restore and compare; what was done."""
    archived, rng = Archived(folder), random.Random(1)
    with archived.running() as engine:
        fresh_database(f"{archived.url}/postgres", "cradle")
        settings = test_settings(folder / "here", database=f"{archived.url}/cradle")
        with Running(settings) as server:
            ada = server.player()
            tables = [ada.table("stone-age", "me", "me")["id"] for _ in range(TABLES)]
            play(ada, tables, rng)
            base = archived.back_up()
            told = play(ada, tables, rng)
            moment = ask(engine, "SELECT clock_timestamp()")
            later = play(ada, tables, rng)
        archive_all(archived, engine)
    archived.lose_and_restore(base, moment)
    with archived.running() as engine, Running(settings) as server:
        again = server.player(None)
        again.http.cookies = ada.http.cookies
        found = {table: again.view(table)["seq"] for table in tables}
        assert found == told, f"at {moment}: {told}, restored: {found}"
        assert play(again, tables, rng).keys() == told.keys()
    lost = sum(later[each] - told[each] for each in told)
    return (
        f"restored to {moment}: {sum(told.values())} rows as acknowledged, {lost} later ones gone"
    )


def main() -> int:
    """Do it once."""
    with tempfile.TemporaryDirectory(prefix="cradle-restore-", ignore_cleanup_errors=True) as name:
        try:
            print(restore(Path(name)))
        except (pytest.skip.Exception, pytest.fail.Exception) as missing:
            sys.exit(str(missing))
    return 0


if __name__ == "__main__":
    sys.exit(main())
