"""Pings and pongs on sockets, which cost their sender next to nothing, within bounds."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

AT_ONCE = 1024  # Bytes that are read before it is looked at what they were.
MOST_CONTROL = 64  # Pings and pongs in one read: who keeps a line alive sends one in seconds.


class LimitedFrames(WebSocketsSansIOProtocol):
    """A socket that is cut off when a crowd of pings comes; answering it, nobody else is served."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.control = 0

    def data_received(self, data: bytes) -> None:
        """Take what has come, some at a time."""
        self.control = 0
        for start in range(0, len(data), AT_ONCE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + AT_ONCE])

    def handle_ping(self) -> None:
        """Answer a ping, unless it is one of too many."""
        if self._within_bounds():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Hear a pong, unless it is one of too many."""
        if self._within_bounds():
            super().handle_pong(event)

    def _within_bounds(self) -> bool:
        self.control += 1
        if self.control > MOST_CONTROL:
            self.transport.abort()
        return self.control <= MOST_CONTROL
