"""The shapes of ways in, and of what accounts are recovered by."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from cradle.server.http.shapes.fields import Given, one_line
from cradle.server.http.shapes.people import Password

Who = Annotated[str, StringConstraints(min_length=3, max_length=254, pattern=r"^[^\s\x00]+$")]
Label = Annotated[str, StringConstraints(min_length=1, max_length=80), AfterValidator(one_line)]
Credential = Annotated[dict[str, Any], Field(max_length=20)]


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


class NewPasskey(Given):
    """A passkey as the browser has made it (`PublicKeyCredential.toJSON`)."""

    label: Label
    credential: Credential


class ShownPasskey(Given):
    """A passkey as the browser shows it (`PublicKeyCredential.toJSON`)."""

    credential: Credential


class OwnPasskey(BaseModel):
    """A passkey of one's own."""

    id: str
    label: str
    created_at: int
    used_at: int | None


class Elsewhere(BaseModel):
    """An address to go on at."""

    url: str
