"""Lists of tables: pages that miss nothing, an order that is fair, and rows that agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, delete, event, select, update

from benchmarks.population import REGULAR, START, Population, enlist, fill, insert
from cradle.server.settings import ServerSettings
from cradle.server.store import batches, lists, people
from cradle.server.store.facts import TableFacts
from cradle.server.store.lists import ListQuery, Place
from cradle.server.store.revisions import opened
from cradle.server.store.schema import LISTED, TABLES
from tests.server.running import Player, Running

SMALL = Population(games=60, people=20, guests=0, playing=10, open=10, waiting=0)
Page = Callable[[ListQuery], list[TableFacts]]


@pytest.fixture
def connection(settings: ServerSettings) -> Iterator[Connection]:
    """A small population, of whose games five ended at each moment."""
    settings.data.mkdir(exist_ok=True)
    engine: Engine = opened(settings)
    fill(settings.url, SMALL)
    with engine.connect().execution_options(writes=True) as connection:
        for table in (TABLES, LISTED):
            ended = table.c.over_at.is_not(None)
            same = START + (table.c.over_at - START) / 5000 * 5000
            connection.execute(update(table).where(ended).values(over_at=same))
        yield connection
    engine.dispose()


def turned(page: Page, query: ListQuery) -> Iterator[str]:
    """Page after page, to the end."""
    while found := page(query):
        yield from (facts.id for facts in found)
        last = min(Place(facts.over_at or facts.moved_at, facts.id) for facts in found)
        query = ListQuery(query.state, query.game, query.seats, last, query.limit)


QUERIES = [
    ListQuery(limit=7),
    ListQuery(game="hadara", limit=2),
    ListQuery(seats=3, limit=4),
    ListQuery(limit=100),
]


def test_pages_miss_nothing_and_repeat_nothing(connection: Connection) -> None:
    for query in QUERIES:
        check_pages(connection, query)


def check_pages(connection: Connection, query: ListQuery) -> None:
    def fits(facts: TableFacts) -> bool:
        return query.game in (None, facts.game) and query.seats in (None, facts.size)

    ids = list(connection.execute(select(TABLES.c.id)).scalars())
    everything = [facts for facts in lists.read(connection, ids) if fits(facts)]
    public = {e.id for e in everything if e.state == "over" and e.visibility == "public"}
    found = list(turned(lambda query: lists.archive(connection, query), query))
    assert sorted(found) == sorted(public)
    mine = {each.id for each in everything if REGULAR in each.people()}
    found = list(turned(lambda query: lists.archive(connection, query, REGULAR), query))
    assert sorted(found) == sorted(public & mine)
    if query.seats is None:
        found = list(turned(lambda query: lists.mine(connection, REGULAR, query), query))
        assert sorted(found) == sorted(mine)


def test_a_list_begins_with_the_latest(connection: Connection) -> None:
    found = lists.archive(connection, ListQuery(limit=100))
    assert found == sorted(found, key=lambda each: (each.over_at or 0, each.id), reverse=True)
    for state in ("over", "playing", "open"):
        mine = lists.mine(connection, REGULAR, ListQuery(state, limit=100))
        assert mine
        assert {each.state for each in mine} == {state}
    running = lists.running(connection, REGULAR)
    assert [each.state for each in running] == sorted((e.state for e in running), reverse=True)
    assert {each.id for each in running if each.asks} == {
        each.id
        for each in lists.mine(connection, REGULAR, ListQuery("playing", limit=100))
        if 0 in each.seats_of(REGULAR)
    }


def test_no_host_hides_another(connection: Connection) -> None:
    """However many tables somebody opens, everybody's newest comes before their second."""
    facts = {"game": "'hadara'", "state": "'open'", "visibility": "'public'", "host": "'p3'"}
    later = {"created_at": f"{START} * 2 + i", "options": "'{}'", "asked": "'[]'"}
    insert(connection, TABLES, 300, id="'flood' || i", **facts, **later)
    found = lists.public(connection, ("open",), 1000)
    rows = connection.execute(select(TABLES.c.id, TABLES.c.host))
    hosts = {row.id: row.host for row in rows}
    everybody = {hosts[each.id] for each in found}
    first = [hosts[each.id] for each in found[: len(everybody)]]
    assert len(everybody) > 3
    assert set(first) == everybody
    assert found[0].id == "flood299"


def test_no_query_names_more_values_than_databases_allow(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games somebody has who is to be forgotten."""
    monkeypatch.setattr(batches, "AT_ONCE", 8)
    seen: list[Any] = []
    event.listen(connection, "before_cursor_execute", lambda *each: seen.append(each[3]))
    assert len(people.forget(connection, REGULAR)) > 30
    assert max(len(values) for values in seen) <= 9


def test_lists_find_what_tables_say(server: Running, ada: Player, ben: Player) -> None:
    """Whatever is done at tables, lists of a person's tables agree with who sits where."""
    for end in ("leave", "close"):
        table = ada.table("stone-age", "me", "open", "open", visibility="public")["id"]
        ben.join(table)
        ada.http.put(f"/api/tables/{table}/seats/1", json={"kind": "open"}).raise_for_status()
        ben.join(table, seat=2)
        ada.post(f"/api/tables/{table}/{end}")
    table = ada.table("hadara", "me", "me")["id"]
    ada.post(f"/api/tables/{table}/close")
    ada.post(f"/api/tables/{table}/rematch", {"dice": ada.dice()})
    ben.join(ada.table("hadara", "me", "open")["id"])

    def kept_and_made(connection: Connection) -> list[set[tuple[object, ...]]]:
        mine = select(LISTED).where(LISTED.c.person.in_([ada.id, ben.id]))
        kept = {tuple(row) for row in connection.execute(mine)}
        connection.execute(delete(LISTED))
        enlist(connection)
        return [kept, {tuple(row) for row in connection.execute(mine)}]

    kept, made = server.state.database.write_now(kept_and_made)
    assert kept == made
    assert len(kept) == 8


def test_pages_over_http(server: Running, ada: Player) -> None:
    hosts = [server.player(name) for name in ("Eve", "Dan")]
    for _ in range(5):
        ada.table("hadara", "me", "open", visibility="public")
    mine = [host.table("hadara", "me", "open", visibility="public")["id"] for host in hosts]
    whole = [each["id"] for each in ada.get("/api/tables", state="open")]
    assert set(mine) <= set(whole[: len(whole) - 4])
    numbers = range(len(whole))
    pages = [ada.get("/api/tables", state="open", page=page, limit=3) for page in numbers]
    assert [each["id"] for page in pages for each in page] == whole
    tables = ada.get("/api/me/tables", limit=2)
    last = tables[-1]
    more = ada.get("/api/me/tables", before=f"{last['moved_at']}.{last['id']}", limit=100)
    assert len({each["id"] for each in tables + more}) == 5
    for wrong in ("x", "1.", "1.A", "-1", "1" * 16):
        assert ada.get("/api/archive", 422, before=wrong)["error"]["key"] == "bad-request"
