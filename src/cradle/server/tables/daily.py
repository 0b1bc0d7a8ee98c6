"""The game of the day: the same luck and the same bots for everybody, and each plays it once.

Who has ended theirs sees how they did among all, where they parted from the best and from the
master, which plays it in the background as soon as anybody begins.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from cradle.games import GAMES
from cradle.kernel.notation import describe, parse
from cradle.server.problems import Problem, missing
from cradle.server.store import log, lucks, receipts
from cradle.server.store.facts import TableFacts
from cradle.server.store.lucks import Result
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key, Receipt
from cradle.server.store.tables import read_table
from cradle.server.tables.creation import create
from cradle.server.tables.default_host import DEFAULT_HOST, ensure_default_host
from cradle.server.tables.dice import commitment
from cradle.server.tables.fold import fold
from cradle.server.tables.registry import Tables
from cradle.server.tables.shared_luck import daily_luck, told_at
from cradle.server.tables.table_request import Luck, SeatRequest, TableRequest
from cradle.server.timestamps import DAY_MS, day_now, now_ms

SEAT = 0
BOTS = ("skilled", "expert")
MASTER = "master"
BEST = 10
BAR = 10  # How many points one bar of the distribution spans, or twice as many, and so on.
MOST_BARS = 12


def daily_games() -> list[str]:
    """The games that can be played by one person and these bots."""
    return [name for name, game in GAMES.items() if len(BOTS) + 1 in game.seats]


async def begin(tables: Tables, person: Person, game: str, origin: str) -> Receipt:
    """Begin today's game, or come back to it: a second time is the first again."""
    if game not in daily_games():
        raise missing()
    day = day_now()
    receipt = await _begin(tables, person, SeatRequest("me"), game, day, origin)
    with suppress(Problem):  # Where there is no room for the master now, the next may try.
        host = await ensure_default_host(tables.database)
        await _begin(tables, host, SeatRequest("bot", MASTER), game, day, None)
    return receipt


async def _begin(
    tables: Tables, person: Person, seat: SeatRequest, game: str, day: int, origin: str | None
) -> Receipt:
    """One's table of a day, made if it isn't there."""
    luck = daily_luck(game, day)
    seats = [seat, *(SeatRequest("bot", level) for level in BOTS)]
    shared = Luck(luck, await tables.promises.luck(luck))
    key = replace(_key(person.id, luck), origin=origin)
    return await create(tables, key, TableRequest(game, seats, luck=shared), person)


def _key(person: str, luck: str) -> Key:
    """What makes a game of the day be played once: no client can give such a name to an act."""
    return Key(person, "", f"play {luck}")


def table_of(connection: Connection, luck: str, person: str) -> TableFacts | None:
    """Somebody's table of a day, if they have begun it."""
    receipt = receipts.find(connection, _key(person, luck))
    return None if receipt is None else read_table(connection, receipt.table)


async def today(tables: Tables, game: str, person: str | None) -> dict[str, Any]:
    """Today's game, and how far somebody has come with it."""
    day = day_now()
    luck = daily_luck(game, day)
    mine = None
    if person is not None:
        mine = await tables.database.read(lambda c: table_of(c, luck, person))
    return {
        "game": game,
        "day": day,
        "ends_at": (day + 1) * DAY_MS,
        "seat": SEAT,
        "bots": list(BOTS),
        "commitment": commitment(await tables.promises.luck(luck)),
        "table": None if mine is None else mine.id,
        "state": None if mine is None else mine.state,
    }


@dataclass(frozen=True)
class Standing:
    """Somebody's place among all: by points, then by the lead over the best bot."""

    rank: int
    name: str
    host: str
    table: str
    points: int
    lead: int
    won: bool

    def plain(self, viewer: str | None) -> dict[str, Any]:
        """As a viewer sees it."""
        told = {"rank": self.rank, "name": self.name, "table": self.table, "mine": False}
        mine = {"mine": viewer is not None and self.host == viewer}
        return told | mine | {"points": self.points, "lead": self.lead, "won": self.won}


def ranked(results: Sequence[Result]) -> list[Standing]:
    """The places of all these games; equals share a rank."""
    worth = [(each.scores[SEAT]["total"], _lead(each)) for each in results]
    rising = sorted(worth)
    places = [
        Standing(
            1 + len(rising) - bisect_right(rising, mine),
            each.name,
            each.host,
            each.table,
            *mine,
            each.scores[SEAT]["rank"] == 1,
        )
        for each, mine in zip(results, worth, strict=True)
    ]
    return sorted(places, key=lambda place: place.rank)


def _lead(result: Result) -> int:
    others = (score["total"] for score in result.scores if score["seat"] != SEAT)
    return result.scores[SEAT]["total"] - max(others)


def bars(points: Sequence[int]) -> list[dict[str, int]]:
    """How many came to how many points, without gaps, in as many bars as can be shown."""
    if not points:
        return []
    width = BAR
    while max(points) // width - min(points) // width >= MOST_BARS:
        width += BAR
    counts = Counter(each // width for each in points)
    return [
        {"least": bar * width, "most": (bar + 1) * width - 1, "count": counts[bar]}
        for bar in range(min(counts), max(counts) + 1)
    ]


def parting(connection: Connection, game: str, mine: str, other: str) -> dict[str, Any] | None:
    """Where somebody's answers first differ from those at another table of the same luck."""
    first, second = (answers(connection, table) for table in (mine, other))
    for (ply, text), (their_ply, theirs) in zip(first, second, strict=False):
        if text != theirs:
            made, other_made = _move(game, text), _move(game, theirs)
            return {"ply": ply, "made": made, "their_ply": their_ply, "theirs": other_made}
    return None


def _move(game: str, text: str) -> dict[str, Any]:
    return {"text": text} | describe(parse(text, GAMES[game].grammar))


def answers(connection: Connection, table: str) -> list[tuple[int, str]]:
    """What was answered at the seat of the day, each with its ply."""
    entries = fold(log.read(connection, table)).entries
    return [(ply, each.text) for ply, each in enumerate(entries) if each.seat == SEAT]


def standings(connection: Connection, game: str, day: int, viewer: str | None) -> dict[str, Any]:
    """How everybody did on a day; only for those who have ended theirs, until it is told."""
    luck = daily_luck(game, day)
    until = told_at(luck) or 0
    ended = viewer is not None and lucks.has_ended(connection, luck, viewer)
    if now_ms() < until and not ended:
        raise Problem(403, "luck-closed")
    found = lucks.results(connection, luck, until)
    places = ranked([each for each in found if each.host != DEFAULT_HOST])
    master = ranked([each for each in found if each.host == DEFAULT_HOST])
    mine = next((each for each in places if each.host == viewer), None)
    best = places[0] if places and places[0] != mine else None

    def told(other: Standing | None) -> dict[str, Any] | None:
        """A game to compare mine with."""
        if other is None:
            return None
        parted = None if mine is None else parting(connection, game, mine.table, other.table)
        return other.plain(viewer) | {"parted": parted}

    return {
        "game": game,
        "day": day,
        "told": now_ms() >= until,
        "players": len(places),
        "mine": None if mine is None else mine.plain(viewer),
        "best": [each.plain(viewer) for each in places[:BEST]],
        "bars": bars([each.points for each in places]),
        "winner": told(best),
        "master": told(master[0] if master else None),
    }
