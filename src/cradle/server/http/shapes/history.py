"""The shapes of games gone by, and of the dice they were played with."""

from __future__ import annotations

from pydantic import BaseModel

from cradle.server.http.shapes.play import News, View
from cradle.server.store.facts import Score


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
