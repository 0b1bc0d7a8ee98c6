"""What can be typed after `cradle`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import Any, NoReturn

from cradle import __version__, build, i18n
from cradle.cli import (
    admin,
    analyse,
    arena,
    components,
    dataset,
    make_puzzles,
    play,
    push_key,
    puzzle,
    replay,
    rules,
    serve,
    simulate,
    think,
    train,
    verify,
)

Command = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; `late` adds options that are costly to list, if asked."""

    late: Callable[[argparse.ArgumentParser], None] | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read the arguments, with all options there are."""
        if self.late is not None:
            add, self.late = self.late, None
            add(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def parser() -> Parser:
    """The whole command line."""
    top = Parser(prog="cradle", description="Board games, complete and exact.")
    top.add_argument("--version", action="version", version=version())
    top.set_defaults(run=lambda args: _help(top), lang=default_language())
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    play.add(commands, _command)
    puzzle.add(commands, _command)
    replay.add(commands, _command)
    analyse.add(commands, _command)
    rules.add(commands, _command)
    components.add(commands, _command)
    simulate.add(commands, _command)
    arena.add(commands, _command)
    serve.add(commands, _command)
    think.add(commands, _command)
    verify.add(commands, _command)
    push_key.add(commands, _command)
    admin.add(commands, _command)
    dataset.add(commands, _command)
    make_puzzles.add(commands, _command)
    train.add(commands, _command)
    return top


def version() -> str:
    """Name, version, and which build of the rules runs."""
    return f"cradle {__version__} ({build.kind()})"


def _help(top: Parser) -> int:
    top.print_help()
    return 0


class Language(argparse.Action):
    """A language, and that it was asked for: a game that goes on has one of its own."""

    def __call__(
        self, parser: argparse.ArgumentParser, found: argparse.Namespace, value: Any, *_: Any
    ) -> None:
        found.lang, found.lang_given = value, True


def default_language() -> str:
    """The language of the user's locale, if it is one of ours."""
    wishes = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return i18n.language(next((wish for wish in wishes if wish), None))


def _command(commands: Any, name: str, run: Command, says: str) -> Parser:
    made: Parser = commands.add_parser(
        name, help=says, description=says[0].upper() + says[1:] + "."
    )
    made.add_argument(
        "--lang",
        action=Language,
        choices=i18n.LANGUAGES,
        default=default_language(),
        help="the language of what is printed; that of your locale by default",
    )
    made.set_defaults(run=run, lang_given=False)
    return made
