"""What `cradle admin` does about people: roles, reports, warnings, time-outs, bans, the log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine

from cradle.server.ops.offline import read, with_tables, writing
from cradle.server.people import moderation
from cradle.server.problems import Problem, missing
from cradle.server.settings import ServerSettings
from cradle.server.store import people, reports
from cradle.server.store.facts import RUNNING
from cradle.server.store.people import Person
from cradle.server.store.reports import Deed
from cradle.server.tables import seats
from cradle.server.tables.registry import Tables
from cradle.server.timestamps import HOUR_MS, now_ms
from cradle.table.errors import Refusal, visible

NO_ROLE = "none"
MOST_LISTED = 200
MOST_HOURS = 24 * 365
LONGEST_REASON = 500


def _person(connection: Connection, who: str) -> Person:
    """Somebody by id or login, or a refusal."""
    found = people.find(connection, who)
    if found is None:
        by_login = people.by_login(connection, who.lower())
        found = None if by_login is None else by_login[0]
    if found is None:
        raise missing()
    return found


def _act(
    engine: Engine, action: str, what: list[str], until_at: int | None = None
) -> tuple[Person, list[str]]:
    """Do something about somebody for a reason; who it is, and where they play."""
    with writing(engine) as connection:
        person, reason = _person(connection, what[0]), " ".join(what[1:])
        about = {"about": person.id, "reason": reason[:LONGEST_REASON]}
        moderation.act(connection, Deed(action=action, at=now_ms(), until_at=until_at, **about))
        return person, people.tables_of(connection, person.id, RUNNING)


def ban(settings: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """Let somebody in no more, and end what they are signed in with; bots stand in for them."""
    person, playing = _act(engine, moderation.BAN, what)

    async def leave(tables: Tables) -> None:
        for table in playing:
            await seats.go(tables, table, person.id)

    with_tables(settings, leave)
    yield f"{person.id}: {person.name} is banned"


def unban(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """Let somebody in again, and end a time-out."""
    person, __ = _act(engine, moderation.PARDON, what)
    yield f"{person.id}: {person.name} is welcome again"


def warn(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """Tell somebody what they shouldn't do."""
    person, __ = _act(engine, moderation.WARN, what)
    yield f"{person.id}: {person.name} is warned"


def time_out(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """Let somebody finish what they play, and neither chat nor sit down elsewhere, for hours."""
    if not what[1].isdecimal() or not 1 <= int(what[1][:6]) <= MOST_HOURS:
        raise Refusal("not-a-number", word=what[1])
    who = [what[0], *what[2:]]
    person, __ = _act(engine, moderation.TIME_OUT, who, now_ms() + int(what[1]) * HOUR_MS)
    yield f"{person.id}: {person.name} is timed out for {what[1]} hours"


def set_role(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """Let somebody be a moderator, or with `none` not any more."""
    roles = (moderation.MODERATOR, NO_ROLE)
    if what[1] not in roles:
        raise Refusal("unknown-command", command=what[1], commands=", ".join(roles))
    role = None if what[1] == NO_ROLE else what[1]
    with writing(engine) as connection:
        person = _person(connection, what[0])
        if role is not None and person.guest:
            raise Problem(409, "no-account")
        moderation.set_role(connection, person, role, now_ms())
    yield f"{person.id}: {person.name} is {what[1] if role else 'no moderator'}"


def show_reports(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """Reports that nobody has settled, the oldest first."""
    for each in read(engine, lambda c: reports.listed(c, False, None, MOST_LISTED)):
        where = f" at {each['table_id']}" if each["table_id"] else ""
        yield f"{each['id']}  {each['reason']}{where}: {each['about']} ({each['whom']})"
        yield f"    by {each['person']} ({each['by']}): {visible(each['text'])}"
        yield from (f"    > {line['name']}: {visible(line['text'])}" for line in each["context"])


def show_audit(_: ServerSettings, engine: Engine, what: list[str]) -> Iterator[str]:
    """What was done about people, or about one of them; the latest first."""

    def work(connection: Connection) -> list[dict[str, Any]]:
        about = _person(connection, what[0]).id if what else None
        return reports.deeds(connection, about, None, MOST_LISTED)

    for each in read(engine, work):
        at = datetime.fromtimestamp(each["at"] / 1000, UTC).isoformat(" ", "minutes")
        by = each["by"] or "command line"
        yield f"{at}  {each['action']:8}{each['about']} ({each['whom']}) by {by}: {each['reason']}"
