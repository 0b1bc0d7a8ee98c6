"""Servers on a PostgreSQL behind PgBouncer, set up as in deploy/pgbouncer.ini."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.server.postgres import USER, as_somebody, fresh_database, wait_for
from tests.server.running import Running, free_port, test_settings
from tests.system import need

MOVES = 6


@contextmanager
def pooled(url: str, folder: Path) -> Iterator[str]:
    """The same database behind a PgBouncer that asks for no password."""
    program, port = need(partial(shutil.which, "pgbouncer"), "pgbouncer"), free_port()
    there = make_url(url)
    changes = {
        "cradle": f"host=127.0.0.1 port={there.port} dbname={there.database}",
        "listen_port": str(port),
        "auth_type": "any",
    }
    config = Path("deploy/pgbouncer.ini").read_text()
    for name, value in changes.items():
        config = re.sub(rf"(?m)^{name} = .*$", f"{name} = {value}", config)
    config = config.replace("dbname=", f"user={USER} dbname=")
    folder.mkdir()
    (folder / "pgbouncer.ini").write_text(config + "unix_socket_dir =\n")
    command = [*as_somebody(folder), program, "-q", "pgbouncer.ini"]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)
    behind = f"postgresql://{USER}@127.0.0.1:{port}/cradle"
    try:
        wait_for(behind)
        yield behind
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.usefixtures("_notices_alone")
def test_two_servers_hear_of_each_other_behind_a_pool(postgres: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with pooled(fresh_database(postgres, "pooled"), tmp_path / "pool") as url:
        settings = [test_settings(tmp_path / name, database=url) for name in ("here", "there")]
        with Running(settings[0]) as here, Running(settings[1]) as there:
            ada, ben = here.player("Ada"), there.player("Ben")
            table = ada.table("stone-age", "me", "open")["id"]
            ben.join(table)
            with ada.socket(table) as one, ben.socket(table) as two:
                for number in range(MOVES):
                    for player, wire in ((ada, one), (ben, two)):
                        view = player.view(table)
                        if view["moves"]:
                            text = view["moves"][0]["text"]
                            done = player.move(table, text, id=f"m{number}", seat=view["seat"])
                            (two if wire is one else one).catch_up(done["seq"])
            faults = [each.state.metrics.faults._value.get() for each in (here, there)]
    assert faults == [0, 0]
