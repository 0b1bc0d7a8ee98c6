"""The log of moves and the snapshots along it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from cradle.server.store.batches import among, batched
from cradle.server.store.pace import Timing
from cradle.server.store.schema import MOVES, SNAPSHOTS


@dataclass(frozen=True)
class Answer:
    """An answer from whoever gives it to its row in the log; one without a seat is chance's.

    `person` is who sends it, `id` their own name for it, in the log with the last row it led to.
    Before it is taken, no seat means the person's that is asked. `clock` is what it did to the
    seat's clock, if it has one.
    """

    seat: int | None
    text: str
    person: str | None = None
    id: str | None = None
    clock: Timing | None = None

    @property
    def client(self) -> str | None:
        """Its name among those of everybody, if its sender gave it one."""
        return None if self.id is None else f"{self.person}:{self.id}"


@dataclass(frozen=True)
class Snapshot:
    """A state on the way: after row `seq` of the log, `ply` answers on record."""

    seq: int
    ply: int
    rules: int
    round: bool
    state: Any


def append(connection: Connection, table: str, after: int, rows: Sequence[Answer], at: int) -> None:
    """Append rows behind row `after`; IntegrityError if they or somebody else were first."""
    plain = [
        {
            "table_id": table,
            "seq": seq,
            "seat": row.seat,
            "text": row.text,
            "client": row.client,
            "at": at,
            "clock": None if row.clock is None else list(astuple(row.clock)),
        }
        for seq, row in enumerate(rows, after + 1)
    ]
    connection.execute(insert(MOVES), plain)


def read(connection: Connection, table: str) -> list[Answer]:
    """The whole log."""
    columns = (MOVES.c.seat, MOVES.c.text)
    query = select(*columns).where(MOVES.c.table_id == table).order_by(MOVES.c.seq)
    return [Answer(*row) for row in connection.execute(query)]


def read_several(connection: Connection, tables: Sequence[str]) -> dict[str, list[Answer]]:
    """The whole logs of several tables."""
    found: dict[str, list[Answer]] = {table: [] for table in tables}
    query = select(MOVES.c.table_id, MOVES.c.seat, MOVES.c.text).order_by(*MOVES.primary_key)
    for some in batched(tables):
        rows = query.where(among(connection, MOVES.c.table_id, some))
        for table, seat, text in connection.execute(rows):
            found[table].append(Answer(seat, text))
    return found


def read_timed(connection: Connection, table: str) -> list[Answer]:
    """The whole log, with what each answer did to a clock."""
    columns = (MOVES.c.seat, MOVES.c.text, MOVES.c.clock)
    query = select(*columns).where(MOVES.c.table_id == table).order_by(MOVES.c.seq)
    return [
        Answer(seat, text, clock=None if clock is None else Timing(*clock))
        for seat, text, clock in connection.execute(query)
    ]


def find(connection: Connection, table: str, client: str) -> int | None:
    """The row of the answer that its sender called so, among those of everybody."""
    query = select(MOVES.c.seq).where(MOVES.c.table_id == table, MOVES.c.client == client)
    return connection.execute(query).scalar_one_or_none()


def add_snapshot(connection: Connection, table: str, snapshot: Snapshot) -> None:
    """Keep a snapshot; one at the same place gives way, unless it is as good or better."""
    here = (SNAPSHOTS.c.table_id == table) & (SNAPSHOTS.c.seq == snapshot.seq)
    rules = connection.execute(select(SNAPSHOTS.c.rules).where(here)).scalar_one_or_none()
    if rules == snapshot.rules and not snapshot.round:
        return
    connection.execute(delete(SNAPSHOTS).where(here))
    connection.execute(insert(SNAPSHOTS), snapshot_row(table, snapshot))


def snapshot_row(table: str, snapshot: Snapshot) -> dict[str, Any]:
    """A snapshot as it is kept."""
    return {
        "table_id": table,
        "seq": snapshot.seq,
        "ply": snapshot.ply,
        "rules": snapshot.rules,
        "round": snapshot.round,
        "state": zlib.compress(json.dumps(snapshot.state).encode(), 3),
    }


def drop_snapshots(connection: Connection, table: str, beyond: int) -> None:
    """Forget the snapshots of positions that were taken back."""
    connection.execute(
        delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table, SNAPSHOTS.c.ply > beyond)
    )


def last_snapshot(
    connection: Connection, table: str, at_most: int, rounds_only: bool = False
) -> Snapshot | None:
    """The last snapshot with at most so many answers; all of them lie on the way to now."""
    query = (
        select(SNAPSHOTS)
        .where(SNAPSHOTS.c.table_id == table, SNAPSHOTS.c.ply <= at_most)
        .order_by(SNAPSHOTS.c.ply.desc(), SNAPSHOTS.c.seq.desc())
        .limit(1)
    )
    if rounds_only:
        query = query.where(SNAPSHOTS.c.round)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return Snapshot(row.seq, row.ply, row.rules, row.round, json.loads(zlib.decompress(row.state)))
