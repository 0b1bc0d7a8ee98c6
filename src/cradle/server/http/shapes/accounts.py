"""The shapes of what accounts are recovered by."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, StringConstraints

from cradle.server.http.shapes.fields import Given
from cradle.server.http.shapes.people import Password

Who = Annotated[str, StringConstraints(min_length=3, max_length=254, pattern=r"^[^\s\x00]+$")]


class Forgotten(Given):
    """Who has forgotten a password: their login, or an address of mail they have confirmed."""

    who: Who


class ChosenPassword(Given):
    """A new password for an old one that was forgotten."""

    password: Password


class Personal(BaseModel):
    """Everything that is kept of somebody, by the table it is kept in."""

    made_at: int
    kept: dict[str, list[dict[str, Any]]]
