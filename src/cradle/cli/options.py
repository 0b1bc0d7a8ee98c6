"""What can be typed after `cradle`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import Any, NoReturn

from cradle import __version__, build, i18n
from cradle.cli import (
    arena,
    components,
    dataset,
    play,
    replay,
    rules,
    serve,
    simulate,
    train,
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
    top = Parser(prog="cradle", description="Hadara and Stone Age, complete and exact.")
    top.add_argument("--version", action="version", version=version())
    top.set_defaults(run=lambda args: _help(top), lang=default_language())
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    _play(commands)
    _replay(commands)
    _rules(commands)
    _components(commands)
    _simulate(commands)
    arena.add(commands, _command)
    serve.add(commands, _command)
    dataset.add(commands, _command)
    train.add(commands, _command)
    return top


def version() -> str:
    """Name, version, and which build of the rules runs."""
    return f"cradle {__version__} ({build.kind()})"


def _help(top: Parser) -> int:
    top.print_help()
    return 0


def default_language() -> str:
    """The language of the user's locale, if it is one of ours."""
    wishes = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return i18n.language(next((wish for wish in wishes if wish), None))


def _command(commands: Any, name: str, run: Command, says: str) -> Parser:
    made: Parser = commands.add_parser(
        name, help=says, description=says[0].upper() + says[1:] + "."
    )
    made.add_argument("--lang", choices=i18n.LANGUAGES, default=default_language())
    made.set_defaults(run=run)
    return made


def _play(commands: Any) -> None:
    command = _command(commands, "play", play.run, "play in the terminal")
    command.add_argument("game", nargs="?", metavar="GAME", help="stone-age or hadara")
    command.add_argument("--seats", metavar="WHO", help="for example human,random,random")
    command.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    command.add_argument("--hints", action="store_true", help="show the three best moves, and why")
    command.add_argument("--no-colour", "--no-color", action="store_true", help="plain text")
    _setup(command)


def _replay(commands: Any) -> None:
    says = "check every line of a record and print the final scores"
    command = _command(commands, "replay", replay.run, says)
    command.add_argument("file", metavar="FILE", help="a record; - for standard input")
    command.add_argument("--components", metavar="DIR", help="the folder it was played with")
    command.add_argument("--json", action="store_true", help="one JSON object")


def _rules(commands: Any) -> None:
    command = _command(commands, "rules", rules.run, "print the rules, or one clause of them")
    command.add_argument("game", metavar="GAME", help="stone-age or hadara")
    command.add_argument("clause", nargs="?", metavar="CLAUSE", help="for example H-C3")


def _components(commands: Any) -> None:
    says = "print the components, with where each number comes from"
    command = _command(commands, "components", components.run, says)
    command.add_argument("game", metavar="GAME", help="stone-age or hadara")
    command.add_argument("--components", metavar="DIR", help="a folder laid over the printed ones")
    command.add_argument("--json", action="store_true", help="one JSON object")


def _simulate(commands: Any) -> None:
    command = _command(commands, "simulate", simulate.run, "play random games and measure them")
    command.add_argument("game", metavar="GAME", help="stone-age or hadara")
    command.add_argument("--seats", type=_count, metavar="N", help="how many play")
    command.add_argument("--games", type=_count, default=100, metavar="N")
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.add_argument(
        "--invariants", action="store_true", help="check after every move that nothing is lost"
    )
    _setup(command)


def _setup(command: Parser) -> None:
    command.add_argument("--seed", type=int, metavar="N", help="the same seed, the same game")
    command.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="a rule option, any number"
    )
    command.add_argument("--components", metavar="DIR", help="a folder laid over the printed ones")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


_count.__name__ = "number"  # what argparse calls it: "invalid number value"
