"""Ratings: ladders, what a game did to them, and how a player came to theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query
from sqlalchemy import Connection

from cradle.games import GAMES
from cradle.server.http.dependencies import (
    REFUSALS,
    IdPath,
    TheDatabase,
    TheTable,
    Visitor,
    id_of,
    lean,
)
from cradle.server.http.shapes import ratings as shapes
from cradle.server.http.shapes.fields import Game, Id
from cradle.server.people.ladders import Ladder
from cradle.server.people.rating_changes import of_game, over_time
from cradle.server.people.ratings import ANY, LadderKey, rated, ratings_among
from cradle.server.problems import missing
from cradle.server.store import people
from cradle.server.tables.played_games import played_games

router = APIRouter(prefix="/api", tags=["ratings"], responses=REFUSALS)
Players = Annotated[int, Query(ge=0, le=10)]
SomePeople = Annotated[list[Id], Query(max_length=100)]


@router.get("/ratings/{game}", response_model=list[shapes.Ranked])
async def ratings(
    database: TheDatabase, game: Game, ladder: Ladder = "people", players: Players = ANY
) -> Any:
    """The strongest on a ladder of a game, with so many players or any number of them."""
    if game not in GAMES:
        raise missing()
    return await database.read(lambda c: rated(c, LadderKey(game, ladder, players)))


@router.get("/ratings/{game}/people", response_model=dict[str, shapes.Rating])
async def ratings_of_people(database: TheDatabase, game: Game, person: SomePeople) -> Any:
    """How strong these people are in a game; who isn't rated isn't named."""
    return await database.read(lambda c: ratings_among(c, game, person))


@router.get("/tables/{table}/ratings", response_model=shapes.GameRatings)
async def ratings_of_game(database: TheDatabase, live: TheTable) -> Any:
    """What a game did to the ratings of its seats, or why nothing."""
    return await database.read(lambda c: of_game(c, live.facts))


@router.get("/people/{person}/games", response_model=list[shapes.PlayedGame])
async def games_of_person(database: TheDatabase, person: IdPath, viewer: Visitor) -> Any:
    """The games that somebody has finished, the latest first: public ones, and all of mine."""
    return lean(await database.read(_of(person, id_of(viewer), played_games)))


@router.get("/people/{person}/ratings", response_model=list[shapes.RatingChange])
async def ratings_of_person(database: TheDatabase, person: IdPath, viewer: Visitor) -> Any:
    """How somebody's ratings came about, the latest first."""
    return lean(await database.read(_of(person, id_of(viewer), over_time)))


def _of(
    person: str, viewer: str | None, read: Callable[[Connection, str, str | None], Any]
) -> Callable[[Connection], Any]:
    """What a viewer may read of somebody, unless they are gone."""

    def work(connection: Connection) -> Any:
        if people.find(connection, person) is None:
            raise missing()
        return read(connection, person, viewer)

    return work
