"""Ratings: one a person (or bot) and game, after every finished game worth rating."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, Row, insert, select, update

from cradle.server.store.facts import SeatFacts, TableFacts
from cradle.server.store.locks import lock
from cradle.server.store.schema import PEOPLE, RATINGS

MODEL = PlackettLuce()
MOST = 100
SHOWN_BASE, SHOWN_SCALE = 1500.0, 40.0


def shown(mu: float) -> int:
    """A rating as people read it: everybody begins at 1500."""
    return round(SHOWN_BASE + SHOWN_SCALE * (mu - MODEL.mu))


def subject(seat: SeatFacts) -> str:
    """Who is rated for a seat: the person, also one who left, or the bot."""
    return seat.person or f"bot:{seat.level}"


def worth_rating(facts: TableFacts) -> bool:
    """Rated games of people who are surely different, that nobody bent by taking chance back."""
    bent = facts.flagged or facts.undone
    people = any(seat.person for seat in facts.seats)
    ended = facts.scores is not None or facts.deserted
    return facts.rated and people and not bent and ended


def rate(connection: Connection, facts: TableFacts) -> None:
    """Let a finished game count."""
    if not worth_rating(facts):
        return
    subjects = [subject(seat) for seat in facts.seats]
    lock(connection, "rating", *(f"{facts.game}/{each}" for each in subjects))
    known = {each: _read(connection, each, facts.game) for each in subjects}
    teams = [[MODEL.rating(mu=known[each][0], sigma=known[each][1])] for each in subjects]
    rated = MODEL.rate(teams, ranks=ranks(facts))
    gone = _gone(connection, subjects)
    # Of bots that are alike, one stands for all.
    for each, (rating,) in dict(zip(subjects, rated, strict=True)).items():
        if each not in gone:
            _write(connection, each, facts.game, rating.mu, rating.sigma, known[each][2])


def _gone(connection: Connection, subjects: Sequence[str]) -> set[str]:
    """Who of these has deleted their account; nobody else does until this is done."""
    query = select(PEOPLE.c.id, PEOPLE.c.gone).where(PEOPLE.c.id.in_(subjects))
    held = query.order_by(PEOPLE.c.id).with_for_update(read=True)
    return {row.id for row in connection.execute(held) if row.gone}


def ranks(facts: TableFacts) -> list[float]:
    """By seat, the first of them 1; who wasn't there at the end is last, whatever the bot won.

    Where everybody left before there was a result, the other bots have won.
    """
    won = {each["seat"]: each["rank"] for each in facts.scores or ()}
    return [
        float(won.get(each.seat, 1) if each.stand_in is None else facts.size)
        for each in facts.seats
    ]


def _read(connection: Connection, subject: str, game: str) -> tuple[float, float, int]:
    query = select(RATINGS).where(RATINGS.c.subject == subject, RATINGS.c.game == game)
    row = connection.execute(query).one_or_none()
    return (MODEL.mu, MODEL.sigma, 0) if row is None else (row.mu, row.sigma, row.games)


def _write(
    connection: Connection, subject: str, game: str, mu: float, sigma: float, games: int
) -> None:
    values = {"mu": mu, "sigma": sigma, "games": games + 1}
    if not games:
        connection.execute(insert(RATINGS).values(subject=subject, game=game, **values))
        return
    where = (RATINGS.c.subject == subject) & (RATINGS.c.game == game)
    connection.execute(update(RATINGS).where(where).values(**values))


def ratings_of(connection: Connection, subject: str) -> dict[str, dict[str, Any]]:
    """Somebody's ratings by game."""
    rows = connection.execute(select(RATINGS).where(RATINGS.c.subject == subject))
    return {row.game: _plain(row) for row in rows}


def ratings_among(
    connection: Connection, game: str, people: Collection[str]
) -> dict[str, dict[str, Any]]:
    """The ratings of these people in a game; who has none isn't named."""
    mine = (RATINGS.c.game == game, RATINGS.c.subject.in_(people))
    return {row.subject: _plain(row) for row in connection.execute(select(RATINGS).where(*mine))}


def _plain(row: Row[Any]) -> dict[str, Any]:
    return {"rating": shown(row.mu), "sigma": round(row.sigma, 3), "games": row.games}


def rated(connection: Connection, game: str) -> list[dict[str, Any]]:
    """The strongest in a game, people and bots."""
    query = (
        select(RATINGS, PEOPLE.c.name)
        .join(PEOPLE, PEOPLE.c.id == RATINGS.c.subject, isouter=True)
        .where(RATINGS.c.game == game)
        .order_by(RATINGS.c.mu.desc())
        .limit(MOST)
    )
    return [
        {
            "person": None if row.subject.startswith("bot:") else row.subject,
            "name": row.name or row.subject.removeprefix("bot:"),
            "bot": row.subject.startswith("bot:"),
            **_plain(row),
        }
        for row in connection.execute(query)
    ]
