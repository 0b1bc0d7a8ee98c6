"""The words of one table in one language: names, terms, moves, news, and the terminal's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cradle import i18n
from cradle.i18n.sentences import tell_move
from cradle.kernel.notation import describe
from cradle.kernel.step import Closed, Move
from cradle.terminal.palette import dice


class Texts:
    """Says everything a player reads. The language may change at any moment."""

    def __init__(self, lang: str, game: str, names: Sequence[str]) -> None:
        self.lang = lang
        self.game = game
        self.names = list(names)

    def say(self, key: str, /, **facts: Any) -> str:
        """A text of the terminal's own."""
        return i18n.say(self.lang, f"terminal.{key}", **facts)

    def game_say(self, key: str, /, **facts: Any) -> str:
        """A text of the game's."""
        return i18n.say(self.lang, f"{self.game}.{key}", **facts)

    def label(self, key: str) -> str:
        """A heading of the game's, or what its key says."""
        return i18n.label(self.lang, f"{self.game}.{key}")

    def term(self, topic: str, name: str, count: int = 1) -> str:
        """The word for a thing."""
        return i18n.term(self.lang, self.game, topic, name, count)

    def title(self) -> str:
        """The name of the game."""
        return i18n.title(self.lang, self.game)

    def player(self, seat: int) -> str:
        """A player's name."""
        return i18n.player(self.lang, seat, self.names)

    def tell(self, news: Mapping[str, Any]) -> str:
        """A piece of news, dice shown as faces."""
        return i18n.tell(self.lang, self.game, self._with_dice(news), self.names)

    def move(self, move: Move) -> str:
        """A move in words."""
        return tell_move(self.lang, self.game, self._with_dice(describe(move)), self.names)

    def _with_dice(self, described: Mapping[str, Any]) -> dict[str, Any]:
        faces = described.get("dice")
        return {**described, "dice": dice(faces)} if isinstance(faces, list) else dict(described)

    def prompt(self, step: Mapping[str, Any]) -> str:
        """What a step asks; of whom stands before it."""
        asked = {name: fact for name, fact in step.items() if name != "seat"}
        return i18n.prompt(self.lang, self.game, asked, self.names)

    def closed(self, closed: Closed) -> str:
        """What is closed and why, in one sentence."""
        return i18n.why(self.lang, self.game, closed.reason, closed.subject, dict(closed.numbers))

    def clause(self, id: str) -> i18n.Clause | None:
        """A clause of the game's rules."""
        return i18n.clause(self.game, id, self.lang)
