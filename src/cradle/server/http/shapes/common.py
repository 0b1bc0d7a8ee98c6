"""The shapes of requests and answers: what OpenAPI shows and clients build on."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    StringConstraints,
)

LONGEST_NAME = 40


def one_line(text: str) -> str:
    """A name: one short line of printable characters, without a semicolon (records have one)."""
    plain = " ".join(text.split())
    if not plain or not plain.isprintable() or ";" in plain:
        raise ValueError("one line of printable characters without a semicolon")
    return plain


def printable(text: str) -> str:
    """Text without control characters, and none at its ends."""
    if any(not (c.isprintable() or c in "\n\u200d") for c in text):
        raise ValueError("printable characters only")
    return text.strip()


Name = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(one_line)]
Login = Annotated[
    str, StringConstraints(min_length=3, max_length=64, pattern=r"^[A-Za-z0-9._@+-]+$")
]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
ClientId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Salt = Annotated[str, StringConstraints(max_length=64), AfterValidator(printable)]
ChatText = Annotated[
    str, StringConstraints(min_length=1, max_length=500), AfterValidator(printable)
]
Id = Annotated[str, StringConstraints(min_length=1, max_length=16, pattern=r"^[a-z0-9]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=9)]
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]
Scope = Literal["read", "play", "host", "account"]
Game = Annotated[str, StringConstraints(min_length=1, max_length=32, pattern=r"^[ -~]+$")]


class Given(BaseModel):
    """What clients send: nothing beyond what is known."""

    model_config = ConfigDict(extra="forbid")


class Error(BaseModel):
    """A refusal in words."""

    key: str
    text: str
    facts: dict[str, Any]
    clause: str | None


class ErrorBody(BaseModel):
    """What is answered instead of what was asked."""

    error: Error


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


class Me(BaseModel):
    """Who I am, if anybody."""

    person: OwnPerson | None


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
    scopes: Annotated[list[Scope], Field(max_length=4)] = []


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


class Rating(BaseModel):
    """How strong somebody is in a game."""

    rating: int
    sigma: float
    games: int


class Ranked(Rating):
    """One line of the rating list."""

    person: str | None
    name: str
    bot: bool


class Profile(BaseModel):
    """Somebody, as everybody may see them."""

    id: str
    name: str
    guest: bool
    created_at: int
    games: int
    ratings: dict[str, Rating]


class About(BaseModel):
    """What this server is."""

    version: str
    games: list[str]
    languages: list[str]
    levels: list[str]
    limits: dict[str, int]


class OptionFacts(BaseModel):
    """What a rule option may be."""

    choices: list[str | bool]
    default: str | bool
    order_of: list[str]


class GameSummary(BaseModel):
    """What somebody who chooses a game has to know; titles by language."""

    game: str
    version: int
    seats: list[int]
    options: dict[str, OptionFacts]
    titles: dict[str, str]


class GameDescription(RootModel[dict[str, Any]]):
    """What a game says about itself: see `cradle.description`."""


class GameFacts(GameSummary):
    """A game's facts: its printed components, and what it says about itself."""

    hash: str
    components: dict[str, list[dict[str, str]]]
    description: GameDescription


class Chapter(BaseModel):
    """A chapter of the rules."""

    title: str
    clauses: list[str]


class ClauseText(BaseModel):
    """A clause of the rules."""

    title: str
    text: str
    ruling: str


class Rules(BaseModel):
    """The rules of a game in a language."""

    chapters: list[Chapter]
    clauses: dict[str, ClauseText]


class Health(BaseModel):
    """How the server feels."""

    status: Literal["ok", "closing"]
    version: str
