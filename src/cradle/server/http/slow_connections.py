"""Connections on which nothing gets through: half a request came, or an answer isn't taken."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Any

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
State = tuple[str, Any]


def state_of(connection: Any) -> State | None:
    """What a connection of uvicorn's waits for, if that is its client; sockets have pings."""
    if not hasattr(connection, "cycle") or connection.transport is None:
        return None
    cycle = connection.cycle
    if connection.flow.write_paused:
        return "answer", connection.transport.get_write_buffer_size()
    answered = cycle is None or cycle.response_complete
    if answered and connection.timeout_keep_alive_task is None:
        return "request", cycle
    return None


class SlowConnections:
    """Cuts connections that have waited for their client for so many seconds, in the same state.

    A request's body isn't waited for here: whoever reads it refuses it.
    """

    def __init__(
        self,
        connections: Collection[Any],
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.connections = connections
        self.seconds = seconds
        self.clock = clock
        self.waiting: dict[Any, tuple[State, float]] = {}

    def sweep(self) -> int:
        """Cut those that have waited too long; how many there were."""
        now, before = self.clock(), self.waiting
        self.waiting = {}
        cut = 0
        for connection in list(self.connections):
            state = state_of(connection)
            if state is None:
                continue
            known, since = before.get(connection, (None, now))
            since = since if known == state else now
            self.waiting[connection] = state, since
            if now - since >= self.seconds:
                self._cut(connection, state)
                cut += 1
        return cut

    def _cut(self, connection: Any, state: State) -> None:
        if state[0] == "request":
            connection.transport.write(TOO_SLOW)
            connection.transport.close()
        else:
            connection.transport.abort()
