"""Lists of tables: the lobby, mine, the archive. Each is answered from an index.

A page goes on where another ended: at a moment and, among the tables of one moment, an id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    case,
    func,
    literal,
    select,
    text,
    tuple_,
)

from cradle.server.store.batches import batched
from cradle.server.store.facts import ENDED, RUNNING, TableFacts
from cradle.server.store.schema import ARCHIVE, CONTINUED, LISTED, LOBBY, SEATS, TABLES
from cradle.server.store.table_texts import read_texts
from cradle.server.store.tables import read_tables

MOST_BRANCHES = 1000  # of a game that are looked through


@dataclass(frozen=True, order=True)
class Place:
    """A table's place in a list by time."""

    at: int
    id: str = ""


SANDBOX = "sandbox"  # what one tries alone is shown at the game it goes on from, and in no list


@dataclass(frozen=True)
class ListQuery:
    """Which tables of a list are asked for; what isn't given may be anything."""

    state: str | None = None
    game: str | None = None
    seats: int | None = None
    before: Place | None = None
    limit: int = 50


@dataclass(frozen=True)
class Listed:
    """A table in a list: its version tells what has changed, `asks` whether it waits for me."""

    id: str
    version: int
    state: str
    game: str
    at: int
    asks: bool = False

    @property
    def place(self) -> Place:
        """Its place by time."""
        return Place(self.at, self.id)


def read(connection: Connection, tables: Sequence[str]) -> list[TableFacts]:
    """These tables, in this order; without those that are gone."""
    found = _read(connection, tables)
    order = {table: number for number, table in enumerate(tables)}
    return sorted(found, key=lambda facts: order[facts.id])


def _read(connection: Connection, tables: Sequence[str]) -> list[TableFacts]:
    if connection.dialect.name == "postgresql":
        return read_texts(connection, tables)
    return read_tables(connection, select(TABLES).where(TABLES.c.id.in_(tables)))


def public(
    connection: Connection,
    states: Sequence[str],
    limit: int,
    start: int = 0,
    game: str | None = None,
    lively: int = 0,
) -> list[Listed]:
    """Public tables that haven't ended, from number `start` on: open ones, then those being played.

    Of these, first where somebody has moved since `lively`. Then everybody's newest come first,
    then everybody's second, and so on: no host hides another.
    """
    newest = (TABLES.c.created_at.desc(), TABLES.c.id.desc())
    turn = func.row_number().over(partition_by=(TABLES.c.state, TABLES.c.host), order_by=newest)
    columns = (TABLES.c.id, TABLES.c.version, TABLES.c.state, TABLES.c.game, TABLES.c.created_at)
    quiet = (TABLES.c.state == "playing") & (TABLES.c.moved_at < lively)
    late = case((quiet, 1), else_=0).label("late")
    turns = select(*columns, late, turn.label("turn"))
    turns = turns.where(text(LOBBY), TABLES.c.state.in_(states), TABLES.c.kind != SANDBOX)
    if game is not None:
        turns = turns.where(TABLES.c.game == game)
    each = turns.subquery().c
    order = (each.state, each.late, each.turn, each.created_at.desc(), each.id.desc())
    query = select(each.id, each.version, each.state, each.game, each.created_at).order_by(*order)
    return [Listed(*row) for row in connection.execute(query.limit(limit).offset(start))]


def archive(
    connection: Connection, query: ListQuery, person: str | None = None
) -> list[TableFacts]:
    """Finished public games, the latest first."""
    if person is None:
        places = select(TABLES.c.over_at, TABLES.c.id)
        found = _page(connection, places, query, text(ARCHIVE), TABLES.c.kind != SANDBOX)
    else:
        shown = (LISTED.c.visibility == "public", LISTED.c.kind != SANDBOX)
        found = _ended(connection, person, "over", query, *shown)
    return read(connection, [place.id for place in found])


def continued(
    connection: Connection, table: str, person: str | None, most: int
) -> list[TableFacts]:
    """What goes on from a game, and from that in turn: public tables, and those of this person.

    If there are too many, the nearest to the game are told; all by their ply.
    """
    rows = sorted(connection.execute(_branches(table)), key=lambda row: (row.depth, row.ply))
    found = {row.id: row.visibility == "public" or row.host == person for row in rows}
    seated = select(LISTED.c.table_id).where(LISTED.c.person == person)
    for some in batched(found):
        seats = connection.execute(seated.where(LISTED.c.table_id.in_(some)))
        found |= dict.fromkeys(seats.scalars(), True)
    told = read(connection, [table for table, may in found.items() if may][:most])
    return sorted(told, key=lambda facts: (facts.from_ply, facts.id))


def _branches(table: str) -> Select[Any]:
    """The tables that go on from one, those that go on from them, and so on, the nearest first."""
    columns = (TABLES.c.id, TABLES.c.visibility, TABLES.c.host, TABLES.c.from_ply.label("ply"))
    nearest = select(*columns, literal(1).label("depth"))
    tree = nearest.where(text(CONTINUED), TABLES.c.from_table == table).cte(recursive=True)
    further = select(*columns, tree.c.depth + 1).where(text(CONTINUED))
    tree = tree.union_all(further.where(TABLES.c.from_table == tree.c.id))
    return select(tree).limit(MOST_BRANCHES)


def mine(connection: Connection, person: str, query: ListQuery) -> list[TableFacts]:
    """A person's tables, the latest first; on a page, those that ask them before all others."""
    states = (*RUNNING, *ENDED) if query.state is None else (query.state,)
    running = [state for state in states if state in RUNNING]
    places = _running(connection, person, running, query)
    for state in ENDED:
        places += _ended(connection, person, state, query) if state in states else []
    page = [place.id for place in sorted(places, reverse=True)[: query.limit]]
    return sorted(read(connection, page), key=lambda facts: not facts.asks(person))


def running(connection: Connection, person: str) -> list[Listed]:
    """A person's tables that haven't ended: those that ask them, others being played, open ones."""
    columns = (TABLES.c.id, TABLES.c.version, TABLES.c.state, TABLES.c.game, TABLES.c.moved_at)
    query = select(*columns, TABLES.c.asked, SEATS.c.seat, SEATS.c.kind)
    query = query.join(LISTED, LISTED.c.table_id == TABLES.c.id)
    # By way of the tables: by that of the person, some databases would read all they ever had.
    mine = (SEATS.c.table_id == TABLES.c.id) & (SEATS.c.person.concat("") == person)
    query = query.outerjoin(SEATS, mine)
    running = (LISTED.c.person == person, LISTED.c.state.in_(RUNNING))
    found = dict[str, Listed]()
    for row in connection.execute(query.where(*running)):
        before = found.get(row.id)
        asks = row.kind == "kept" or row.seat in row.asked or (before is not None and before.asks)
        found[row.id] = Listed(row.id, row.version, row.state, row.game, row.moved_at, asks)
    latest = sorted(found.values(), key=lambda each: each.place, reverse=True)
    return sorted(latest, key=lambda each: (not each.asks, each.state == "open"))


def played(connection: Connection, person: str) -> int:
    """How many games somebody has finished."""
    mine = (LISTED.c.person == person) & (LISTED.c.state == "over") & (LISTED.c.kind == "game")
    query = select(func.count()).select_from(LISTED).where(mine)
    return int(connection.execute(query).scalar_one())


def _running(
    connection: Connection, person: str, states: Sequence[str], query: ListQuery
) -> list[Place]:
    """The latest of a person's tables in these states; nobody has many that run."""
    if not states:
        return []
    places = select(TABLES.c.moved_at, TABLES.c.id).join(LISTED, LISTED.c.table_id == TABLES.c.id)
    mine = (LISTED.c.person == person, LISTED.c.state.in_(states))
    return _page(connection, places, query, *mine)


def _ended(
    connection: Connection, person: str, state: str, query: ListQuery, *wanted: Any
) -> list[Place]:
    places = select(LISTED.c.over_at, LISTED.c.table_id)
    mine = (LISTED.c.person == person, LISTED.c.state == state)
    return _page(connection, places, query, *mine, *wanted)


def _page(
    connection: Connection, places: Select[Any], query: ListQuery, *wanted: Any
) -> list[Place]:
    """The latest of these places, which are moments and ids of tables."""
    at, table = places.selected_columns
    of = table.table.c
    statement = places.where(*wanted).order_by(at.desc(), table.desc()).limit(query.limit)
    if query.game is not None:
        statement = statement.where(of.game == query.game)
    if query.seats is not None:
        statement = statement.where(of.size == query.seats)
    if query.before is not None:
        statement = statement.where(tuple_(at, table) < tuple_(query.before.at, query.before.id))
    return [Place(*row) for row in connection.execute(statement)]
