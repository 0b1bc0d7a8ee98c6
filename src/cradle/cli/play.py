"""`cradle play`: the terminal, which needs an extra."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from cradle.cli.arguments import add_game, add_setup
from cradle.table.errors import Refusal


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle play`."""
    command = command_of(commands, "play", run, "play in the terminal")
    add_game(command, optional=True)
    command.add_argument("--seats", metavar="WHO", help="for example human,random,random")
    command.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    command.add_argument("--hints", action="store_true", help="show the three best moves, and why")
    command.add_argument("--no-colour", "--no-color", action="store_true", help="plain text")
    add_setup(command)


def run(args: argparse.Namespace) -> int:
    """Hand over to the terminal."""
    try:
        terminal = import_module("cradle.terminal")
    except ImportError:
        raise Refusal("no-terminal") from None
    return int(terminal.main(args) or 0)
