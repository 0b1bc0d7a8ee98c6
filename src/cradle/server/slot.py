"""The slot that whoever is served has among the few that are served at once.

`http/turnstile.py` gives the slots. Whoever waits long for somebody else, a bot or another
machine, leaves its slot to others meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

LEAVE: ContextVar[Callable[[], None]] = ContextVar("LEAVE")


def leave_slot() -> None:
    """Leave the slot to others, before a long wait; nothing, where nobody is served."""
    leave = LEAVE.get(None)
    if leave is not None:
        leave()
