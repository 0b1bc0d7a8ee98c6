"""The built client, a real server for it, and Node and Chromium to drive it."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator

import pytest

import build_web
from tests.server.running import Running, test_settings
from tests.system import missing, need


def find_chromium() -> str | None:
    """The browser named by CRADLE_CHROMIUM, or the machine's own."""
    return os.environ.get("CRADLE_CHROMIUM") or shutil.which("chromium")


@pytest.fixture(scope="session")
def client() -> None:
    """The client, built from what lies here; one process at a time."""
    try:
        build_web.get_node()
    except build_web.CannotBuild:
        missing("Node")
    with open(build_web.WEB / "package-lock.json") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build_web.install()
        build_web.build()


@pytest.fixture(scope="session")
def address(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with the client listens."""
    need(find_chromium, "chromium")
    with Running(test_settings(tmp_path_factory.mktemp("browser"))) as running:
        yield running.url
