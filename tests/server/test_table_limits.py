"""So many tables may run: of a person, from an address, and of bots alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from cradle.server.app import Parts
from cradle.server.http.auth import network_of
from cradle.server.people import ratings
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import people
from cradle.server.store.log import Answer
from cradle.server.store.pace import LivePace
from cradle.server.store.receipts import Key
from cradle.server.store.schema import TABLES
from cradle.server.store.tables import bots_of
from cradle.server.tables import seats, upkeep
from cradle.server.tables.answers import carry_out
from cradle.server.timestamps import ServerTime
from tests.server.parts import BOT, FREE, ME, guests, join, kept, new_table, with_parts
from tests.server.running import MANY, Player, Running, test_settings

LIMITS = {"tables": 4, "address_tables": 6, "bot_tables": 2, "address_bot_tables": 3}
SEATS = {"me": {"kind": "me"}, "open": {"kind": "open"}, "bot": {"kind": "bot", "level": "master"}}


@pytest.fixture
def limited(settings: ServerSettings) -> Iterator[Running]:
    """A server that takes few tables, whose bots never answer."""
    with Running(settings.model_copy(update=LIMITS | {"think_queue": 0})) as running:
        yield running


def refusal(player: Player, *seats: str, start: bool = True) -> str | None:
    """Why a table isn't made, if it isn't."""
    body = {"game": "stone-age", "seats": [SEATS[seat] for seat in seats], "start": start}
    body |= {} if "open" in seats else {"dice": player.dice()}
    answer = player.http.post("/api/tables", json=body)
    if answer.status_code == 201:
        return None
    assert answer.status_code == 429, answer.text
    assert int(answer.headers["Retry-After"]) > 0
    error = answer.json()["error"]
    assert str(error["facts"]["most"]) in error["text"]
    return str(error["key"])


def test_tables_are_limited_by_person_and_by_address(limited: Running) -> None:
    ada, ben = limited.player("Ada"), limited.player("Ben")
    assert [refusal(ada, "me", "open") for _ in range(5)] == [None] * 4 + ["too-many-tables"]
    found = [refusal(ben, "me", "open") for _ in range(3)]
    assert found == [None, None, "too-many-tables-here"]
    table = ada.get("/api/me/tables")[0]["id"]
    ada.post(f"/api/tables/{table}/close")
    assert refusal(ben, "me", "open") is None
    assert limited.state.metrics.refused.labels("too-many-tables-here")._value.get() == 1


def test_a_duplicate_is_made_whole_or_not_at_all(limited: Running) -> None:
    """Where its host's address has too little room as well."""
    for each in (limited.player("Ada"), limited.player("Ben")):
        assert [refusal(each, "me", "open") for _ in range(2)] == [None, None]
    eve = limited.player("Eve")
    body = {"game": "stone-age", "tables": 3, "seats": [{"kind": "link"}, SEATS["bot"]]}
    assert eve.post("/api/duplicates", body, 429)["error"]["key"] == "too-many-tables-here"
    assert eve.get("/api/me/tables") == []
    assert len(eve.post("/api/duplicates", body | {"tables": 2})["tables"]) == 2


def test_tables_of_bots_alone_are_limited_too(limited: Running) -> None:
    ada, ben = limited.player("Ada"), limited.player("Ben")
    assert [refusal(ada, "bot", "bot") for _ in range(3)] == [None, None, "too-many-bots"]
    assert refusal(ada, "me", "bot") is None
    assert [refusal(ben, "bot", "bot") for _ in range(2)] == [None, "too-many-bots-here"]


def test_bots_alone_are_counted_when_they_begin(limited: Running) -> None:
    ada = limited.player("Ada")
    assert [refusal(ada, "bot", "bot", start=False) for _ in range(3)] == [None] * 3
    waiting = [each["id"] for each in ada.get("/api/me/tables?state=open")]
    assert not waiting  # Nobody sits there: they are found by their link alone.
    with limited.state.database.engine.connect() as connection:
        tables = list(connection.execute(select(TABLES.c.id)).scalars())
    for table in tables[:2]:
        ada.post(f"/api/tables/{table}/start")
    error = ada.post(f"/api/tables/{tables[2]}/start", status=429)["error"]
    assert error["key"] == "too-many-bots"
    assert ada.get(f"/api/tables/{tables[2]}")["state"] == "open"


def test_bots_do_not_play_on_at_ever_more_tables(settings: ServerSettings) -> None:
    """Who sits down, starts and leaves has them play alone, too; the next such table ends."""

    async def work(parts: Parts) -> None:
        ada, ben = await guests(parts, "ada", "ben")
        made = [(await new_table(parts, ada, ME, BOT)).id for _ in range(4)]
        for table in made[:3]:
            await seats.leave(parts.tables, Key("ada", table))
        found = [kept(parts, table).state for table in made]
        assert found == ["playing", "playing", "closed", "playing"]
        await seats.come_back(parts.tables, Key("ada", made[0]))
        await seats.leave(parts.tables, Key("ada", made[3]))
        assert kept(parts, made[3]).state == "playing"
        with pytest.raises(Problem, match="too-many-bots"):
            await new_table(parts, ada, BOT, BOT)
        shared = (await new_table(parts, ada, ME, FREE)).id
        await join(parts, shared, ben)
        await seats.leave(parts.tables, Key("ada", shared))
        assert kept(parts, shared).state == "playing"  # Ben is still there.
        await seats.leave(parts.tables, Key("ben", shared))
        assert kept(parts, shared).state == "closed"

    with_parts(settings.model_copy(update=LIMITS | {"tables": MANY}), work)


def test_a_table_of_an_event_is_played_to_its_end(tmp_path: Path) -> None:
    """Its result counts there, and how many tables an event has is bounded elsewhere."""

    async def work(parts: Parts) -> None:
        (ada,) = await guests(parts, "ada")
        live = await new_table(parts, ada, ME, BOT)
        live.facts.event = "cup"
        await seats.leave(parts.tables, Key("ada", live.id))
        assert live.facts.deserted
        assert kept(parts, live.id).state == "playing"
        assert parts.database.read_now(lambda c: bots_of(c, "ada")) == 0

    with_parts(test_settings(tmp_path, bot_tables=0), work)


def test_nor_where_the_time_of_everybody_has_run_out(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        now = 0
        parts.tables.time = ServerTime(clock=lambda: now)
        ada, ben = await guests(parts, "ada", "ben")
        pace = LivePace("live", 60_000, 0)
        made = [(await new_table(parts, who, ME, BOT, pace=pace)).id for who in (ada, ada, ben)]
        for table in made:
            live = await parts.tables.get(table)
            while live.table is not None and live.table.asked != [0]:
                async with live.lock:  # The bot begins.
                    await carry_out(parts.tables, live, Answer(1, live.table.moves(1)[-1].text))
        now = 60_001
        for table in made:
            await upkeep.run_out(parts.tables, table)
        assert [kept(parts, table).state for table in made] == ["playing", "closed", "playing"]

    with_parts(test_settings(tmp_path, bot_tables=1), work)


def test_a_rated_game_that_ends_so_is_lost(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        (guest,) = await guests(parts, "ada")
        await parts.database.write(lambda c: people.change(c, "ada", login="ada", password="x"))
        ada = replace(guest, login="ada")
        rated = {"pace": LivePace("live", 60_000, 0), "rated": True}
        table = (await new_table(parts, ada, ME, BOT, **rated)).id
        await seats.leave(parts.tables, Key("ada", table))
        assert kept(parts, table).state == "closed"
        mine = await parts.database.read(lambda c: ratings.ratings_of(c, "ada", "solo"))
        assert mine["stone-age"]["games"] == 1
        assert mine["stone-age"]["rating"] < ratings.shown(ratings.MODEL.mu)

    with_parts(test_settings(tmp_path, bot_tables=0), work)


def test_an_address_is_kept_as_a_hash_and_only_while_the_table_runs(limited: Running) -> None:
    ada = limited.player("Ada")
    ended, running = (ada.table("stone-age", "me", "me")["id"] for _ in range(2))
    ada.post(f"/api/tables/{ended}/close")
    with limited.state.database.engine.connect() as connection:
        rows = connection.execute(select(TABLES.c.id, TABLES.c.origin)).all()
    kept = {row.id: row.origin for row in rows}
    assert kept[ended] is None
    assert len(kept[running]) == 16
    assert "127" not in str(ada.get(f"/api/tables/{running}").get("origin"))


def test_hints_are_limited_like_all_thinking(tmp_path: Path) -> None:
    with Running(test_settings(tmp_path, think_queue=0)) as server:
        ada = server.player("Ada")
        turns = server.state.thinkers.turns
        turns.count = 0
        table = ada.table("stone-age", "me", "me")["id"]
        answer = ada.http.get(f"/api/tables/{table}/hints")
        assert (answer.status_code, answer.json()["error"]["key"]) == (429, "bots-busy")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("a:b", "a:b"),
    ],
)
def test_a_household_counts_as_one_address(host: str, counted: str) -> None:
    assert network_of(host) == counted
