"""Moments, as they are kept and told: whole milliseconds."""

from __future__ import annotations

import time

HOUR_MS = 3_600_000
DAY_MS = 86_400_000


def now_ms() -> int:
    """The time, in whole milliseconds."""
    return time.time_ns() // 1_000_000
