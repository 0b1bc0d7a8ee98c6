"""Waiting for what another thread or process does, for as long as that takes."""

from __future__ import annotations

import time
from collections.abc import Callable

import httpx

from tests.server.running import PATIENCE_S, PLAIN


def until(true: Callable[[], object]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline, "it never comes"
        time.sleep(0.01)


def until_served(url: str, path: str = "/healthz") -> None:
    """Wait until a server answers."""
    deadline = time.monotonic() + PATIENCE_S
    while not answers(url + path):
        assert time.monotonic() < deadline, f"no server answers at {url}"
        time.sleep(0.05)


def answers(url: str) -> bool:
    """Whether all is well there."""
    try:
        return httpx.get(url, timeout=5, verify=PLAIN).status_code == 200
    except httpx.HTTPError:
        return False
