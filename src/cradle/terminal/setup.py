"""Before the game: what is to be played, by whom, in which language and by which options."""

from __future__ import annotations

from argparse import Namespace

from cradle import i18n
from cradle.bots import LEVELS
from cradle.games import GAMES
from cradle.table.setup import check_names
from cradle.terminal.dialog import Dialog
from cradle.terminal.option_menu import ask_options
from cradle.terminal.palette import TITLE
from cradle.terminal.screens import Screen
from cradle.terminal.seats import HUMAN, RANDOM

CASUAL = "casual"
LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "cs": "Čeština"}


def ask(args: Namespace, screen: Screen) -> None:
    """Fill in what the command line left open."""
    dialog = Dialog(screen, args.lang)
    if args.game is None:
        dialog.show(dialog.say("welcome"), TITLE)
        order = [args.lang, *(lang for lang in i18n.LANGUAGES if lang != args.lang)]
        names = [LANGUAGE_NAMES[lang] for lang in order]
        args.lang = dialog.lang = order[dialog.choose(dialog.say("which-language"), names)]
        games = list(GAMES)
        titles = [i18n.title(args.lang, game) for game in games]
        args.game = games[dialog.choose(dialog.say("which-game"), titles)]
    if args.seats is None:
        args.seats = ask_seats(dialog, args.game)
        if not args.option:
            args.option = ask_options(dialog, GAMES[args.game])


def ask_seats(dialog: Dialog, game: str) -> str:
    """How many play, who is a person, and how strong the others are."""
    allowed = GAMES[game].seats
    count = dialog.number(dialog.say("how-many"), allowed[0], allowed[-1])
    people = dialog.number(dialog.say("how-many-people"), 1, count)
    names = [_name(dialog, number) for number in range(1, people + 1)]
    if people == count:
        return ",".join(names)
    levels = [RANDOM, *LEVELS]
    titles = [dialog.say(f"level.{level}") for level in levels]
    level = levels[dialog.choose(dialog.say("which-level"), titles, levels.index(CASUAL))]
    return ",".join([*names, *[level] * (count - people)])


def _name(dialog: Dialog, number: int) -> str:
    def read(typed: str) -> str:
        return check_names([" ".join(typed.replace(",", " ").split())], 1)[0]

    preset = i18n.say(dialog.lang, "common.player", number=number)
    return f"{HUMAN}:{dialog.until_good(dialog.say('your-name', number=number), read, preset)}"
