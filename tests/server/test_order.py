"""Whoever was told that something is kept is never shown less afterwards."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi import WebSocket
from starlette.websockets import WebSocketState

from cradle.server.app import Parts
from cradle.server.http.conversation import SocketClient
from cradle.server.settings import ServerSettings
from cradle.server.store import chat as kept_chat
from cradle.server.store.log import Answer
from cradle.server.store.receipts import Key
from cradle.server.tables import answers, chat, undo
from cradle.server.tables.feed import Feed
from cradle.server.tables.live import LiveTable
from tests.server.parts import ME, add, at_two_processes, new_table, play, with_parts
from tests.server.postgres import fresh_database


def shown(messages: list[bytes]) -> list[int]:
    """Up to which row of the log each view goes."""
    plain = [json.loads(message) for message in messages]
    return [message["seq"] for message in plain if message["type"] == "play"]


def test_a_view_is_made_after_all_that_it_waits_for(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go_on = threading.Event(), threading.Event()
    lines = kept_chat.lines

    def read_slowly(*args: Any) -> Any:
        reading.set()
        go_on.wait()
        return lines(*args)

    async def work(parts: Parts) -> None:
        ada = await add(parts, "ada")
        live = await new_table(parts, ada, ME, ME)
        await chat.say(parts.tables, live, ada, "hello", None)
        monkeypatch.setattr(kept_chat, "lines", read_slowly)
        async with Feed(parts.tables, live.id, ada.id) as feed:
            news = asyncio.create_task(feed.news())
            await asyncio.to_thread(reading.wait)
            await play(parts, live.id, 1)
            go_on.set()
            assert shown(await news) == [live.facts.seq]

    with_parts(settings, work)


class SlowLine:
    """A socket whose first message takes until somebody says so."""

    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.headers = self.query_params = dict[str, str]()
        self.sent: list[str] = []
        self.free = asyncio.Event()

    async def send_text(self, text: str) -> None:
        self.sent.append(text)
        await self.free.wait()


def test_nothing_overtakes_what_is_being_sent() -> None:
    async def work() -> None:
        line = SlowLine()
        client = SocketClient(cast(WebSocket, line), *cast(Any, (Limits(), None, None, None)))
        speaking = asyncio.create_task(client.send_all([b'"table"', b'"play"']))
        await asyncio.sleep(0)
        listening = asyncio.create_task(client.tell({"type": "done"}))
        await asyncio.sleep(0)
        line.free.set()
        await asyncio.gather(speaking, listening)
        assert line.sent == ['"table"', '"play"', '{"type":"done"}']

    asyncio.run(work())


class Limits:
    """No limits."""

    def bucket(self) -> None:
        """Nobody waits."""


async def answer(parts: Parts, live: LiveTable) -> int:
    """Whoever is asked answers by the id `mine`, also if that isn't known here; the row."""
    assert live.table is not None
    seat = live.table.asked[0]
    given = Answer(seat, live.table.moves(seat)[-1].text, "ada", "mine")
    return (await answers.take(parts.tables, live.id, given)).seq


async def take_back(parts: Parts, live: LiveTable) -> int:
    return (await undo.undo(parts.tables, Key("ada", live.id, "mine"), None)).seq


@pytest.mark.parametrize("act", [answer, take_back])
def test_what_is_done_at_another_process_is_shown_with_its_receipt(
    act: Any, postgres: str, tmp_path: Path
) -> None:
    async def work(here: Parts, there: Parts) -> None:
        ada = await add(here, "ada")
        table = (await new_table(here, ada, ME, ME)).id
        await play(here, table, 3)
        live = await here.tables.get(table)
        async with Feed(here.tables, table, ada.id) as feed:
            (before,) = shown(await feed.news())
            seq = await act(there, await there.tables.get(table))
            feed.listener.called.clear()
            assert await act(here, live) == seq > before
            assert feed.listener.called.is_set()
            assert shown(await feed.news()) == [seq]

    database = fresh_database(postgres, f"order-{act.__name__}")
    at_two_processes(database, tmp_path, work)
