"""Two servers on one database whose memories don't know of each other: nothing is overwritten.

Each test's houses have both looked at a table before anything happens. So whoever acts second acts
from an old look, or at the very same moment; the tests hold whichever of them comes first.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest
from sqlalchemy import func, select

from cradle.server.house import House
from cradle.server.people.ratings import rate
from cradle.server.problems import Conflict, Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import log, people
from cradle.server.store.database import Database, make_engine
from cradle.server.store.people import Person
from cradle.server.store.schema import PEOPLE, RATINGS, SNAPSHOTS, TABLES
from cradle.server.store.tables import Outdated, Sheet, read_sheet, save_sheet
from cradle.server.tables import answers, creation, seats, undo
from cradle.server.tables.answers import Answer
from cradle.server.tables.creation import SeatWish, TableWish
from cradle.server.tables.live import Live
from cradle.server.tables.loader import load
from cradle.server.timestamps import now_ms

ROUNDS = 5


class Two:
    """Two houses on one database, neither of which hears the other, and people."""

    def __init__(self, settings: ServerSettings) -> None:
        self.houses = [House(settings), House(settings)]
        for house in self.houses:
            house.closing = True  # No bots: they would answer at moments of their own.
        self.people: list[Person] = []

    def person(self, name: str) -> Person:
        """Somebody new."""
        fresh = f"p{len(self.people)}{name.lower()}"
        person = self.houses[0].database.write_now(
            lambda c: people.add_guest(c, fresh, name, {"automatic": False}, now_ms())
        )
        self.people.append(person)
        return person

    async def table(self, host: Person, *seats: str, start: bool = True) -> str:
        """A table both houses have looked at."""
        wish = TableWish("stone-age", [SeatWish(seat) for seat in seats], start=start)
        live = await creation.create(self.houses[0], wish, host)
        await self.look(live.id)
        return live.id

    async def seated(self, *others: Person, host: Person) -> str:
        """A running table of these people, both houses have looked at."""
        table = await self.table(host, "me", *("open" for _ in others))
        for person in others:
            await creation.join(self.houses[0], table, person, None, "")
        await self.look(table, anew=True)
        return table

    async def play(self, house: House, table: str) -> int:
        """The first move of whoever is asked; their seat."""
        live = await house.keeper.get(table)
        assert live.board is not None
        seat = live.board.asked[0]
        person = live.sheet.chairs[seat].person
        assert person is not None
        answer = Answer(person, live.board.moves(seat)[0].text, seat=seat)
        await answers.answer(house, table, answer)
        return seat

    async def look(self, table: str, anew: bool = False) -> list[Live]:
        """What both houses have in memory, or find in the database."""
        if anew:
            for house in self.houses:
                if (live := house.keeper.peek(table)) is not None:
                    house.keeper.forget(live)
        return [await house.keeper.get(table) for house in self.houses]

    def kept(self, table: str) -> Sheet:
        """The table as the database has it."""
        sheet = self.houses[0].database.read_now(lambda c: read_sheet(c, table))
        assert sheet is not None
        return sheet

    def sound(self, table: str) -> Live:
        """The table as loaded from the database, whose sheet and answers must agree."""
        kept = self.kept(table)
        loaded = self.houses[0].database.read_now(lambda c: load(c, table, 0))
        assert loaded is not None
        assert loaded.repair is None
        board = loaded.live.board
        assert board is not None
        assert (kept.asked, kept.seq) == (board.asked, loaded.live.sheet.seq)
        assert (kept.ply, kept.round) == (len(board.entries), board.round)
        assert (kept.state == "over") == board.over
        return loaded.live

    def close(self) -> None:
        """End both."""
        for house in self.houses:
            house.database.close()


def racing(settings: ServerSettings, race: Callable[[Two], Awaitable[None]]) -> None:
    """Run a race between two houses."""

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
def test_one_chair_goes_to_one_person(settings: ServerSettings, seats: str, reason: str) -> None:
    async def race(two: Two) -> None:
        host = two.person("Host")
        for _ in range(ROUNDS):
            rivals = [two.person(f"R{number}") for number in range(6)]
            table = await two.table(host, *seats.split())
            ends = await asyncio.gather(
                *(
                    outcome(creation.join(two.houses[number % 2], table, rival, None, ""))
                    for number, rival in enumerate(rivals)
                )
            )
            assert sorted(ends) == sorted(["done", *[reason] * 5])
            winner = rivals[ends.index("done")]
            assert two.kept(table).chairs[1].person == winner.id
            for live in await two.look(table, anew=True):
                assert live.sheet.seats_of(winner.id) == [1]

    racing(settings, race)


def test_the_last_chairs_are_taken_together_and_the_game_starts_once(
    settings: ServerSettings,
) -> None:
    async def race(two: Two) -> None:
        host = two.person("Host")
        for _ in range(ROUNDS):
            pair = [two.person("One"), two.person("Two")]
            table = await two.table(host, "me", "open", "open")
            joins = (
                creation.join(house, table, person, None, "")
                for house, person in zip(two.houses, pair, strict=True)
            )
            assert [await outcome(join) for join in joins] == ["done", "done"]
            sheet = two.sound(table).sheet
            assert sheet.state == "playing"
            assert {chair.person for chair in sheet.chairs} == {host.id, *(p.id for p in pair)}

    racing(settings, race)


def test_who_acts_from_an_old_look_overwrites_nothing(settings: ServerSettings) -> None:
    """Each pair: one house changes a table, the other then changes something else about it."""

    async def race(two: Two) -> None:
        one, other = two.houses
        ada, ben = two.person("Ada"), two.person("Ben")

        table = await two.seated(ben, host=ada)
        before = two.kept(table).seq
        await two.play(one, table)
        await seats.set_automatic(other, table, ada.id, True)
        assert two.sound(table).sheet.seq > before
        assert two.kept(table).chairs[0].automatic

        table = await two.seated(ben, host=ada)
        await seats.leave(one, table, ben.id)
        await seats.set_automatic(other, table, ada.id, True)
        assert two.kept(table).chairs[1].stand_in is not None
        assert two.kept(table).chairs[0].automatic

        table = await two.table(ada, "me", "open", "open")
        await seats.close(one, table, ada.id)
        assert await outcome(creation.join(other, table, ben, None, "")) == "already-started"
        assert two.kept(table).state == "closed"

        table = await two.table(ada, "me", "open", "open")
        await creation.join(one, table, ben, None, "")
        await seats.set_seat(other, table, ada, 2, SeatWish("bot"))
        assert [chair.kind for chair in two.kept(table).chairs] == ["person", "person", "bot"]

        table = await two.table(ada, "me", "open")
        await seats.start(one, table, ada, "novice")
        assert await outcome(seats.start(other, table, ada, "novice")) == "already-started"
        two.sound(table)

    racing(settings, race)


def test_every_vote_for_taking_back_counts(settings: ServerSettings) -> None:
    async def race(two: Two) -> None:
        one, other = two.houses
        ada, *others = (two.person(name) for name in ("Ada", "Ben", "Cleo"))
        table = await two.seated(*others, host=ada)
        first = await two.play(one, table)
        while await two.play(one, table) == first:
            pass
        wisher, *voters = sorted([ada, *others], key=lambda person: person is not two.people[first])
        assert not (await undo.undo(one, table, wisher.id, None)).done
        before = two.kept(table).ply
        await two.look(table, anew=True)
        await asyncio.gather(
            *(
                undo.agree(house, table, voter.id, True)
                for house, voter in zip((one, other), voters, strict=True)
            )
        )
        live = two.sound(table)
        assert live.sheet.ply < before
        assert live.sheet.undo is None

    racing(settings, race)


def test_a_rematch_is_one_table(settings: ServerSettings) -> None:
    async def race(two: Two) -> None:
        ada, ben = two.person("Ada"), two.person("Ben")
        for number in range(ROUNDS):
            table = await two.seated(ben, host=ada)
            live = await two.houses[0].keeper.get(table)
            async with live.lock:
                await seats.shut(two.houses[0], live)
            await two.look(table, anew=True)
            again = await asyncio.gather(
                seats.rematch(two.houses[0], table, ada),
                seats.rematch(two.houses[1], table, ben),
            )
            assert {each.id for each in again} == {two.kept(table).rematch}
            two.sound(again[0].id)
            count = two.houses[0].database.read_now(
                lambda c: c.execute(select(func.count()).select_from(TABLES)).scalar_one()
            )
            assert count == 2 * (number + 1)

    racing(settings, race)


def test_whatever_happens_at_once_the_answers_and_the_sheet_agree(settings: ServerSettings) -> None:
    """Moves, switches, taking back, leaving and returning, all at once at both houses."""

    async def race(two: Two) -> None:
        ada, ben = two.person("Ada"), two.person("Ben")
        table = await two.seated(ben, host=ada)
        taken: list[int] = []

        async def move(house: House, person: Person, seat: int, id: str) -> None:
            live = await house.keeper.get(table)
            assert live.board is not None
            if seat in live.board.asked:
                answer = Answer(person.id, live.board.moves(seat)[0].text, client=id)
                taken.append((await answers.answer(house, table, answer)).seq)

        for number in range(4 * ROUNDS):
            acts: list[Coroutine[Any, Any, Any]] = []
            for house in two.houses:
                for seat, person in enumerate((ada, ben)):
                    acts.append(move(house, person, seat, f"m{number}"))
                    acts.append(seats.set_automatic(house, table, person.id, number % 2 == 0))
                acts.append(undo.undo(house, table, ada.id, None))
                acts.append(undo.agree(house, table, ben.id, number % 3 == 0))
                acts.append(seats.come_back(house, table, ben.id))
            for end in await asyncio.gather(*acts, return_exceptions=True):
                assert (
                    end is None
                    or not isinstance(end, BaseException | Conflict)
                    or (isinstance(end, Problem) and end.status in (400, 409))
                ), end
            two.sound(table)
        assert taken
        assert two.sound(table).sheet.seq >= max(taken)

    racing(settings, race)


def test_an_old_look_leaves_no_snapshot(settings: ServerSettings) -> None:
    async def race(two: Two) -> None:
        one, other = two.houses
        ada = two.person("Ada")
        table = await two.table(ada, "me", "me")
        for _ in range(6):
            await two.play(one, table)
        (_, old) = await two.look(table, anew=True)
        await undo.undo(one, table, ada.id, None)
        await answers.keep_all(other)
        kept = one.database.read_now(
            lambda c: list(c.execute(select(SNAPSHOTS.c.ply).where(~SNAPSHOTS.c.round)).scalars())
        )
        assert old.sheet.ply not in kept
        await answers.keep_all(one)
        assert one.database.read_now(lambda c: log.last_snapshot(c, table, 99)) is not None

    racing(settings, race)


def test_writers_of_all_processes_come_one_after_the_other(settings: ServerSettings) -> None:
    """What a writer has read, nobody changes until it has written: here, ratings."""

    async def race(two: Two) -> None:
        ada, ben = two.person("Ada"), two.person("Ben")
        table = await two.seated(ben, host=ada)
        sheet = two.kept(table)
        sheet.scores = [{"rank": 1}, {"rank": 2}]
        writes = [
            house.database.write(lambda c: rate(c, sheet)) for house in two.houses for _ in range(9)
        ]
        await asyncio.gather(*writes)
        query = select(RATINGS.c.games)
        games = two.houses[0].database.read_now(lambda c: list(c.execute(query).scalars()))
        assert games == [18, 18]

    racing(settings, race)


def test_settings_changed_at_once_are_all_kept(settings: ServerSettings) -> None:
    settings.data.mkdir(parents=True, exist_ok=True)
    first = House(settings)
    first.database.write_now(lambda c: people.add_guest(c, "ada", "Ada", {}, 1))
    first.database.close()
    databases = [Database(make_engine(settings.url)) for _ in range(2)]
    ready = threading.Barrier(2)

    def change(database: Database, mark: str) -> None:
        def work(connection: Any) -> None:
            now = people.find(connection, "ada")
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
        sheet = two.kept(await two.table(two.person("Ada"), "me", "open"))
        database = two.houses[0].database
        database.write_now(lambda c: save_sheet(c, sheet))
        with pytest.raises(Outdated):
            database.write_now(lambda c: save_sheet(c, sheet))
        assert two.kept(sheet.id).version == sheet.version + 1

    racing(settings, race)


def test_a_new_database_is_made_once(settings: ServerSettings) -> None:
    """Several processes that start at once on an empty database make it together."""
    made: list[bytes] = []

    def start() -> None:
        house = House(settings)
        made.append(house.key)
        house.database.close()

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 3
    assert len(set(made)) == 1
