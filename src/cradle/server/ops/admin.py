"""`cradle admin`: look after the tables of a server, also while it runs.

The database decides: whatever is changed here, a running server finds out when it next writes to
that table, or within half a minute by itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import orjson
from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import OperationalError

from cradle.server.ops import backup, sanctions
from cradle.server.ops.offline import read, with_tables
from cradle.server.problems import Problem, missing
from cradle.server.settings import DATABASE_FILE, BadSetting, ServerSettings, make_folder
from cradle.server.store import log
from cradle.server.store.database import reason
from cradle.server.store.facts import ENDED, RUNNING, TableFacts
from cradle.server.store.revisions import (
    check_revision,
    histories,
    migrate,
    opened,
    revision_of,
    revisions,
    upgrade,
)
from cradle.server.store.schema import TABLES
from cradle.server.store.shared_values import read_time
from cradle.server.store.tables import read_table, read_tables
from cradle.server.tables import seats, undo
from cradle.server.tables.fold import fold
from cradle.server.tables.history import Past
from cradle.server.tables.live import LiveTable
from cradle.server.tables.messages import plain_table
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import ServerTime
from cradle.table.errors import Refusal
from cradle.table.record import Entry

T = TypeVar("T")
LAST_MOVES = 10
FLAGGED = "flagged"
SOME = range(1, 100)  # Somebody, and perhaps a reason in several words.


def run(settings: ServerSettings, do: str, what: list[str]) -> Iterator[str]:
    """Do one thing, and say in lines what came of it."""
    if do not in COMMANDS:
        raise Refusal("unknown-command", command=do, commands=", ".join(COMMANDS))
    command, arguments = COMMANDS[do]
    if len(what) not in arguments:
        raise Refusal("bad-arguments", command=do, count=len(what))
    if do == "restore":
        backup.check(Path(what[0]))
        make_folder(settings.data)
    elif not settings.database and not (settings.data / DATABASE_FILE).exists():
        raise BadSetting(f"--data {settings.data}: there is no {DATABASE_FILE} in it")
    engine = opened(settings, check_revision if do == "migrate" else upgrade)
    try:
        yield from command(settings, engine, what)
    except Problem as problem:
        raise Refusal(problem.key, **problem.facts) from None
    except OperationalError as error:
        raise BadSetting(f"--database: {reason(error)}") from None
    finally:
        engine.dispose()


def _at_table(
    settings: ServerSettings, table: str, work: Callable[[Tables, LiveTable], Awaitable[T]]
) -> T:
    """The same, at one table, while nobody else is at it."""
    return with_tables(settings, lambda tables: tables.at(table, partial(work, tables)))


def show_list(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """All tables, those of one state, or those whose people share an address."""
    query = select(TABLES).order_by(TABLES.c.moved_at.desc())
    states = (*RUNNING, *ENDED, FLAGGED)
    if what:
        if what[0] not in states:
            raise Refusal("unknown-command", command=what[0], commands=", ".join(states))
        flagged = what[0] == FLAGGED
        query = query.where(TABLES.c.flagged if flagged else TABLES.c.state == what[0])
    for facts in read(engine, lambda c: read_tables(c, query)):
        names = ", ".join(each.shown or each.kind for each in facts.seats)
        where = f"round {facts.round:3} ply {facts.ply:4}"
        mark = FLAGGED if facts.flagged else "rated" if facts.rated else ""
        yield f"{facts.id}  {facts.state:8}{facts.game:10} {where}  {mark:8}{names}"


def show(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """One table, also one that hasn't begun: its facts, and its last answers."""

    def work(connection: Connection) -> tuple[TableFacts | None, list[Entry], ServerTime]:
        entries = fold(log.read(connection, what[0])).entries
        return read_table(connection, what[0]), entries, read_time(connection)

    facts, entries, time = read(engine, work)
    if facts is None:
        raise missing()
    plain = plain_table(facts, None, time)
    yield orjson.dumps(plain, option=orjson.OPT_INDENT_2).decode()
    if facts.flagged:
        yield "flagged: two of its people play from one address, and it isn't counted"
    for ply, entry in list(enumerate(entries))[-LAST_MOVES:]:
        yield f"{ply:5}  {'*' if entry.seat is None else entry.seat} {entry.text}"


def back(settings: ServerSettings, _: Engine, what: list[str]) -> Iterator[str]:
    """Take back the last answers of a table."""
    if not what[1].isdecimal() or len(what[1]) > 6:
        raise Refusal("not-a-number", word=what[1])
    count = int(what[1])

    async def work(tables: Tables, live: LiveTable) -> int:
        if not live.playing or live.table is None:
            raise Problem(409, "not-playing")
        await undo.take_back(tables, live, max(0, len(live.table.entries) - count), None)
        return len(live.table.entries)

    yield f"{what[0]}: {_at_table(settings, what[0], work)} answers are left"


def close(settings: ServerSettings, _: Engine, what: list[str]) -> Iterator[str]:
    """Close a table without a result."""

    async def work(tables: Tables, live: LiveTable) -> None:
        if live.facts.state not in RUNNING:
            raise Problem(409, "not-playing")
        await seats.shut(tables, live)

    _at_table(settings, what[0], work)
    yield f"{what[0]}: closed"


def export(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """The whole record of a table, secrets and all."""

    def work(connection: Connection) -> str:
        past = Past(connection, what[0], None, None)
        past.ended = past.revealed = True
        return past.record()

    yield read(engine, work).rstrip("\n")


def save(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """Write a backup, also while the server runs."""
    yield f"{what[0]}: {backup.save(engine, Path(what[0]))} rows written"


def restore(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """Read a backup into an empty database."""
    yield f"{what[0]}: {backup.restore(engine, Path(what[0]))} rows read"


def change_revision(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """Bring the database to an older or a newer revision, or list those there are."""
    if what and what[0] not in revisions():
        raise Refusal("unknown-command", command=what[0], commands=", ".join(revisions()))
    if what:
        migrate(engine, what[0])
    now = revision_of(engine)
    for name, about in histories().items():
        yield f"{'*' if name == now else ' '} {name}  {about}"


Command = Callable[[ServerSettings, Engine, list[str]], Iterator[str]]
COMMANDS: dict[str, tuple[Command, Sequence[int]]] = {
    "list": (show_list, (0, 1)),
    "show": (show, (1,)),
    "back": (back, (2,)),
    "close": (close, (1,)),
    "export": (export, (1,)),
    "backup": (save, (1,)),
    "restore": (restore, (1,)),
    "ban": (sanctions.ban, SOME),
    "unban": (sanctions.unban, SOME),
    "warn": (sanctions.warn, SOME[1:]),
    "timeout": (sanctions.time_out, SOME[1:]),
    "role": (sanctions.set_role, (2,)),
    "reports": (sanctions.show_reports, (0,)),
    "audit": (sanctions.show_audit, (0, 1)),
    "migrate": (change_revision, (0, 1)),
}
