"""The shapes of the server itself: what it is, and how it feels."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class About(BaseModel):
    """What this server is; whether mail resets passwords, and which provider signs people in."""

    version: str
    games: list[str]
    languages: list[str]
    levels: list[str]
    limits: dict[str, int]
    reset: bool
    openid: str | None


class Health(BaseModel):
    """How the server feels."""

    status: Literal["ok", "closing"]
    version: str
