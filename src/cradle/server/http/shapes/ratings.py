"""The shapes of ratings: ladders, what games did to them, and games with their results."""

from __future__ import annotations

from pydantic import BaseModel

from cradle.server.people.ladders import Ladder, Reason
from cradle.server.store.facts import Score


class Rating(BaseModel):
    """How strong somebody is in a game."""

    rating: int
    uncertainty: int
    sigma: float
    games: int


class Ranked(Rating):
    """One line of the rating list."""

    person: str | None
    name: str
    bot: bool


class PlayedSeat(BaseModel):
    """Who or what sat at a seat."""

    person: str | None
    name: str
    guest: bool
    level: str | None


class PlayedGame(BaseModel):
    """A finished game of somebody's, who had this seat."""

    table: str
    game: str
    seat: int
    over_at: int
    ladder: Ladder | None
    seats: list[PlayedSeat]
    scores: list[Score]


class Estimate(BaseModel):
    """A rating, and how far it may be off."""

    rating: int
    uncertainty: int


class SeatChange(Estimate):
    """A rating after a game, and before it."""

    before: int


class GameRatings(BaseModel):
    """What a game did to the ratings of its seats, or why nothing."""

    ladder: Ladder | None
    why: Reason | None
    seats: list[SeatChange | None]


class RatingChange(SeatChange):
    """What a game did to a rating; `among` is that of games of as many players alone."""

    table: str | None
    game: str
    ladder: Ladder
    players: int
    at: int
    among: Estimate
