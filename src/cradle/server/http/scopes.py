"""What a token must have the right to, call by call; what isn't named here needs a session.

To look is free to every token, except at what tells more about its owner than about games.
"""

from __future__ import annotations

from starlette.requests import Request

from cradle.server.people.access import ACCOUNT, HOST, PLAY, READ, SESSION, Access
from cradle.server.problems import Problem

SAFE = ("GET", "HEAD", "OPTIONS")
TABLE = "/api/tables/{table}"
NEEDED = {
    "GET /api/me/sessions": ACCOUNT,
    "GET /api/me/tokens": ACCOUNT,
    "GET /api/me/notifications": ACCOUNT,
    "GET /api/me/export": SESSION,
    "GET /api/me/passkeys": ACCOUNT,
    "GET /api/me/people": ACCOUNT,
    "PUT /api/me/people/{person}/{kind}": ACCOUNT,
    "DELETE /api/me/people/{person}/{kind}": ACCOUNT,
    "POST /api/me/heeded": ACCOUNT,
    "POST /api/reports": ACCOUNT,
    "GET /api/moderation/reports": SESSION,
    "GET /api/moderation/audit": SESSION,
    "PATCH /api/me": ACCOUNT,
    "PUT /api/me/notifications/quiet": ACCOUNT,
    "POST /api/me/channels": ACCOUNT,
    "PATCH /api/me/channels/{channel}": ACCOUNT,
    "DELETE /api/me/channels/{channel}": ACCOUNT,
    "POST /api/me/channels/{channel}/test": ACCOUNT,
    "PUT /api/me/search": PLAY,
    "DELETE /api/me/search": PLAY,
    "POST /api/tables": HOST,
    "POST /api/records": HOST,
    "POST /api/dice": HOST,
    "POST /api/daily/{game}": HOST,
    "POST /api/duplicates": HOST,
    "POST /api/duplicates/{duplicate}/tables/{table}/end": HOST,
    "POST /api/events": HOST,
    "POST /api/events/{event}/start": HOST,
    "POST /api/events/{event}/close": HOST,
    "DELETE /api/events/{event}/people/{person}": HOST,
    "POST /api/events/{event}/enter": PLAY,
    "POST /api/events/{event}/drop-out": PLAY,
    f"PUT {TABLE}/seats/{{seat}}": HOST,
    f"POST {TABLE}/start": HOST,
    f"POST {TABLE}/close": HOST,
    f"POST {TABLE}/invite": HOST,
    f"POST {TABLE}/rematch": HOST,
    f"POST {TABLE}/what-if": HOST,
    f"POST {TABLE}/play-on": HOST,
    f"PUT {TABLE}/shared": HOST,
    f"POST {TABLE}/join": PLAY,
    f"POST {TABLE}/leave": PLAY,
    f"POST {TABLE}/return": PLAY,
    f"POST {TABLE}/salt": PLAY,
    f"POST {TABLE}/automatic": PLAY,
    f"POST {TABLE}/mute": PLAY,
    f"POST {TABLE}/moves": PLAY,
    f"POST {TABLE}/undo": PLAY,
    f"POST {TABLE}/undo-answer": PLAY,
    f"POST {TABLE}/chat": PLAY,
    f"POST {TABLE}/reactions": PLAY,
    f"GET {TABLE}/notes": PLAY,
    f"PUT {TABLE}/notes": PLAY,
    f"GET {TABLE}/plan": PLAY,
    f"PUT {TABLE}/plan": PLAY,
    f"DELETE {TABLE}/plan": PLAY,
    f"POST {TABLE}/verify": READ,
    "POST /api/puzzles/{game}/{puzzle}/answer": PLAY,
}


def scope_of(method: str, path: str) -> str:
    """The right that a call needs; its path as the route says it."""
    return NEEDED.get(f"{method} {path}", READ if method in SAFE else SESSION)


def check_scope(access: Access, scope: str) -> None:
    """Refuse what somebody hasn't the right to."""
    if scope in access.scopes:
        return
    if scope == SESSION:
        raise Problem(403, "session-only")
    raise Problem(403, "token-scope", scope=scope)


def check_request(access: Access, request: Request) -> None:
    """Refuse a request that what it came with has no right to."""
    check_scope(access, scope_of(request.method, request.scope["route"].path))
