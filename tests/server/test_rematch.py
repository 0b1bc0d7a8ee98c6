"""Playing again: one table for everybody who sat there, with a seat kept for each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from cradle.server.app import Parts, make_parts, stop
from cradle.server.problems import Problem
from cradle.server.store import lists, people, relations
from cradle.server.store.facts import TableFacts
from cradle.server.store.people import Person, add_guest
from cradle.server.store.receipts import Key
from cradle.server.store.tables import read_table
from cradle.server.tables import creation, seats
from cradle.server.tables.messages import plain_table
from cradle.server.tables.notices import person_topic
from cradle.server.tables.other_processes import reload_all
from cradle.server.tables.registry import wake_nobody
from cradle.server.tables.rematch import rematch
from cradle.server.tables.table_request import SeatRequest, TableRequest
from tests.server.running import test_settings

ME, FREE, BOT = SeatRequest("me"), SeatRequest("open"), SeatRequest("bot", "novice")


class Friends:
    """The parts of a server with three guests, and a finished game of Ada, Ben and a bot."""

    def __init__(self, parts: Parts) -> None:
        self.database, self.tables = parts.database, parts.tables
        self.tables.wake = wake_nobody
        self.ada, self.ben, self.eve = parts.database.write_now(self._people)

    def _people(self, connection: Connection) -> list[Person]:
        for name in ("ada", "ben", "eve"):
            add_guest(connection, name, name.title(), {"automatic": False}, 0)
        return [each for name in ("ada", "ben", "eve") if (each := people.find(connection, name))]

    async def finish(self, *wishes: SeatRequest) -> str:
        """A finished game that Ada has made and Ben has joined."""
        wish = TableRequest("stone-age", wishes or (ME, FREE, BOT), visibility="public")
        table = (await creation.create(self.tables, Key("ada"), wish, self.ada)).table
        await creation.join(self.tables, Key("ben", table), self.ben, None, "")
        live = await self.tables.get(table)
        async with live.lock:
            await seats.shut(self.tables, live)
        return table

    async def again(self, person: Person, table: str) -> TableFacts:
        return self.kept((await rematch(self.tables, Key(person.id, table), person)).table)

    def kept(self, table: str) -> TableFacts:
        facts = self.database.read_now(lambda c: read_table(c, table))
        assert facts is not None
        return facts

    def running(self, person: Person) -> list[tuple[str, bool]]:
        found = self.database.read_now(lambda c: lists.running(c, person.id))
        return [(each.id, each.asks) for each in found]


def together(tmp_path: Path, work: Callable[[Friends], Awaitable[None]]) -> None:
    async def run() -> None:
        parts = make_parts(test_settings(tmp_path))
        try:
            await work(Friends(parts))
        finally:
            await stop(parts)

    asyncio.run(run())


def kinds(facts: TableFacts) -> list[tuple[str, str | None]]:
    return [(each.kind, each.person) for each in facts.seats]


def test_seats_are_kept_bots_too_and_the_first_player_moves_on(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        facts = await it.again(it.ada, await it.finish())
        assert facts.state == "open"
        assert kinds(facts) == [("kept", "ben"), ("bot", None), ("person", "ada")]
        assert facts.seats[1].level == "novice"
        shown = plain_table(facts, "ben", it.tables.time)["seats"][0]
        assert (shown["name"], shown["mine"]) == ("Ben", False)

    together(tmp_path, work)


def test_no_seat_is_kept_where_one_blocks_the_other(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        table = await it.finish()
        it.database.write_now(lambda c: relations.add(c, "ben", relations.BLOCK, "ada", 0))
        facts = await it.again(it.ada, table)
        assert kinds(facts) == [("open", None), ("bot", None), ("person", "ada")]

    together(tmp_path, work)


def test_the_next_table_waits_under_the_games_of_everybody_who_sat_there(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        table = await it.finish()
        with it.tables.notices.listen(person_topic("ben")) as listener:
            facts = await it.again(it.ada, table)
            assert listener.called.is_set()
        assert it.running(it.ben) == [(facts.id, True)]
        assert it.running(it.ada) == [(facts.id, False)]
        assert it.running(it.eve) == []

    together(tmp_path, work)


@pytest.mark.parametrize("by_joining", [True, False])
def test_the_second_takes_their_own_seat_and_it_starts(tmp_path: Path, by_joining: bool) -> None:
    async def work(it: Friends) -> None:
        table = await it.finish()
        made = await it.again(it.ada, table)
        if by_joining:
            await creation.join(it.tables, Key("ben", made.id), it.ben, None, "", "salt")
        else:
            assert (await it.again(it.ben, table)).id == made.id
        facts = it.kept(made.id)
        assert facts.state == "playing"
        assert kinds(facts) == [("person", "ben"), ("bot", None), ("person", "ada")]

    together(tmp_path, work)


def test_nobody_else_takes_a_kept_seat(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        made = await it.again(it.ada, await it.finish())
        for seat, invite in ((None, made.invite), (0, "")):
            with pytest.raises(Problem) as refused:
                await creation.join(it.tables, Key("eve", made.id), it.eve, seat, invite)
            assert refused.value.key == "no-free-seat"
        with pytest.raises(Problem):
            await seats.add_salt(it.tables, Key("ben", made.id), "not seated yet")

    together(tmp_path, work)


def test_who_does_not_want_to_frees_the_seat(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        made = await it.again(it.ada, await it.finish())
        await seats.leave(it.tables, Key("ben", made.id))
        assert it.running(it.ben) == []
        await creation.join(it.tables, Key("eve", made.id), it.eve, None, "")
        assert kinds(it.kept(made.id))[0] == ("person", "eve")

    together(tmp_path, work)


def test_the_host_may_start_without_who_does_not_come(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        table = await it.finish()
        made = await it.again(it.ada, table)
        with pytest.raises(Problem) as refused:
            await seats.start(it.tables, Key("ada", made.id), it.ada, None)
        assert refused.value.key == "seats-free"
        await seats.start(it.tables, Key("ada", made.id), it.ada, "novice")
        assert kinds(it.kept(made.id))[0] == ("bot", None)
        late = await it.again(it.ben, table)
        assert late.id == made.id
        assert late.seats_of("ben") == []

    together(tmp_path, work)


def test_a_next_table_that_was_given_up_is_made_anew(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        table = await it.finish()
        first = await it.again(it.ada, table)
        await seats.leave(it.tables, Key("ada", first.id))
        second = await it.again(it.ben, table)
        assert second.id != first.id
        assert it.kept(table).rematch == second.id
        assert kinds(second) == [("person", "ben"), ("bot", None), ("kept", "ada")]
        assert (await it.again(it.ada, table)).state == "playing"

    together(tmp_path, work)


def test_who_had_two_seats_gets_both_with_their_names(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        table = await it.finish(ME, SeatRequest("me", name="Ada's aunt"), FREE)
        made = await it.again(it.ben, table)
        assert kinds(made) == [("kept", "ada"), ("person", "ben"), ("kept", "ada")]
        facts = await it.again(it.ada, table)
        assert facts.state == "playing"
        assert [each.shown for each in facts.seats] == ["Ada's aunt", "Ben", "Ada"]

    together(tmp_path, work)


def test_a_kept_seat_may_be_exchanged_for_an_open_one(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        made = await it.again(it.ada, await it.finish())
        await seats.set_seat(it.tables, Key("ada", made.id), it.ada, 1, FREE)
        await creation.join(it.tables, Key("ben", made.id), it.ben, 1, "")
        assert kinds(it.kept(made.id)) == [("open", None), ("person", "ben"), ("person", "ada")]

    together(tmp_path, work)


def test_no_seat_is_kept_for_who_was_forgotten_before(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        table = await it.finish()
        await reload_all(it.tables, it.database.write_now(lambda c: people.forget(c, "ben")))
        made = await it.again(it.ada, table)
        assert kinds(made) == [("open", None), ("bot", None), ("person", "ada")]

    together(tmp_path, work)


def test_who_is_forgotten_has_no_seat_kept(tmp_path: Path) -> None:
    async def work(it: Friends) -> None:
        made = await it.again(it.ada, await it.finish())
        await seats.go(it.tables, made.id, "ben")
        assert kinds(it.kept(made.id))[0] == ("open", None)

    together(tmp_path, work)
