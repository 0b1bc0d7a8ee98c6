"""A request handed to an application, without a line in between."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote

from starlette.types import ASGIApp, Message


async def call(
    app: ASGIApp, method: str, target: str, headers: Mapping[str, str], body: bytes
) -> tuple[int, bytes]:
    """Hand a request over, as a server would after reading it."""
    path, _, query = target.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "state": {},
    }
    coming: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    answer: list[Message] = []

    async def receive() -> Message:
        return coming.pop() if coming else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        answer.append(message)

    await app(scope, receive, send)
    return answer[0]["status"], b"".join(each.get("body", b"") for each in answer[1:])
