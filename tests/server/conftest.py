"""One server a test process for tests that need no server of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import CLIENTS, Player, Running, test_config


@pytest.fixture(scope="session", autouse=True)
def _clients() -> Iterator[None]:
    """Close every client in the end."""
    yield
    for client in CLIENTS:
        client.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running server."""
    with Running(test_config(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def ada(server: Running) -> Player:
    """Somebody."""
    return server.player("Ada")


@pytest.fixture
def ben(server: Running) -> Player:
    """Somebody else."""
    return server.player("Ben")
