"""The shapes of tables, play and history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from cradle.server.http.shapes.fields import (
    ChatText,
    ClientId,
    Game,
    Given,
    MoveText,
    Name,
    Number,
    Salt,
    SeatNumber,
)
from cradle.server.people.ladders import Ladder, Reason
from cradle.server.settings import MOST_RECORD_KB
from cradle.server.store.facts import SeatShown, TableShown
from cradle.server.store.pace import NoPace, Pace

OptionName = Annotated[str, StringConstraints(max_length=40)]
OptionValue = Annotated[str, StringConstraints(max_length=100)] | bool
Level = Annotated[str, StringConstraints(max_length=32)]


PaceShape = Annotated[Pace, Field(discriminator="kind")]


class Named(Given):
    """What whoever asks for it calls it; a repeat under the same id does nothing more."""

    id: ClientId | None = None


class NewSeat(Given):
    """What should be at a seat."""

    kind: Literal["me", "bot", "open", "link"]
    level: Level | None = None
    name: Name | None = None


class ChangedSeat(NewSeat, Named):
    """What should be at a seat instead."""


class DiceRequest(Given):
    """The ticket of dice that were promised, and my salt for them."""

    ticket: Annotated[str, StringConstraints(max_length=64, pattern=r"^[a-z0-9]+\.[0-9a-f]+$")]
    salt: Salt


class NewTable(Named):
    """A table to be made."""

    game: Game
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=10)]
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=20)
    visibility: Literal["public", "link"] = "link"
    pace: PaceShape = NoPace()
    start: bool = True
    rated: bool = False
    dice: DiceRequest | None = None


@dataclass(kw_only=True)
class Seat(SeatShown):
    """A seat at a table; `due_at` is when its clock runs out, while it runs."""

    name: str
    guest: bool
    mine: bool
    online: bool
    due_at: int | None


class Origin(BaseModel):
    """The ply of another table that this one goes on from."""

    table: str
    ply: int


class DiceSecret(BaseModel):
    """What is shown of the dice, and by which scheme they are settled."""

    scheme: int
    commitment: str
    secret: str | None


@dataclass(kw_only=True)
class Table(TableShown):
    """A table as one person sees it; which ladder it counts on, or why on none."""

    seats: list[Seat]
    ladder: Ladder | None
    unrated: Reason | None
    watchers: int
    invite: str | None
    origin: Annotated[Origin | None, Field(alias="from")]
    dice: DiceSecret


class Join(Named):
    """Where to sit, and the key of an invitation."""

    seat: SeatNumber | None = None
    key: Annotated[str, StringConstraints(max_length=32)] = ""
    salt: Salt = ""


class Rematch(Named):
    """The dice of the next table, if I am the one who makes it."""

    dice: DiceRequest | None = None


class DiceTicket(BaseModel):
    """Dice of a table to be made: what to make it with, and the hash of their secret."""

    ticket: str
    commitment: str


class Start(Named):
    """Whether bots take the free seats, and what I add to the dice."""

    fill: Level | None = None
    salt: Salt = ""


class DiceSalt(Named):
    """What I add to the dice."""

    salt: Salt


class Switch(Named):
    """On or off."""

    on: bool


class Agree(Named):
    """Yes or no."""

    agree: bool


class NewMove(Named):
    """An answer."""

    text: MoveText
    seq: Number | None = None
    seat: SeatNumber | None = None


class NewUndo(Named):
    """Take back."""

    seat: SeatNumber | None = None


class NewLine(Named):
    """Something to say."""

    text: ChatText


class WhatIf(Named):
    """From which ply to play on; `names` for the seats, else those of whoever sat there."""

    ply: Number
    names: list[Name] | None = None


class PlayOn(Named):
    """From which ply of a finished game to play on, and with whom; there are no rated ones."""

    ply: Number
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=10)]
    visibility: Literal["public", "link"] = "link"
    pace: PaceShape = NoPace()
    start: bool = True
    dice: DiceRequest | None = None


class NewRecord(Named):
    """A record to be kept."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=MOST_RECORD_KB * 1024)]
