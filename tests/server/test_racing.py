"""Two servers on one database whose memories don't know of each other: nothing is overwritten.

Each test's servers have both looked at a table before anything happens. So whoever acts second acts
from an old look, or at the very same moment; the tests hold whichever of them comes first.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import func, select, text

from cradle.server.metrics import Metrics
from cradle.server.people.ratings import rate
from cradle.server.problems import Conflict, Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import log, lucks, people, searches
from cradle.server.store.database import Database, make_engine
from cradle.server.store.facts import Score, TableFacts
from cradle.server.store.log import Answer
from cradle.server.store.people import Person
from cradle.server.store.rating_schema import LADDERS
from cradle.server.store.receipts import Key
from cradle.server.store.revisions import newest, opened
from cradle.server.store.schema import LISTED, PEOPLE, SNAPSHOTS, TABLES
from cradle.server.store.searches import Search
from cradle.server.store.tables import Outdated, add_table, read_table, save_table
from cradle.server.tables import (
    answers,
    creation,
    duplicates,
    pairing,
    rematch,
    seats,
    undo,
    upkeep,
)
from cradle.server.tables.limits import table_limits
from cradle.server.tables.live import LiveTable
from cradle.server.tables.loader import load
from cradle.server.tables.notices import Notices
from cradle.server.tables.registry import Tables
from cradle.server.tables.table_request import SeatRequest, TableRequest
from cradle.server.timestamps import ServerTime, now_ms
from tests.server.running import salted

ROUNDS = 5
VERSIONS = text("SELECT version_num FROM alembic_version")


def new_tables(settings: ServerSettings) -> Tables:
    """A server's tables, with nobody to wake bots."""
    settings.data.mkdir(parents=True, exist_ok=True)
    database = Database(opened(settings))
    return Tables(database, Notices(), Metrics(), settings.resident, table_limits(settings))


class Two:
    """Two servers on one database, neither of which hears the other, and people."""

    def __init__(self, settings: ServerSettings) -> None:
        # No bots: they would answer at moments of their own.
        self.sides = [new_tables(settings) for _ in range(2)]
        self.people: list[Person] = []

    def person(self, name: str) -> Person:
        """Somebody new."""
        fresh = f"p{len(self.people)}{name.lower()}"
        person = self.sides[0].database.write_now(
            lambda c: people.add_guest(c, fresh, name, {"automatic": False}, now_ms())
        )
        self.people.append(person)
        return person

    async def table(self, host: Person, *seats: str, start: bool = True) -> str:
        """A table both servers have looked at."""
        dice = await salted(self.sides[0], host)
        wanted = [SeatRequest(seat) for seat in seats]
        wish = TableRequest("stone-age", wanted, start=start, salted=dice)
        made = await creation.create(self.sides[0], Key(host.id), wish, host)
        await self.look(made.table)
        return made.table

    async def seated(self, *others: Person, host: Person) -> str:
        """A running table of these people, both servers have looked at."""
        table = await self.table(host, "me", *("open" for _ in others))
        for person in others:
            await creation.join(self.sides[0], Key(person.id, table), person, None, "")
        await self.look(table, anew=True)
        return table

    async def play(self, tables: Tables, table: str) -> int:
        """The first move of whoever is asked; their seat."""
        live = await tables.get(table)
        assert live.table is not None
        seat = live.table.asked[0]
        person = live.facts.seats[seat].person
        assert person is not None
        answer = Answer(seat, live.table.moves(seat)[0].text, person)
        await answers.take(tables, table, answer)
        return seat

    async def look(self, table: str, anew: bool = False) -> list[LiveTable]:
        """What both servers have in memory, or find in the database."""
        if anew:
            for tables in self.sides:
                if (live := tables.memory.peek(table)) is not None:
                    tables.memory.forget(live)
        return [await tables.get(table) for tables in self.sides]

    def kept(self, table: str) -> TableFacts:
        """The table as the database has it."""
        facts = self.sides[0].database.read_now(lambda c: read_table(c, table))
        assert facts is not None
        return facts

    def sound(self, table: str) -> LiveTable:
        """The table as loaded from the database, whose facts and answers must agree."""
        kept = self.kept(table)
        loaded = self.sides[0].database.read_now(lambda c: load(c, table, ServerTime()))
        assert loaded is not None
        assert loaded.repair is None
        played = loaded.live.table
        assert played is not None
        assert (kept.asked, kept.seq) == (played.asked, loaded.live.facts.seq)
        assert (kept.ply, kept.round) == (len(played.entries), played.game.rounds(played.state))
        assert (kept.state == "over") == played.over
        return loaded.live

    def close(self) -> None:
        """End both."""
        for tables in self.sides:
            tables.database.close()


def racing(settings: ServerSettings, race: Callable[[Two], Awaitable[None]]) -> None:
    """Run a race between two servers."""

    async def run() -> None:
        two = Two(settings)
        try:
            await race(two)
        finally:
            two.close()

    asyncio.run(run())


async def outcome(work: Coroutine[Any, Any, Any]) -> str:
    """What became of an act: `done`, or the reason it was refused for."""
    try:
        await work
        return "done"
    except Problem as problem:
        return problem.key if problem.status == 409 else f"{problem.status}"


@pytest.mark.parametrize(
    ("seats", "reason"), [("me open", "already-started"), ("me open link", "no-free-seat")]
)
def test_one_seat_goes_to_one_person(settings: ServerSettings, seats: str, reason: str) -> None:
    async def race(two: Two) -> None:
        host = two.person("Host")
        for _ in range(ROUNDS):
            rivals = [two.person(f"R{number}") for number in range(6)]
            table = await two.table(host, *seats.split())
            ends = await asyncio.gather(
                *(
                    outcome(
                        creation.join(two.sides[number % 2], Key(rival.id, table), rival, None, "")
                    )
                    for number, rival in enumerate(rivals)
                )
            )
            assert sorted(ends) == sorted(["done", *[reason] * 5])
            winner = rivals[ends.index("done")]
            assert two.kept(table).seats[1].person == winner.id
            for live in await two.look(table, anew=True):
                assert live.facts.seats_of(winner.id) == [1]

    racing(settings, race)


def test_the_last_seats_are_taken_together_and_the_game_starts_once(
    settings: ServerSettings,
) -> None:
    async def race(two: Two) -> None:
        host = two.person("Host")
        for _ in range(ROUNDS):
            pair = [two.person("One"), two.person("Two")]
            table = await two.table(host, "me", "open", "open")
            joins = (
                creation.join(tables, Key(person.id, table), person, None, "")
                for tables, person in zip(two.sides, pair, strict=True)
            )
            assert [await outcome(join) for join in joins] == ["done", "done"]
            facts = two.sound(table).facts
            assert facts.state == "playing"
            assert {each.person for each in facts.seats} == {host.id, *(p.id for p in pair)}

    racing(settings, race)


@pytest.mark.parametrize("seats", ["open", "open open"])
def test_nobody_plays_one_luck_at_two_tables(settings: ServerSettings, seats: str) -> None:
    """Whether the table starts with them or not."""

    async def race(two: Two) -> None:
        host, bot = two.person("Host"), SeatRequest("bot", "novice")
        wish = TableRequest("stone-age", [bot, *(SeatRequest(each) for each in seats.split())])
        for _ in range(ROUNDS):
            ada = two.person("Ada")
            made = await duplicates.make(two.sides[0], Key(host.id), wish, 2, host)
            of = partial(lucks.tables_of, luck=duplicates.duplicate_luck(made))
            both = two.sides[0].database.read_now(of)
            joins = [
                outcome(creation.join(side, Key(ada.id, facts.id), ada, None, ""))
                for side, facts in zip(two.sides, both, strict=True)
            ]
            assert sorted(await asyncio.gather(*joins)) == ["done", "luck-once"]
            assert [two.kept(facts.id).seats_of(ada.id) for facts in both].count([]) == 1

    racing(settings, race)


def test_who_acts_from_an_old_look_overwrites_nothing(settings: ServerSettings) -> None:
    """Each pair: one tables changes a table, the other then changes something else about it."""

    async def race(two: Two) -> None:
        one, other = two.sides
        ada, ben = two.person("Ada"), two.person("Ben")

        table = await two.seated(ben, host=ada)
        before = two.kept(table).seq
        await two.play(one, table)
        await seats.set_automatic(other, Key(ada.id, table), True)
        assert two.sound(table).facts.seq > before
        assert two.kept(table).seats[0].automatic

        table = await two.seated(ben, host=ada)
        await seats.leave(one, Key(ben.id, table))
        await seats.set_automatic(other, Key(ada.id, table), True)
        assert two.kept(table).seats[1].stand_in is not None
        assert two.kept(table).seats[0].automatic

        table = await two.table(ada, "me", "open", "open")
        await seats.close(one, Key(ada.id, table))
        assert (
            await outcome(creation.join(other, Key(ben.id, table), ben, None, ""))
            == "already-started"
        )
        assert two.kept(table).state == "closed"

        table = await two.table(ada, "me", "open", "open")
        await creation.join(one, Key(ben.id, table), ben, None, "")
        await seats.set_seat(other, Key(ada.id, table), ada, 2, SeatRequest("bot"))
        assert [each.kind for each in two.kept(table).seats] == ["person", "person", "bot"]

        table = await two.table(ada, "me", "open")
        await seats.start(one, Key(ada.id, table), ada, "novice")
        assert (
            await outcome(seats.start(other, Key(ada.id, table), ada, "novice"))
            == "already-started"
        )
        two.sound(table)

    racing(settings, race)


def test_every_vote_for_taking_back_counts(settings: ServerSettings) -> None:
    async def race(two: Two) -> None:
        one, other = two.sides
        ada, *others = (two.person(name) for name in ("Ada", "Ben", "Cleo"))
        table = await two.seated(*others, host=ada)
        first = await two.play(one, table)
        while await two.play(one, table) == first:
            pass
        wisher, *voters = sorted([ada, *others], key=lambda person: person is not two.people[first])
        assert not (await undo.undo(one, Key(wisher.id, table), None)).done
        before = two.kept(table).ply
        await two.look(table, anew=True)
        await asyncio.gather(
            *(
                undo.agree(tables, Key(voter.id, table), True)
                for tables, voter in zip((one, other), voters, strict=True)
            )
        )
        live = two.sound(table)
        assert live.facts.ply < before
        assert live.facts.undo is None

    racing(settings, race)


def test_a_rematch_is_one_table(settings: ServerSettings) -> None:
    async def race(two: Two) -> None:
        ada, ben = two.person("Ada"), two.person("Ben")
        for number in range(ROUNDS):
            table = await two.seated(ben, host=ada)
            live = await two.sides[0].get(table)
            async with live.lock:
                await seats.shut(two.sides[0], live)
            await two.look(table, anew=True)
            again = await asyncio.gather(
                rematch.rematch(two.sides[0], Key(ada.id, table), ada),
                rematch.rematch(two.sides[1], Key(ben.id, table), ben),
            )
            assert {each.table for each in again} == {two.kept(table).rematch}
            two.sound(again[0].table)
            count = two.sides[0].database.read_now(
                lambda c: c.execute(select(func.count()).select_from(TABLES)).scalar_one()
            )
            assert count == 2 * (number + 1)

    racing(settings, race)


def test_everybody_who_looks_for_the_same_is_paired_once(settings: ServerSettings) -> None:
    async def race(two: Two) -> None:
        everybody = [two.person(f"P{number}") for number in range(2 * ROUNDS)]
        wish = Search("stone-age", 2, "now")
        await asyncio.gather(
            *(
                pairing.seek(two.sides[number % 2], person, wish, "home")
                for number, person in enumerate(everybody)
            )
        )
        kept = two.sides[0].database.read_now(
            lambda c: list(c.execute(select(LISTED.c.table_id, LISTED.c.person)))
        )
        assert sorted(person for _, person in kept) == sorted(each.id for each in everybody)
        assert sorted(Counter(table for table, _ in kept).values()) == [2] * ROUNDS
        left = two.sides[0].database.read_now(lambda c: searches.counts(c, 0))
        assert left == []

    racing(settings, race)


def test_whatever_happens_at_once_the_answers_and_the_sheet_agree(settings: ServerSettings) -> None:
    """Moves, switches, taking back, leaving and returning, all at once at both servers."""

    async def race(two: Two) -> None:
        ada, ben = two.person("Ada"), two.person("Ben")
        table = await two.seated(ben, host=ada)
        taken: list[int] = []

        async def move(tables: Tables, person: Person, seat: int, id: str) -> None:
            live = await tables.get(table)
            assert live.table is not None
            if seat in live.table.asked:
                answer = Answer(None, live.table.moves(seat)[0].text, person.id, id)
                taken.append((await answers.take(tables, table, answer)).seq)

        for number in range(4 * ROUNDS):
            acts: list[Coroutine[Any, Any, Any]] = []
            for tables in two.sides:
                for seat, person in enumerate((ada, ben)):
                    acts.append(move(tables, person, seat, f"m{number}"))
                    acts.append(seats.set_automatic(tables, Key(person.id, table), number % 2 == 0))
                acts.append(undo.undo(tables, Key(ada.id, table), None))
                acts.append(undo.agree(tables, Key(ben.id, table), number % 3 == 0))
                acts.append(seats.come_back(tables, Key(ben.id, table)))
            for end in await asyncio.gather(*acts, return_exceptions=True):
                assert (
                    end is None
                    or not isinstance(end, BaseException | Conflict)
                    or (isinstance(end, Problem) and end.status in (400, 409))
                ), end
            two.sound(table)
        assert taken
        assert two.sound(table).facts.seq >= max(taken)

    racing(settings, race)


def test_an_old_look_leaves_no_snapshot(settings: ServerSettings) -> None:
    async def race(two: Two) -> None:
        one, other = two.sides
        ada = two.person("Ada")
        table = await two.table(ada, "me", "me")
        for _ in range(6):
            await two.play(one, table)
        (_, old) = await two.look(table, anew=True)
        await undo.undo(one, Key(ada.id, table), None)
        await upkeep.keep_snapshots(other)
        kept = one.database.read_now(
            lambda c: list(c.execute(select(SNAPSHOTS.c.ply).where(~SNAPSHOTS.c.round)).scalars())
        )
        assert old.facts.ply not in kept
        await upkeep.keep_snapshots(one)
        assert one.database.read_now(lambda c: log.last_snapshot(c, table, 99)) is not None

    racing(settings, race)


def test_writers_of_all_processes_come_one_after_the_other(settings: ServerSettings) -> None:
    """What a writer has read, nobody changes until it has written: here, ratings."""

    async def race(two: Two) -> None:
        ada, ben = two.person("Ada"), two.person("Ben")
        table = await two.seated(ben, host=ada)
        facts = two.kept(table)
        facts.rated = True
        facts.scores = [
            Score(seat=seat, total=9, rank=seat + 1, tie=0, parts={}) for seat in range(2)
        ]
        both = two.sides[0].database
        games = [replace(facts, id=f"game{number}") for number in range(18)]
        for each in games:
            both.write_now(partial(add_table, facts=each))
        writes = [
            tables.database.write(partial(rate, facts=each))
            for tables, some in zip(two.sides, (games[:9], games[9:]), strict=True)
            for each in some
        ]
        await asyncio.gather(*writes)
        query = select(LADDERS.c.games).where(LADDERS.c.players == 0)
        assert both.read_now(lambda c: list(c.execute(query).scalars())) == [18, 18]

    racing(settings, race)


def test_settings_changed_at_once_are_all_kept(settings: ServerSettings) -> None:
    first = new_tables(settings)
    first.database.write_now(lambda c: people.add_guest(c, "ada", "Ada", {}, 1))
    first.database.close()
    databases = [Database(make_engine(settings.url)) for _ in range(2)]
    ready = threading.Barrier(2)

    def change(database: Database, mark: str) -> None:
        def work(connection: Any) -> None:
            now = people.to_change(connection, "ada")
            assert now is not None
            people.change(connection, "ada", name=now.name + mark)

        ready.wait()
        for _ in range(10):
            database.write_now(work)

    threads = [
        threading.Thread(target=change, args=(database, mark))
        for database, mark in zip(databases, "xy", strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    name = databases[0].read_now(lambda c: c.execute(select(PEOPLE.c.name)).scalar_one())
    assert sorted(name) == sorted("Ada" + 10 * "xy")
    for database in databases:
        database.close()


def test_only_the_version_that_was_read_is_written_over(settings: ServerSettings) -> None:
    async def race(two: Two) -> None:
        facts = two.kept(await two.table(two.person("Ada"), "me", "open"))
        database = two.sides[0].database
        database.write_now(lambda c: save_table(c, facts))
        with pytest.raises(Outdated):
            database.write_now(lambda c: save_table(c, facts))
        assert two.kept(facts.id).version == facts.version + 1

    racing(settings, race)


def test_a_new_database_is_made_once(settings: ServerSettings) -> None:
    """Several processes that start at once on an empty database make it together."""
    made: list[str] = []

    def start() -> None:
        database = new_tables(settings).database
        made.extend(database.read_now(lambda c: c.execute(VERSIONS).scalars()))
        database.close()

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [newest()] * 3
