"""The heads of requests, which nobody but this looks at before they are whole; and who is gone.

Whatever has come at once is read at once, while nobody else is served: so it may not be much.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MOST_HEAD = 16_384
MOST_BEHIND = 16  # requests that wait on one connection for the answer to another
END = b"\r\n\r\n"
LAST = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\n" + LAST
TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\n" + LAST


class Enough(Exception):
    """Nothing more is read on this connection."""


class LimitedHeaders(HttpToolsProtocol):
    """A connection on which no head may be larger than so many bytes, and so many may wait.

    `running` is the request that is being answered; others may have come behind it.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.head = 0
        self.fields = 0
        self.tail = b""
        self.in_body = False
        self.running: RequestResponseCycle | None = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.running = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever answers that nobody listens; uvicorn tells only the latest request.

        Requests refer to their connection, and it to them: unless it lets go of them, all of it
        waits for the garbage collector, while which nobody is served.
        """
        if self.running is not None and not self.running.response_complete:
            self.running.disconnected = True
            self.running.message_event.set()
        super().connection_lost(exc)
        self.running = self.cycle = None  # type: ignore[assignment]
        self.pipeline.clear()

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless it is a head without an end: that isn't even looked at."""
        if not self.in_body:
            self.head += len(data)
            ends = END in self.tail + data
            self.tail = data[1 - len(END) :]
            if self.head > MOST_HEAD and not ends:
                self._refuse(TOO_LARGE)
                return
        super().data_received(data)
        if self.head > MOST_HEAD:
            self._refuse(TOO_LARGE)

    def _refuse(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no HTTP, unless something better was said."""
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        """Take no more than so many requests ahead: uvicorn would read as many as come."""
        if len(self.pipeline) >= MOST_BEHIND:
            self._refuse(TOO_MANY)
            raise Enough
        self.fields = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take no more of a head that has come at once than of one that comes bit by bit."""
        self.fields += len(name) + len(value) + len(END)
        if self.fields > MOST_HEAD:
            self._refuse(TOO_LARGE)
            raise Enough
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Whatever comes now is a body: it may go on long after it has been refused."""
        self.head, self.in_body = 0, True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Whatever comes now is the next request's head."""
        self.in_body = False
        super().on_message_complete()
