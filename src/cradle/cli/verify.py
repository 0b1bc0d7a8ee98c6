"""`cradle verify`: whether the dice of a record were fair."""

from __future__ import annotations

import argparse
from typing import Any

from cradle import i18n
from cradle.cli.server import need_extra
from cradle.table.errors import Refusal
from cradle.table.files import BadFile, read_text


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle verify`."""
    command = command_of(commands, "verify", run, "check every roll and draw of a record")
    command.add_argument(
        "file", metavar="FILE", help="a record with its proof; - for standard input"
    )


def run(args: argparse.Namespace) -> int:
    """Check a record's dice."""
    need_extra()
    from cradle.server.ops.verify import verify

    text = read_text(args.file)
    try:
        checked = verify(text)
    except Refusal as error:
        raise BadFile(args.file, error) from None
    if not checked.ok:
        plies = ", ".join(str(ply) for ply in checked.wrong[:10])
        reason = Refusal("verify-wrong", count=len(checked.wrong), plies=plies)
        raise BadFile(args.file, reason)
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(checked.kinds.items()))
    print(i18n.say(args.lang, "server.verified", count=checked.count, kinds=kinds))
    if checked.source:
        facts = {"ply": checked.start, "table": checked.source}
        print(i18n.say(args.lang, "server.verified-from", **facts))
    return 0
