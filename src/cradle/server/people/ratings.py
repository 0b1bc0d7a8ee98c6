"""Ratings: one a person (or bot), game and ladder, after every finished game that counts.

There is one for games of any number of players, and one for each number.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, Connection, Row, insert, select, update

from cradle.server.people.ladders import Ladder, ladder_of
from cradle.server.store.facts import SeatFacts, TableFacts
from cradle.server.store.locks import lock
from cradle.server.store.rating_schema import LADDERS, RATING_CHANGES
from cradle.server.store.schema import PEOPLE

MODEL = PlackettLuce()
MOST = 100
ANY = 0  # of all numbers of players
BOT = "bot:"
SHOWN_BASE, SHOWN_SCALE = 1500.0, 40.0


@dataclass(frozen=True)
class Strength:
    """What is known of somebody, and from how many games."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0


@dataclass(frozen=True)
class LadderKey:
    """Which ladder: of a game, for a number of players or any."""

    game: str
    ladder: Ladder
    players: int = ANY

    def where(self) -> tuple[ColumnElement[bool], ...]:
        """Its rows."""
        own = (LADDERS.c.game == self.game, LADDERS.c.ladder == self.ladder)
        return *own, LADDERS.c.players == self.players


def shown(mu: float) -> int:
    """A rating as people read it: everybody begins at 1500."""
    return round(SHOWN_BASE + SHOWN_SCALE * (mu - MODEL.mu))


def uncertainty(sigma: float) -> int:
    """How far a rating may be off, as people read it."""
    return round(SHOWN_SCALE * sigma)


def subject(seat: SeatFacts) -> str:
    """Who is rated for a seat: the person, also one who left, or the bot."""
    return seat.person or f"{BOT}{seat.level}"


def rate(connection: Connection, facts: TableFacts) -> None:
    """Let a finished game count on its ladder, if it has one."""
    ladder, ended = ladder_of(facts), facts.scores is not None or facts.deserted
    if ladder is None or not ended:
        return
    subjects = [subject(seat) for seat in facts.seats]
    lock(connection, "rating", *(f"{facts.game}/{ladder}/{each}" for each in subjects))
    gone = _gone(connection, subjects)
    keys = [LadderKey(facts.game, ladder, players) for players in (ANY, facts.size)]
    before = [{each: _read(connection, key, each) for each in subjects} for key in keys]
    after = [_rated(known, subjects, ranks(facts)) for known in before]
    for each in dict.fromkeys(subjects):
        if each not in gone:
            for key, known in zip(keys, after, strict=True):
                _write(connection, key, each, known[each])
            _note(connection, facts, keys[0], each, before[0][each], after)


def _rated(
    known: Mapping[str, Strength], subjects: Sequence[str], places: Sequence[float]
) -> dict[str, Strength]:
    """Everybody after a game; of bots that are alike, one stands for all."""
    teams = [[MODEL.rating(mu=known[each].mu, sigma=known[each].sigma)] for each in subjects]
    rated = MODEL.rate(teams, ranks=list(places))
    return {
        each: Strength(rating.mu, rating.sigma, known[each].games + 1)
        for each, (rating,) in zip(subjects, rated, strict=True)
    }


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


def _read(connection: Connection, key: LadderKey, subject: str) -> Strength:
    query = select(LADDERS).where(*key.where(), LADDERS.c.subject == subject)
    row = connection.execute(query).one_or_none()
    return Strength() if row is None else Strength(row.mu, row.sigma, row.games)


def _write(connection: Connection, key: LadderKey, subject: str, now: Strength) -> None:
    values = {"mu": now.mu, "sigma": now.sigma, "games": now.games}
    if now.games == 1:
        row = {"game": key.game, "ladder": key.ladder, "players": key.players}
        connection.execute(insert(LADDERS).values(subject=subject, **row, **values))
        return
    mine = update(LADDERS).where(*key.where(), LADDERS.c.subject == subject)
    connection.execute(mine.values(**values))


def _note(
    connection: Connection,
    facts: TableFacts,
    key: LadderKey,
    subject: str,
    before: Strength,
    after: Sequence[Mapping[str, Strength]],
) -> None:
    """Keep what the game did to somebody's rating."""
    of_any, of_size = (each[subject] for each in after)
    about = {"table_id": facts.id, "subject": subject, "game": facts.game, "ladder": key.ladder}
    when = {"players": facts.size, "at": facts.over_at or facts.moved_at}
    now = {"mu_before": before.mu, "mu": of_any.mu, "sigma": of_any.sigma}
    apart = {"among_mu": of_size.mu, "among_sigma": of_size.sigma}
    connection.execute(insert(RATING_CHANGES).values(**about, **when, **now, **apart))


def ratings_of(connection: Connection, subject: str, ladder: Ladder) -> dict[str, dict[str, Any]]:
    """Somebody's ratings on a ladder by game, of any number of players."""
    mine = (LADDERS.c.subject == subject, LADDERS.c.ladder == ladder, LADDERS.c.players == ANY)
    return {row.game: _plain(row) for row in connection.execute(select(LADDERS).where(*mine))}


def ratings_among(
    connection: Connection, game: str, people: Collection[str]
) -> dict[str, dict[str, Any]]:
    """The ratings of these people in a game; who has none isn't named."""
    mine = (*LadderKey(game, "people").where(), LADDERS.c.subject.in_(people))
    return {row.subject: _plain(row) for row in connection.execute(select(LADDERS).where(*mine))}


def _plain(row: Row[Any]) -> dict[str, Any]:
    rating = {"rating": shown(row.mu), "uncertainty": uncertainty(row.sigma)}
    return {**rating, "sigma": round(row.sigma, 3), "games": row.games}


def rated(connection: Connection, key: LadderKey) -> list[dict[str, Any]]:
    """The strongest on a ladder, members and bots."""
    query = (
        select(LADDERS, PEOPLE.c.name, PEOPLE.c.login)
        .join(PEOPLE, PEOPLE.c.id == LADDERS.c.subject, isouter=True)
        .where(*key.where())
        .order_by(LADDERS.c.mu.desc())
        .limit(MOST)
    )
    return [
        {
            "person": None if row.subject.startswith(BOT) else row.subject,
            "name": row.name or row.subject.removeprefix(BOT),
            "bot": row.subject.startswith(BOT),
            **_plain(row),
        }
        for row in connection.execute(query)
        if row.login or row.subject.startswith(BOT)  # Once, guests were rated.
    ]
