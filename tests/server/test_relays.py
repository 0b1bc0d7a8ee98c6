"""News between processes: by PostgreSQL or Redis, lost and found again, and absent where alone."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cradle.server.settings import BadSetting, ServerSettings, read_settings
from cradle.server.store import relays
from cradle.server.store.database import Database
from cradle.server.store.news import make_relay
from cradle.server.store.relays import Ears, Relay, Topics
from cradle.server.store.revisions import opened
from tests.server.postgres import fresh_database
from tests.server.redis import redis_server
from tests.server.running import PATIENCE_S, free_port, test_settings

ALONE = """
import sys
from pathlib import Path
from cradle.server.app import make_app
from cradle.server.settings import ServerSettings
make_app(ServerSettings(data=Path(sys.argv[1]))).state.database.close()
found = {"psycopg", "redis", "ray"} & sys.modules.keys()
sys.exit(f"imported: {found}" if found else 0)
"""


class End:
    """One end of a relay, which repeats as a server does, and what it has heard."""

    def __init__(self, settings: ServerSettings) -> None:
        self.database = Database(opened(settings))
        self.heard: list[str] = []
        self.looks = 0
        relay = make_relay(settings, self.database, Ears(self.heard.append, self._look))
        assert relay is not None
        self.relay: Relay = relay

    def _look(self) -> None:
        self.looks += 1

    async def run(self) -> None:
        """Hear and say, again and again."""

        async def repeat(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
            while True:
                await work()
                await asyncio.sleep(0.05)

        await asyncio.gather(repeat(self.relay.receive_all), repeat(self.relay.send_all))


async def until(true: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


async def talk(settings: ServerSettings, interrupt: Callable[[], None] | None) -> None:
    """Two ends hear each other, and again after their line was down."""
    ends = [End(settings), End(settings)]
    tasks = [asyncio.ensure_future(end.run()) for end in ends]
    try:
        for number in range(1 if interrupt is None else 2):
            await until(partial(_have_looked, ends, number))
            topics = {f"table/{number}.{each}" for each in range(250)}
            for one, other in (ends, ends[::-1]):
                await until(partial(_said, one, other, topics))
            if interrupt is not None and not number:
                await asyncio.to_thread(interrupt)
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for end in ends:
            end.database.close()


def _have_looked(ends: list[End], times: int) -> bool:
    return all(end.looks > times for end in ends)


def _said(one: End, other: End, topics: set[str]) -> bool:
    """Say what the other hasn't heard: what was said into a line that is down, is lost."""
    missing = topics - set(other.heard)
    one.relay.send(missing)
    return not missing


def test_postgres_carries_news_and_again_after_a_cut(postgres: str, tmp_path: Path) -> None:
    url = fresh_database(postgres, "relay")
    settings = test_settings(tmp_path, database=url)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN cradle'"

    def interrupt() -> None:
        engine = opened(settings)
        with engine.connect() as connection:
            assert len(connection.exec_driver_sql(cut).all()) == 2
        engine.dispose()

    asyncio.run(talk(settings, interrupt))


def test_redis_carries_news_and_again_after_it_was_away(postgres: str, tmp_path: Path) -> None:
    url, port = fresh_database(postgres, "relay-redis"), free_port()
    first = redis_server(port)
    settings = test_settings(tmp_path, database=url, news=first.__enter__())
    servers = [first]

    def interrupt() -> None:
        servers.pop().__exit__(None, None, None)
        servers.append(redis_server(port))
        servers[0].__enter__()

    try:
        asyncio.run(talk(settings, interrupt))
    finally:
        servers.pop().__exit__(None, None, None)


def test_a_redis_that_is_not_there_is_said_in_a_line(postgres: str, tmp_path: Path) -> None:
    with redis_server():
        pass  # Only to find, or to miss loudly, what the rest needs.
    news = f"redis://127.0.0.1:{free_port()}"
    settings = test_settings(tmp_path, database=fresh_database(postgres, "nowhere"), news=news)
    database = Database(opened(settings))
    with pytest.raises(BadSetting, match=r"^--news: .*refused") as refused:
        make_relay(settings, database, Ears(print, print))
    assert "\n" not in str(refused.value)
    database.close()


@pytest.mark.parametrize("news", ["nowhere", "http://example.org", "redis://"])
def test_no_address_of_redis_is_refused(news: str) -> None:
    with pytest.raises(BadSetting, match="--news: no address"):
        read_settings({"database": "postgresql://localhost/x", "news": news})


def test_news_need_a_database_that_several_share() -> None:
    with pytest.raises(BadSetting, match="--news: needs --database"):
        read_settings({"news": "redis://localhost"})


def test_one_server_on_sqlite_imports_nothing_of_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ALONE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_what_is_called_soon_after_a_message_is_told_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first is told at once; each message costs every other process a look."""
    rest = asyncio.Event()
    monkeypatch.setattr(relays, "PAUSE_S", PATIENCE_S)
    monkeypatch.setattr(relays, "sleep", lambda _: rest.wait())

    async def work() -> None:
        topics = Topics()
        topics.add(["table/a"])
        assert (await topics.next()).split()[1:] == ["table/a"]
        topics.add(["table/b"])
        following = asyncio.ensure_future(topics.next())
        await asyncio.sleep(0)
        topics.add(["table/c"])
        rest.set()
        assert sorted((await following).split()[1:]) == ["table/b", "table/c"]

    asyncio.run(work())
