"""`cradle serve`: a server of tables."""

from __future__ import annotations

import argparse
from typing import Any

from cradle.cli.server import add_settings, run_until_stopped


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle serve`."""
    command = command_of(commands, "serve", run, "serve tables over the network")
    command.late = add_settings


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    return run_until_stopped(args, "serve")
