"""The shapes of people: oneself, sessions and tokens, and others."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from cradle.server.http.shapes.fields import Given, Name
from cradle.server.http.shapes.ratings import Rating
from cradle.server.http.shapes.tables import DiceTicket

Login = Annotated[
    str, StringConstraints(min_length=3, max_length=64, pattern=r"^[A-Za-z0-9._@+-]+$")
]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Scope = Literal["read", "play", "host", "account"]


class Settings(Given):
    """A person's wishes; what isn't given stays as it is."""

    language: Literal["en", "de", "fr", "cs"] | None = None
    theme: Literal["system", "light", "dark"] = "system"
    sounds: bool = True
    animation: bool = True
    colour_aids: bool = False
    confirm: bool = False
    automatic: bool = True
    more: dict[str, Any] = Field(default_factory=dict, max_length=100)


class OwnPerson(BaseModel):
    """Oneself."""

    id: str
    name: str
    guest: bool
    login: str | None
    created_at: int
    settings: Settings
    role: Literal["moderator"] | None


class NewGuest(OwnPerson):
    """Oneself as a guest, with dice for a first table."""

    dice: DiceTicket


class Warned(BaseModel):
    """What moderators have told me, and how long a time-out lasts."""

    action: Literal["warn", "timeout"]
    reason: str
    at: int
    until_at: int | None


class Me(BaseModel):
    """Who I am, if anybody, and what I was told and haven't read yet."""

    person: OwnPerson | None
    warning: Warned | None


class NewPerson(Given):
    """A guest needs only a name."""

    name: Name
    settings: Settings | None = None


class ChangedPerson(Given):
    """What to change about oneself."""

    name: Name | None = None
    settings: Settings | None = None


class Credentials(Given):
    """Login and password."""

    login: Login
    password: Password


class NewPassword(Given):
    """The old password and the new one."""

    old: Annotated[str, StringConstraints(max_length=200)]
    new: Password


class NewToken(Given):
    """A token for a program of mine; it may always read."""

    label: Name
    scopes: list[Scope] = Field([], max_length=4)


class Token(BaseModel):
    """A token; `token` itself is shown only once."""

    id: str
    label: str
    scopes: list[Scope]
    created_at: int
    used_at: int | None = None
    token: str | None = None


class Session(BaseModel):
    """Where somebody is signed in; `agent` is what the browser calls itself."""

    id: str
    created_at: int
    until_at: int
    agent: str
    current: bool


class Profile(BaseModel):
    """Somebody, as everybody may see them."""

    id: str
    name: str
    guest: bool
    created_at: int
    games: int
    ratings: dict[str, Rating]
    solo: dict[str, Rating]
