"""The heads of requests, which nobody but this looks at before they are whole."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MOST_HEAD = 65_536
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)


class LimitedHeads(HttpToolsProtocol):
    """A connection on which no head may be larger than so many bytes."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.head = 0

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless it is a head without an end."""
        before = self.cycle
        self.head += len(data)
        super().data_received(data)
        if self.cycle is not before or not self.reads_head():
            self.head = 0
        elif self.head > MOST_HEAD and not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def reads_head(self) -> bool:
        """Whether no request is under way: then what comes is the next one's head."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete
