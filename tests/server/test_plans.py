"""Lists, home, the lobby and tidying answer from indexes, on both databases, with 100,000 games.

Every query they make is caught on its way and explained. On SQLite no plan may read or sort a large
table from end to end, and no answer may take more than so many steps of its machine; on PostgreSQL
no part of a plan may have touched more than so many rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from benchmarks.population import REGULAR, START, Population, fill
from cradle.server.ops import tidy
from cradle.server.people import rating_changes, ratings
from cradle.server.people.ratings import LadderKey
from cradle.server.settings import ServerSettings
from cradle.server.store import analyses, chat, lists, relations, reports, searches
from cradle.server.store.database import make_engine
from cradle.server.store.lists import ListQuery, Place
from cradle.server.store.revisions import opened
from cradle.server.store.searches import Search
from cradle.server.store.tables import (
    bots_from,
    bots_of,
    records_of,
    running_from,
    running_of,
)
from cradle.server.tables import lobby, upkeep
from cradle.server.tables.played_games import played_games
from tests.server.postgres import fresh_database

LATE = START * 2
LARGE = ("tables", "seats", "listed", "chat", "people", "sessions", "ladders", "rating_changes")
MOST_ROWS = 2_000
MOST_STEPS = 300_000
QUERIES = [
    ListQuery(),
    ListQuery(game="hadara"),
    ListQuery(seats=2),
    ListQuery(seats=9),
    ListQuery(game="stone-age", seats=3),
    ListQuery(game="nothing"),
]
SEARCH = Search("hadara", 3, "now")
PLACE = Place(START + 50_000_000, "t50000")

pytestmark = pytest.mark.xdist_group("crowd")  # which is made once
ANSWERS: dict[str, Callable[[Connection], Any]] = {
    **{f"archive {n}": partial(lists.archive, query=query) for n, query in enumerate(QUERIES)},
    "archive, later": lambda c: lists.archive(c, ListQuery(before=PLACE)),
    "archive, a game, later": lambda c: lists.archive(c, ListQuery(game="hadara", before=PLACE)),
    "archive of a regular": lambda c: lists.archive(c, ListQuery(before=PLACE), REGULAR),
    "archive of somebody": lambda c: lists.archive(c, ListQuery(game="hadara"), "p7"),
    "archive of nobody": lambda c: lists.archive(c, ListQuery(), "nobody"),
    "mine, a regular's": lambda c: lists.mine(c, REGULAR, ListQuery()),
    "mine, later": lambda c: lists.mine(c, REGULAR, ListQuery(before=PLACE)),
    "mine, over": lambda c: lists.mine(c, REGULAR, ListQuery("over", "hadara", before=PLACE)),
    "own games": lambda c: analyses.of_person(c, REGULAR, None, 200),
    "own games of a kind": lambda c: analyses.of_person(c, "p7", "hadara", 200),
    "what goes on from a game": lambda c: lists.continued(c, "t7", REGULAR, 100),
    "home": lambda c: lists.running(c, REGULAR),
    "lobby": lobby.find_public,
    "reports to settle": lambda c: reports.listed(c, False, PLACE, 50),
    "reports that are settled": lambda c: reports.listed(c, True, PLACE, 50),
    "what was done": lambda c: reports.deeds(c, None, PLACE, 50),
    "what was done about somebody": lambda c: reports.deeds(c, "p7", PLACE, 50),
    "what somebody was told": lambda c: reports.last_deed(c, "p7", ("warn",), START),
    "who follows whom": lambda c: relations.of_person(c, "p7"),
    "who blocks whom": lambda c: relations.at_odds(c, "p7", ["p8", "p9"]),
    "what was said to somebody": lambda c: chat.lines(c, "t7", 0, REGULAR),
    "what was just said to somebody": lambda c: chat.heard_since(c, REGULAR, LATE),
    "who looks for the same": lambda c: searches.others(c, "p7", SEARCH, START, 3),
    "what people look for": lambda c: searches.counts(c, START),
    "the table that was found": lambda c: searches.found_table(c, REGULAR),
    "how strong some are": lambda c: ratings.ratings_among(c, "hadara", ["p7", "p8"]),
    "lobby, a page": lambda c: lists.public(c, ("open", "playing"), 100, 200, "hadara"),
    "how many run": lambda c: running_of(c, REGULAR),
    "how many run from an address": lambda c: running_from(c, "somewhere"),
    "at how many bots are alone": lambda c: bots_of(c, REGULAR),
    "the same from an address": lambda c: bots_from(c, "somewhere"),
    "records of somebody": lambda c: records_of(c, REGULAR),
    "the strongest": lambda c: ratings.rated(c, LadderKey("hadara", "people")),
    "a player's games": lambda c: played_games(c, REGULAR, None),
    "one's own games, played": lambda c: played_games(c, REGULAR, REGULAR),
    "ratings over time": lambda c: rating_changes.over_time(c, REGULAR, None),
    "what a game did to ratings": lambda c: rating_changes.of_game(c, lists.read(c, ["t7"])[0]),
    "whose time is up": lambda c: upkeep._late(LATE, c),
    "bots to wake": upkeep.waiting_for_bots,
}

TIDYING: dict[str, Callable[[Connection], Any]] = {
    "sessions that are over": lambda c: tidy.end_sessions(c, LATE),
    "tables that wait": lambda c: tidy.waiting_since(c, LATE, Place(0)),
    "tables that never began": lambda c: tidy.unbegun(c, LATE),
    "what was said there": lambda c: tidy.delete_tables(c, tidy.unbegun(c, LATE)),
    "the tables themselves": lambda c: tidy.delete_tables(c, tidy.unbegun(c, LATE)[:20]),
    "guests": lambda c: tidy.people_since(c, LATE, Place(START + 1000, "p1000")),
    "their traces": lambda c: tidy.without_trace(c, [f"p{n}" for n in range(100)], LATE),
    "guests without": lambda c: tidy.delete_guests(c, [f"g{n}" for n in range(100)], LATE),
}


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def crowd(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    """A database with many games."""
    folder = tmp_path_factory.mktemp("crowd")
    if request.param == "sqlite":
        yield from filled(ServerSettings(data=folder))
        return
    database = fresh_database(request.getfixturevalue("postgres"), "crowd")
    yield from filled(ServerSettings(data=folder, database=database))


def filled(settings: ServerSettings) -> Iterator[Engine]:
    opened(settings).dispose()
    fill(settings.url, Population())
    engine = make_engine(settings.url)
    yield engine
    engine.dispose()


Query = tuple[str, Any]


@contextmanager
def caught(engine: Engine) -> Iterator[list[Query]]:
    """Every query that is made meanwhile."""
    found: list[Query] = []

    def catch(_: Any, __: Any, query: str, values: Any, *___: Any) -> None:
        if query.startswith(("SELECT", "DELETE", "UPDATE", "INSERT", "WITH")):
            found.append((query, values))

    event.listen(engine, "before_cursor_execute", catch)
    yield found
    event.remove(engine, "before_cursor_execute", catch)


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All parts of a plan of PostgreSQL's."""
    yield plan
    for each in plan.get("Plans", []):
        yield from nodes(each)


def touched(node: dict[str, Any]) -> int:
    """How many rows a part of a plan has looked at, each time it was asked."""
    removed = sum(count for name, count in node.items() if name.startswith("Rows Removed"))
    return int(node["Actual Rows"] + removed) * int(node["Actual Loops"])


def faults_on_postgres(connection: Connection, query: Query) -> list[str]:
    """What is wrong with how PostgreSQL answers a query, which it does."""
    explained = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {query[0]}", query[1])
    plan = explained.scalar_one()[0]["Plan"]
    return [
        f"{each['Node Type']} {each.get('Relation Name', '')}: {touched(each)} rows"
        for each in nodes(plan)
        if touched(each) > MOST_ROWS
        or (each["Node Type"] == "Seq Scan" and each["Relation Name"] in LARGE)
    ]


def faults_on_sqlite(connection: Connection, query: Query) -> list[str]:
    """What is wrong with how SQLite means to answer a query: whole tables are read or sorted."""
    explained = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query[0]}", query[1])
    steps = [str(row[3]) for row in explained]
    scans = re.compile(rf"SCAN ({'|'.join(LARGE)})\b(?! USING (COVERING )?INDEX)")
    return [step for step in steps if scans.search(step)]


def steps_on_sqlite(connection: Connection, answer: Callable[[Connection], Any]) -> int:
    """How many steps SQLite's machine takes for an answer."""
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    driver: Any = connection.connection.driver_connection
    driver.set_progress_handler(tick, 100)
    answer(connection)
    driver.set_progress_handler(None, 0)
    return count * 100


def faults(engine: Engine, answer: Callable[[Connection], Any]) -> list[str]:
    """What is wrong with how a database answers; nothing it changes is kept."""
    sqlite = engine.dialect.name == "sqlite"
    found: list[str] = []
    with engine.connect().execution_options(writes=True) as connection, caught(engine) as queries:
        answer(connection)
        connection.rollback()
    with engine.connect().execution_options(writes=True) as connection:
        for query in queries:
            found += (faults_on_sqlite if sqlite else faults_on_postgres)(connection, query)
        connection.rollback()
        steps = steps_on_sqlite(connection, answer) if sqlite else 0
        connection.rollback()
    assert queries
    return found + ([f"{steps} steps"] if steps > MOST_STEPS else [])


def test_no_answer_reads_or_sorts_all_games(crowd: Engine) -> None:
    found = {name: faults(crowd, answer) for name, answer in (ANSWERS | TIDYING).items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_home_takes_few_queries(crowd: Engine) -> None:
    """However many tables run: on PostgreSQL each query, and each value it names, costs."""
    most = 3 if crowd.dialect.name == "sqlite" else 2
    with crowd.connect() as connection, caught(crowd) as queries:
        assert len(lists.mine(connection, REGULAR, ListQuery("playing"))) == 50
    assert len(queries) == most
    assert all(len(values) <= 50 for _, values in queries)


def test_a_query_that_reads_everything_is_found(crowd: Engine) -> None:
    """The test above can fail."""
    for query in ("SELECT id FROM tables ORDER BY rules LIMIT 9", "SELECT max(seat) FROM chat"):
        assert faults(crowd, partial(Connection.exec_driver_sql, statement=query))
