"""The line to a client: how long a message takes there and back, as measured from here."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from cradle.server.timestamps import monotonic_ms

EVERY_MS = 5_000
KEPT = 5


class RoundTrips:
    """Asks for an echo now and then; the shortest of the latest round trips counts.

    A client may hold its echoes back to seem far away: what it can gain by that is `most`.
    """

    def __init__(self, most: int, clock: Callable[[], int] = monotonic_ms) -> None:
        self.most = most
        self.clock = clock
        self.number = 0
        self.sent: int | None = None
        self.trips: deque[int] = deque(maxlen=KEPT)

    def probe(self) -> dict[str, Any] | None:
        """What to send now, if it is time to measure again."""
        now = self.clock()
        if self.sent is not None and now - self.sent < EVERY_MS:
            return None
        self.number, self.sent = self.number + 1, now
        return {"type": "probe", "number": self.number}

    def heard(self, number: int) -> int:
        """An echo came back; the delay that is given back from now on."""
        if number == self.number and self.sent is not None:
            self.trips.append(self.clock() - self.sent)
            self.number += 1  # It counts once.
        return min(self.most, min(self.trips, default=0))
