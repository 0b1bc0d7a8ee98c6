"""Whether something that has happened is still worth telling when its message could go out."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from cradle.server.notifications.quiet_hours import may_go_at
from cradle.server.store import channels, people
from cradle.server.store.channels import Channel
from cradle.server.store.facts import TableFacts
from cradle.server.store.outbox import AT_ONCE, Batch, Waiting, has_answered
from cradle.server.store.people import Person
from cradle.server.store.tables import names_of, read_table


@dataclass(frozen=True)
class Judged:
    """What becomes of a notification now: it is told, or later (`until`), or if neither, never.

    `host` is what the host of its table is called.
    """

    row: Waiting
    facts: TableFacts | None = None
    host: str = ""
    told: bool = False
    until: int | None = None


@dataclass(frozen=True)
class Decision:
    """Where a batch goes to, and what becomes of each of its notifications."""

    channel: Channel
    person: Person
    judged: tuple[Judged, ...]


def decide(connection: Connection, batch: Batch, now: int) -> Decision | None:
    """What becomes of a batch's notifications now; None if nobody is there to tell."""
    channel = channels.find(connection, batch.channel)
    person = None if channel is None else people.find(connection, channel.person)
    if channel is None or person is None or person.banned or channel.stopped_at is not None:
        return None
    judged = tuple(_judge(connection, row, channel, now) for row in batch.rows)
    return Decision(channel, person, judged)


def _judge(connection: Connection, row: Waiting, channel: Channel, now: int) -> Judged:
    if row.table is None:
        own = row.kind in AT_ONCE and (row.kind == "confirm") == (channel.confirmed_at is None)
        return Judged(row, told=own)
    facts = read_table(connection, row.table)
    wanted = channel.confirmed_at is not None and row.kind in channel.events
    muted = channels.muted_at(connection, [row.person], row.table)
    if facts is None or muted or not wanted or not _still_holds(connection, row, facts):
        return Judged(row, facts)
    digest = channel.digest and row.kind == "turn" and facts.pace.kind == "days"
    until = may_go_at(row.at, now, channels.quiet_of(connection, row.person), digest)
    host = names_of(connection, [facts.host])[facts.host]
    return Judged(row, facts, host, until <= now, until if until > now else None)


def _still_holds(connection: Connection, row: Waiting, facts: TableFacts) -> bool:
    if row.kind == "turn":
        asked = [facts.seats[seat] for seat in facts.asked]
        mine = any(each.person == row.person and each.bot is None for each in asked)
        new = not has_answered(connection, row.person, facts.id, row.seq)
        return facts.state == "playing" and mine and new
    if row.kind in ("invited", "paired", "round", "rematch"):
        return facts.state == "open" and bool(facts.kept_for(row.person))
    return row.person in facts.people()
