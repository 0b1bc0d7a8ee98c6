"""Rated games: said beforehand, between members, without help, and played to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from cradle.server.app import Parts, make_parts, stop
from cradle.server.ids import new_id
from cradle.server.ops import admin
from cradle.server.people import ratings
from cradle.server.people.ratings import LadderKey
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import people
from cradle.server.store.facts import Score, SeatFacts, TableFacts
from cradle.server.store.log import Answer
from cradle.server.store.pace import LivePace, NoPace
from cradle.server.store.people import Person, add_guest
from cradle.server.store.receipts import Key
from cradle.server.store.schema import SEATS, TABLES
from cradle.server.store.tables import add_table, read_table
from cradle.server.tables import creation, odds, previews, rematch, seats, undo
from cradle.server.tables.answers import take
from cradle.server.tables.hints import hints
from cradle.server.tables.live import LiveTable
from cradle.server.tables.messages import plain_table
from cradle.server.tables.registry import wake_nobody
from cradle.server.tables.sandbox import what_if
from cradle.server.tables.table_request import SeatRequest, TableRequest
from tests.server.running import salted, test_settings

ME, FREE, BOT = SeatRequest("me"), SeatRequest("open"), SeatRequest("bot", "novice")
CLOCK = LivePace("live", 600_000)


class Rating:
    """The parts of a server with two members and a guest."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.tables = parts.tables
        self.tables.wake = wake_nobody
        self.ada, self.ben, self.eve = parts.database.write_now(self._people)

    def _people(self, connection: Connection) -> list[Person]:
        for name in ("ada", "ben", "eve"):
            add_guest(connection, name, name, {"automatic": False}, 0)
        for name in ("ada", "ben"):
            people.change(connection, name, login=name, password="x")
        return [each for name in ("ada", "ben", "eve") if (each := people.find(connection, name))]

    async def make(self, person: Person, *wishes: SeatRequest, **more: Any) -> str:
        wanted: dict[str, Any] = {"pace": CLOCK, "rated": True, **more}
        wanted["salted"] = await salted(self.tables, person)
        wish = TableRequest("stone-age", wishes, **wanted)
        key = Key(person.id, origin=f"{person.id}-home")
        return (await creation.create(self.tables, key, wish, person)).table

    async def join(self, table: str, person: Person, origin: str | None = None) -> None:
        key = Key(person.id, table, origin=origin or f"{person.id}-home")
        await creation.join(self.tables, key, person, None, "")

    async def begun(self, origin: str | None = None) -> LiveTable:
        """A game of both."""
        table = await self.make(self.ada, ME, FREE)
        await self.join(table, self.ben, origin)
        return await self.tables.get(table)

    async def answer(self, live: LiveTable, origin: str) -> None:
        seat = live.facts.asked[0]
        assert live.table is not None
        who = live.facts.seats[seat].person
        text = live.table.moves(seat)[-1].text
        await take(self.tables, live.id, Answer(seat, text, who), origin=origin)

    def kept(self, table: str) -> TableFacts:
        facts = self.parts.database.read_now(lambda c: read_table(c, table))
        assert facts is not None
        return facts


def rated(tmp_path: Path, work: Callable[[Rating], Awaitable[None]]) -> ServerSettings:
    settings = test_settings(tmp_path)

    async def do() -> None:
        parts = make_parts(settings)
        try:
            await work(Rating(parts))
        finally:
            await stop(parts)

    asyncio.run(do())
    return settings


def finished(**more: Any) -> TableFacts:
    """A rated game that the first seat has won."""
    both = [SeatFacts.new(seat, "person", person=who) for seat, who in enumerate(("ada", "ben"))]
    scores = [Score(seat=seat, total=9, rank=seat + 1, tie=0, parts={}) for seat in range(2)]
    about = {"id": "t", "game": "hadara", "kind": "game", "state": "over", "host": "ada"}
    rest = {"visibility": "link", "options": {}, "rules": 1, "hash": "", "secret": "", "invite": ""}
    times = {"created_at": 0, "moved_at": 0, "scheme": 2}
    facts = {**about, **rest, **times, "rated": True, "scores": scores, **more}
    return TableFacts.new(both, **facts)


def rate_new(connection: Connection, facts: TableFacts) -> None:
    """Keep a finished game as a new one, and let it count."""
    facts.id = new_id()
    add_table(connection, facts)
    ratings.rate(connection, facts)


def test_guests_are_unrated(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        with pytest.raises(Problem, match="rated-members"):
            await it.make(it.eve, ME, FREE)
        table = await it.make(it.ada, ME, FREE)
        assert it.kept(table).rated
        with pytest.raises(Problem, match="rated-members"):
            await it.join(table, it.eve)
        await it.join(table, it.ben)
        assert not it.kept(await it.make(it.eve, ME, FREE, rated=False)).rated

    rated(tmp_path, work)


def test_a_rated_game_has_a_clock_and_a_seat_for_each(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        with pytest.raises(Problem, match="rated-clock"):
            await it.make(it.ada, ME, FREE, pace=NoPace())
        with pytest.raises(Problem, match="rated-one-seat"):
            await it.make(it.ada, ME, ME)
        with pytest.raises(Problem, match="rated-members"):
            await it.make(it.ada, BOT, BOT)
        table = await it.make(it.ada, ME, FREE)
        with pytest.raises(Problem, match="rated-one-seat"):
            await seats.set_seat(it.tables, Key("ada", table), it.ada, 1, ME)
        assert (await it.tables.get(table)).facts.seats[1].kind == "open"

    rated(tmp_path, work)


def test_nobody_is_helped_and_nothing_is_dodged(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        alone = await it.tables.get(await it.make(it.ada, ME, BOT))
        both = await it.begun()
        for live in (alone, both):
            with pytest.raises(Problem, match="rated-no-hints"):
                await hints(it.tables, it.parts.thinkers, live.id, "ada", None, "en")
            with pytest.raises(Problem, match="rated-no-odds"):
                await odds.answer(it.tables, live.id, "ada", None, "hunt 3")
            with pytest.raises(Problem, match="rated-no-odds"):
                await odds.questions(it.tables, live.id, "ada", None)
        sent = await previews.preview(it.tables, alone.id, "ada", None, ["send forest 3"])
        assert not sent["expected"], "nor by a preview"
        with pytest.raises(Problem, match="rated-no-close"):
            await seats.close(it.tables, Key("ada", alone.id))
        with pytest.raises(Problem, match="not-while-running"):
            await what_if(it.tables, Key("ada", both.id), it.ada, 0)
        first = both.facts.asked[0]
        who = both.facts.seats[first].person
        await it.answer(both, f"{who}-home")
        assert (await undo.undo(it.tables, Key(who or "", both.id), first)).done
        for _ in range(2):
            await it.answer(both, f"{both.facts.seats[both.facts.asked[0]].person}-home")
        with pytest.raises(Problem, match="rated-no-undo"):
            await undo.undo(it.tables, Key(who or "", both.id), first)
        await seats.go(it.tables, alone.id, "ada")
        facts = it.kept(alone.id)
        assert facts.state == "playing"
        assert facts.seats[0].stand_in is not None

    rated(tmp_path, work)


def test_people_of_one_address_are_flagged(tmp_path: Path) -> None:
    """When they begin, or as soon as one answers from where the other plays."""
    made: list[str] = []

    async def work(it: Rating) -> None:
        apart = await it.begun()
        assert not it.kept(apart.id).flagged
        together = await it.begun("ada-home")
        assert it.kept(together.id).flagged
        while not it.kept(apart.id).flagged:
            await it.answer(apart, "café")
        assert apart.facts.ply > 1
        changed = await it.make(it.ada, ME, FREE, FREE)
        await it.join(changed, it.ben, "ada-home")
        await seats.leave(it.tables, Key("ben", changed))
        await it.join(changed, it.ben, "elsewhere")
        await seats.start(it.tables, Key("ada", changed), it.ada, "novice")
        assert not it.kept(changed).flagged
        async with together.lock:
            await seats.shut(it.tables, together)
        query = select(SEATS.c.origin).where(SEATS.c.table_id == together.id)
        assert set(it.parts.database.read_now(lambda c: c.execute(query).scalars().all())) == {None}
        assert it.kept(together.id).flagged
        made.extend((apart.id, together.id))

    settings = rated(tmp_path, work)
    listed = list(admin.run(settings, "list", ["flagged"]))
    assert {line.split()[0] for line in listed} == set(made)
    assert any("one address" in line for line in admin.run(settings, "show", [made[0]]))


def test_an_address_is_noted_for_rated_games_alone(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        table = await it.make(it.ada, ME, FREE, rated=False)
        await it.join(table, it.eve, "ada-home")
        facts = it.kept(table)
        assert [each.origin for each in facts.seats] == [None, None]
        assert not facts.flagged

    rated(tmp_path, work)


def test_a_rematch_is_rated_as_the_game_before(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        for wish in (True, False):
            live = await it.tables.get(await it.make(it.ada, ME, FREE, rated=wish))
            await it.join(live.id, it.ben)
            async with live.lock:
                await seats.shut(it.tables, live)
            again = await rematch.rematch(it.tables, Key("ada", live.id), it.ada)
            assert it.kept(again.table).rated is wish

    rated(tmp_path, work)


def test_who_is_not_there_at_the_end_has_lost() -> None:
    facts = finished()
    assert ratings.ranks(facts) == [1.0, 2.0]
    facts.seats[0].stand_in = "casual"
    assert ratings.ranks(facts) == [2.0, 2.0]
    three = finished()
    three.seats.append(SeatFacts.new(2, "bot", level="novice"))
    three.size = 3
    three.seats[0].stand_in = "casual"
    three.scores = [Score(seat=s, total=0, rank=s + 1, tie=0, parts={}) for s in range(3)]
    assert ratings.ranks(three) == [3.0, 2.0, 3.0]


def test_only_rated_games_that_nobody_bent_count(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        def count(facts: TableFacts) -> dict[str, Any]:
            def rate(connection: Connection) -> dict[str, Any]:
                rate_new(connection, facts)
                return ratings.ratings_of(connection, "ada", "people")

            return it.parts.database.write_now(rate)

        for bent in ({"rated": False}, {"flagged": True}, {"undone": True}, {"scores": None}):
            assert count(finished(**bent)) == {}
        alone = finished()
        alone.seats = [SeatFacts.new(s, "bot", level=f"level{s}") for s in range(2)]
        assert count(alone) == {}
        assert count(finished())["hadara"]["games"] == 1
        left = finished()
        left.seats[0].stand_in = "casual"
        won = ratings.ratings_of
        before = it.parts.database.read_now(lambda c: won(c, "ada", "people"))["hadara"]["rating"]
        assert count(left)["hadara"]["rating"] < before

    rated(tmp_path, work)


def test_bots_of_one_level_are_rated_once(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        facts = finished()
        facts.seats[1:] = [SeatFacts.new(s, "bot", level="novice") for s in (1, 2)]
        facts.size = 3
        facts.scores = [Score(seat=s, total=0, rank=s + 1, tie=0, parts={}) for s in range(3)]

        def rate(connection: Connection) -> dict[str, Any]:
            rate_new(connection, facts)
            return ratings.ratings_of(connection, "bot:novice", "solo")

        assert it.parts.database.write_now(rate)["hadara"]["games"] == 1

    rated(tmp_path, work)


def test_who_has_deleted_their_account_is_rated_no_more(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        def rate(connection: Connection) -> list[str]:
            people.forget(connection, "ben")
            rate_new(connection, finished())
            return [
                each["person"] for each in ratings.rated(connection, LadderKey("hadara", "people"))
            ]

        assert it.parts.database.write_now(rate) == ["ada"]

    rated(tmp_path, work)


def test_what_is_flagged_is_nobodys_business(tmp_path: Path) -> None:
    async def work(it: Rating) -> None:
        live = await it.begun("ada-home")
        told = await it.tables.at(live.id, plain)
        assert told["rated"] is True
        assert "flagged" not in told
        assert "origin" not in told["seats"][0]
        query = select(TABLES.c.flagged)
        assert it.parts.database.read_now(lambda c: c.execute(query).scalar_one())

    async def plain(live: LiveTable) -> dict[str, Any]:
        return plain_table(live.facts, "ada", live.time, live)

    rated(tmp_path, work)
