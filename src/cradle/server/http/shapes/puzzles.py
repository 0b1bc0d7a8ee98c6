"""The shapes of puzzles: questions, answers, and what somebody has solved."""

from __future__ import annotations

from pydantic import BaseModel

from cradle.server.http.shapes.fields import Given, MoveText
from cradle.server.http.shapes.games import GameFacts
from cradle.server.http.shapes.play import ClosedMove, Described, Move, View


class PuzzleStreak(BaseModel):
    """Days in a row on which the puzzle of the day was solved, and the last one, from 1970."""

    day: int
    days: int
    most: int


class PuzzleGame(BaseModel):
    """A game that has puzzles: how many of each grade, the one of today, and my streak."""

    game: str
    grades: dict[str, int]
    today: str
    streak: PuzzleStreak


class PuzzleGames(BaseModel):
    """All games that have puzzles, on a day (counted from 1970, in UTC)."""

    day: int
    games: list[PuzzleGame]


class Puzzle(BaseModel):
    """A question to one seat; grade 1 is found by all weaker levels, 5 by none of them."""

    id: str
    game: str
    grade: int
    seats: int
    seat: int
    round: int
    view: View
    asked: list[int]
    step: Described | None
    moves: list[Move]
    closed: list[ClosedMove]


class Solution(BaseModel):
    """The best move, what each other one loses of the chance to win, and what speaks for it.

    `gains` and `losses` are names of texts below `bots.GAME.`; `found_by` are levels.
    """

    best: str
    margin: float
    costs: dict[str, float]
    gains: list[str]
    losses: list[str]
    found_by: list[str]


class SolvedPuzzle(Puzzle):
    """A question with its answer, for who has no connection when they solve it."""

    solution: Solution


class PuzzleCollection(BaseModel):
    """All puzzles of a game with their answers, and the game's facts."""

    facts: GameFacts
    puzzles: list[SolvedPuzzle]


class PuzzleAnswer(Given):
    """The move somebody would make."""

    text: MoveText


class PuzzleVerdict(BaseModel):
    """Whether a move is the best, what it costs, and why; my streak, if it counts for one."""

    right: bool
    cost: float
    solution: Solution
    why: str
    streak: PuzzleStreak | None
