"""Puzzles: which there are, the one of today, all of a game to take along, and answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache, partial
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from cradle.games import GAMES
from cradle.puzzles import Puzzle, puzzle, puzzle_games, puzzles, today
from cradle.server.http import auth
from cradle.server.http.conditional import Known
from cradle.server.http.dependencies import REFUSALS, IdPath, TheDatabase, Visitor, lean
from cradle.server.http.encodings import AcceptEncoding
from cradle.server.http.routes.games import game_facts, unchanging
from cradle.server.http.routes.play import Texts
from cradle.server.http.shapes import puzzles as shapes
from cradle.server.http.shapes.fields import Game
from cradle.server.http.shapes.play import Foretold
from cradle.server.problems import missing
from cradle.server.store import streaks
from cradle.server.store.streaks import Streak
from cradle.server.tables import previews
from cradle.server.tables.messages import question
from cradle.server.timestamps import day_now
from cradle.table import legality

router = APIRouter(prefix="/api", tags=["puzzles"], responses=REFUSALS)
TODAY = "today"


def found(game: str, id: str) -> Puzzle:
    """The puzzle of this name, or today's."""
    each = today(game, day_now()) if id == TODAY else puzzle(game, id)
    if each is None:
        raise missing()
    return each


def plain_puzzle(each: Puzzle) -> dict[str, Any]:
    """A puzzle as its seat may see it."""
    table = each.table()
    told = {"id": each.id, "game": each.game, "grade": each.grade, "seats": each.seats}
    position = {"seat": each.seat, "round": each.round, "view": table.view(each.seat)}
    return told | position | {"asked": table.asked} | question(table, each.seat)


def plain_solution(each: Puzzle) -> dict[str, Any]:
    """What is known of the answer."""
    return {
        "best": each.best,
        "margin": each.margin,
        "costs": dict(each.costs),
        "gains": list(each.gains),
        "losses": list(each.losses),
        "found_by": list(each.found_by),
    }


@lru_cache(maxsize=100)
def collection(game: str) -> bytes:
    """All puzzles of a game with their solutions as JSON; it takes a second."""
    every = [plain_puzzle(each) | {"solution": plain_solution(each)} for each in puzzles(game)]
    return orjson.dumps({"facts": orjson.Fragment(game_facts(game)), "puzzles": every})


def plain_game(game: str, day: int, known: Mapping[str, Streak]) -> dict[str, Any]:
    """What there is of a game."""
    of_day = today(game, day)
    grades = Counter(str(each.grade) for each in puzzles(game))
    streak = known.get(game, Streak()).on(day)
    return {
        "game": game,
        "grades": dict(sorted(grades.items())),
        "today": "" if of_day is None else of_day.id,
        "streak": asdict(streak),
    }


@router.get("/puzzles", response_model=shapes.PuzzleGames)
async def read_games(database: TheDatabase, person: Visitor) -> Any:
    """The games that have puzzles, the one of today in each, and how many days I have solved."""
    known: dict[str, Streak] = {}
    if person is not None:
        known = await database.read(partial(streaks.streaks, person=person.id))
    day = day_now()
    games = [game for game in puzzle_games() if puzzles(game)]
    return lean({"day": day, "games": [plain_game(game, day, known) for game in games]})


@router.get("/puzzles/{game}", response_model=shapes.PuzzleCollection)
async def read_all(game: Game, known: Known = None, accepted: AcceptEncoding = None) -> Any:
    """All puzzles of a game with their solutions, to be solved without a connection."""
    if game not in GAMES or not puzzles(game):
        raise missing()

    def answer() -> Response:
        return unchanging(collection(game), known, accepted)

    return await asyncio.to_thread(answer)


@router.get("/puzzles/{game}/{puzzle}", response_model=shapes.Puzzle)
async def read_one(game: Game, puzzle: IdPath) -> Any:
    """One puzzle, or `today`: the same for all until midnight UTC."""
    return lean(plain_puzzle(found(game, puzzle)))


@router.get("/puzzles/{game}/{puzzle}/previews", response_model=Foretold)
async def read_previews(game: Game, puzzle: IdPath, text: Texts) -> Any:
    """What these moves would bring, as far as no dice and no secrets stand in between."""
    each = found(game, puzzle)
    table = each.table()
    moves = previews.named(table, each.seat, text)
    return lean(previews.plain(previews.foretell(table, each.seat, moves)))


@router.post("/puzzles/{game}/{puzzle}/answer", response_model=shapes.PuzzleVerdict)
async def answer(
    database: TheDatabase,
    request: Request,
    person: Visitor,
    game: Game,
    puzzle: IdPath,
    body: shapes.PuzzleAnswer,
) -> Any:
    """Answer a puzzle; the first answer of a day to the puzzle of that day counts."""
    each, day = found(game, puzzle), day_now()
    table = each.table()
    text = legality.legal(table.game, table.state, each.seat, body.text).text
    right, streak = text == each.best, None
    if person is not None and each == today(game, day):
        work = partial(streaks.answer, person=person.id, game=game, day=day, right=right)
        streak = await database.write(work)
    return lean(
        {
            "right": right,
            "cost": each.costs[text],
            "solution": plain_solution(each),
            "why": each.explain(auth.language_of(request, person)),
            "streak": None if streak is None else asdict(streak),
        }
    )
