"""`cradle serve`, `think`, `verify`, `push-key` and `admin`; the server itself is an extra."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from cradle import i18n
from cradle.table.errors import Refusal
from cradle.table.files import BadFile, read_text

THINKER_SETTINGS = ("database", "news", "thinkers", "think_ms", "pause_ms", "resident", "log")
Command = Callable[[Any, str, Callable[[argparse.Namespace], int], str], Any]
ADMIN_HELP = """what can be done:
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


def add(commands: Any, command: Command) -> None:
    """Add the server's commands to the command line."""
    serve = command(commands, "serve", run_serve, "serve tables over the network")
    serve.late = _settings
    think = command(commands, "think", run_think, "let bots of servers on a PostgreSQL think here")
    think.late = partial(_settings, names=THINKER_SETTINGS)
    verify = command(commands, "verify", run_verify, "check every roll and draw of a record")
    verify.add_argument(
        "file", metavar="FILE", help="a record with its proof; - for standard input"
    )
    push_key = command(commands, "push-key", run_push_key, "make a server's key for web push")
    push_key.add_argument("file", metavar="FILE", help="where to write it")
    admin = command(commands, "admin", run_admin, "look after the tables and people of a server")
    admin.epilog, admin.formatter_class = ADMIN_HELP, argparse.RawDescriptionHelpFormatter
    admin.add_argument("do", metavar="WHAT", help="see below")
    admin.add_argument("what", nargs="*", default=[], metavar="ARGUMENT", help="see below")
    admin.add_argument("--data", metavar="DIR", help="the server's folder")
    admin.add_argument("--database", metavar="URL", help="the server's database")


def _settings(parser: argparse.ArgumentParser, names: Collection[str] | None = None) -> None:
    """One option a setting; without one, the environment's CRADLE_… decides."""
    try:
        from cradle.server.settings import ServerSettings, option, variable
    except ImportError:  # pragma: no cover
        return
    for name, setting in ServerSettings.model_fields.items():
        if names is not None and name not in names:
            continue
        kind = argparse.BooleanOptionalAction if setting.annotation is bool else "store"
        about = f"{setting.description} ({variable(name)})"
        parser.add_argument(option(name), action=kind, default=None, help=about)


def run_serve(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    return _run_until_stopped(args, "serve")


def run_think(args: argparse.Namespace) -> int:
    """Let bots think until stopped."""
    return _run_until_stopped(args, "think")


def _run_until_stopped(args: argparse.Namespace, what: str) -> int:
    """A process by the settings that were typed: a module of the server that runs it."""
    _need_extra()
    from cradle.server.ops import logs
    from cradle.server.settings import read_settings

    with _settings_checked():
        settings = read_settings(vars(args))
        logs.set_up(settings.log)
        import_module(f"cradle.server.{what}").run(settings)
    return 0


def run_verify(args: argparse.Namespace) -> int:
    """Check a record's dice."""
    _need_extra()
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


def run_push_key(args: argparse.Namespace) -> int:
    """Make a key for web push."""
    _need_extra()
    from cradle.server.notifications.push import write_key

    write_key(Path(args.file))
    print(i18n.say(args.lang, "server.push-key", file=args.file))
    return 0


def run_admin(args: argparse.Namespace) -> int:
    """One command of the administration."""
    _need_extra()
    from cradle.server.ops import admin
    from cradle.server.settings import read_settings

    with _settings_checked():
        settings = read_settings({"data": args.data, "database": args.database})
        for line in admin.run(settings, args.do, args.what):
            print(line)
    return 0


@contextmanager
def _settings_checked() -> Iterator[None]:
    """Whatever a host can put right is said in one line."""
    from cradle.server.settings import BadSetting

    try:
        yield
    except BadSetting as error:
        raise Refusal("bad-setting", reason=str(error)) from None


def _need_extra() -> None:
    try:
        import cradle.server.app  # noqa: F401
    except ModuleNotFoundError as error:  # pragma: no cover
        raise Refusal("no-extra", extra="server", module=error.name) from None
