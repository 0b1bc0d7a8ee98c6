"""The shapes of what people are to each other, of reports and of moderation."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from cradle.server.http.shapes.fields import Given, Id, printable
from cradle.server.http.shapes.play import Line
from cradle.server.http.shapes.tables import Named

Relation = Literal["follow", "mute", "block"]
Reason = Literal["chat", "cheating", "leaving", "name", "other"]
Action = Literal["warn", "timeout", "ban", "pardon", "dismiss"]
ReportText = Annotated[str, StringConstraints(max_length=1000), AfterValidator(printable)]
ReasonText = Annotated[str, StringConstraints(max_length=500), AfterValidator(printable)]
MOST_HOURS = 24 * 365


class OtherPerson(BaseModel):
    """Somebody whom I follow, mute or block."""

    kind: Relation
    person: str
    name: str
    guest: bool


class Invitation(Named):
    """Whom to invite: somebody I follow."""

    person: Id


class NewReport(Given):
    """What moderators should know about somebody; of a table, what was said last goes with it."""

    person: Id
    table: Id | None = None
    reason: Reason
    text: ReportText = ""


class ReportShown(BaseModel):
    """A report as moderators see it: by whom, about whom, and what was said then."""

    id: str
    person: str
    by: str
    about: str
    whom: str
    table_id: str | None
    reason: Reason
    text: str
    context: list[Line]
    at: int
    closed_at: int | None


class Sanction(Given):
    """What to do about somebody, why, for how long, and which report that settles."""

    action: Action
    reason: ReasonText = ""
    hours: Annotated[int | None, Field(ge=1, le=MOST_HOURS)] = None
    report: Id | None = None


class DeedShown(BaseModel):
    """A line of the log: what was done, by whom (nobody: at the command line), about whom, why."""

    id: str
    at: int
    actor: str | None
    by: str | None
    action: str
    about: str
    whom: str
    reason: str
    until_at: int | None
    report: str | None
