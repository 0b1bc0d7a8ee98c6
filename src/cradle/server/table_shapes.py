"""The shapes of tables, play and history."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from cradle.server.shapes import (
    ChatText,
    ClientId,
    Error,
    Game,
    Given,
    Id,
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


class Described(BaseModel):
    """A move, a step or news: its kind, and the fields of that kind."""

    model_config = ConfigDict(extra="allow")

    kind: str


class Move(Described):
    """A legal move; send its text back."""

    text: str


class ClosedMove(BaseModel):
    """Something that can't be done now, and by which clause."""

    subject: str
    clause: str
    reason: str
    numbers: dict[str, int]


class SeatClock(BaseModel):
    """A seat's time."""

    left_ms: int | None
    running: bool


class ClockFaces(BaseModel):
    """All clocks at one moment."""

    now_at: int
    seats: list[SeatClock]


class Play(BaseModel):
    """Where a table stands for one pair of eyes."""

    type: Literal["play"]
    seq: int
    since: int
    fresh: bool
    ply: int
    seat: int | None
    news: list[Described]
    view: dict[str, Any]
    asked: list[int]
    step: Described | None
    moves: list[Move]
    closed: list[ClosedMove]
    clocks: ClockFaces | None
    undo: bool
    over: bool
    scores: list[Score] | None


class Done(BaseModel):
    """Taken and kept; not `done` if others must agree first."""

    type: Literal["done"] = "done"
    id: str | None
    seq: int
    again: bool
    done: bool = True


class Line(BaseModel):
    """A line of chat; its text is plain text."""

    number: int
    at: int
    person: str
    name: str
    seat: int | None
    text: str


class Hint(BaseModel):
    """What a strong bot would do."""

    text: str
    chance: float
    points: float
    why: str | None


class HistoryEntry(BaseModel):
    """One answer as a seat may know it."""

    ply: int
    seat: int | None
    text: str | None
    round: int
    news: list[Described]


class History(BaseModel):
    """A whole game as a seat may know it."""

    table: str
    seat: int | None
    plies: int
    entries: list[HistoryEntry]


class Position(BaseModel):
    """A table at a ply, as a seat may know it."""

    table: str
    seat: int | None
    ply: int
    plies: int
    view: dict[str, Any]
    news: list[Described]
    asked: list[int]
    text: str | None
    by: int | None
    over: bool
    scores: list[Score] | None


class DiceFacts(BaseModel):
    """Everything about the dice of a table; the secret once the game is over."""

    table: str
    commitment: str
    words: list[str]
    secret: str | None
    again: dict[str, int]


class Verdict(BaseModel):
    """Whether every outcome follows from the secret."""

    ok: bool
    checked: int
    wrong: list[int]
    commitment: str


class TableMessage(BaseModel):
    """A table has changed."""

    type: Literal["table"]
    table: Table


class ChatMessage(BaseModel):
    """New lines of chat."""

    type: Literal["chat"]
    lines: list[Line]


class TablesMessage(BaseModel):
    """Public tables, or mine."""

    type: Literal["lobby", "mine"]
    tables: list[Table]


class Refused(BaseModel):
    """Not done, and why."""

    type: Literal["refused"]
    id: str | None
    error: Error


class Bye(BaseModel):
    """The server closes this socket."""

    type: Literal["bye"]
    reason: Literal["restart", "closed", "slow", "too-many", "protocol"]
    retry_ms: int


TableId = Id
