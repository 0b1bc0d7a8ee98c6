"""The calls of a server, as it describes itself, and what to fill them with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

TEXTS = (
    *("stone-age", "hadara", "en", "de", "casual", "novice", "me", "open", "link", "bot", "Ada"),
    *("ada.l", "a long password", "pass", "send forest 3", "m1", "public", "none", "live", "days"),
    *("", "0", "%", "x" * 41, "x" * 201, "x" * 2001, "a\0b", "\ud800", "é\u0301", "../..", "null"),
)
MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "move", "id": "m1", "text": "send forest 3", "seq": 3, "seat": 0},
    {"type": "undo", "id": "m2", "seat": 0},
    {"type": "undo-answer", "id": "m3", "agree": True},
    {"type": "chat", "id": "m4", "text": "hello"},
    {"type": "automatic", "id": "m5", "on": True},
    {"type": "seat", "seat": 1},
    {"type": "ping"},
    {"type": "hello", "seq": 1, "seat": 0, "chat": 0, "token": None},
)
HEADERS = (
    *("Cookie", "Authorization", "Accept-Language", "Content-Type", "Content-Encoding", "Origin"),
    *("If-None-Match", "Range", "Accept", "X-Forwarded-For", "Sec-Fetch-Site", "Upgrade"),
)
# These would end the session of whoever sends them.
SPARED = {("delete", "/api/me"), ("post", "/api/logout"), ("post", "/api/me/password")}
# Each of these has a password hashed or judged, which takes as long as ten others.
SELDOM = {("post", "/api/login"), ("post", "/api/me/account")}
OFTEN = 10


@dataclass(frozen=True)
class Operation:
    """One call of the server's description."""

    method: str
    path: str
    parameters: list[dict[str, Any]]
    body: dict[str, Any] | None


def operations(document: dict[str, Any]) -> list[Operation]:
    """All calls that end by themselves, as often as they should be made."""
    return [
        Operation(method, path, facts.get("parameters", []), _body(facts))
        for path, calls in document["paths"].items()
        for method, facts in calls.items()
        if not path.endswith("/stream") and (method, path) not in SPARED
        for _ in range(1 if (method, path) in SELDOM else OFTEN)
    ]


def _body(facts: dict[str, Any]) -> dict[str, Any] | None:
    content = facts.get("requestBody", {}).get("content", {})
    found: dict[str, Any] | None = content.get("application/json", {}).get("schema")
    return found
