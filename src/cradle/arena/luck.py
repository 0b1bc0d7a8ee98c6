"""Mirrored luck: the same dice and draws for every arrangement of the same game.

Every outcome follows from seed, game and occasion, never from what was drawn before. So two
games with the same luck roll alike as long as they stay parallel, and find each other again.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from cradle.kernel.step import State, odds


class Luck:
    """The luck of one game."""

    def __init__(self, seed: int | str, game: int) -> None:
        self.key = f"{seed}/{game}/".encode()
        self.times: dict[str, int] = {}
        self.order: dict[Any, int] = {}

    def outcome(self, s: State) -> Any:
        """What chance brings now."""
        now = odds(s)
        if now.reach is None:
            return min(now.outcomes, key=self._place)
        occasion = repr(s.stack[-1])
        times = self.times[occasion] = self.times.get(occasion, 0) + 1
        return now.at(self._number(f"{occasion}/{times}") % now.total)

    def _place(self, outcome: Any) -> int:
        """Things drawn one by one lie in an order fixed for the game, as in a real stack."""
        place = self.order.get(outcome)
        if place is None:
            place = self.order[outcome] = self._number(repr(outcome))
        return place

    def _number(self, text: str) -> int:
        return int.from_bytes(blake2b(self.key + text.encode(), digest_size=8).digest(), "big")
