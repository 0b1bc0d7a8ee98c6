"""People who look for the same game find each other, whatever happens to the server meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from cradle.server.app import Parts, make_parts, stop
from cradle.server.ops import tidy
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import channels, people, searches
from cradle.server.store.channels import Channel
from cradle.server.store.facts import TableFacts
from cradle.server.store.people import Person
from cradle.server.store.receipts import Key
from cradle.server.store.schema import OUTBOX
from cradle.server.store.searches import Search
from cradle.server.store.tables import read_table
from cradle.server.tables import creation, pairing, seats
from cradle.server.timestamps import now_ms
from tests.server.running import Json, Player, Running, test_settings

NAMES = ("ada", "ben", "cem", "dia")
THREE = Search("hadara", 3, "now")


class Seekers:
    """The parts of a server with four guests."""

    def __init__(self, parts: Parts) -> None:
        self.database, self.tables = parts.database, parts.tables
        self.tables.tells = True
        self.people = parts.database.write_now(self._people)

    def _people(self, connection: Connection) -> dict[str, Person]:
        known = {name: people.find(connection, name) for name in NAMES}
        return {
            name: found or people.add_guest(connection, name, name.title(), {}, 0)
            for name, found in known.items()
        }

    async def seek(self, name: str, wish: Search = THREE) -> str | None:
        return await pairing.seek(self.tables, self.people[name], wish, f"from-{name}")

    async def sit(self, name: str, table: str) -> None:
        await creation.join(self.tables, Key(name, table), self.people[name], None, "")

    def facts(self, table: str | None) -> TableFacts:
        found = self.database.read_now(lambda c: read_table(c, table or ""))
        assert found is not None
        return found

    def wanted(self, now: int | None = None) -> list[tuple[Search, int]]:
        return self.database.read_now(lambda c: searches.counts(c, now or now_ms()))


def with_seekers(settings: ServerSettings, work: Callable[[Seekers], Awaitable[None]]) -> None:
    async def run() -> None:
        parts = make_parts(settings)
        try:
            await work(Seekers(parts))
        finally:
            await stop(parts)

    asyncio.run(run())


def test_those_who_want_the_same_get_a_table_over_a_restart(settings: ServerSettings) -> None:
    async def first(it: Seekers) -> None:
        assert await it.seek("ada") is None
        assert await it.seek("ben", Search("hadara", 2, "now")) is None
        assert await it.seek("cem", Search("hadara", 3, "days")) is None
        assert await it.seek("ben") is None  # Another wish instead of the first.
        assert it.wanted() == [(THREE, 2), (Search("hadara", 3, "days"), 1)]

    async def later(it: Seekers) -> None:
        facts = it.facts(await it.seek("dia"))
        assert {each.person for each in facts.seats} == {"ada", "ben", "dia"}
        assert {(each.kind, each.came_by) for each in facts.seats} == {("kept", "paired")}
        assert (facts.host, facts.visibility, facts.pace) == ("dia", "public", pairing.PACES["now"])
        assert it.wanted() == [(Search("hadara", 3, "days"), 1)]
        for name in ("ada", "ben", "dia"):
            await it.sit(name, facts.id)
        assert it.facts(facts.id).state == "playing"

    with_seekers(settings, first)
    with_seekers(settings, later)


def test_asking_again_keeps_the_place_and_finds_no_second_table(settings: ServerSettings) -> None:
    async def work(it: Seekers) -> None:
        two, until = Search("stone-age", 2, "days"), now_ms() + 10**6
        it.database.write_now(lambda c: searches.keep(c, "ada", two, 1, until))
        assert await it.seek("ada", two) is None
        it.database.write_now(lambda c: searches.keep(c, "ben", two, 2, until))
        found = it.facts(await it.seek("cem", two))
        assert {each.person for each in found.seats} == {"ada", "cem"}
        assert await it.seek("ada", two) == found.id
        assert await it.seek("cem", two) == found.id
        assert it.wanted() == [(two, 1)]

    with_seekers(settings, work)


@pytest.mark.parametrize("other", [{"game": "hadara"}, {"players": 3}, {"pace": "now"}])
def test_who_wants_something_else_is_not_led_to_the_table_found_before(
    tmp_path: Path, other: dict[str, Any]
) -> None:
    async def work(it: Seekers) -> None:
        two = Search("stone-age", 2, "days")
        assert await it.seek("ada", two) is None
        found = await it.seek("ben", two)
        assert await it.seek("ada", replace(two, **other)) is None
        assert await it.seek("ada", two) == found
        assert it.database.read_now(lambda c: searches.found_table(c, "ada")) == found

    with_seekers(test_settings(tmp_path), work)


def test_who_is_found_is_told_and_who_asked_last_knows(settings: ServerSettings) -> None:
    async def work(it: Seekers) -> None:
        def add(connection: Connection) -> None:
            for name in NAMES:
                channels.add(
                    connection,
                    Channel(
                        id=name,
                        person=name,
                        kind="mail",
                        address=f"{name}@example.org",
                        label=name,
                        created_at=0,
                        confirmed_at=0,
                    ),
                )

        it.database.write_now(add)
        for name in ("ada", "ben", "cem"):
            table = await it.seek(name)
        told = select(OUTBOX.c.person, OUTBOX.c.event, OUTBOX.c.table_id)
        rows = it.database.read_now(lambda c: c.execute(told.order_by(OUTBOX.c.person)).all())
        assert [tuple(row) for row in rows] == [(n, "paired", table) for n in ("ada", "ben")]

    with_seekers(settings, work)


def test_who_goes_leaves_the_table_to_the_others(settings: ServerSettings) -> None:
    async def work(it: Seekers) -> None:
        for name in ("ada", "ben", "cem"):
            table = await it.seek(name)
        assert table is not None
        await it.sit("ada", table)
        await seats.leave(it.tables, Key("cem", table))  # The host.
        facts = it.facts(table)
        assert facts.state == "open"
        assert facts.host in ("ada", "ben")
        await it.sit("dia", table)
        await it.sit("ben", table)
        assert it.facts(table).state == "playing"

    with_seekers(settings, work)


def test_the_next_host_is_somebody_who_has_sat_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has a seat kept may never come, and nobody else could start."""

    async def work(it: Seekers) -> None:
        for name in ("ada", "ben", "cem"):
            table = await it.seek(name)
        assert table is not None
        assert [each.person for each in it.facts(table).seats] == ["cem", "ada", "ben"]
        await it.sit("ben", table)
        await seats.leave(it.tables, Key("cem", table))
        assert it.facts(table).host == "ben"

    monkeypatch.setattr(pairing, "SHUFFLE", lambda people: None)
    with_seekers(test_settings(tmp_path), work)


def test_nobody_is_found_who_is_not_there_any_more(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(it: Seekers) -> None:
        two = Search("hadara", 2, "now")
        for name, leave in {
            "ada": lambda c: people.forget(c, "ada"),
            "ben": lambda c: people.ban(c, it.people["ben"], 1),
            "cem": lambda c: searches.end(c, ["cem"]),
        }.items():
            assert await it.seek(name, two) is None
            it.database.write_now(leave)
        assert await it.seek("dia", two) is None
        late = now_ms() + pairing.LASTS_MS["now"]
        monkeypatch.setattr(pairing, "now_ms", lambda: late)
        assert await it.seek("cem", two) is None
        assert it.wanted(late) == [(two, 1)]
        assert not it.database.write_now(lambda c: searches.tidy(c, late))
        assert it.database.read_now(lambda c: searches.of_person(c, "dia", 0)) is None

    with_seekers(settings, work)


def test_a_guest_who_only_looked_for_people_is_tidied_away(settings: ServerSettings) -> None:
    async def work(it: Seekers) -> None:
        await it.seek("ada")
        it.database.write_now(lambda c: tidy.delete_guests(c, ["ada"], 0))
        assert it.wanted() == []

    with_seekers(settings, work)


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        (Search("hadara", 9, "now"), "bad-seats"),
        (Search("chess", 2, "now"), "unknown-game"),
        (Search("hadara", 2, "now", rated=True), "rated-members"),
    ],
)
def test_what_cannot_be_played_is_not_looked_for(
    settings: ServerSettings, wish: Search, key: str
) -> None:
    async def work(it: Seekers) -> None:
        with pytest.raises(Problem, match=key):
            await it.seek("ada", wish)
        assert it.wanted() == []

    with_seekers(settings, work)


def test_over_the_wire(server: Running) -> None:
    ada, ben = server.player("Ada"), server.player("Ben")
    wish = {"game": "stone-age", "players": 2, "pace": "days"}

    def put(who: Player, status: int = 200) -> Json:
        answer = who.http.put("/api/me/search", json=wish)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    assert put(server.player(None), 401)["error"]
    mine = {**wish, "rated": False}
    assert put(ada) == {"mine": mine, "table": None, "wanted": [{**mine, "people": 1}]}
    assert ben.get("/api/search") == {
        "mine": None,
        "table": None,
        "wanted": [{**mine, "people": 1}],
    }
    assert ada.http.delete("/api/me/search").status_code == 204
    assert put(ben)["table"] is None
    found = put(ada)
    assert found["mine"] is None
    assert ben.get("/api/search")["table"] == found["table"]
    table = ben.join(found["table"])
    assert [each["came_by"] for each in table["seats"]] == ["paired", "paired"]


def test_looking_for_people_has_a_limit(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Running(test_settings(tmp_path_factory.mktemp("limit"), new_tables=1)) as server:
        ada, wish = server.player(), {"game": "hadara", "players": 2, "pace": "now"}
        statuses = [ada.http.put("/api/me/search", json=wish).status_code for _ in range(2)]
        assert statuses == [200, 429]
