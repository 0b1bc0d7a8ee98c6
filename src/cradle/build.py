"""Which build of the rules is running: compiled by mypyc, or the same source interpreted."""

from __future__ import annotations

from cradle.kernel import step


def compiled() -> bool:
    """Whether the rules run compiled."""
    return not str(step.__file__).endswith(".py")


def kind() -> str:
    """One word for it: `compiled` or `interpreted`."""
    return "compiled" if compiled() else "interpreted"
