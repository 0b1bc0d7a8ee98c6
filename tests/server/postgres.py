"""A PostgreSQL of our own for the tests, in a temporary folder, on a loopback port."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine, text

from cradle.server.settings import ServerSettings
from cradle.server.store.revisions import opened
from tests.server.running import free_port
from tests.system import need

USER = "cradle"
ATTEMPTS = 600
TEMPLATE = "with-schema"
# No test pulls the plug, and none lasts so long that anything must be cleaned up, for which the
# database would look through all that tests make, again and again.
HASTY = ("fsync=off", "full_page_writes=off", "autovacuum=off")
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")


def find_binaries() -> Path | None:
    """The folder of initdb and postgres, if there is one."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    roots = (Path(place) for place in PLACES)
    folders = [f for root in roots for f in sorted(Path("/").glob(str(root).lstrip("/")))]
    return next((f for f in reversed(folders) if (f / "initdb").exists()), None)


def as_somebody(folder: Path) -> list[str]:
    """How to run a program that refuses to be root: as the user who owns databases, or nobody."""
    if os.geteuid() != 0:
        return []
    names = [entry.pw_name for entry in pwd.getpwall()]
    user = "postgres" if "postgres" in names else "nobody"
    shutil.chown(folder, user)
    return ["runuser", "-u", user, "--"]


@contextmanager
def cluster(durable: bool = False) -> Iterator[str]:
    """A running PostgreSQL; its URL. Without one, the test is skipped loudly, or fails in CI."""
    with tempfile.TemporaryDirectory(prefix="cradle-pg-", ignore_cleanup_errors=True) as folder:
        yield from _cluster(Path(folder), durable)


def make_data(folder: Path) -> list[str]:
    """A new database below a folder; the command that serves it, less where it listens."""
    binaries = need(find_binaries, "postgresql")
    user, data = as_somebody(folder), folder / "data"
    init = [*user, str(binaries / "initdb"), "-D", str(data), "-U", USER, "-A", "trust", "-N"]
    subprocess.run(init, check=True, capture_output=True, cwd=folder)
    serve = [*user, str(binaries / "postgres"), "-D", str(data), "-k", str(folder)]
    return [*serve, "-c", "max_connections=200"]


def _cluster(folder: Path, durable: bool) -> Iterator[str]:
    command, port = make_data(folder), free_port()
    command += ["-h", "127.0.0.1", "-p", str(port)]
    command += [] if durable else [word for each in HASTY for word in ("-c", each)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
    url = f"postgresql://{USER}@127.0.0.1:{port}/postgres"
    try:
        wait_for(url)
        yield url
    finally:
        end(folder, signal.SIGQUIT)  # at once
        process.wait(20)


def end(folder: Path, how: signal.Signals) -> None:
    """Have the database of a folder end: its first process may not be the one we started."""
    with suppress(FileNotFoundError, ProcessLookupError):  # It has ended.
        os.kill(int((folder / "data" / "postmaster.pid").read_text().split()[0]), how)


def wait_for(url: str) -> None:
    """Wait until a database answers."""
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    for attempt in range(ATTEMPTS):
        try:
            with engine.connect() as connection:
                connection.execute(text("SELECT 1"))
            break
        except Exception:
            assert attempt < ATTEMPTS - 1, "PostgreSQL doesn't start"
            time.sleep(0.1)
    engine.dispose()


def fresh_database(url: str, name: str, template: str = "template1") -> str:
    """An empty database of this name, or a copy of another one; its URL."""
    engine = create_engine(
        url.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'))
    engine.dispose()
    return url.rpartition("/")[0] + f"/{name}"


def database_with_schema(url: str, name: str) -> str:
    """A database of this name with today's schema, copied: the migrations run once; its URL."""
    return fresh_database(url, name, template=_template(url))


@cache
def _template(url: str) -> str:
    opened(ServerSettings(database=fresh_database(url, TEMPLATE))).dispose()
    return TEMPLATE
