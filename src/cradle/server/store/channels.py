"""Channels: where somebody wants to be notified, of what, and when not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, insert, select, update

from cradle.server.store.locks import lock
from cradle.server.store.schema import CHANNELS, MUTED, OUTBOX, QUIET

EVENTS = ("turn", "invited", "paired", "round", "rematch", "over", "chat")
USUAL_EVENTS = EVENTS[:-1]
LONGEST_FAULT = 200
MOST_AT_ONCE = 50


@dataclass(frozen=True, kw_only=True)
class Channel:
    """One way to a person; `fault` is why the last message hasn't come through, if it hasn't.

    Nothing but the request to confirm it is sent to an address that isn't confirmed, and nothing
    at all after the other side has said that it is no more.
    """

    id: str
    person: str
    kind: str
    address: str
    label: str
    secrets: dict[str, str] = field(default_factory=dict)
    events: tuple[str, ...] = USUAL_EVENTS
    digest: bool = False
    language: str = "en"
    created_at: int
    confirmed_at: int | None = None
    stopped_at: int | None = None
    fault: str | None = None


@dataclass(frozen=True)
class Quiet:
    """When somebody wants to be left alone, in minutes of their day, and when a digest may come."""

    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_until: int | None = None
    digest_at: int = 8 * 60


def _channel(row: Row[Any]) -> Channel:
    plain = dict(row._mapping)
    return Channel(**plain | {"events": tuple(plain["events"].split())})


def add(connection: Connection, channel: Channel) -> Channel:
    """Keep a channel."""
    connection.execute(insert(CHANNELS), asdict(channel) | {"events": " ".join(channel.events)})
    return channel


def find(connection: Connection, id: str) -> Channel | None:
    """A channel by its id."""
    row = connection.execute(select(CHANNELS).where(CHANNELS.c.id == id)).one_or_none()
    return None if row is None else _channel(row)


def to_change(connection: Connection, id: str) -> Channel | None:
    """A channel by its id, which nobody else changes until this is done."""
    query = select(CHANNELS).where(CHANNELS.c.id == id).with_for_update()
    row = connection.execute(query).one_or_none()
    return None if row is None else _channel(row)


def of_people(connection: Connection, people: Collection[str]) -> list[Channel]:
    """The channels of these people, the oldest first."""
    return _found(connection, _of_people(people))


def to_send_to(connection: Connection, people: Collection[str]) -> list[Channel]:
    """The same, none of which is removed until this is done."""
    return _found(connection, _of_people(people).with_for_update(read=True, key_share=True))


def _of_people(people: Collection[str]) -> Select[Any]:
    query = select(CHANNELS).where(CHANNELS.c.person.in_(people))
    return query.order_by(CHANNELS.c.created_at, CHANNELS.c.id)


def _found(connection: Connection, query: Select[Any]) -> list[Channel]:
    return [_channel(row) for row in connection.execute(query)]


def ids_of_kind(connection: Connection, kind: str, ids: Collection[str]) -> set[str]:
    """Which of these channels are of a kind."""
    query = select(CHANNELS.c.id).where(CHANNELS.c.id.in_(ids), CHANNELS.c.kind == kind)
    return set(connection.execute(query).scalars())


def at_address(connection: Connection, kind: str, address: str) -> list[Channel]:
    """Whoever's channels to an address."""
    here = (CHANNELS.c.kind == kind, CHANNELS.c.address == address)
    return [_channel(row) for row in connection.execute(select(CHANNELS).where(*here))]


def change(connection: Connection, id: str, **values: Any) -> None:
    """Change a channel's row."""
    if "events" in values:
        values["events"] = " ".join(values["events"])
    if values.get("fault") is not None:
        values["fault"] = values["fault"][:LONGEST_FAULT]
    connection.execute(update(CHANNELS).where(CHANNELS.c.id == id).values(**values))


def remove(connection: Connection, ids: Collection[str]) -> None:
    """Remove channels, and what waits to be sent to them."""
    _hold(connection, CHANNELS.c.id.in_(ids))
    connection.execute(delete(OUTBOX).where(OUTBOX.c.channel.in_(ids)))
    connection.execute(delete(CHANNELS).where(CHANNELS.c.id.in_(ids)))


def _hold(connection: Connection, which: ColumnElement[bool]) -> None:
    """From now on nobody adds what is to be sent to these."""
    held = select(CHANNELS.c.id).where(which).order_by(CHANNELS.c.id).with_for_update()
    connection.execute(held)


def tidy(connection: Connection, before: int) -> None:
    """Forget addresses that weren't confirmed in time."""
    old = select(CHANNELS.c.id).where(CHANNELS.c.confirmed_at.is_(None))
    old = old.where(CHANNELS.c.created_at < before).limit(MOST_AT_ONCE)
    remove(connection, list(connection.execute(old.with_for_update()).scalars()))


def forget(connection: Connection, people: Collection[str]) -> None:
    """Forget where and when these people wanted to be told of anything."""
    _hold(connection, CHANNELS.c.person.in_(people))
    for part in (OUTBOX, CHANNELS, MUTED, QUIET):
        connection.execute(delete(part).where(part.c.person.in_(people)))


def quiet_of(connection: Connection, person: str) -> Quiet:
    """When somebody wants to be left alone."""
    columns = (QUIET.c.zone, QUIET.c.quiet_from, QUIET.c.quiet_until, QUIET.c.digest_at)
    row = connection.execute(select(*columns).where(QUIET.c.person == person)).one_or_none()
    return Quiet() if row is None else Quiet(*row)


def keep_quiet(connection: Connection, person: str, quiet: Quiet) -> None:
    """Keep when somebody wants to be left alone."""
    lock(connection, "person", person)
    connection.execute(delete(QUIET).where(QUIET.c.person == person))
    connection.execute(insert(QUIET), {"person": person} | asdict(quiet))


def mute(connection: Connection, person: str, table: str, on: bool) -> None:
    """Let somebody hear nothing of a table, or hear of it again."""
    lock(connection, "person", person)
    row = {"person": person, "table_id": table}
    connection.execute(delete(MUTED).filter_by(**row))
    if on:
        connection.execute(insert(MUTED), row)


def muted(connection: Connection, person: str) -> list[str]:
    """The tables of which somebody wants to hear nothing."""
    query = select(MUTED.c.table_id).where(MUTED.c.person == person)
    return list(connection.execute(query.order_by(MUTED.c.table_id)).scalars())


def muted_at(connection: Connection, people: Sequence[str], table: str) -> set[str]:
    """Who of these wants to hear nothing of a table."""
    query = select(MUTED.c.person).where(MUTED.c.table_id == table, MUTED.c.person.in_(people))
    return set(connection.execute(query).scalars())
