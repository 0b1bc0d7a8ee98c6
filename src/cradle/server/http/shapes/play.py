"""The shapes of play, history and what sockets tell."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, RootModel

from cradle.server.http.shapes.fields import Given, NotesText
from cradle.server.http.shapes.refusals import Error
from cradle.server.http.shapes.tables import Table
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


class Done(BaseModel):
    """Taken and kept; not `done` if others must agree first."""

    type: Literal["done"] = "done"
    id: str | None
    seq: int
    again: bool
    done: bool = True


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


class ReactionMessage(BaseModel):
    """Somebody shows a small sign; without a seat they only watch."""

    type: Literal["reaction"]
    id: str
    reaction: ReactionName
    person: str
    by: str
    seat: int | None


class Notes(Given):
    """What I have written down at a table, for nobody but me."""

    text: NotesText


class Hint(BaseModel):
    """What a strong bot would do."""

    text: str
    chance: float
    points: float
    why: str | None


class AmountChance(BaseModel):
    """So many ways of all lead to at least an amount, or to a card among so many drawn next."""

    amount: int
    ways: int
    chance: float


OddsKind = Literal["goods", "missing", "draws"]


class Odds(BaseModel):
    """What a seat may expect: goods, what of them is missing, or among how many draws a card is."""

    seq: int
    seat: int
    about: str
    kind: OddsKind
    name: str
    clause: str
    expected: float | None
    total: int
    chances: list[AmountChance]


class MoreWords(BaseModel):
    """Words that may end a question, and the move that they are of."""

    words: str
    move: Move


class OddsTopic(BaseModel):
    """What can be asked about: a name of the vocabulary `terms`, then a count, then more words.

    A count that `may_lack` can be left out.
    """

    kind: OddsKind
    terms: str
    names: list[str]
    counts: list[int]
    may_lack: bool
    more: list[MoreWords]


class MoveQuestion(BaseModel):
    """The question about a move that the seat may make, by the move's text."""

    text: str
    about: str


class OddsQuestions(BaseModel):
    """What a seat can ask about odds now."""

    seq: int
    seat: int
    topics: list[OddsTopic]
    moves: list[MoveQuestion]


class HistoryEntry(BaseModel):
    """One answer as a seat may know it."""

    ply: int
    seat: int | None
    text: str | None
    round: int
    news: list[News]


class Undone(BaseModel):
    """Answers that a seat took back when so many stood, and what was heard of them."""

    ply: int
    seat: int | None
    news: list[News]


class History(BaseModel):
    """A whole game as a seat may know it."""

    table: str
    seat: int | None
    plies: int
    entries: list[HistoryEntry]
    undone: list[Undone]


class Position(BaseModel):
    """A table at a ply, as a seat may know it."""

    table: str
    seat: int | None
    ply: int
    plies: int
    round: int
    view: View
    news: list[News]
    asked: list[int]
    text: str | None
    by: int | None
    over: bool
    scores: list[Score] | None


class DiceFacts(BaseModel):
    """Everything about the dice of a table; the secret once the game is over."""

    table: str
    scheme: int
    luck: str | None
    commitment: str
    salt: list[str]
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
    """Public tables, or mine: all ids in order, and those tables that are new or have changed."""

    type: Literal["lobby", "mine"]
    order: list[str]
    tables: list[Table]


class SaidMessage(BaseModel):
    """Somebody has written at a running table of mine."""

    type: Literal["said"]
    table: str


class EventMessage(BaseModel):
    """Something has happened in the event that was asked about."""

    type: Literal["event"]
    event: str


class Refused(BaseModel):
    """Not done, and why."""

    type: Literal["refused"]
    id: str | None
    error: Error


class Probe(BaseModel):
    """To be sent back at once as an `echo` of the same number."""

    type: Literal["probe"]
    number: int


class Bye(BaseModel):
    """The server closes this socket."""

    type: Literal["bye"]
    reason: Literal["restart", "closed", "slow", "too-many", "protocol", "signed-out"]
    retry_ms: int
