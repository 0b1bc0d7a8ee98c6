"""Answers that a client keeps, and asks about by their tag: the same again isn't sent again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated

from fastapi import Header
from starlette.responses import Response

Known = Annotated[str | None, Header(alias="if-none-match")]


def tag(content: bytes) -> str:
    """A name for this very content."""
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'


def is_known(known: str | None, tagged: str) -> bool:
    """Whether a client has this tag: alone or among others, or weak, as proxies make it."""
    listed = {each.strip().removeprefix("W/") for each in (known or "").split(",")}
    return bool(listed & {tagged, "*"})


def unless_known(body: bytes, known: str | None, headers: Mapping[str, str]) -> Response:
    """This content, or 304 to who has it already."""
    tagged = {**headers, "ETag": tag(body)}
    if is_known(known, tagged["ETag"]):
        return Response(status_code=304, headers=tagged)
    return Response(body, media_type="application/json", headers=tagged)
