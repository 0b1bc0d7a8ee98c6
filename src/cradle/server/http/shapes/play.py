"""The shapes of play: views, moves, previews, hints, chat and notes."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, RootModel

from cradle.server.http.shapes.fields import Given, NotesText
from cradle.server.store.facts import Score
from cradle.server.tables.recent_reactions import ReactionName


class Described(BaseModel):
    """A step: its kind, and the fields of that kind."""

    model_config = ConfigDict(extra="allow")

    kind: str


class News(RootModel[dict[str, Any]]):
    """What happened; `game_schemas` says of what kinds."""


class Move(RootModel[dict[str, Any]]):
    """A legal move; `game_schemas` says of what kinds."""


class View(RootModel[dict[str, Any]]):
    """What a seat may know; `game_schemas` says which fields each game's has."""


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
    round: int
    seat: int | None
    news: list[News]
    view: View
    asked: list[int]
    step: Described | None
    moves: list[Move]
    closed: list[ClosedMove]
    clocks: ClockFaces | None
    undo: bool
    over: bool
    scores: list[Score] | None


class PlayerAfter(RootModel[dict[str, Any]]):
    """A seat's own entry of a view's `players`, which `game_schemas` describes."""


class Expected(BaseModel):
    """What dice bring on average: so much of a good."""

    name: str
    amount: float


class Foretold(BaseModel):
    """What moves would bring: each one's own news, or null where others choose at the same time.

    `after` is how the seat would then stand; `expected` what dice bring by moves they decide.
    """

    previews: dict[str, list[News] | None]
    after: dict[str, PlayerAfter]
    expected: dict[str, Expected]


class Previews(Foretold):
    """What moves at a table would bring."""

    seq: int
    seat: int


class Line(BaseModel):
    """A line of chat; its text is plain text, and empty once its author is gone."""

    number: int
    at: int
    person: str
    name: str
    seat: int | None
    text: str


class NewReaction(Given):
    """A small sign to show to all who are at a table now."""

    reaction: ReactionName


class Notes(Given):
    """What I have written down at a table, for nobody but me."""

    text: NotesText


class Hint(BaseModel):
    """What a strong bot would do."""

    text: str
    chance: float
    points: float
    why: str | None
