"""How much time each seat of a table has left; all moments are of the server's own time.

What a seat has used stays used, whatever it does: leaving stops no clock, coming back fills none,
and what an answer brought goes with the answer. The line's delay is never charged, up to a bound.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cradle.server.store.pace import Pace, Timing


@dataclass
class Clocks:
    """The time of all seats at one table; a seat's clock runs from `since` while it is asked.

    A bot stands in at those that are `away`: nobody is out of time there. `delays` is the measured
    round trip of each seat's line, as far as it is given back.
    """

    pace: Pace
    left: list[int | None]
    since: dict[int, int] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    delays: dict[int, int] = field(default_factory=dict)

    def left_at(self, seat: int, now: int) -> int | None:
        """What a seat has left now, never below zero; where a bot stands in, nothing goes."""
        left = self.left[seat]
        if left is None or seat in self.away:
            return left
        return max(0, left - self._used(seat, now, self.delays.get(seat, 0)))

    def _used(self, seat: int, now: int, delay: int = 0) -> int:
        """What the present question has cost a seat."""
        return max(0, now - self.since.get(seat, now) - delay)

    def _charge(self, seat: int, now: int) -> None:
        """Take what the present question has cost; the delay of no answer is given back."""
        left = self.left[seat]
        if left is not None:
            self.left[seat] = max(0, left - self._used(seat, now))

    def answered(self, seat: int, now: int) -> Timing | None:
        """A seat answered, or its stand-in: its clock stops, and it gets what the pace gives."""
        left, away = self.left[seat], seat in self.away
        if left is None:
            return None
        spent = 0 if away else min(left, self._used(seat, now, self.delays.get(seat, 0)))
        asked = self.since.pop(seat, now)
        after = self.pace.after(left, spent, away)
        self.left[seat] = after
        return Timing(left, asked, spent, after - (left - spent))

    def ask(self, timed: Collection[int], now: int) -> None:
        """These seats' clocks run from now on, if they didn't; all others stand still."""
        for seat in set(self.since).difference(timed):
            if seat not in self.away:
                self._charge(seat, now)
            del self.since[seat]
        for seat in timed:
            if self.left[seat] is not None:
                self.since.setdefault(seat, now)

    def leave(self, seat: int, now: int) -> None:
        """A bot stands in: what was used is used, and who comes back finds the clock running."""
        if seat in self.since and seat not in self.away:
            self._charge(seat, now)
            self.since[seat] = now
        self.away.add(seat)

    def has_run_out(self, seat: int, now: int) -> bool:
        """Whether a seat at which a bot stands in has nothing left to come back to."""
        left = self.left[seat]
        return left is not None and left <= self._used(seat, now)

    def come_back(self, seat: int, now: int) -> bool:
        """A seat has its person again, and the clock it had; not if that has run out."""
        if self.has_run_out(seat, now):
            return False
        self.away.discard(seat)
        return True

    def reopen(
        self, seat: int, turns: Sequence[Timing], timed: Collection[int], agreed: int = 0
    ) -> None:
        """A seat takes its own answers back: its clock has never stopped, and others' never ran.

        What passed before all had last `agreed` to take something back is settled.
        """
        for other in set(self.since).difference(timed):
            del self.since[other]
        if turns[0].asked < agreed:
            self._withdraw(seat, turns)
        else:
            self.left[seat] = turns[0].left
        self.since[seat] = max(turns[0].asked, agreed)

    def take_back(self, turns: Mapping[int, Sequence[Timing]], now: int) -> None:
        """Answers were taken back by agreement: what was used up to now stays used.

        What a seat got for them goes, but never so much that it would be out of time.
        """
        before = [self.left_at(seat, now) for seat in range(len(self.left))]
        for seat in self.since:
            if seat not in self.away:
                self._charge(seat, now)
            self.since[seat] = now
        for seat, some in turns.items():
            self._withdraw(seat, some)
        for seat, (had, left) in enumerate(zip(before, self.left, strict=True)):
            if had is not None and left is not None:
                self.left[seat] = max(left, min(had, self.pace.least_ms))

    def _withdraw(self, seat: int, turns: Sequence[Timing]) -> None:
        """With a seat's answers goes what it got for them."""
        left = self.left[seat]
        if left is not None:
            self.left[seat] = self.pace.back(left, turns)

    def stop_at_zero(self, seat: int) -> None:
        """A seat's time is over."""
        self.left[seat] = 0
        self.since.pop(seat, None)
        self.away.add(seat)

    def deadline(self) -> int | None:
        """When the next clock runs out."""
        return min((self._end(seat) for seat in self._running()), default=None)

    def expired(self, now: int) -> list[int]:
        """The seats whose time has run out."""
        return [seat for seat in self._running() if self._end(seat) <= now]

    def _running(self) -> list[int]:
        return [seat for seat in self.since if seat not in self.away]

    def _end(self, seat: int) -> int:
        return self.since[seat] + (self.left[seat] or 0) + self.delays.get(seat, 0)

    def plain(self, now: int, at: int) -> dict[str, Any] | None:
        """The clocks as clients see them, who have the time of day."""
        if self.pace.kind == "none":
            return None
        running = self._running()
        seats = [
            {"left_ms": self.left_at(seat, now), "running": seat in running}
            for seat in range(len(self.left))
        ]
        return {"now_at": at, "seats": seats}
