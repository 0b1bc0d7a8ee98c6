"""Swiss pairing for tables of n: people of equal standing meet, and nobody twice if it goes.

Everything follows from the order of people, what was played, and a seed. Nothing here knows a
database, a clock or a random generator of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from random import Random

from cradle.server.events.standings import Played, Ranking

BOT = None  # whoever sits at a seat that no person has
BLOCKED = 1000  # how many times two people who block each other count as having met
EFFORT = 200_000  # the number of people times the number of steps that a search may take

Pair = frozenset[str]
Seating = tuple[str | None, ...]


@dataclass(frozen=True)
class Pairing:
    """A round: who sits at which seat of each table, and who has a bye."""

    tables: tuple[Seating, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True)
class Before:
    """What counts of the rounds before: who met whom, bots, byes, and who sat where, how often."""

    met: Counter[Pair] = field(default_factory=Counter)
    bots: Counter[str] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)


def shuffled(rankings: Sequence[Ranking], seed: str) -> list[str]:
    """People by their standing; who shares a rank, in an order that follows from the seed."""
    luck = {each.person: Random(f"{seed}/{each.person}").random() for each in rankings}
    return [each.person for each in sorted(rankings, key=lambda r: (r.rank, luck[r.person]))]


def pair(
    order: Sequence[str],
    history: Sequence[Played],
    size: int,
    fill: bool,
    seed: str,
    apart: Collection[Pair] = (),
) -> Pairing:
    """Pair people for a round, the best with the best; where they don't fill tables, bots or byes.

    People who are to be kept `apart` meet only where there is no other way.
    """
    before = look_back(history, size)
    before.met.update(dict.fromkeys(apart, BLOCKED))
    byes = [] if fill else _byes(order, len(order) % size, before)
    playing = [each for each in order if each not in byes]
    groups = _Search(playing, _sizes(len(playing), size), size, before).best()
    tables = (
        seat_all([*group, *[BOT] * (size - len(group))], before, f"{seed}/{number}")
        for number, group in enumerate(groups)
    )
    return Pairing(tuple(tables), tuple(byes))


def look_back(history: Sequence[Played], size: int) -> Before:
    """What counts of the rounds before; who didn't come to a table has met nobody there."""
    before = Before()
    tables: dict[tuple[int, int], list[str]] = {}
    for each in history:
        if each.table is None:
            before.byes[each.person] += 1
        elif each.seat is not None and (each.rank is not None or each.points is None):
            before.seats[each.person, each.seat] += 1
            tables.setdefault((each.round, each.table), []).append(each.person)
    for people in tables.values():
        before.met.update(frozenset(two) for two in combinations(people, 2))
        if len(people) < size:
            before.bots.update(people)
    return before


def _byes(order: Sequence[str], count: int, before: Before) -> list[str]:
    """Who has had the fewest byes, and of these the last in the standing."""
    places = {person: place for place, person in enumerate(order)}
    return sorted(order, key=lambda each: (before.byes[each], -places[each]))[:count]


def _sizes(people: int, size: int) -> list[int]:
    """How many people sit at each table, as evenly as it goes, full tables first."""
    tables = -(-people // size)
    return [people // tables + (number < people % tables) for number in range(tables)]


class _Search:
    """The tables at which the fewest meet again, found from the top of the standing downwards.

    What is tried first is the next person whom nobody at the table has met, so that the first
    try is as good as a person would do; then everything else, for as long as the effort lasts.
    Where that wasn't enough, as in a large crowd, people change places as long as it helps.
    """

    def __init__(
        self, order: Sequence[str], sizes: Sequence[int], size: int, before: Before
    ) -> None:
        self.sizes = sizes
        self.size = size
        self.before = before
        self.order = list(order)
        self.steps = EFFORT // max(1, len(order))
        self.found: list[list[str]] = []
        self.least = float("inf")

    def best(self) -> list[list[str]]:
        """The best tables that were found, the best people first."""
        self._next_table([], self.order, 0)
        while self.least > 0 and self._swap():
            pass
        return self.found

    def _swap(self) -> bool:
        """Let two people change places where that brings fewer together again; whether any did."""
        near = sorted(combinations(range(len(self.found)), 2), key=lambda two: two[1] - two[0])
        return any(self._swap_between(one, other) for one, other in near)

    def _swap_between(self, one: int, other: int) -> bool:
        here, there = self.found[one], self.found[other]
        now = self._table_cost(one, here) + self._table_cost(other, there)
        for first, second in product(here, there) if now else ():
            changed = [second if each == first else each for each in here]
            instead = [first if each == second else each for each in there]
            if self._table_cost(one, changed) + self._table_cost(other, instead) < now:
                self.found[one], self.found[other] = changed, instead
                return True
        return False

    def _table_cost(self, number: int, table: Sequence[str]) -> int:
        return sum(self._cost(each, table[:place], number) for place, each in enumerate(table))

    def _next_table(self, done: list[list[str]], left: list[str], cost: int) -> None:
        if not left:
            self.found, self.least = done, cost
            return
        first, *rest = left
        self._add(done, [first], rest, rest, cost + self._alone(first, len(done)))

    def _add(
        self, done: list[list[str]], table: list[str], left: list[str], may: list[str], cost: int
    ) -> None:
        """Go on with a table at which only these may still sit down."""
        self.steps -= 1
        missing = self.sizes[len(done)] - len(table)
        if self._is_worse(cost) or len(may) < missing:
            return
        if missing == 0:
            self._next_table([*done, table], left, cost)
            return
        costs = {each: self._cost(each, table, len(done)) for each in may}
        tried = sorted(may, key=costs.__getitem__)  # Of equal ones the next in the standing.
        for number, each in enumerate(tried):
            others = [other for other in left if other != each]
            self._add(done, [*table, each], others, tried[number + 1 :], cost + costs[each])

    def _is_worse(self, cost: int) -> bool:
        return cost >= self.least or (self.steps < 0 and bool(self.found))

    def _cost(self, person: str, table: Sequence[str], number: int) -> int:
        met = sum(self.before.met[frozenset((person, other))] for other in table)
        return met + self._alone(person, number)

    def _alone(self, person: str, number: int) -> int:
        """How often somebody has sat with bots before, where there are bots again."""
        return self.before.bots[person] if self.sizes[number] < self.size else 0


def seat_all(people: Sequence[str | None], before: Before, seed: str) -> Seating:
    """Seat people where they have sat least often; of equal ways one that follows from the seed."""
    ways = list(permutations(people))
    Random(seed).shuffle(ways)
    return min(ways, key=lambda way: _uneven(way, before))


def _uneven(way: Seating, before: Before) -> int:
    """How often people have sat where they are to sit now."""
    return sum(before.seats[who, seat] for seat, who in enumerate(way) if who is not None)
