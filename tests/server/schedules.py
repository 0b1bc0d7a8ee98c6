"""Works for a database that fails, and a comparison of what was told with what was kept."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from cradle.server.store.database import AWAY, make_engine
from cradle.server.store.transactions import Outcome, UnknownOutcome, Work, write_all
from tests.server.faults import Faulty

METADATA = MetaData()
NOTES = Table(
    "notes",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("number", Integer, unique=True, nullable=False),
)
TOTALS = Table("totals", METADATA, Column("id", Integer, primary_key=True), Column("sum", Integer))
STATEMENTS = 8  # Of one work in a batch, at most.
MOST_WORKS, MOST_FAULTS = 8, 4


class Refused(Exception):
    """A work that doesn't want to, after it has written."""


def note(name: str) -> Work:
    """A work of several statements: the number of a note, which is written once."""

    def work(connection: Connection) -> int:
        found = connection.execute(select(NOTES.c.number).where(NOTES.c.id == name)).scalar()
        if found is not None:
            return int(found)
        last = connection.execute(select(func.max(NOTES.c.number))).scalar() or 0
        connection.execute(insert(NOTES).values(id=name, number=last + 1))
        connection.execute(update(TOTALS).values(sum=TOTALS.c.sum + last + 1))
        return int(last) + 1

    return work


def refuse(name: str) -> Work:
    """A work that writes, and then refuses."""

    def work(connection: Connection) -> None:
        note(name)(connection)
        raise Refused

    return work


def clash(name: str) -> Work:
    """A work that writes a row, and then one that is there already."""

    def work(connection: Connection) -> None:
        note(name)(connection)
        connection.execute(insert(TOTALS).values(id=1, sum=0))

    return work


KINDS: dict[str, tuple[Callable[[str], Work], type[Exception] | None]] = {
    "note": (note, None),
    "refuse": (refuse, Refused),
    "clash": (clash, IntegrityError),
}


@dataclass(frozen=True)
class Bench:
    """A database with faults, and another look at it without."""

    engine: Engine
    faulty: Faulty
    look: Engine

    def kept(self) -> dict[str, int]:
        """Every note's number; no work may be kept by halves."""
        with self.look.connect() as connection:
            kept = {row.id: int(row.number) for row in connection.execute(select(NOTES))}
            total = connection.execute(select(TOTALS.c.sum)).scalar_one()
        assert sorted(kept.values()) == list(range(1, len(kept) + 1))
        assert total == sum(kept.values()), "half a work was kept"
        return kept

    def write(self, jobs: dict[str, str], plan: dict[int, str]) -> dict[str, Outcome]:
        """Write by a plan of faults, and compare what was told with what is kept."""
        self.faulty.expect(plan)
        before = self.kept()
        works = [KINDS[kind][0](name) for name, kind in jobs.items()]
        outcomes = dict(zip(jobs, write_all(self.engine, works), strict=True))
        kept = self.kept()
        assert before.items() <= kept.items()
        assert kept.keys() - before.keys() <= jobs.keys()
        for name, kind in jobs.items():
            compare(kind, outcomes[name], kept.get(name))
        return outcomes

    def write_at_random(self, prefix: str, rng: random.Random) -> int:
        """A batch with faults anywhere, and again what went wrong; how many were told done."""
        kinds = rng.choices([*KINDS, "note", "note"], k=rng.randint(1, MOST_WORKS))
        jobs = {f"{prefix}.{number}": kind for number, kind in enumerate(kinds)}
        places = rng.choices(range(STATEMENTS * len(jobs)), k=rng.randint(1, MOST_FAULTS))
        outcomes = self.write(jobs, {place: rng.choice(self.faulty.faults) for place in places})
        wrong = {name: jobs[name] for name, each in outcomes.items() if each.error is not None}
        again = self.write(wrong, {}) if wrong else {}
        told = {name: each.error is None for name, each in (outcomes | again).items()}
        assert told == {name: kind == "note" for name, kind in jobs.items()}
        return sum(told.values())


def compare(kind: str, outcome: Outcome, kept: int | None) -> None:
    """What one writer was told, and what is kept of it."""
    expected, error = KINDS[kind][1], outcome.error
    if error is None:
        assert expected is None
        assert kept == outcome.result, "told, and not kept"
    elif isinstance(error, UnknownOutcome):
        assert expected is None or kept is None
    else:
        assert isinstance(error, (*AWAY, MemoryError, *([expected] if expected else []))), error
        assert kept is None, "kept, and told otherwise"


@contextmanager
def bench_at(url: str) -> Iterator[Bench]:
    """A bench on an empty database."""
    engine, look = make_engine(url), make_engine(url)
    METADATA.create_all(look)
    with look.begin() as connection:
        connection.execute(insert(TOTALS).values(id=1, sum=0))
    engine.connect().close()  # What a first connection asks is no part of any batch.
    yield Bench(engine, Faulty(engine), look)
    engine.dispose()
    look.dispose()
