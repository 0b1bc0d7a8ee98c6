"""`cradle push-key`: a server's key for web push."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cradle import i18n
from cradle.cli.server import need_extra


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle push-key`."""
    command = command_of(commands, "push-key", run, "make a server's key for web push")
    command.add_argument("file", metavar="FILE", help="where to write it")


def run(args: argparse.Namespace) -> int:
    """Make a key for web push."""
    need_extra()
    from cradle.server.notifications.push import write_key

    write_key(Path(args.file))
    print(i18n.say(args.lang, "server.push-key", file=args.file))
    return 0
