"""The shapes of odds: what can be asked about them, and what is answered."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from cradle.server.http.shapes.play import Move


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
