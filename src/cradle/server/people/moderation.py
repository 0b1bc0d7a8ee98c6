"""Moderation: reports, and what those with the role do about them: warn, time out, ban, pardon.

Whoever is timed out may finish what they play, and neither chats nor sits down anywhere else.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from sqlalchemy import Connection

from cradle.server.ids import new_id
from cradle.server.problems import Problem, forbidden, missing
from cradle.server.store import chat, people, reports
from cradle.server.store.locks import lock
from cradle.server.store.people import Person
from cradle.server.store.reports import Deed, Report
from cradle.server.timestamps import HOUR_MS

MODERATOR = "moderator"
WARN, TIME_OUT, BAN, PARDON, DISMISS = "warn", "timeout", "ban", "pardon", "dismiss"
TOLD = (WARN, TIME_OUT)  # What somebody reads when they next come.
LINES = 20  # of chat that go with a report


def must_be_free(person: Person, now: int) -> None:
    """Refuse whoever is timed out."""
    until = person.timeout_until or 0
    if until > now:
        raise Problem(403, "timed-out", hours=ceil((until - now) / HOUR_MS))


def report(
    connection: Connection,
    me: Person,
    about: str,
    table: str | None,
    reason: str,
    words: str,
    now: int,
) -> None:
    """Tell moderators about somebody, with what was said last at a table."""
    lock(connection, "person", me.id)
    if about == me.id or people.find(connection, about) is None:
        raise missing()
    if reports.open_of(connection, me.id) >= reports.MOST_OPEN:
        raise Problem(409, "too-many-reports", most=reports.MOST_OPEN)
    said = [] if table is None else chat.lines(connection, table, 0)[-LINES:]
    kept = Report(
        id=new_id(),
        person=me.id,
        about=about,
        table_id=table,
        reason=reason,
        text=words,
        context=said,
        at=now,
    )
    reports.add(connection, kept)


def act(connection: Connection, deed: Deed) -> Person:
    """Do something about somebody, and write down that it was done; whom it was about."""
    about = people.find(connection, deed.about)
    if about is None:
        raise missing()
    if about.role is not None and deed.actor is not None:
        raise forbidden()
    if deed.report is not None:
        _settle(connection, deed.report, about.id, deed.at)
    if deed.action == TIME_OUT:
        people.change(connection, about.id, timeout_until=deed.until_at)
    elif deed.action == BAN:
        people.ban(connection, about, deed.at)
    elif deed.action == PARDON:
        people.change(connection, about.id, timeout_until=None, banned_at=None)
    reports.note(connection, deed)
    return about


def _settle(connection: Connection, id: str, about: str, now: int) -> None:
    found = reports.find(connection, id)
    if found is None or found.about != about:
        raise missing()
    if found.closed_at is not None:
        raise Problem(409, "report-settled")
    reports.settle(connection, id, now)


def set_role(connection: Connection, person: Person, role: str | None, now: int) -> None:
    """Let somebody be a moderator, or not any more."""
    people.change(connection, person.id, role=role)
    action = "promote" if role else "demote"
    reports.note(connection, Deed(action=action, about=person.id, reason="", at=now))


def warning_for(connection: Connection, person: Person) -> dict[str, Any] | None:
    """What somebody was told about their behaviour and hasn't read yet."""
    row = reports.last_deed(connection, person.id, TOLD, person.heeded_at or 0)
    if row is None:
        return None
    return {"action": row.action, "reason": row.reason, "at": row.at, "until_at": row.until_at}
