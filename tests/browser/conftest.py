"""The built client, a real server for it, and Node and Chromium to drive it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from threading import Timer

import pytest

import build_web
from tests.server.running import Running, test_settings
from tests.system import install, missing, need

PATIENCE_S = 240
SHELL = "chromium-headless-shell"


def find_chromium() -> str | None:
    """The browser named by CRADLE_CHROMIUM, or the machine's own."""
    return os.environ.get("CRADLE_CHROMIUM") or shutil.which("chromium")


def find_shell() -> str | None:
    """Chromium without any windows, which needs a third less of the processor."""
    return os.environ.get("CRADLE_CHROMIUM") or shutil.which(SHELL)


def need_shell() -> str:
    """The quicker browser, or the usual one on a system that has no package of it."""
    install(find_shell, SHELL)
    return find_shell() or need(find_chromium, "chromium")


class Driver:
    """Node with one browser, which runs scenarios of web/e2e one after the other."""

    def __init__(self, browser: str) -> None:
        self.browser = browser
        self.node = start_node(browser)

    def run(self, scenario: str, address: str) -> str:
        """Run a scenario against a server; what it found wrong."""
        if self.node.poll() is not None:
            self.node = start_node(self.browser)
        assert self.node.stdin is not None
        self.node.stdin.write(f"{scenario} {address}\n")
        self.node.stdin.flush()
        timer = Timer(PATIENCE_S, self.node.kill)
        timer.start()
        try:
            return self._answer()
        finally:
            timer.cancel()

    def _answer(self) -> str:
        assert self.node.stdout is not None
        other = []
        for line in self.node.stdout:
            if line.startswith('{"wrong":'):
                return str(json.loads(line)["wrong"])
            other.append(line)
        self.node.wait()
        return f"no answer within {PATIENCE_S} s: {''.join(other)}"


def start_node(browser: str) -> subprocess.Popen[str]:
    """A Node that waits for scenarios."""
    return subprocess.Popen(
        [build_web.node() or "node", "e2e/run.mjs"],
        cwd=build_web.WEB,
        env=os.environ | {"CRADLE_CHROMIUM": browser},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture(scope="session")
def driver(client: None) -> Iterator[Driver]:
    """One browser for all scenarios of this process."""
    yield from drive(need_shell())


@pytest.fixture(scope="session")
def notifying_driver(client: None) -> Iterator[Driver]:
    """A whole browser, for what the quicker one doesn't have: notifications of the system."""
    yield from drive(need(find_chromium, "chromium"))


def drive(browser: str) -> Iterator[Driver]:
    """A driver of a browser, until nobody needs it any more."""
    found = Driver(browser)
    yield found
    found.node.communicate(timeout=PATIENCE_S)


@pytest.fixture(scope="session")
def client() -> None:
    """The client, built from what lies here."""
    try:
        build_web.get_node()
    except build_web.CannotBuild:
        missing("Node")
    build_web.install()
    build_web.build()


@pytest.fixture(scope="session")
def address(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with the client listens."""
    with Running(test_settings(tmp_path_factory.mktemp("browser"))) as running:
        yield running.url
