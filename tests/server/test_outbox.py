"""The outbox: whoever wants to be told is told, once, and only of what is still so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest
from sqlalchemy import Connection, update

from cradle.server.http.shapes.notifications import ChangedChannel, ChannelEvent
from cradle.server.notifications import sender as sending
from cradle.server.notifications.message import Begin, NeverSent, NotSent, Outgoing, Unanswered
from cradle.server.notifications.sender import MOST_TRIES, wait_ms
from cradle.server.ops.tidy import TOLD_DAYS, tidy
from cradle.server.settings import ServerSettings
from cradle.server.store import channels, outbox, people
from cradle.server.store.channels import EVENTS, Quiet
from cradle.server.store.log import Answer
from cradle.server.store.outbox import LEASE_MS, Notification
from cradle.server.store.pace import DaysPace
from cradle.server.store.receipts import Key
from cradle.server.store.schema import TABLES
from cradle.server.tables import answers, chat, seats, undo
from cradle.server.tables.rematch import rematch
from cradle.server.timestamps import DAY_MS
from tests.server.notification_world import HOUR, MINUTE, START, NotificationWorld, tell
from tests.server.running import test_settings

Run = Callable[[Callable[[NotificationWorld], Awaitable[None]]], None]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work with the parts of a server on SQLite."""
    return partial(tell, test_settings(tmp_path), monkeypatch)


def test_who_waits_is_told_once_that_it_is_their_turn(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(world: NotificationWorld) -> None:
        ada, ben = await world.person("ada", "push"), await world.person("ben", "push")
        table = await world.table(ada, ben)
        await world.wait_for(table, "ben")
        assert await world.send_after(0) == []
        assert await world.send_after(MINUTE) == ["turn"]
        (message,) = world.recorder.sent
        assert message.channel.person == "ben"
        assert message.items[0].path == f"/t/{table}"
        assert message.items[0].text == "It’s your turn in Stone Age, with Ada."
        assert await world.send_after(DAY_MS) == []

    tell(settings, monkeypatch, work)


def test_who_answers_in_time_is_told_nothing(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        await world.wait_for(table, "ben")
        await world.move(table)
        assert await world.send_after(HOUR) == []
        assert [row.outcome for row in await world.rows()] == ["dropped"]

    run(work)


def test_who_looks_is_told_nothing(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        world.looking.add((table, "ben"))
        await world.wait_for(table, "ben")
        assert await world.send_after(HOUR) == []

    run(work)


def test_a_turn_that_comes_back_is_told_once(run: Run) -> None:
    """Whoever moves takes it back and moves again: it is the same turn of the next."""

    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        await world.wait_for(table, "ada")
        await world.move(table)
        assert await world.send_after(HOUR) == ["turn"]
        receipt = await undo.undo(world.parts.tables, Key("ada", table), None)
        assert receipt.done or (await undo.agree(world.parts.tables, Key("ben", table), True)).done
        assert await world.asked(table) == "ada"
        await world.move(table)
        assert await world.send_after(HOUR) == []
        await world.move(table)
        await world.move(table)
        assert await world.send_after(HOUR) == ["turn"]

    run(work)


@pytest.mark.parametrize("how", ["events", "muted", "stopped", "unconfirmed"])
def test_who_wants_to_hear_nothing_hears_nothing(run: Run, how: str) -> None:
    async def work(world: NotificationWorld) -> None:
        wishes: dict[str, dict[str, Any]] = {
            "muted": {},
            "events": {"events": ("over",)},
            "stopped": {"stopped_at": 1},
            "unconfirmed": {"confirmed_at": None},
        }
        table = await world.table(
            await world.person("ada"), await world.person("ben", "push", **wishes[how])
        )
        if how == "muted":
            await world.parts.database.write(lambda c: channels.mute(c, "ben", table, True))
            await world.move(table)
            await world.move(table)
        await world.wait_for(table, "ben")
        assert how == "muted" or await world.rows() == []
        assert await world.send_after(HOUR) == []

    run(work)


def test_what_changes_before_it_goes_counts(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        await world.wait_for(table, "ben")
        await world.parts.database.write(lambda c: channels.mute(c, "ben", table, True))
        assert await world.send_after(HOUR) == []

    run(work)


def test_rematch_end_and_chat_are_told(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        tables = world.parts.tables
        ada = await world.person("ada", "webhook", events=EVENTS)
        ben = await world.person("ben", "webhook", events=EVENTS)
        table = await world.table(ada, ben)
        for number in range(3):
            live = await tables.get(table)
            await chat.say(tables, live, ada, "hello", f"{number}")
        assert sorted(await world.send_after(MINUTE)) == ["chat", "turn"]
        mover = await play_out(world, table)
        (over,) = [row for row in await world.rows() if row.event == "over"]
        assert over.person != mover
        assert await world.send_after(MINUTE) == ["over"]
        again = await rematch(tables, Key("ada", table), ada)
        assert await world.send_after(MINUTE) == ["rematch"]
        assert world.recorder.sent[-1].channel.person == "ben"
        assert "Ada" in world.recorder.sent[-1].items[0].text
        assert world.recorder.sent[-1].items[0].path == f"/t/{again.table}"

    run(work)


def test_a_rematch_that_was_joined_or_declined_is_told_no_more(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        tables = world.parts.tables
        ada, ben = await world.person("ada"), await world.person("ben", "push")
        table = await world.table(ada, ben)
        await play_out(world, table)
        await world.send_after(HOUR)
        again = await rematch(tables, Key("ada", table), ada)
        await seats.leave(tables, Key("ben", again.table))
        assert await world.send_after(HOUR) == []

    run(work)


async def play_out(world: NotificationWorld, table: str) -> str:
    """Play to the end; who moved last."""
    live = await world.parts.tables.get(table)
    mover = ""
    while live.facts.state == "playing":
        mover = await world.asked(table)
        assert live.table is not None
        text = live.table.moves(live.facts.asked[0])[0].text
        await answers.take(world.parts.tables, table, Answer(None, text, mover))
    return mover


def test_nothing_is_told_of_what_was_not_kept(run: Run) -> None:
    """Another process was first: neither answer nor message is kept, until it is retried."""

    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        database = world.parts.database

        def refuse(connection: Connection) -> None:
            outbox.add(connection, [Notification("turn", "ben", table, 99)], world.now)
            raise RuntimeError

        with pytest.raises(RuntimeError):
            await database.write(refuse)
        before = await world.rows()
        assert all(row.seq != 99 for row in before)
        moved_on = update(TABLES).values(version=TABLES.c.version + 1)
        await database.write(lambda c: c.execute(moved_on).rowcount)
        await world.wait_for(table, "ben")
        assert len(await world.rows()) == 1

    run(work)


def test_quiet_hours_put_off_and_never_lose(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        ben = await world.person("ben", "push")
        table = await world.table(await world.person("ada"), ben)
        night = Quiet("Europe/Prague", 22 * 60, 10 * 60)  # It is 09:00 there.
        await world.parts.database.write(lambda c: channels.keep_quiet(c, "ben", night))
        await world.wait_for(table, "ben")
        assert await world.send_after(59 * MINUTE) == []
        assert await world.send_after(MINUTE) == ["turn"]
        assert world.now == START + HOUR

    run(work)


def test_games_by_days_are_told_in_one_mail_a_day(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        ada, ben = await world.person("ada"), await world.person("ben", "mail", digest=True)
        await world.parts.database.write(
            lambda c: channels.keep_quiet(c, "ben", Quiet("UTC", digest_at=18 * 60))
        )
        by_days = [await world.table(ada, ben, pace=DaysPace("days", 3)) for _ in range(3)]
        live = await world.table(ada, ben)
        for table in (*by_days, live):
            await world.wait_for(table, "ben")
        assert await world.send_after(HOUR) == ["turn"]
        assert await world.send_after(8 * HOUR) == []
        assert await world.send_after(HOUR) == ["turn"] * 3
        one, digest = world.recorder.sent
        assert len(one.items) == 1
        assert digest.title == "3 things have happened at your tables"

    run(work)


def test_what_fails_is_tried_again_under_the_same_name(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        await world.wait_for(table, "ben")
        world.recorder.fault = NotSent("nobody there")
        await world.send_after(MINUTE)
        (row,) = await world.rows()
        assert (row.tries, row.done_at, row.due_at) == (1, None, world.now + wait_ms(1))
        channel = await world.parts.database.read(lambda c: channels.find(c, "ben-push"))
        assert channel is not None
        assert channel.fault == "nobody there"
        world.recorder.fault = None
        assert await world.send_after(wait_ms(1) - 1) == []
        assert await world.send_after(1) == ["turn"]
        assert world.recorder.sent[0].key == row.batch
        channel = await world.parts.database.read(lambda c: channels.find(c, "ben-push"))
        assert channel is not None
        assert channel.fault is None

    run(work)


def test_after_many_tries_it_is_given_up(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        await world.wait_for(table, "ben")
        world.recorder.fault = NotSent("nobody there")
        await world.send_after(MINUTE)
        waits = []
        while (row := (await world.rows())[0]).done_at is None:
            waits.append(row.due_at - world.now)
            await world.send_after(row.due_at - world.now)
        assert waits == sorted(waits)
        assert len(waits) == MOST_TRIES - 1
        assert (row.outcome, row.tries) == ("failed", MOST_TRIES)

    run(work)


def test_who_is_gone_is_not_asked_again(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        await world.wait_for(table, "ben")
        world.recorder.fault = NeverSent("no such browser", gone=True)
        await world.send_after(MINUTE)
        assert [row.outcome for row in await world.rows()] == ["failed"]
        await world.move(table)
        await world.move(table)
        assert len(await world.rows()) == 1

    run(work)


def test_a_message_that_hangs_is_taken_for_lost(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SEND_S", 0)

    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        await world.wait_for(table, "ben")
        world.recorder.fault = None
        assert await world.send_after(MINUTE) == []
        assert [row.done_at for row in await world.rows()] == [None]

    run(work)


@pytest.mark.parametrize(
    ("kind", "fault", "begins", "outcome"),
    [
        ("webhook", Unanswered("no answer"), True, "unknown"),
        ("webhook", Unanswered("no answer"), False, None),
        ("webhook", NotSent("answered 503"), True, None),
        ("mail", Unanswered("no answer"), True, None),
    ],
)
def test_what_may_have_come_goes_out_again_where_it_is_known_again(
    run: Run, kind: str, fault: Exception, begins: bool, outcome: str | None
) -> None:
    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", kind))
        await world.wait_for(table, "ada")
        await world.move(table)
        world.recorder.fault, world.recorder.begins = fault, begins
        await world.send_after(MINUTE)
        told = [row.outcome for row in await world.rows() if row.outcome != "dropped"]
        assert told == [outcome]
        world.recorder.fault, world.recorder.begins = None, True
        assert await world.send_after(HOUR) == ([] if outcome else ["turn"])
        channel = await world.parts.database.read(lambda c: channels.find(c, f"ben-{kind}"))
        assert channel is not None
        assert channel.fault == ("no answer" if outcome else None)
        receipt = await undo.undo(world.parts.tables, Key("ada", table), None)
        assert receipt.done or (await undo.agree(world.parts.tables, Key("ben", table), True)).done
        await world.wait_for(table, "ben")
        assert (
            await world.send_after(HOUR) == []
        )  # It is the turn that was told, as far as we know.

    run(work)


def test_who_was_too_slow_sends_nothing(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else has claimed what we hold: they send it, and not we."""

    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "webhook"))
        await world.wait_for(table, "ben")
        write = world.parts.database.write
        send = world.recorder.send

        async def slowly(message: Outgoing, begin: Begin) -> None:
            await write(lambda c: outbox.claim(c, world.now + LEASE_MS, 10))
            await send(message, begin)

        world.recorder.send = slowly  # type: ignore[method-assign]
        assert await world.send_after(MINUTE) == []
        world.recorder.send = send  # type: ignore[method-assign]
        assert await world.send_after(2 * LEASE_MS) == ["turn"]

    tell(settings, monkeypatch, work)


def test_what_may_have_come_keeps_its_name_over_a_night(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        ben = await world.person("ben", "mail")
        table = await world.table(await world.person("ada"), ben)
        await world.wait_for(table, "ben")
        world.recorder.fault = Unanswered("no answer")
        await world.send_after(MINUTE)
        (before,) = await world.rows()
        night = Quiet("Europe/Prague", 9 * 60, 10 * 60)  # It is 09:01 there.
        await world.parts.database.write(lambda c: channels.keep_quiet(c, "ben", night))
        world.recorder.fault = None
        assert await world.send_after(MINUTE) == []
        assert await world.send_after(HOUR) == ["turn"]
        assert world.recorder.sent[0].key == before.batch

    run(work)


def test_what_somebody_has_claimed_nobody_else_takes_before_the_lease_ends(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(world: NotificationWorld) -> None:
        people = await world.person("ada"), await world.person("ben", "push", "mail")
        table = await world.table(*people)
        await world.wait_for(table, "ben")
        world.now += HOUR
        claim = partial(outbox.claim, most=10)
        write = world.parts.database.write
        first = await write(lambda c: claim(c, world.now))
        assert sorted(each.channel for each in first) == ["ben-mail", "ben-push"]
        assert await write(lambda c: claim(c, world.now + LEASE_MS - 1)) == []
        again = await write(lambda c: claim(c, world.now + LEASE_MS))
        assert {each.name for each in again} == {each.name for each in first}
        assert [each.rows[0].tries for each in again] == [2, 2]

    tell(settings, monkeypatch, work)


def test_a_batch_stays_together_whatever_comes_after(run: Run) -> None:
    """A mail that was perhaps sent goes out again as it was, not with something else in it."""

    async def work(world: NotificationWorld) -> None:
        ada, ben = await world.person("ada"), await world.person("ben", "mail")
        first = [await world.table(ada, ben) for _ in range(2)]
        for table in first:
            await world.wait_for(table, "ben")
        claim, write = partial(outbox.claim, most=10), world.parts.database.write
        (lost,) = await write(lambda c: claim(c, world.now + HOUR))
        assert len(lost.rows) == 2
        await world.wait_for(await world.table(ada, ben), "ben")
        later = world.now + HOUR + LEASE_MS
        batches = {each.name: each.ids for each in await write(lambda c: claim(c, later))}
        assert len(batches) == 2
        assert batches[lost.name] == lost.ids

    run(work)


def test_the_outbox_is_bounded_and_tidied(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST_WAITING", 2)

    async def work(world: NotificationWorld) -> None:
        ada, ben = await world.person("ada"), await world.person("ben", "push")
        for _ in range(4):
            await world.wait_for(await world.table(ada, ben), "ben")
        assert len(await world.rows()) == 2
        assert await world.send_after(MINUTE) == ["turn", "turn"]
        now = START + MINUTE + TOLD_DAYS * DAY_MS
        monkeypatch.setattr("cradle.server.ops.tidy.now_ms", lambda: now)
        await tidy(world.parts.tables, world.parts.tasks, world.parts.settings)
        assert len(await world.rows()) == 2
        now += 1
        await tidy(world.parts.tables, world.parts.tasks, world.parts.settings)
        assert await world.rows() == []

    run(work)


def test_who_is_forgotten_is_told_nothing_more(run: Run) -> None:
    async def work(world: NotificationWorld) -> None:
        table = await world.table(await world.person("ada"), await world.person("ben", "push"))
        await world.parts.database.write(lambda c: channels.mute(c, "ben", table, True))
        await world.parts.database.write(lambda c: channels.mute(c, "ben", table, False))
        await world.wait_for(table, "ben")
        await world.parts.database.write(lambda c: people.forget(c, "ben"))
        assert await world.rows() == []
        assert await world.parts.database.read(lambda c: channels.of_people(c, ["ben"])) == []

    run(work)


def test_a_channel_may_tell_of_everything_there_is() -> None:
    assert ChangedChannel(events=list(get_args(ChannelEvent))).events == list(EVENTS)
