"""A process that follows another's tables reads what is new, and stands where the other does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from cradle.kernel.piece import dump
from cradle.server.app import Parts
from cradle.server.ops.tidy import delete_tables
from cradle.server.problems import Problem
from cradle.server.store.log import Answer
from cradle.server.store.pace import LivePace, NoPace, Pace
from cradle.server.store.people import Person, find
from cradle.server.store.receipts import Key
from cradle.server.tables import answers, chat, creation, plans, seats, undo
from cradle.server.tables.live import LiveTable
from cradle.server.tables.loader import load
from cradle.server.tables.messages import play_message
from cradle.server.tables.notices import table_topic
from cradle.server.tables.other_processes import notice_others
from cradle.server.tables.table_request import TableRequest
from tests.server.parts import (
    FREE,
    ME,
    add,
    at_two_processes,
    join,
    new_table,
    play,
)
from tests.server.postgres import fresh_database
from tests.server.running import salted

MOVES = 120
TABLES = 7


async def begin(parts: Parts, game: str, pace: Pace) -> tuple[LiveTable, list[Person]]:
    """A running game of two, whose first seat's only moves are answered by themselves."""
    people = [await add(parts, f"{game}-{number}") for number in range(2)]
    wish = TableRequest(game, (ME, FREE), pace=pace, salted=await salted(parts.tables, people[0]))
    made = await creation.create(parts.tables, Key(people[0].id), wish, people[0])
    live = await parts.tables.get(made.table)
    await join(parts, live.id, people[1])
    await seats.set_automatic(parts.tables, Key(people[0].id, live.id, "automatic"), True)
    return live, people


def standing(live: LiveTable) -> dict[str, Any]:
    """Everything of a table that must not depend on the process."""
    assert live.table is not None
    return {
        "facts": live.facts,
        "state": dump(live.table.state),
        "entries": live.table.entries,
        "clocks": (live.clocks.left, live.clocks.since, live.clocks.away),
        "chat": live.chat,
        "plans": live.plans,
    }


def told(live: LiveTable, since: int) -> list[dict[str, Any]]:
    """What everybody at a table is told who knows it up to a number."""
    assert live.table is not None
    messages = [play_message(live, live.table, seat, since) for seat in (None, 0, 1)]
    for message in messages:
        message["clocks"] = None  # which go on from one look to the next
    return messages


async def act(parts: Parts, live: LiveTable, rng: random.Random) -> None:
    """A move of somebody who is asked."""
    assert live.table is not None
    seat = rng.choice(live.table.asked)
    text = rng.choice(live.table.moves(seat)).text
    await answers.take(parts.tables, live.id, Answer(seat, text, live.facts.seats[seat].person))


@pytest.mark.parametrize("pace", [NoPace(), LivePace("live", 600_000, 5_000)], ids=["none", "live"])
@pytest.mark.parametrize("game", ["hadara", "stone-age"])
def test_who_follows_stands_where_the_other_does(
    postgres: str, tmp_path: Path, game: str, pace: Pace
) -> None:
    """Answer by answer, without loading the table, and with the same news and questions."""

    async def work(here: Parts, there: Parts) -> None:
        rng = random.Random(game)
        live, _ = await begin(here, game, pace)
        followed = await there.tables.look(live.id)
        for _ in range(MOVES):
            since = live.facts.seq
            await act(here, live, rng)
            if not live.playing:
                break
            assert await there.tables.look(live.id) is followed, "it was loaded"
            assert standing(followed) == standing(live)
            assert followed.question == live.question
            assert told(followed, since) == told(live, since)
            assert not told(followed, since)[0]["fresh"]

    at_two_processes(fresh_database(postgres, f"follow-{game}-{pace.kind}"), tmp_path, work)


def test_what_nobody_told_of_is_followed_too(postgres: str, tmp_path: Path) -> None:
    """Whoever looks whether others were there loads nothing that it can follow."""

    async def work(here: Parts, there: Parts) -> None:
        live, people = await begin(here, "stone-age", NoPace())
        unbegun = await new_table(here, people[0], ME, FREE)
        followed = [await there.tables.look(each.id) for each in (live, unbegun)]
        for _ in range(5):
            await act(here, live, random.Random(1))
        await here.database.write(partial(delete_tables, tables=[unbegun.id]))
        await notice_others(there.tables)
        assert list(there.tables.memory.all()) == followed[:1]
        assert standing(followed[0]) == standing(live)

    at_two_processes(fresh_database(postgres, "follow-untold"), tmp_path, work)


def test_whatever_else_happens_is_followed_too(postgres: str, tmp_path: Path) -> None:
    """Taking back, plans, chat, wishes: the table is as one that is loaded."""

    async def work(here: Parts, there: Parts) -> None:
        rng = random.Random(5)
        begun, people = await begin(here, "stone-age", NoPace())
        table = begun.id
        await there.tables.look(table)
        for number in range(80):
            live = await here.tables.look(table)
            key = Key(rng.choice(people).id, table, f"act-{number}")
            with suppress(Problem):  # as where there is nothing to take back
                await do_something(here, live, key, rng)
            loaded = await there.database.read(lambda c: load(c, table, there.tables.time))
            assert loaded is not None
            assert standing(await there.tables.look(table)) == standing(loaded.live)

    at_two_processes(fresh_database(postgres, "follow-all"), tmp_path, work)


async def do_something(parts: Parts, live: LiveTable, key: Key, rng: random.Random) -> None:
    """One of the acts of somebody who sits at a table."""
    tables = parts.tables
    match rng.randrange(7):
        case 0:
            await undo.undo(tables, key, None)
        case 1:
            await undo.agree(tables, key, True)
        case 2:
            await plans.lay(tables, key, None, ["send hut 2", "send field 1", "send hunt 1"])
        case 3:
            speaker = await parts.database.read(lambda c: find(c, key.person))
            assert speaker is not None
            await chat.say(tables, live, speaker, "hello", key.id)
        case 4:
            await seats.set_automatic(tables, key, bool(rng.randrange(2)))
        case _:
            await act(parts, live, rng)


@contextmanager
def statements(parts: Parts) -> Iterator[list[str]]:
    """What a process asks the database for."""
    found: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        found.append(statement)

    event.listen(parts.database.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(parts.database.engine, "before_cursor_execute", note)


def test_many_tables_that_others_changed_are_read_at_once(postgres: str, tmp_path: Path) -> None:
    """One statement for all of them, and none for those that nobody has looked at here."""

    async def work(here: Parts, there: Parts) -> None:
        ada, ben = [await add(here, name) for name in ("ada", "ben")]
        lives = [await new_table(here, ada, ME, FREE) for _ in range(TABLES + 1)]
        for live in lives:
            await join(here, live.id, ben)
        followed = [await there.tables.look(live.id) for live in lives[:TABLES]]
        for live in lives:
            await play(here, live.id, 3)
        topics = [table_topic(live.id) for live in lives]
        with there.notices.listen(topics[0]) as listener, statements(there) as asked:
            for topic in topics:
                there.other_processes.hear(topic)
            await listener.wait()
        assert len(asked) == 1
        assert [standing(live) for live in followed] == [standing(live) for live in lives[:TABLES]]

    at_two_processes(fresh_database(postgres, "follow-many"), tmp_path, work)
