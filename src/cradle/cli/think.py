"""`cradle think`: a process in which bots of servers think."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from cradle.cli.server import add_settings, run_until_stopped

SETTINGS = ("database", "news", "thinkers", "think_ms", "pause_ms", "resident", "log")


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle think`."""
    says = "let bots of servers on a PostgreSQL think here"
    command = command_of(commands, "think", run, says)
    command.late = partial(add_settings, names=SETTINGS)


def run(args: argparse.Namespace) -> int:
    """Let bots think until stopped."""
    return run_until_stopped(args, "think")
