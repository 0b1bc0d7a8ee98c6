"""The same luck at several tables: closed to all who may still play it, until they have.

Who sits at one of its tables sees that table. Who has ended theirs sees all that have ended. Once
nobody can play it any more the luck is told: everything is open, and its secret is shown.
"""

from __future__ import annotations

from sqlalchemy import Connection

from cradle.server.problems import Problem
from cradle.server.store import lucks
from cradle.server.store.database import Database
from cradle.server.store.facts import ENDED, TableFacts
from cradle.server.store.locks import lock
from cradle.server.timestamps import DAY_MS, HOUR_MS, now_ms

DAILY = "daily"
GRACE_MS = 12 * HOUR_MS  # A game of the day that is begun late may take so long.
ABANDONED_MS = 3 * DAY_MS  # without an answer; then the host of a duplicate may end a table of it


def daily_luck(game: str, day: int) -> str:
    """What the luck of a day is called."""
    return f"{DAILY}.{game}.{day}"


def told_at(luck: str) -> int | None:
    """When a day's luck is told; None for one that waits for its tables."""
    kind, _, rest = luck.partition(".")
    return (int(rest.rpartition(".")[2]) + 1) * DAY_MS + GRACE_MS if kind == DAILY else None


def is_told(connection: Connection, facts: TableFacts) -> bool:
    """Whether nobody can play a table's luck any more, or it is the table's own."""
    if facts.luck is None:
        return True
    at = told_at(facts.luck)
    return not lucks.runs(connection, facts.luck) if at is None else now_ms() >= at


def is_open(connection: Connection, facts: TableFacts, viewer: str | None) -> bool:
    """Whether somebody may look at a table, as far as its luck is concerned."""
    if is_free(facts, viewer) or is_told(connection, facts):
        return True
    luck = facts.luck or ""
    return facts.state in ENDED and viewer is not None and lucks.has_ended(connection, luck, viewer)


def is_free(facts: TableFacts, viewer: str | None) -> bool:
    """Whether there is nothing to hide: no shared luck, none of it played, or one's own table."""
    return facts.luck is None or facts.seq == 0 or viewer in facts.people()


async def must_be_open(database: Database, facts: TableFacts, viewer: str | None) -> None:
    """Refuse a look at luck that whoever asks may still play."""
    if is_free(facts, viewer):
        return
    if not await database.read(lambda c: is_open(c, facts, viewer)):
        raise Problem(403, "luck-closed")


def check_once(connection: Connection, facts: TableFacts) -> None:
    """Refuse a second seat of the same luck at another table, before anybody else takes one.

    A game of the day isn't joined, and there is one for each person.
    """
    if facts.luck is None or told_at(facts.luck) is not None:
        return
    lock(connection, "luck", facts.luck)
    if lucks.play_elsewhere(connection, facts):
        raise Problem(409, "luck-once")


def is_abandoned(facts: TableFacts) -> bool:
    """Whether a group has kept the others waiting for the luck to be told for days."""
    waits = facts.luck is not None and told_at(facts.luck) is None and facts.state == "playing"
    return waits and now_ms() - facts.moved_at >= ABANDONED_MS


def must_be_told(connection: Connection, facts: TableFacts) -> None:
    """Refuse what would give away luck that others may still play."""
    if not is_told(connection, facts):
        raise Problem(409, "luck-untold")


def must_play_on(facts: TableFacts) -> None:
    """Refuse to let a bot play the game of the day for somebody."""
    if facts.luck is not None and told_at(facts.luck) is not None:
        raise Problem(409, "daily-no-stand-in")


def must_not_share(facts: TableFacts, key: str) -> None:
    """Refuse what there isn't where many play the same luck and compare."""
    if facts.luck is not None:
        raise Problem(409, key)
