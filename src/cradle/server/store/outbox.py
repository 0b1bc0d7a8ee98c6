"""The outbox: what is to be told, kept with what has happened, and sent from here.

A row is added in the transaction of what has happened, so that both are kept or neither. Whoever
sends claims what is due for a while; if they die, somebody else finds it after that. What is sent
in one message is named by its `batch` before it goes out, and has that name at every further try:
by it the other side knows a message that it has had. Just before it may be taken it is noted as
begun, just after as done: what was begun and never done is unknown, and the sender decides about
it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, text, update

from cradle.server.ids import new_id
from cradle.server.store import channels
from cradle.server.store.channels import Channel
from cradle.server.store.locks import lock
from cradle.server.store.schema import MOVES, OUTBOX, SEATS, WAITING

MOST_WAITING = 500  # of one channel
LEASE_MS = 120_000
# Who answers at once needn't be told; and what is collected in a message is collected meanwhile.
EARLIEST_MS = {"mail": 60_000, "push": 10_000, "webhook": 10_000}
AT_ONCE = {"confirm", "test", "reset", "password"}
TOGETHER = "mail"  # The kind of channel to which one message tells several notifications.
SENT, DROPPED, FAILED, UNKNOWN = "sent", "dropped", "failed", "unknown"


@dataclass(frozen=True)
class Notification:
    """Something that a person is to be told of; `seq` makes it one of its kind at its table."""

    kind: str
    person: str
    table: str
    seq: int


@dataclass(frozen=True)
class Waiting:
    """A notification on its way to a channel."""

    id: str
    channel: str
    person: str
    kind: str
    table: str | None
    seq: int
    at: int
    tries: int


@dataclass(frozen=True)
class Batch:
    """What may be sent in one message, by the name it has at every try.

    It is ours `until` then, and was `begun` before if somebody may have taken it already.
    """

    name: str
    rows: tuple[Waiting, ...]
    until: int
    begun: bool

    @property
    def channel(self) -> str:
        """Where it goes to."""
        return self.rows[0].channel

    @property
    def ids(self) -> list[str]:
        """The ids of its rows."""
        return [row.id for row in self.rows]


def add(connection: Connection, told: Sequence[Notification], now: int) -> None:
    """Keep what is to be told to those who want to be told."""
    people = {each.person for each in told}
    ways = _ways(connection, people) if told else []
    rows = [
        _row(channel, each.kind, each.table, each.seq, now)
        for each in told
        for channel in ways
        if channel.person == each.person and _is_wanted(connection, channel, each)
    ]
    if rows:
        connection.execute(insert(OUTBOX), rows)


def add_own(connection: Connection, channel: Channel, kind: str, now: int) -> None:
    """Keep what a channel's owner has asked to be sent to it."""
    connection.execute(insert(OUTBOX), _row(channel, kind, None, 0, now))


def add_by_mail(connection: Connection, person: str, kind: str, now: int, since: int) -> None:
    """Keep what goes to all of a person's addresses of mail that had none of it since a moment."""
    lock(connection, "person", person)
    for channel in _ways(connection, [person]):
        here = select(OUTBOX.c.id).filter_by(channel=channel.id, event=kind)
        told = connection.execute(here.where(OUTBOX.c.at > since).limit(1)).first()
        if channel.kind == "mail" and told is None:
            add_own(connection, channel, kind, now)


def _ways(connection: Connection, people: Collection[str]) -> list[Channel]:
    found = channels.to_send_to(connection, people)
    return [each for each in found if each.confirmed_at is not None and each.stopped_at is None]


def _row(
    channel: Channel, kind: str, table: str | None, seq: int, now: int
) -> dict[str, str | int | None]:
    wait = 0 if kind in AT_ONCE else EARLIEST_MS[channel.kind]
    return {
        "id": f"{kind}:{table or new_id()}:{seq}:{channel.id}",
        "channel": channel.id,
        "person": channel.person,
        "event": kind,
        "table_id": table,
        "seq": seq,
        "at": now,
        "due_at": now + wait,
        "tries": 0,
        "leased_until": 0,
    }


def _is_wanted(connection: Connection, channel: Channel, notification: Notification) -> bool:
    if notification.kind not in channel.events:
        return False
    if channels.muted_at(connection, [notification.person], notification.table):
        return False
    if notification.kind == "turn" and _knows_turn(connection, channel, notification):
        return False
    waiting = select(OUTBOX.c.event, OUTBOX.c.table_id).where(
        text(WAITING), OUTBOX.c.channel == channel.id
    )
    rows = connection.execute(waiting.limit(MOST_WAITING)).all()
    chatted = notification.kind == "chat" and ("chat", notification.table) in map(tuple, rows)
    return len(rows) < MOST_WAITING and not chatted


def _knows_turn(connection: Connection, channel: Channel, notification: Notification) -> bool:
    """Whether somebody was told of their turn, or will be, and hasn't answered since."""
    here = (OUTBOX.c.channel == channel.id, OUTBOX.c.table_id == notification.table)
    coming = or_(OUTBOX.c.done_at.is_(None), OUTBOX.c.outcome.in_((SENT, UNKNOWN)))
    told = select(func.max(OUTBOX.c.seq)).where(*here, OUTBOX.c.event == "turn", coming)
    last = connection.execute(told).scalar_one()
    return last is not None and not has_answered(
        connection, notification.person, notification.table, last
    )


def has_answered(connection: Connection, person: str, table: str, seq: int) -> bool:
    """Whether somebody has answered at a table after a row of its log."""
    mine = (SEATS.c.table_id == MOVES.c.table_id) & (SEATS.c.seat == MOVES.c.seat)
    later = (MOVES.c.table_id == table, MOVES.c.seq > seq, SEATS.c.person == person)
    answers = select(MOVES.c.seq).join(SEATS, mine).where(*later).limit(1)
    return connection.execute(answers).first() is not None


def is_due(connection: Connection, now: int) -> bool:
    """Whether there is anything to claim."""
    free = (text(WAITING), OUTBOX.c.due_at <= now, OUTBOX.c.leased_until <= now)
    return connection.execute(select(OUTBOX.c.id).where(*free).limit(1)).first() is not None


def claim(connection: Connection, now: int, most: int, lease_ms: int = LEASE_MS) -> list[Batch]:
    """Take what is due and nobody else has taken, for as long as the lease lasts."""
    lock(connection, "outbox", "claims")
    free = (text(WAITING), OUTBOX.c.due_at <= now, OUTBOX.c.leased_until <= now)
    some = select(OUTBOX).where(*free).order_by(OUTBOX.c.due_at, OUTBOX.c.id).limit(most)
    due = connection.execute(some).all()
    known = {row.batch for row in due if row.batch is not None}
    again = connection.execute(select(OUTBOX).where(OUTBOX.c.batch.in_(known), text(WAITING)))
    fresh = [row for row in due if row.batch is None]
    return [
        _take(connection, batch, rows, now + lease_ms)
        for batch, rows in [*_by_batch(again.all()), *_new_batches(connection, fresh)]
    ]


def _by_batch(rows: Sequence[Row[Any]]) -> Iterator[tuple[str, list[Row[Any]]]]:
    ordered = sorted(rows, key=lambda row: (row.batch, row.due_at, row.id))
    return ((name, list(some)) for name, some in groupby(ordered, key=lambda row: row.batch))


def _new_batches(
    connection: Connection, rows: Sequence[Row[Any]]
) -> Iterator[tuple[str, list[Row[Any]]]]:
    """Mail is told several in one message, and of each request of its owner's in its own."""
    found = channels.ids_of_kind(connection, TOGETHER, {row.channel for row in rows})
    apart = [row for row in rows if row.channel not in found or row.event in AT_ONCE]
    yield from ((new_id(), [row]) for row in apart)
    together = sorted((row for row in rows if row not in apart), key=lambda row: row.channel)
    for _, some in groupby(together, key=lambda row: row.channel):
        yield new_id(), list(some)


def _take(connection: Connection, name: str, rows: Sequence[Row[Any]], until: int) -> Batch:
    ids = [row.id for row in rows]
    taken = {"batch": name, "leased_until": until, "tries": OUTBOX.c.tries + 1}
    connection.execute(update(OUTBOX).where(OUTBOX.c.id.in_(ids)).values(**taken))
    begun = any(row.begun_at is not None for row in rows)
    return Batch(name, tuple(_waiting(row) for row in rows), until, begun)


def _waiting(row: Row[Any]) -> Waiting:
    about = (row.id, row.channel, row.person, row.event, row.table_id)
    return Waiting(*about, row.seq, row.at, row.tries + 1)


def begin(connection: Connection, batch: Batch, ids: Collection[str], now: int) -> bool:
    """Note that these go out now; False if they are somebody else's by now."""
    lock(connection, "outbox", "claims")
    ours = (OUTBOX.c.id.in_(ids), OUTBOX.c.leased_until == batch.until, text(WAITING))
    begun = connection.execute(update(OUTBOX).where(*ours).values(begun_at=now))
    return begun.rowcount == len(ids)


def finish(connection: Connection, ids: Collection[str], outcome: str, now: int) -> None:
    """Nothing more is to be done with these."""
    done = update(OUTBOX).where(OUTBOX.c.id.in_(ids))
    connection.execute(done.values(done_at=now, outcome=outcome, leased_until=0))


def try_again(connection: Connection, ids: Collection[str], due_at: int, unsure: bool) -> None:
    """These weren't sent, or nobody is sure: the same message goes out later."""
    later = update(OUTBOX).where(OUTBOX.c.id.in_(ids)).values(due_at=due_at, leased_until=0)
    connection.execute(later if unsure else later.values(begun_at=None))


def put_off(connection: Connection, ids: Collection[str], due_at: int) -> None:
    """It isn't the time to send these; later they may go out with others, if they never did."""
    later = update(OUTBOX).where(OUTBOX.c.id.in_(ids))
    connection.execute(later.values(due_at=due_at, leased_until=0))
    fresh = later.where(OUTBOX.c.begun_at.is_(None))
    connection.execute(fresh.values(batch=None, tries=0))


def tidy(connection: Connection, before: int, most: int) -> bool:
    """Delete some of what was done with before a moment; whether there may be more."""
    old = select(OUTBOX.c.id).where(OUTBOX.c.done_at < before).order_by(OUTBOX.c.done_at)
    ids = list(connection.execute(old.limit(most)).scalars())
    connection.execute(delete(OUTBOX).where(OUTBOX.c.id.in_(ids)))
    return len(ids) == most
