"""Standings: what games were worth, and who is where after them. Nothing here knows a database.

A game is worth a point for everybody one was better than, and half a point for everybody one was
level with. Equal points are parted by those of the people one has met, then by games won, then by
one's share of the points made at one's tables; who is equal even then shares a rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby


@dataclass(frozen=True)
class Played:
    """Somebody's part in a round: at the seat of a table, or a bye where `table` is None.

    `points` are what it was worth, once that is known. Who sat there to the end has a `rank`, made
    `total` in the game, and all at the table `table_total`; who wasn't there has none of these.
    """

    round: int
    person: str
    table: int | None = None
    seat: int | None = None
    points: float | None = None
    rank: int | None = None
    total: int | None = None
    table_total: int | None = None


@dataclass(frozen=True)
class Ranking:
    """Somebody's rank, and all that has led to it, in this order."""

    person: str
    rank: int
    points: float
    opponents: Fraction
    wins: int
    share: Fraction
    games: int

    @property
    def worth(self) -> tuple[float, Fraction, int, Fraction]:
        """What people are compared by."""
        return self.points, self.opponents, self.wins, self.share


def game_points(ranks: Sequence[int], seat: int) -> float:
    """What a game was worth to a seat: one for each it was better than, half for each equal."""
    better = sum(each > ranks[seat] for each in ranks)
    level = ranks.count(ranks[seat]) - 1
    return better + level / 2


def bye_points(size: int) -> float:
    """What a bye is worth: as much as a place in the middle."""
    return (size - 1) / 2


def rank_all(people: Iterable[str], history: Sequence[Played]) -> list[Ranking]:
    """Everybody's rank, the best first; those who share one in the order given."""
    of: Mapping[str, list[Played]] = defaultdict(list)
    for each in history:
        of[each.person].append(each)
    points = {person: sum(each.points or 0.0 for each in parts) for person, parts in of.items()}
    met = _met(history)
    unranked = [
        Ranking(
            person,
            0,
            points.get(person, 0.0),
            _mean([Fraction(points[other]) for other in met[person]]),
            sum(each.rank == 1 for each in of[person]),
            _mean([_share(each) for each in of[person] if each.rank is not None]),
            sum(each.rank is not None for each in of[person]),
        )
        for person in people
    ]
    return _ranked(sorted(unranked, key=lambda each: each.worth, reverse=True))


def _ranked(sorted_: Sequence[Ranking]) -> list[Ranking]:
    found: list[Ranking] = []
    for _, level in groupby(sorted_, key=lambda each: each.worth):
        rank = len(found) + 1
        found += [Ranking(each.person, rank, *each.worth, each.games) for each in level]
    return found


def _met(history: Sequence[Played]) -> Mapping[str, list[str]]:
    """Whom everybody has played against to the end, once for each game."""
    tables: Mapping[tuple[int, int], list[str]] = defaultdict(list)
    for each in history:
        if each.table is not None and each.rank is not None:
            tables[each.round, each.table].append(each.person)
    met: Mapping[str, list[str]] = defaultdict(list)
    for people in tables.values():
        for person in people:
            met[person] += [other for other in people if other != person]
    return met


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values) if values else Fraction()


def _share(part: Played) -> Fraction:
    """What part of a table's points somebody has made."""
    if not part.table_total or part.total is None:
        return Fraction()
    return Fraction(part.total, part.table_total)
