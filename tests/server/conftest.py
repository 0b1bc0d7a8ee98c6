"""One server a test process for tests that need no server of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cradle.server.settings import ServerSettings
from tests.server.postgres import cluster, fresh_database
from tests.server.running import CLIENTS, Player, Running, test_settings


@pytest.fixture(scope="session", autouse=True)
def _clients() -> Iterator[None]:
    """Close every client in the end."""
    yield
    for client in CLIENTS:
        client.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running server."""
    with Running(test_settings(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A database server; each test has a database of its own there."""
    with cluster() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> ServerSettings:
    """A server's settings, on either database."""
    if request.param == "sqlite":
        return test_settings(tmp_path)
    url = fresh_database(request.getfixturevalue("postgres"), tmp_path.name.replace("_", "-"))
    return test_settings(tmp_path, database=url)


@pytest.fixture
def ada(server: Running) -> Player:
    """Somebody."""
    return server.player("Ada")


@pytest.fixture
def ben(server: Running) -> Player:
    """Somebody else."""
    return server.player("Ben")
