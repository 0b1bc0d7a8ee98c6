"""The shapes of tables, play and history."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from cradle.server.http.shapes.common import (
    ChatText,
    ClientId,
    Game,
    Given,
    MoveText,
    Name,
    Number,
    SeatNumber,
    Words,
)

MOST_RECORD = 2_000_000
OptionName = Annotated[str, StringConstraints(max_length=40)]
OptionValue = Annotated[str, StringConstraints(max_length=100)] | bool
Level = Annotated[str, StringConstraints(max_length=32)]


class NoPace(Given):
    """No clock."""

    kind: Literal["none"] = "none"


class LivePace(Given):
    """A clock that runs: so much at first, and so much more with each answer."""

    kind: Literal["live"]
    base_ms: Annotated[int, Field(ge=1_000, le=86_400_000)]
    increment_ms: Annotated[int, Field(ge=0, le=3_600_000)] = 0


class DaysPace(Given):
    """So many days for each answer."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=60)]


PaceShape = Annotated[NoPace | LivePace | DaysPace, Field(discriminator="kind")]


class NewSeat(Given):
    """What should be at a seat."""

    kind: Literal["me", "bot", "open", "link"]
    level: Level | None = None
    name: Name | None = None


class NewTable(Given):
    """A table to be made."""

    game: Game
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=10)]
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=20)
    visibility: Literal["public", "link"] = "link"
    pace: PaceShape = NoPace()
    start: bool = True


class Seat(BaseModel):
    """A seat at a table."""

    seat: int
    kind: Literal["person", "bot", "open", "link"]
    person: str | None
    name: str
    level: str | None
    stand_in: str | None
    mine: bool
    automatic: bool
    online: bool
    words: str | None


class Score(BaseModel):
    """A seat's final result."""

    seat: int
    total: int
    rank: int
    tie: int
    parts: dict[str, int]


class UndoRequest(BaseModel):
    """Somebody asks to take back: to which ply, who agreed, who hasn't said."""

    seat: int
    ply: int
    agreed: list[int]
    missing: list[int]


class Origin(BaseModel):
    """Where a sandbox comes from."""

    table: str
    ply: int


class DiceSecret(BaseModel):
    """What is shown of the dice."""

    commitment: str
    secret: str | None


class Table(BaseModel):
    """A table as one person sees it."""

    model_config = ConfigDict(populate_by_name=True)

    id: str
    game: str
    state: Literal["open", "playing", "over", "closed"]
    kind: Literal["game", "hot-seat", "sandbox", "record"]
    options: dict[str, str | bool]
    visibility: Literal["public", "link"]
    host: str
    pace: PaceShape
    rules: int
    hash: str
    created_at: int
    started_at: int | None
    over_at: int | None
    moved_at: int
    seats: list[Seat]
    asked: list[int]
    round: int
    watchers: int
    seq: int
    ply: int
    invite: str | None
    undo: UndoRequest | None
    rematch: str | None
    origin: Origin | None = Field(alias="from")
    scores: list[Score] | None
    dice: DiceSecret


class Join(Given):
    """Where to sit, and the key of an invitation."""

    seat: SeatNumber | None = None
    key: Annotated[str, StringConstraints(max_length=32)] = ""


class Start(Given):
    """Whether bots take the free seats."""

    fill: Level | None = None


class DiceWords(Given):
    """My words for the dice."""

    words: Words


class Switch(Given):
    """On or off."""

    on: bool


class Agree(Given):
    """Yes or no."""

    agree: bool


class NewMove(Given):
    """An answer."""

    text: MoveText
    id: ClientId | None = None
    seq: Number | None = None
    seat: SeatNumber | None = None


class NewUndo(Given):
    """Take back."""

    id: ClientId | None = None
    seat: SeatNumber | None = None


class NewLine(Given):
    """Something to say."""

    text: ChatText
    id: ClientId | None = None


class WhatIf(Given):
    """From which ply to play on."""

    ply: Number


class NewRecord(Given):
    """A record to be kept."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=MOST_RECORD)]
