"""Why a table refuses: each refusal has a key and facts, and can say itself in any language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cradle import i18n
from cradle.kernel.step import Closed

LONGEST = 60
# Facts that no stranger wrote.
OURS = {"reason", "options", "games", "near", "known", "commands", "levels", "why"}


class Refusal(ValueError):
    """Something a table doesn't do; `str` of it is one clear English sentence."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.facts = fit(facts)

    def say(self, lang: str) -> str:
        """The refusal as one sentence."""
        return i18n.say(lang, f"error.{self.key}", **self.facts)

    def __str__(self) -> str:
        return self.say("en")


class BadSetup(Refusal):
    """No table can be made of these seats, options, names or components."""


class InvalidMove(Refusal):
    """Text that is no move of this game."""


class IllegalMove(Refusal):
    """A move of this game that isn't open now.

    `closed` tells why, where a rule speaks of this very move; else `step` what is asked instead.
    `clause` is the rule behind it, if there is one.
    """

    def __init__(
        self,
        game: str,
        text: str,
        closed: Closed | None = None,
        step: Mapping[str, Any] | None = None,
        clause: str = "",
    ) -> None:
        key = "illegal-because" if closed else "illegal-here" if step and clause else "illegal"
        super().__init__(key, move=text)
        self.game = game
        self.closed = closed
        self.step = step or {}
        self.clause = closed.clause if closed else clause or None

    def say(self, lang: str) -> str:
        if self.closed is not None:
            reason = say_closed(lang, self.game, self.closed)
        else:
            reason = i18n.prompt(lang, self.game, self.step)
        facts = self.facts | {"reason": reason, "clause": self.clause}
        return i18n.say(lang, f"error.{self.key}", **facts)


class NotYourTurn(Refusal):
    """An answer from a seat that isn't asked now."""


class GameOver(NotYourTurn):
    """An answer after the end."""


class CannotUndo(Refusal):
    """Nothing to take back, or something stands in between."""


class BadSave(Refusal):
    """Data that is no saved table."""


class BadPosition(Refusal):
    """A position that can't be, and what is wrong with it."""


class BadRecord(Refusal):
    """A record that can't be read or played: the number of the line, and why."""

    def __init__(self, line: int, reason: Refusal) -> None:
        super().__init__("bad-record", line=line)
        self.line = line
        self.reason = reason

    def say(self, lang: str) -> str:
        reason = self.reason.say(lang)
        return i18n.say(lang, f"error.{self.key}", line=self.line, reason=reason)


class Endless(Refusal):
    """Play without an aim went on beyond every sensible number of rounds: no result."""


def say_closed(lang: str, game: str, closed: Closed) -> str:
    """What is closed to a seat, and why, as one sentence."""
    return i18n.why(lang, game, closed.reason, closed.subject, dict(closed.numbers))


def fit(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts fit for a message: ours are as long as they are."""
    return {name: fact if name in OURS else short(fact) for name, fact in facts.items()}


def short(fact: Any) -> Any:
    """A fact fit for a message: strangers' text is cut, and control characters are replaced."""
    if not isinstance(fact, str):
        return fact
    return visible(fact if len(fact) <= LONGEST else fact[: LONGEST - 1] + "…")


def visible(text: str) -> str:
    """Text with its control characters replaced."""
    return "".join(c if c.isprintable() else "�" for c in text)
