"""On how many days in a row somebody has solved the puzzle of the day, game by game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from cradle.server.store.locks import lock
from cradle.server.store.schema import STREAKS


@dataclass(frozen=True)
class Streak:
    """Days in a row up to the last day answered, and the most there ever were; days since 1970."""

    day: int = -1
    days: int = 0
    most: int = 0

    def on(self, day: int) -> Streak:
        """How it stands on a day: a day left out ends it."""
        return self if self.day >= day - 1 else Streak(self.day, 0, self.most)

    def after(self, day: int, right: bool) -> Streak:
        """How it stands after the first answer of a day; later ones change nothing."""
        if day <= self.day:
            return self
        days = self.on(day).days + 1 if right else 0
        return Streak(day, days, max(days, self.most))


def streaks(connection: Connection, person: str) -> dict[str, Streak]:
    """Somebody's streaks by game."""
    rows = connection.execute(select(STREAKS).where(STREAKS.c.person == person))
    return {row.game: Streak(row.day, row.days, row.most) for row in rows}


def answer(connection: Connection, person: str, game: str, day: int, right: bool) -> Streak:
    """Let an answer to the puzzle of a day count."""
    lock(connection, "person", person)
    known = streaks(connection, person).get(game)
    now = (known or Streak()).after(day, right)
    values = {"day": now.day, "days": now.days, "most": now.most}
    if known is None:
        connection.execute(insert(STREAKS), {"person": person, "game": game} | values)
    elif now != known:
        own = (STREAKS.c.person == person) & (STREAKS.c.game == game)
        connection.execute(update(STREAKS).where(own).values(**values))
    return now


def forget(connection: Connection, people: Collection[str]) -> None:
    """Forget the streaks of these people."""
    connection.execute(delete(STREAKS).where(STREAKS.c.person.in_(people)))
