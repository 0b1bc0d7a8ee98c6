"""The heads of requests, which nobody but this looks at before they are whole; and who is gone."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MOST_HEAD = 16_384
END = b"\r\n\r\n"
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)


class LimitedHeads(HttpToolsProtocol):
    """A connection on which no head may be larger than so many bytes.

    `running` is the request that is being answered; others may have come behind it.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.head = 0
        self.tail = b""
        self.in_body = False
        self.running: RequestResponseCycle | None = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.running = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever answers that nobody listens; uvicorn tells only the latest request."""
        if self.running is not None and not self.running.response_complete:
            self.running.disconnected = True
            self.running.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless it is a head without an end: that isn't even looked at."""
        if not self.in_body:
            self.head += len(data)
            ends = END in self.tail + data
            self.tail = data[1 - len(END) :]
            if self.head > MOST_HEAD and not ends:
                self._refuse()
                return
        super().data_received(data)
        if self.head > MOST_HEAD:
            self._refuse()

    def _refuse(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_headers_complete(self) -> None:
        """Whatever comes now is a body: it may go on long after it has been refused."""
        self.head, self.in_body = 0, True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Whatever comes now is the next request's head."""
        self.in_body = False
        super().on_message_complete()
