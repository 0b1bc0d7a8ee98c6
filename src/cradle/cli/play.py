"""`cradle play`: the terminal, which needs an extra."""

from __future__ import annotations

import argparse
from importlib import import_module

from cradle.table.errors import Refusal


def run(args: argparse.Namespace) -> int:
    """Hand over to the terminal."""
    try:
        terminal = import_module("cradle.terminal")
    except ImportError:
        raise Refusal("no-terminal") from None
    return int(terminal.main(args) or 0)
