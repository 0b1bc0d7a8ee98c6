"""Who thinks next: everybody gets the same thinking time, and so does each of their tables.

Every person has an account of the seconds that were thought for them, and goes on from where the
queue is when they come back: nobody saves up time, and nobody loses what they wait for. The next
turn is the one whose account would stand lowest after it, so short turns come first, and yet no
number of them keeps a long one waiting for ever. Among one person's tables it is the same.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Turn:
    """A bot that wants to think: for whom, at which table, and for how many seconds at most."""

    person: str
    table: str
    seconds: float


class Accounts:
    """Seconds used by each of several; who is new begins where the others are."""

    def __init__(self) -> None:
        self.now = 0.0
        self.used: dict[str, float] = {}

    def enter(self, who: str) -> None:
        """Somebody begins to wait."""
        self.used[who] = max(self.now, self.used.get(who, 0.0))

    def charge(self, who: str, seconds: float) -> None:
        """Somebody's turn begins."""
        self.used[who] += seconds
        self.now = max(self.now, self.used[who])

    def correct(self, who: str, seconds: float) -> None:
        """A turn took so much longer than it was charged for, or below zero shorter."""
        self.used[who] = self.used.get(who, self.now) + seconds

    def forget(self, who: str) -> None:
        """Somebody wants nothing more for now."""
        self.used.pop(who, None)


class Share:
    """What one person waits for, in the order it came, and how many of their bots think."""

    def __init__(self) -> None:
        self.waiting: list[Turn] = []
        self.thinking = 0
        self.tables = Accounts()

    def add(self, turn: Turn) -> None:
        """One more waits."""
        if not any(each.table == turn.table for each in self.waiting):
            self.tables.enter(turn.table)
        self.waiting.append(turn)

    def first(self) -> Turn:
        """The next of those who wait."""
        return min(self.waiting, key=lambda turn: self.tables.used[turn.table] + turn.seconds)


class FairQueue:
    """The turns that wait, at most `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count = 0
        self.accounts = Accounts()
        self.people: dict[str, Share] = {}

    def add(self, turn: Turn) -> Turn | None:
        """Let a turn wait; if there are too many, the last of whoever has most has to go."""
        person = self.people.setdefault(turn.person, Share())
        if not person.waiting:
            self.accounts.enter(turn.person)
        person.add(turn)
        self.count += 1
        return self._surplus() if self.count > self.most else None

    def _surplus(self) -> Turn:
        crowd = max(reversed(self.people.values()), key=lambda person: len(person.waiting))
        last = crowd.waiting[-1]
        self.remove(last)
        return last

    def remove(self, turn: Turn) -> bool:
        """A turn waits no more; whether it did."""
        person = self.people.get(turn.person)
        if person is None or turn not in person.waiting:
            return False
        person.waiting.remove(turn)
        self.count -= 1
        self._let_go(turn.person)
        return True

    def waiting(self, person: str, table: str) -> int:
        """How many turns wait for a person at a table."""
        found = self.people.get(person)
        return 0 if found is None else sum(turn.table == table for turn in found.waiting)

    def begin(self, most_each: int) -> Turn | None:
        """The next turn, of somebody for whom fewer than so many think."""
        ready = [p for p in self.people.values() if p.waiting and p.thinking < most_each]
        turns = [person.first() for person in ready]
        return self._begun(min(turns, key=self._end_of)) if turns else None

    def _end_of(self, turn: Turn) -> tuple[float, int]:
        """How a person's account would stand; of equals, who waits for less is first."""
        waiting = len(self.people[turn.person].waiting)
        return self.accounts.used[turn.person] + turn.seconds, waiting

    def _begun(self, turn: Turn) -> Turn:
        person = self.people[turn.person]
        person.waiting.remove(turn)
        person.thinking += 1
        self.count -= 1
        self.accounts.charge(turn.person, turn.seconds)
        person.tables.charge(turn.table, turn.seconds)
        return turn

    def end(self, turn: Turn, took: float) -> None:
        """A turn is over, and took so many seconds."""
        person = self.people[turn.person]
        person.thinking -= 1
        self.accounts.correct(turn.person, took - turn.seconds)
        person.tables.correct(turn.table, took - turn.seconds)
        if not any(each.table == turn.table for each in person.waiting):
            person.tables.forget(turn.table)
        self._let_go(turn.person)

    def _let_go(self, name: str) -> None:
        person = self.people[name]
        if not person.waiting and not person.thinking:
            del self.people[name]
            self.accounts.forget(name)
        if not self.people:
            self.accounts = Accounts()
