"""Reactions: shown for a while to whoever is at the table and hears that person; never kept."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, update

from cradle.server.app import Parts
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings
from cradle.server.store import relations
from cradle.server.store.schema import PEOPLE
from cradle.server.tables.feed import Feed
from cradle.server.tables.other_processes import OtherProcesses
from cradle.server.tables.reactions import hear_reaction, react
from cradle.server.tables.recent_reactions import LASTS_S, MOST, Reaction, RecentReactions
from cradle.server.timestamps import HOUR_MS, now_ms
from tests.server.parts import FREE, ME, guests, new_table, with_parts

HELLO = Reaction("one", "hello", "ada", "Ada", 0)


class Clock:
    """A time that only tests move."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_reaction_is_told_once_and_only_for_a_while() -> None:
    clock = Clock()
    recent = RecentReactions(clock)
    recent.add("a", HELLO)
    (shown,) = recent.after("a", 0)
    assert shown.reaction == HELLO
    assert recent.after("a", shown.number) == recent.after("b", 0) == []
    clock.now += LASTS_S + 1
    assert recent.after("a", 0) == []


def test_no_more_is_remembered_than_can_be_shown() -> None:
    clock = Clock()
    recent = RecentReactions(clock)
    for _ in range(3 * MOST):
        recent.add("busy", HELLO)
    assert len(recent.after("busy", 0)) == MOST
    for number in range(10):
        recent.add(f"{number}", HELLO)
    clock.now += LASTS_S + 1
    recent.add("busy", HELLO)
    assert list(recent.tables) == ["busy"]


async def told(parts: Parts, table: str, viewer: str | None, **more: Any) -> list[dict[str, Any]]:
    """The reactions that somebody who comes now is told of."""
    async with Feed(parts.tables, table, viewer, **more) as feed:
        messages = [json.loads(message) for message in await feed.news()]
        assert all(json.loads(each)["type"] != "reaction" for each in await feed.news())
    return [message for message in messages if message["type"] == "reaction"]


def test_everybody_at_the_table_is_told_but_those_who_mute_or_block(
    settings: ServerSettings,
) -> None:
    async def work(parts: Parts) -> None:
        ada, ben, cem, dan = await guests(parts, "ada", "ben", "cem", "dan")
        table = (await new_table(parts, ada, ME, FREE)).id
        await react(parts.tables, table, ada, "bravo")
        await react(parts.tables, table, ben, "wow")
        for kind, deaf in (("mute", cem.id), ("block", dan.id)):
            unhear = partial(relations.add, person=deaf, kind=kind, other=ada.id, now=0)
            await parts.database.write(unhear)
        both = [("bravo", "ada", "Ada", 0), ("wow", "ben", "Ben", None)]
        fields = ("reaction", "person", "by", "seat")
        for viewer, expected in (
            (ada.id, both),
            (ben.id, both),
            (None, both),
            (cem.id, both[1:]),
            (dan.id, both[1:]),
        ):
            found = await told(parts, table, viewer)
            assert [tuple(each[field] for field in fields) for each in found] == expected
        assert await told(parts, table, ben.id, chat=None) == []  # a program's stream

    with_parts(settings, work)


def test_who_is_timed_out_or_gone_shows_nothing(settings: ServerSettings) -> None:
    async def work(parts: Parts) -> None:
        ada, ben = await guests(parts, "ada", "ben")
        table = (await new_table(parts, ada, ME, FREE)).id
        out = update(PEOPLE).where(PEOPLE.c.id == "ada").values(timeout_until=now_ms() + HOUR_MS)
        gone = update(PEOPLE).where(PEOPLE.c.id == "ben").values(gone=True)
        for person, change, key in ((ada, out, "timed-out"), (ben, gone, "who-are-you")):
            await parts.database.write(partial(Connection.execute, statement=change))
            with pytest.raises(Problem) as refused:
                await react(parts.tables, table, person, "hello")
            assert refused.value.key == key
        assert await told(parts, table, None) == []

    with_parts(settings, work)


def test_another_process_is_told_all_it_needs(settings: ServerSettings) -> None:
    async def work(parts: Parts) -> None:
        (ada,) = await guests(parts, "ada")
        table = (await new_table(parts, ada, ME, FREE)).id
        sent: list[str] = []
        parts.tables.notices.relay = sent.extend
        await react(parts.tables, table, ada, "oops")
        (here,) = await told(parts, table, None)
        (topic,) = [each for each in sent if each.startswith("reaction/")]
        assert len(topic) <= 64  # as relays.AT_ONCE counts on
        parts.tables.memory.reactions = RecentReactions()
        await hear_reaction(parts.tables, topic.removeprefix("reaction/"))
        assert await told(parts, table, None) == []  # Nobody was there to see it.
        async with Feed(parts.tables, table, None) as feed:
            await feed.news()
            OtherProcesses(parts.tables, parts.tasks).hear(topic)
            heard: list[Any] = []
            while not heard:
                await feed.listener.wait()
                heard = [json.loads(each) for each in await feed.news()]
        assert heard == [here]

    with_parts(settings, work)
