"""Who is served next: where more ask than can be answered, whoever was served longest ago.

Nobody waits as long as few are served at once. When many are, an address that sends a hundred
requests waits for its own, and those who ask now and then pass it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush

AT_ONCE = 8  # Served at once: one event loop does their work, more would only wait within it.
LONG_S = 0.05  # Whoever takes longer waits for something else, a bot or a slow line.
MOST_KNOWN = 10_000


class Passage:
    """A place among those that are served at once, until it is given back."""

    def __init__(self, turnstile: Turnstile) -> None:
        self.turnstile = turnstile
        self.ended = False
        self.late = asyncio.get_running_loop().call_later(turnstile.long_s, self.end)

    def end(self) -> None:
        """Give the place back, once."""
        if not self.ended:
            self.ended = True
            self.late.cancel()
            self.turnstile.leave()


class Turnstile:
    """So many pass at once; of the addresses that wait, the one that passed longest ago is next."""

    def __init__(self, at_once: int = AT_ONCE, long_s: float = LONG_S) -> None:
        self.free = at_once
        self.long_s = long_s
        self.count = 0
        self.passed: dict[str, int] = {}
        self.lines: dict[str, deque[asyncio.Future[None]]] = {}
        self.order: list[tuple[int, str]] = []

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[Passage]:
        """Wait for a place, and have it."""
        await self._enter(address)
        turn = Passage(self)
        try:
            yield turn
        finally:
            turn.end()

    async def _enter(self, address: str) -> None:
        if self.free and not self.lines:
            self._pass(address)
            return
        place = asyncio.get_running_loop().create_future()
        self._line(address).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave()
            raise

    def _line(self, address: str) -> deque[asyncio.Future[None]]:
        """Those who wait at an address."""
        if address not in self.lines:
            self.lines[address] = deque()
            heappush(self.order, (self.passed.get(address, 0), address))
        return self.lines[address]

    def leave(self) -> None:
        """Somebody's place is free: the next one has it."""
        self.free += 1
        while self.free and self.order:
            _, address = heappop(self.order)
            line = self.lines[address]
            place = line.popleft()
            if not place.done():
                self._pass(address)
                place.set_result(None)
            if line:
                heappush(self.order, (self.passed.get(address, 0), address))
            else:
                del self.lines[address]

    def _pass(self, address: str) -> None:
        self.free -= 1
        self.count += 1
        self.passed[address] = self.count
        if len(self.passed) > MOST_KNOWN:
            self._forget()

    def _forget(self) -> None:
        """Forget the half that passed longest ago: they are like new ones."""
        middle = sorted(self.passed.values())[len(self.passed) // 2]
        self.passed = {who: at for who, at in self.passed.items() if at > middle}
