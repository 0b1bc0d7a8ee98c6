"""How much time each seat of a table has left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cradle.server.store.pace import Pace


@dataclass
class Clocks:
    """The time of all seats at one table; a seat's clock runs from `since` while it is asked."""

    pace: Pace
    left: list[int | None]
    since: dict[int, int] = field(default_factory=dict)

    def left_at(self, seat: int, now: int) -> int | None:
        """What a seat has left at this moment, never below zero."""
        left = self.left[seat]
        if left is None or seat not in self.since:
            return left
        return max(0, left - max(0, now - self.since[seat]))

    def answered(self, seat: int, now: int) -> None:
        """A seat answered: its clock stops, and it gets what the pace gives."""
        left = self.left_at(seat, now)
        self.since.pop(seat, None)
        if left is not None:
            self.left[seat] = self.pace.after(left)

    def ask(self, timed: Sequence[int], now: int) -> None:
        """These seats' clocks run from now on, if they didn't; all others stand still."""
        for seat in list(self.since):
            if seat not in timed:
                self.left[seat] = self.left_at(seat, now)
                del self.since[seat]
        for seat in timed:
            if self.left[seat] is not None:
                self.since.setdefault(seat, now)

    def stop_at_zero(self, seat: int) -> None:
        """A seat's time is over."""
        self.left[seat] = 0
        self.since.pop(seat, None)

    def renew(self, seat: int) -> None:
        """A seat that comes back starts anew."""
        self.left[seat] = self.pace.start_ms
        self.since.pop(seat, None)

    def deadline(self) -> int | None:
        """When the next clock runs out."""
        ends = [
            at + left for seat, at in self.since.items() if (left := self.left[seat]) is not None
        ]
        return min(ends, default=None)

    def expired(self, now: int) -> list[int]:
        """The seats whose time has run out."""
        return [seat for seat in self.since if self.left_at(seat, now) == 0]

    def plain(self, now: int) -> dict[str, Any] | None:
        """The clocks as clients see them."""
        if self.pace.kind == "none":
            return None
        seats = [
            {"left_ms": self.left_at(seat, now), "running": seat in self.since}
            for seat in range(len(self.left))
        ]
        return {"now_at": now, "seats": seats}
