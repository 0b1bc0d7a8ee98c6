"""Who is served next: where more ask than can be answered, whoever has been served the least.

Nobody waits as long as few are served at once. When many are, every address that waits gets as much
time as any other, however many requests it sends: whoever asks for little, and for what is answered
quickly, passes those who ask for much.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush

from cradle.server.slot import LEAVE

AT_ONCE = 6  # Served at once: one event loop does their work, more would only wait within it.
LONG_S = 1.0  # Whoever takes longer waits for something else, and forgot to leave its slot.
LEAST_S = 0.005  # What each counts for, from its beginning on.
MOST_KNOWN = 10_000


class Passage:
    """A slot among those that are served at once, until it is given back."""

    def __init__(self, turnstile: Turnstile, address: str) -> None:
        self.turnstile = turnstile
        self.address = address
        self.begun = turnstile.now()
        self.ended = False
        LEAVE.set(self.end)
        self.late = asyncio.get_running_loop().call_later(turnstile.long_s, self.end)

    def end(self) -> None:
        """Give the slot back, once."""
        if not self.ended:
            self.ended = True
            self.late.cancel()
            self.turnstile.charge(self.address, self.turnstile.now() - self.begun)
            self.turnstile.leave()


class Turnstile:
    """So many pass at once; of the addresses that wait, the one that has used the least is next.

    `used` are the seconds of each, `share` those of the one that passed last. Whoever comes after a
    while has used as much as that: nobody saves up, or pays for having been there alone.
    """

    def __init__(
        self,
        at_once: int = AT_ONCE,
        long_s: float = LONG_S,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.free = at_once
        self.long_s = long_s
        self.now = now
        self.count = 0
        self.share = 0.0
        self.used: dict[str, float] = {}
        self.lines: dict[str, deque[asyncio.Future[None]]] = {}
        self.order: list[tuple[float, int, str]] = []

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[Passage]:
        """Wait for a slot, and have it."""
        await self._enter(address)
        turn = Passage(self, address)
        try:
            yield turn
        finally:
            turn.end()

    async def _enter(self, address: str) -> None:
        if self.free and not self.lines:
            self._pass(address)
            return
        slot = asyncio.get_running_loop().create_future()
        self._line(address).append(slot)
        try:
            await slot
        except asyncio.CancelledError:
            if slot.done() and not slot.cancelled():
                self.leave()
            raise

    def _line(self, address: str) -> deque[asyncio.Future[None]]:
        """Those who wait at an address."""
        if address not in self.lines:
            self.lines[address] = deque()
            self._queue(address)
        return self.lines[address]

    def _queue(self, address: str) -> None:
        """Have an address wait, behind those that have used as much as it."""
        self.count += 1
        heappush(self.order, (self._claim(address), self.count, address))

    def _claim(self, address: str) -> float:
        """What an address has used; at least as much as the one that passed last."""
        return max(self.share, self.used.get(address, 0.0))

    def charge(self, address: str, seconds: float) -> None:
        """Count what a passage took."""
        if address in self.used:
            self.used[address] += max(0.0, seconds - LEAST_S)

    def leave(self) -> None:
        """Somebody's slot is free: the next one has it."""
        self.free += 1
        while self.free and self.order:
            claim, _, address = heappop(self.order)
            if claim < self.used.get(address, 0.0):  # It has used more in the meantime.
                self._queue(address)
                continue
            line = self.lines[address]
            slot = line.popleft()
            if not slot.done():
                self._pass(address)
                slot.set_result(None)
            if line:
                self._queue(address)
            else:
                del self.lines[address]

    def _pass(self, address: str) -> None:
        self.free -= 1
        self.share = self._claim(address)
        self.used[address] = self.share + LEAST_S
        if len(self.used) > MOST_KNOWN:
            self._forget()

    def _forget(self) -> None:
        """Forget the half that has used the least: they are like new ones."""
        middle = sorted(self.used.values())[len(self.used) // 2]
        self.used = {who: seconds for who, seconds in self.used.items() if seconds > middle}
