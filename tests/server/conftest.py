"""One server a test process for tests that need no server of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cradle.server.settings import ServerSettings
from tests.server.postbox import Postbox, opened_postbox
from tests.server.postgres import cluster, database_with_schema, fresh_database
from tests.server.running import CLIENTS, Player, Running, test_settings

NEVER_S = 1e6


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


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    """A mail server, empty."""
    with opened_postbox() as box:
        yield box


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> ServerSettings:
    """A server's settings, on either database."""
    return settings_on(request, tmp_path, database_with_schema)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> ServerSettings:
    """The same, with nothing in the database, not even a schema."""
    return settings_on(request, tmp_path, fresh_database)


def settings_on(
    request: pytest.FixtureRequest, data: Path, make_database: Callable[[str, str], str]
) -> ServerSettings:
    """A server's settings, on the database that a test asks for by its parameter."""
    if request.param == "sqlite":
        return test_settings(data)
    url = request.getfixturevalue("postgres")
    return test_settings(data, database=make_database(url, data.name.replace("_", "-")))


@pytest.fixture
def _notices_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers hear of each other by notices, or not at all: nobody looks every now and then."""
    for name in ("app.SWEEP_S", "app.OTHERS_S", "tables.other_processes.OTHERS_S"):
        monkeypatch.setattr(f"cradle.server.{name}", NEVER_S)


@pytest.fixture
def ada(server: Running) -> Player:
    """Somebody."""
    return server.player("Ada")


@pytest.fixture
def ben(server: Running) -> Player:
    """Somebody else."""
    return server.player("Ben")
