"""Waiting for what another thread does, for as long as that takes."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.server.running import PATIENCE_S


def until(true: Callable[[], object]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline, "it never comes"
        time.sleep(0.01)
