"""`cradle puzzle`: find the best move in the terminal, which needs an extra."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from cradle.cli.arguments import add_game
from cradle.table.errors import Refusal


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle puzzle`."""
    command = command_of(commands, "puzzle", run, "find the best move in the terminal")
    add_game(command)
    only = command.add_mutually_exclusive_group()
    only.add_argument("--today", action="store_true", help="the puzzle of the day alone")
    only.add_argument("--grade", type=int, metavar="N", help="1 is easy, 5 is hard")
    command.add_argument("--seed", type=int, metavar="N", help="the same seed, the same order")
    command.add_argument("--no-colour", "--no-color", action="store_true", help="plain text")


def run(args: argparse.Namespace) -> int:
    """Hand over to the terminal."""
    try:
        terminal = import_module("cradle.terminal.puzzles")
    except ImportError:
        raise Refusal("no-terminal") from None
    return int(terminal.main(args))
