"""Questions before a game: numbers to choose from, or a line to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.text import Text

from cradle import i18n
from cradle.table import Refusal
from cradle.terminal.menu import is_number
from cradle.terminal.palette import NUMBER, TITLE
from cradle.terminal.screens import Screen

Answer = TypeVar("Answer")


class Dialog:
    """Asks with numbers; Enter takes the first answer."""

    def __init__(self, screen: Screen, lang: str) -> None:
        self.screen = screen
        self.lang = lang

    def say(self, key: str, **facts: object) -> str:
        """A text of the terminal's own."""
        return i18n.say(self.lang, f"terminal.{key}", **facts)

    def show(self, line: str, style: str = "") -> None:
        """Print a line."""
        self.screen.show([Text(line, style=style)])

    def choose(self, question: str, answers: Sequence[str], preset: int = 0) -> int:
        """The index of one of the answers."""
        self.show(question, TITLE)
        for number, answer in enumerate(answers, 1):
            self.screen.show([Text.assemble((f"  {number} ", NUMBER), answer)])
        return self._typed(1, len(answers), preset + 1) - 1

    def number(self, question: str, low: int, high: int) -> int:
        """A number that is its own answer."""
        self.show(question, TITLE)
        return self._typed(low, high, low)

    def _typed(self, low: int, high: int, preset: int) -> int:
        while True:
            typed = self.screen.ask(f"{low}–{high} ({preset}) > ")
            if not typed:
                return preset
            if is_number(typed) and low <= int(typed) <= high:
                return int(typed)
            self.show(f"✗ {self.say('no-number', first=low, last=high)}")

    def until_good(self, question: str, read: Callable[[str], Answer], preset: str) -> Answer:
        """An answer that can be read."""
        self.show(question, TITLE)
        while True:
            typed = self.screen.ask(f"({preset}) > ") or preset
            try:
                return read(typed)
            except Refusal as error:
                self.show(f"✗ {error.say(self.lang)}")
