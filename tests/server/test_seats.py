"""Leaving, coming back and kicking: who is told, who is host then, and what a refusal leaves."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import orjson
import pytest

from cradle.server.app import Parts
from cradle.server.problems import Problem
from cradle.server.store import people
from cradle.server.store.facts import RUNNING
from cradle.server.store.pace import LivePace
from cradle.server.store.receipts import Key
from cradle.server.tables import seats
from cradle.server.tables.feed import Feed
from cradle.server.tables.live import STAND_IN
from cradle.server.tables.notices import person_topic
from cradle.server.tables.table_request import Source
from tests.server.parts import FREE, ME, guests, join, kept, new_table, with_parts
from tests.server.running import test_settings


@pytest.mark.parametrize("kicked", [False, True])
def test_who_leaves_or_is_kicked_before_the_start_is_told(tmp_path: Path, kicked: bool) -> None:
    async def work(parts: Parts) -> None:
        ada, ben = await guests(parts, "ada", "ben")
        table = (await new_table(parts, ada, ME, FREE, FREE)).id
        await join(parts, table, ben)
        with parts.notices.listen(person_topic("ben")) as listener:
            if kicked:
                await seats.set_seat(parts.tables, Key("ada", table), ada, 1, FREE)
            else:
                await seats.leave(parts.tables, Key("ben", table))
            assert listener.called.is_set()
            listener.called.clear()
            await seats.set_seat(parts.tables, Key("ada", table), ada, 2, FREE)
            assert not listener.called.is_set()

    with_parts(test_settings(tmp_path), work)


def test_who_is_out_of_time_at_one_seat_comes_back_to_none(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        (ada,) = await guests(parts, "ada")
        live = await new_table(parts, ada, ME, ME, pace=LivePace("live", 60_000, 0))
        await seats.leave(parts.tables, Key("ada", live.id))
        live.clocks.left[1] = 0
        with pytest.raises(Problem, match="out-of-time"):
            await seats.come_back(parts.tables, Key("ada", live.id))
        assert [each.stand_in for each in live.facts.seats] == [STAND_IN, STAND_IN]
        assert live.clocks.away == {0, 1}

    with_parts(test_settings(tmp_path), work)


@pytest.mark.parametrize("joining", [True, False])
def test_nobody_sits_at_a_table_that_could_not_begin(tmp_path: Path, joining: bool) -> None:
    """The game that it should go on with is gone."""

    async def work(parts: Parts) -> None:
        ada, ben = await guests(parts, "ada", "ben")
        table = (await new_table(parts, ada, ME, FREE, source=Source("nosuchtable", 3))).id
        start = partial(seats.start, parts.tables, Key("ada", table), ada, "novice")
        act = partial(join, parts, table, ben) if joining else start
        for _ in range(2):
            with pytest.raises(Problem, match="not-found"):
                await act()
            live = await parts.tables.get(table)
            assert live.facts == kept(parts, table)
            assert live.facts.seats[1].kind == "open"

    with_parts(test_settings(tmp_path), work)


def test_who_goes_for_good_leaves_no_table_to_wait_under_their_name(tmp_path: Path) -> None:
    """Also where they are the host and have no seat."""

    async def work(parts: Parts) -> None:
        ada, ben = await guests(parts, "ada", "ben")
        hosted = (await new_table(parts, ada, FREE, FREE)).id
        seated = (await new_table(parts, ben, ME, FREE, FREE)).id
        await join(parts, seated, ada)
        mine = parts.database.read_now(lambda c: people.tables_of(c, "ada", RUNNING))
        assert set(mine) == {hosted, seated}
        for table in mine:
            await seats.go(parts.tables, table, "ada")
        assert kept(parts, hosted).state == "closed"
        assert kept(parts, seated).state == "open"
        assert parts.database.read_now(lambda c: people.tables_of(c, "ada", RUNNING)) == []

    with_parts(test_settings(tmp_path), work)


async def told_watchers(feed: Feed) -> list[int]:
    told = [orjson.loads(each) for each in await feed.news()]
    return [each["table"]["watchers"] for each in told if each["type"] == "table"]


def test_every_watcher_without_a_name_is_seen_to_come_and_go(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        (ada,) = await guests(parts, "ada")
        table = (await new_table(parts, ada, ME, ME)).id
        async with Feed(parts.tables, table, "ada") as feed, Feed(parts.tables, table, None):
            async with Feed(parts.tables, table, None):
                assert await told_watchers(feed) == [2]
            assert await told_watchers(feed) == [1]

    with_parts(test_settings(tmp_path), work)
