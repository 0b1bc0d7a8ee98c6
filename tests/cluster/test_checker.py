"""The checker of games on hosts that fail finds nothing wrong where nothing is, and all that is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, update

from cradle.server.store.database import make_engine
from cradle.server.store.schema import CHAT, MOVES, RECEIPTS, SEATS
from tests.cluster.checker import check
from tests.cluster.clients import Clock, Habits, Told
from tests.cluster.games import Game, Games
from tests.server.running import Running, test_settings

ROWS = 120
pytestmark = pytest.mark.xdist_group("checker")  # whose games are played once
SPOILED = ("move", "undo", "chat")
Spoil = Callable[..., None]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Game]]:
    """Games of people who take back and chat, at a server where nothing fails."""
    settings = test_settings(Path(tmp_path_factory.mktemp("played")))
    with Running(settings) as server:
        games = Games(server.url, 4, 1, Habits(undo=0.2, chat=0.2), clocks=True, most=ROWS)
        asyncio.run(games.play_all(4))
        assert server.state.metrics.faults._value.get() == 0
    return settings.url, games.games


def nothing(_: Connection) -> None:
    """Everything is left as it is."""


def wrong(url: str, game: Game, spoil: Callable[[Connection], None] = nothing) -> list[str]:
    """What the checker says of a game, in which something is spoiled for a moment."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            spoil(connection)
            return check(connection, game)
    finally:
        engine.dispose()


def acts(told: Told, kind: str) -> list[str]:
    """What somebody has done of a kind."""
    return [name for name in told.done if told.sent[name]["type"] == kind]


def test_games_without_a_fault_are_as_they_must_be(played: tuple[str, list[Game]]) -> None:
    url, games = played
    assert [line for game in games for line in wrong(url, game)] == []
    told = [client.told for game in games for client in game.clients]
    for kind in ("move", "undo", "undo-answer", "chat"):
        assert any(acts(each, kind) for each in told), kind
    assert any(each.lines for each in told)
    assert any(each.clock for each in told)


def lose(connection: Connection, told: Told, kind: str) -> None:
    """The last act of a kind isn't kept."""
    name = acts(told, kind)[-1]
    for table, column in ((MOVES, MOVES.c.client), (CHAT, CHAT.c.client)):
        connection.execute(delete(table).where(column.like(f"%:{name}")))
    connection.execute(delete(RECEIPTS).where(RECEIPTS.c.id == name))


def cut(connection: Connection, told: Told) -> None:
    """A row within the log is gone."""
    connection.execute(delete(MOVES).where(MOVES.c.seq == told.known // 2))


def swap(connection: Connection, told: Told) -> None:
    """Two lines change their places."""
    first, second = acts(told, "chat")[:2]
    for name, other in ((first, "x"), (second, first), ("x", second)):
        whose = CHAT.c.client.like(f"%:{name}")
        connection.execute(update(CHAT).where(whose).values(client=CHAT.c.person + f":{other}"))


def flag(_: Connection, told: Told) -> None:
    told.clock, told.flagged = Clock(10**6, 5_000_000, 60_000), 5_030_000


def stand_in(connection: Connection, _: Told) -> None:
    connection.execute(update(SEATS).values(stand_in="novice", left_ms=30_000))


def show(_: Connection, told: Told) -> None:
    told.views[-1]["asked"] = [7]


def misplace(_: Connection, told: Told) -> None:
    told.done[acts(told, "move")[3]] -= 1


def refuse(_: Connection, told: Told) -> None:
    told.refused[acts(told, "undo")[0]] = "stale"


def mishear(_: Connection, told: Told) -> None:
    told.lines[1] = "something else"


@pytest.mark.parametrize(
    ("says", "spoil"),
    [
        ("was acknowledged and is lost", partial(lose, kind="move")),
        ("was acknowledged and is lost", partial(lose, kind="chat")),
        ("nobody asked for !", partial(lose, kind="undo")),
        ("rows of the log are missing", cut),
        ("was said, and", swap),
        ("was acknowledged as", misplace),
        ("was refused (stale) and is kept", refuse),
        ("line 1 was heard as", mishear),
        ("a flag fell", flag),
        ("a bot stands in at seat 0, with 30000 ms left", stand_in),
        ("was shown something else", show),
    ],
)
def test_what_is_wrong_is_found(
    played: tuple[str, list[Game]], monkeypatch: pytest.MonkeyPatch, says: str, spoil: Spoil
) -> None:
    url, games = played
    alone = [game for game in games if len(game.clients) == 1]  # Nobody has to agree to anything.
    game = max(alone, key=lambda game: min(len(acts(game.clients[0].told, k)) for k in SPOILED))
    (client,) = game.clients
    monkeypatch.setattr(client, "told", deepcopy(client.told))
    found = wrong(url, game, lambda connection: spoil(connection, client.told))
    assert any(says in line for line in found)
