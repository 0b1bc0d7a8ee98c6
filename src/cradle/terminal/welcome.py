"""Before the game: what is to be played, by whom and in which language."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence

from rich.text import Text

from cradle import i18n
from cradle.bots import LEVELS
from cradle.games import GAMES
from cradle.table import Refusal
from cradle.terminal.menu import is_number
from cradle.terminal.palette import NUMBER, TITLE
from cradle.terminal.screens import Screen
from cradle.terminal.seats import HUMAN, RANDOM, read_seats

CASUAL = "casual"
LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "cs": "Čeština"}


class Welcome:
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

    def until_good(self, question: str, read: Callable[[str], list[str]], preset: str) -> list[str]:
        """An answer that can be read."""
        self.show(question, TITLE)
        while True:
            typed = self.screen.ask(f"({preset}) > ") or preset
            try:
                return read(typed)
            except Refusal as error:
                self.show(f"✗ {error.say(self.lang)}")


def ask(args: Namespace, screen: Screen) -> None:
    """Fill in what the command line left open."""
    welcome = Welcome(screen, args.lang)
    if args.game is None:
        welcome.show(welcome.say("welcome"), TITLE)
        order = [args.lang, *(lang for lang in i18n.LANGUAGES if lang != args.lang)]
        names = [LANGUAGE_NAMES[lang] for lang in order]
        args.lang = welcome.lang = order[welcome.choose(welcome.say("which-language"), names)]
        games = list(GAMES)
        titles = [welcome.say(f"game.{game}") for game in games]
        args.game = games[welcome.choose(welcome.say("which-game"), titles)]
    if args.seats is None:
        args.seats = ask_seats(welcome, args.game)


def ask_seats(welcome: Welcome, game: str) -> str:
    """How many play, who is a person, and how strong the others are."""
    allowed = GAMES[game].seats
    count = welcome.number(welcome.say("how-many"), allowed[0], allowed[-1])
    people = welcome.number(welcome.say("how-many-people"), 1, count)
    names = [_name(welcome, number) for number in range(1, people + 1)]
    if people == count:
        return ",".join(names)
    levels = [RANDOM, *LEVELS]
    titles = [welcome.say(f"level.{level}") for level in levels]
    level = levels[welcome.choose(welcome.say("which-level"), titles, levels.index(CASUAL))]
    return ",".join([*names, *[level] * (count - people)])


def _name(welcome: Welcome, number: int) -> str:
    def read(typed: str) -> list[str]:
        from cradle.table.setup import check_names

        check_names([typed], 1)
        return [typed.replace(",", " ")]

    preset = i18n.say(welcome.lang, "common.player", number=number)
    return f"{HUMAN}:{welcome.until_good(welcome.say('your-name', number=number), read, preset)[0]}"


__all__ = ["Welcome", "ask", "read_seats"]
