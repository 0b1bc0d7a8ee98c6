"""`cradle admin`: the administration of a server."""

from __future__ import annotations

import argparse
from typing import Any

from cradle.cli.server import need_extra, settings_checked

HELP = """what can be done:
  list [STATE]                 tables: all, open, playing, over, closed or flagged ones
  show TABLE                   one table and its last answers
  back TABLE N                 take the last N answers back
  close TABLE                  end a table without a result
  export TABLE                 the whole record, secrets included
  backup FILE                  write everything to a file
  restore FILE                 read a backup into an empty database
  migrate [REVISION]           show the revisions of the database, or change to one
  role WHO moderator|none      make somebody a moderator, or end it
  reports                      reports that nobody has settled
  warn WHO REASON              send somebody a warning
  timeout WHO HOURS [REASON]   no chat and no new games for so long
  ban WHO [REASON]             refuse somebody access
  unban WHO [REASON]           end a ban or a time-out
  audit [WHO]                  what was done about people, by whom and why"""


def add(commands: Any, command_of: Any) -> None:
    """What can be typed after `cradle admin`."""
    command = command_of(commands, "admin", run, "look after the tables and people of a server")
    command.epilog, command.formatter_class = HELP, argparse.RawDescriptionHelpFormatter
    command.add_argument("do", metavar="WHAT", help="see below")
    command.add_argument("what", nargs="*", default=[], metavar="ARGUMENT", help="see below")
    command.add_argument("--data", metavar="DIR", help="the server's folder")
    command.add_argument("--database", metavar="URL", help="the server's database")


def run(args: argparse.Namespace) -> int:
    """One command of the administration."""
    need_extra()
    from cradle.server.ops import admin
    from cradle.server.settings import read_settings

    with settings_checked():
        settings = read_settings({"data": args.data, "database": args.database})
        for line in admin.run(settings, args.do, args.what):
            print(line)
    return 0
