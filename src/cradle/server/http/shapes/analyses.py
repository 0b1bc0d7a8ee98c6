"""The shapes of the analysis of a finished game."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from cradle.server.http.shapes.play import Move

Mark = Literal["good", "inaccuracy", "mistake"]


class Worth(BaseModel):
    """What a position is worth: every seat's chance to win, and points to expect."""

    chances: list[float]
    points: list[float]


class AnalysedKind(BaseModel):
    """What a seat's decisions of one kind cost together; the kind is that of the game's step."""

    kind: str
    decisions: int
    mistakes: int
    cost: float


class AnalysedSeat(BaseModel):
    """How a seat came to its result, in chances to win: all but the last add up to `result`.

    `own` and `others` are what decisions changed, `drawn` what rolls and draws brought, and
    `unforeseen` what was hidden or seen only later. `accuracy` is the share of its `decisions`
    that cost next to nothing.
    """

    start: float
    own: float
    others: float
    drawn: float
    unforeseen: float
    result: float
    accuracy: float
    decisions: int
    mistakes: int
    kinds: list[AnalysedKind]


class JudgedPly(Worth):
    """One answer and what the position was worth after it; a choice has a mark and a cost.

    `error` is the standard error of what the answer changed, where it is large.
    """

    ply: int
    seat: int | None
    round: int
    mark: Mark | None
    cost: float | None
    error: float | None


class TurningPoint(BaseModel):
    """A moment that changed much: the seat whose chance it changed most, and by how much.

    `move` is the answer that did it, of the seat `by`, or of chance; null where several chose at
    once. `error` is the standard error of the change, where it is large.
    """

    ply: int
    round: int
    seat: int
    by: int | None
    move: Move | None
    change: float
    error: float | None


class CostlyDecision(BaseModel):
    """A decision that cost much, what was better, and why, in each language.

    `error` is the standard error of the cost, where it is large.
    """

    ply: int
    seat: int
    round: int
    cost: float
    error: float | None
    mark: Mark
    made: Move
    better: Move
    reasons: dict[str, str]


class AnalysedGame(BaseModel):
    """A finished game, looked at; `version` names what judged it."""

    version: str
    start: Worth
    seats: list[AnalysedSeat]
    plies: list[JudgedPly]
    turns: list[TurningPoint]
    costliest: list[CostlyDecision]


class Analysis(BaseModel):
    """How far the analysis of a game has come; `more` if a deeper one is on its way."""

    look: Literal["waiting", "quick", "deep"]
    more: bool
    summary: AnalysedGame | None


class OwnGame(BaseModel):
    """A finished game of mine and how my seat came to its result; null until it is judged."""

    table: str
    game: str
    seats: int
    seat: int
    over_at: int
    summary: AnalysedSeat | None


class OwnGames(BaseModel):
    """My finished games, the latest first; `more` while analyses of some are being made."""

    games: list[OwnGame]
    more: bool
