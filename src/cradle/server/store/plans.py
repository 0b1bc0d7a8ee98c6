"""What people have laid down to answer when their turn comes, for nobody's eyes but their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from cradle.server.store.account_schema import PLANS


@dataclass(frozen=True)
class Plan:
    """Answers for the next question of a seat: the first that is possible then is played.

    One that no longer fitted is `dropped`, and kept until its owner has seen that.
    """

    seat: int
    answers: tuple[str, ...]
    dropped: bool = False


def read(connection: Connection, table: str, person: str | None = None) -> list[Plan]:
    """The plans at a table, or one person's alone."""
    query = select(PLANS).where(PLANS.c.table_id == table).order_by(PLANS.c.seat)
    if person is not None:
        query = query.where(PLANS.c.person == person)
    rows = connection.execute(query)
    return [Plan(row.seat, tuple(row.answers), row.dropped) for row in rows]


def waiting(connection: Connection, table: str) -> dict[int, tuple[str, ...]]:
    """What is to be answered at a table, by seat."""
    return {each.seat: each.answers for each in read(connection, table) if not each.dropped}


def keep(
    connection: Connection, table: str, seat: int, person: str, answers: Sequence[str]
) -> None:
    """Keep a plan in place of the one there was."""
    remove(connection, table, [seat])
    row = {"table_id": table, "seat": seat, "person": person, "answers": list(answers)}
    connection.execute(insert(PLANS), row | {"dropped": False})


def remove(connection: Connection, table: str, seats: Collection[int]) -> None:
    """Let go of the plans of these seats."""
    connection.execute(delete(PLANS).where(PLANS.c.table_id == table, PLANS.c.seat.in_(seats)))


def drop(connection: Connection, table: str, seats: Collection[int]) -> None:
    """These plans no longer fit."""
    these = (PLANS.c.table_id == table, PLANS.c.seat.in_(seats))
    connection.execute(update(PLANS).where(*these).values(dropped=True))


def forget(connection: Connection, people: Collection[str]) -> None:
    """Forget what these people have planned."""
    connection.execute(delete(PLANS).where(PLANS.c.person.in_(people)))
