"""Why the server refuses: a status, a stable key, facts, and words in four languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cradle import i18n
from cradle.table.errors import (
    BadRecord,
    BadSetup,
    CannotUndo,
    IllegalMove,
    InvalidMove,
    NotYourTurn,
    Refusal,
    fit,
    short,
    visible,
)

LONGEST_WHY = 300
STATUS: dict[type[Refusal], int] = {
    BadRecord: 400,
    BadSetup: 400,
    InvalidMove: 400,
    IllegalMove: 409,
    NotYourTurn: 409,
    CannotUndo: 409,
}


class Problem(Exception):
    """A refusal on its way to a client."""

    def __init__(self, status: int, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.status = status
        self.key = key
        self.facts = fit(facts)
        self.refusal: Refusal | None = None

    @classmethod
    def of(cls, refusal: Refusal) -> Problem:
        """A table's refusal as ours."""
        kinds = (status for kind, status in STATUS.items() if isinstance(refusal, kind))
        problem = cls(next(kinds, 400), refusal.key, **refusal.facts)
        problem.refusal = refusal
        return problem

    def plain(self, lang: str) -> dict[str, Any]:
        """What the client reads."""
        refusal = self.refusal
        text = refusal.say(lang) if refusal else i18n.say(lang, f"error.{self.key}", **self.facts)
        clause = getattr(refusal, "clause", None)
        return {"key": self.key, "text": text, "facts": self.facts, "clause": clause}


class Conflict(Exception):
    """Another process was first: what we have in memory is old."""


def where_and_why(fault: Mapping[str, Any]) -> tuple[str, str]:
    """What pydantic says of a wrong form, with nothing a stranger sent at full length."""
    where = short(".".join(str(part) for part in fault["loc"][:5]))
    return where, visible(str(fault["msg"]).removeprefix("Value error, ")[:LONGEST_WHY])


def nobody() -> Problem:
    """Say who you are first."""
    return Problem(401, "who-are-you")


def banned() -> Problem:
    """You were here for the last time."""
    return Problem(403, "banned")


def forbidden() -> Problem:
    """Not yours to do."""
    return Problem(403, "not-yours")


def missing() -> Problem:
    """No such thing, or none that you may see."""
    return Problem(404, "not-found")
