"""The options of a game, offered one by one before it begins."""

from __future__ import annotations

from typing import Any

from cradle import i18n
from cradle.kernel.game import Game, Option
from cradle.table import Refusal
from cradle.table.setup import write_value
from cradle.terminal.dialog import Dialog


def ask_options(dialog: Dialog, game: Game) -> list[str]:
    """The options that were changed, as they are typed on the command line."""
    chosen: dict[str, Any] = {}
    while game.options:
        now = game.full_options(chosen)
        entries = [_entry(dialog, game, name, value) for name, value in now.items()]
        number = dialog.choose(dialog.say("which-options"), [dialog.say("options-done"), *entries])
        if not number:
            break
        name = list(now)[number - 1]
        chosen[name] = _ask_one(dialog, game, name)
    return [f"{name}={write_value(value)}" for name, value in chosen.items()]


def _title(dialog: Dialog, game: Game, name: str) -> str:
    return i18n.label(dialog.lang, f"{game.name}.option.{name}")


def _entry(dialog: Dialog, game: Game, name: str, value: Any) -> str:
    return f"{_title(dialog, game, name)}: {_value(dialog, game, name, value)}"


def _value(dialog: Dialog, game: Game, name: str, value: Any) -> str:
    """A value in words: yes or no, a text of its own, or the things in their order."""
    if isinstance(value, bool):
        return i18n.say(dialog.lang, "common.yes" if value else "common.no")
    key = f"{game.name}.option.{name}.{value}"
    if i18n.has(key) or "," not in value:
        return i18n.label(dialog.lang, key)
    return ", ".join(_thing(dialog, game, each) for each in value.split(","))


def _thing(dialog: Dialog, game: Game, name: str) -> str:
    return i18n.term(dialog.lang, game.name, "", name)


def _ask_one(dialog: Dialog, game: Game, name: str) -> Any:
    option = game.options[name]
    titles = [_value(dialog, game, name, choice) for choice in option.choices]
    if option.order_of:
        titles.append(dialog.say("other-order"))
    number = dialog.choose(_title(dialog, game, name), titles)
    if number < len(option.choices):
        return option.choices[number]
    return _ask_order(dialog, game, option)


def _ask_order(dialog: Dialog, game: Game, option: Option) -> str:
    """All things by their numbers, in the order that is wished."""
    things = option.order_of
    listed = ", ".join(f"{n} {_thing(dialog, game, each)}" for n, each in enumerate(things, 1))
    numbers = [str(number) for number in range(1, len(things) + 1)]

    def read(typed: str) -> str:
        given = typed.replace(",", " ").split()
        if sorted(given) != sorted(numbers):
            raise Refusal("order-numbers", first=1, last=len(things))
        return ",".join(things[int(number) - 1] for number in given)

    return dialog.until_good(dialog.say("which-order", things=listed), read, " ".join(numbers))
