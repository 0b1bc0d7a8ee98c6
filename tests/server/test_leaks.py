"""No client receives anything that depends on what its seat may not know.

Two servers are made from one data folder. In the second, something the seat may not know is
changed in the log: a card it never saw becomes another unseen one, or a sealed answer another
one. Then everything one client can get from either must be the same, byte for byte.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, insert, update

from cradle import Table
from cradle.kernel.step import Together
from cradle.server.store.database import make_engine
from cradle.server.store.schema import MOVES, SNAPSHOTS, TABLES
from tests.server.lines import Answer, line_of
from tests.server.running import PLAIN, Player, Running, Socket, test_settings
from tests.server.waits import until
from tests.server.worlds import (
    Rows,
    cards_of,
    odds_of,
    played,
    previews_of,
    replayed,
    rows_of,
    said,
)

pytestmark = pytest.mark.long
IGNORED = {"date", "content-length", "etag"}
LISTS = ["/api/tables", "/api/archive", "/api/events", "/api/daily", "/api/me", "/api/me/tables"]
LISTS += [f"/api/me/{of}" for of in ("analyses", "notifications", "passkeys", "sessions", "tokens")]
MADE_AT = r'"made_at": \d+'
# What isn't asked here: it knows of no table, or test_leaks_in_play and test_events ask it.
WITHOUT_TABLES = {"about", "games", "puzzles", "rules", "texts"}
ELSEWHERE = {
    "/api/stream",
    "/api/tables/{table}/hints",
    "/api/events/{event}",
    "/api/duplicates/{duplicate}",
}


@dataclass
class World:
    """One data folder with a running table in it."""

    data: Path
    table: str
    people: list[Player]


def lay_out(data: Path, game: str, seats: int, options: dict[str, Any]) -> World:
    """A server's folder with a table at which each seat has a person."""
    with Running(test_settings(data)) as server:
        people = [Player(server.url, f"Player {seat}") for seat in range(seats)]
        kinds = ["me", *["open"] * (seats - 1)]
        table = people[0].table(game, *kinds, options=options)["id"]
        for person in people[1:]:
            person.join(table)
    return World(data, table, people)


def rewrite(world: World, table: Table, rows: Rows) -> None:
    """Put another log into the database."""
    engine = make_engine(test_settings(world.data).url)
    plain = [
        {"table_id": world.table, "seq": seq, "seat": seat, "text": text, "at": 0}
        for seq, (seat, text) in enumerate(rows, 1)
    ]
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(delete(MOVES).where(MOVES.c.table_id == world.table))
        connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == world.table))
        connection.execute(insert(MOVES), plain)
        progress = {
            "seq": len(rows),
            "ply": len(rows),
            "asked": table.asked,
            "round": table.game.rounds(table.state),
        }
        connection.execute(update(TABLES).where(TABLES.c.id == world.table).values(**progress))
    engine.dispose()


def other_worlds(
    table: Table, received: list[str], seat: int | None, rng: random.Random
) -> Iterator[Rows]:
    """Logs that differ only in what this seat may not know."""
    rows = rows_of(table)
    # What somebody asks is repeated to them: that a card exists is no secret.
    cards = cards_of(table)
    asked = ("/moves 4", "/odds ", "/odds/questions ")
    told = [each for each in received if not any(call in each for call in asked)]
    seen = said(" ".join(told))
    written = {word for _, text in rows for word in text.split()}
    secret, unused = sorted((cards & written) - seen), sorted(cards - written - seen)
    rng.shuffle(secret)
    rng.shuffle(unused)
    for card in secret[:4]:
        for instead in unused:
            changed = [
                (who, " ".join(instead if word == card else word for word in text.split()))
                for who, text in rows
            ]
            if instead.rpartition("-")[0] == card.rpartition("-")[0] and replayed(table, changed):
                yield changed
                break
    top = table.state.stack[-1] if table.state.stack else None
    if isinstance(top, Together):
        yield from _other_sealed(table, rows, seat)


def _other_sealed(table: Table, rows: Rows, seat: int | None) -> Iterator[Rows]:
    for who, answer in table.state.sealed.items():
        if who == seat:
            continue
        last = max(i for i, (each, _) in enumerate(rows) if each == who)
        before = replayed(table, [row for i, row in enumerate(rows) if i != last])
        assert before is not None
        for move in before.moves(who):
            if move != answer:
                yield [*rows[:last], (who, move.text), *rows[last + 1 :]]
                break


@contextmanager
def serving(world: World) -> Iterator[str]:
    with Running(test_settings(world.data)) as server:
        yield server.url


def everything(url: str, world: World, person: Player | None, table: Table) -> list[str]:
    """Whatever a client can get: views, history, records, errors, streams, the socket."""
    asker = Player(url, None)
    if person is not None:
        asker.http.cookies = person.http.cookies
    base = f"/api/tables/{world.table}"
    found = []
    plies = range(0, len(table.entries) + 1, max(1, len(table.entries) // 12))
    paths = ["", "/view", "/view?since=1", "/view?seat=0", "/view?seat=1", "/history"]
    paths += ["/history?seat=0", "/history?seat=1", "/record", "/record?seat=1", "/dice", "/chat"]
    paths += ["/ratings", "/notes", "/plan", "/analysis", "/play-on"]
    paths += [f"/history/{ply}" for ply in plies]
    paths += [] if person is None else previews_of(table, world.people.index(person))
    paths += [*previews_of(table, None), *odds_of(table)]
    posts: list[tuple[str, dict[str, Any]]] = [("/verify", {}), ("/what-if", {"ply": 1})]
    posts += [("/play-on", {"ply": 1, "seats": [{"kind": "me"}] * table.seats})]
    posts += [("/undo-answer", {"agree": True})]
    posts += [("/moves", {"text": text, "seq": 0}) for text in _tries(table)]
    who = f"/api/people/{world.people[0].id}"
    people = [who, f"{who}/games", f"{who}/ratings", "/api/me/people", "/api/search"]
    people += ["/api/moderation/reports", "/api/moderation/audit"]
    people += [f"/api/ratings/{table.game.name}", f"/api/ratings/{table.game.name}/people"]
    people += [f"/api/daily/{table.game.name}/standings", *LISTS]
    with line_of(asker) as line:
        found += [_told(line.get(base + path)) for path in paths]
        found += [_told(line.post(base + path, body)) for path, body in posts]
        found += [_told(line.get(path)) for path in people]
        found += [re.sub(MADE_AT, "", _told(line.get("/api/me/export")))]
    with asker.http.stream("GET", f"{base}/stream") as stream:
        lines = stream.iter_lines()
        found += [next(lines), next(lines)]
        # Inside, so that it is sure whether the stream still counts as a watcher.
        with asker.socket(world.table, seq=len(table.entries) - 1) as wire:
            wire.until("play")
            found += [json.dumps(message) for message in wire.heard]
            found += _reactions(asker, person, wire, base)
    until(lambda: _is_left(asker.get(base)))  # Whoever looks next sees nobody here.
    return found


def _is_left(table: dict[str, Any]) -> bool:
    """Whether the server knows that nobody looks at a table any more."""
    return not table["watchers"] and not any(seat["online"] for seat in table["seats"])


def _reactions(asker: Player, person: Player | None, wire: Socket, base: str) -> list[str]:
    """What somebody hears of their reaction, without its id, which is drawn for each."""
    with line_of(asker) as line:
        answer = line.post(f"{base}/reactions", {"reaction": "wow"})
    told = {} if person is None else wire.until("reaction", person=person.id)
    return [_told(answer), json.dumps(told | {"id": ""})]


def _told(answer: Answer) -> str:
    headers = [each for each in answer.headers if each[0] not in IGNORED]
    return f"{answer.path} {answer.status} {headers} {answer.text}"


def _tries(table: Table) -> list[str]:
    """Moves that are refused: every kind of move with every card, as somebody stale would send."""
    cards = sorted(cards_of(table))[::7]
    return ["nonsense", *(f"lay {card} buy" for card in cards), *(f"take {card}" for card in cards)]


CASES = [
    ("stone-age", 2, {}, [(3, 90), (4, 150)]),
    ("stone-age", 3, {}, [(1, 240)]),
    ("hadara", 2, {}, [(2, 4), (3, 30)]),
    ("hadara", 3, {"mode": "advanced"}, [(5, 2), (6, 9), (7, 40)]),
]


@pytest.mark.parametrize(("game", "seats", "options", "moments"), CASES)
def test_equal_under_a_change_of_what_a_seat_may_not_know(
    tmp_path: Path, game: str, seats: int, options: dict[str, Any], moments: list[tuple[int, int]]
) -> None:
    here = lay_out(tmp_path / "here", game, seats, options)
    compared = 0
    for seed, moves in moments:
        table = played(game, seats, options, seed, moves)
        assert not table.over
        rewrite(here, table, rows_of(table))
        compared += compare(tmp_path / f"there-{seed}", here, table, random.Random(seed))
    assert compared > 0, "nothing was secret: the test proves nothing"


def compare(folder: Path, here: World, table: Table, rng: random.Random) -> int:
    """Compare one position with its other worlds, through all eyes."""
    viewers: list[tuple[int | None, Player | None]] = [(None, None), *enumerate(here.people)]
    with serving(here) as url:
        received = {seat: everything(url, here, person, table) for seat, person in viewers}
    compared = 0
    for seat, person in viewers:
        for number, rows in enumerate(other_worlds(table, received[seat], seat, rng)):
            there = World(folder / f"{seat}-{number}", here.table, here.people)
            shutil.copytree(here.data, there.data)
            rewrite(there, table, rows)
            with serving(there) as url:
                assert everything(url, there, person, table) == received[seat]
            compared += 1
            if number == 1:
                break
    return compared


def test_everything_is_everything(tmp_path: Path) -> None:
    """Whatever can be read is asked for, here or elsewhere."""
    table = played("stone-age", 2, {}, 3, 90)
    world = lay_out(tmp_path, "stone-age", 2, {})
    rewrite(world, table, rows_of(table))
    with serving(world) as url:
        received = everything(url, world, world.people[0], table)
        document = httpx.get(f"{url}/api/openapi.json", verify=PLAIN, timeout=60).json()
    asked = {line.split(" ", 1)[0] for line in received}
    reads = {path for path, calls in document["paths"].items() if "get" in calls}
    reads = {path for path in reads if path.startswith("/api/")} - ELSEWHERE
    reads = {path for path in reads if path.split("/")[2] not in WITHOUT_TABLES}
    streams = {path for path in reads if path.endswith("/stream")}  # asked without an answer's head
    missing = {path for path in reads - streams if not any(map(_pattern(path).fullmatch, asked))}
    assert missing == set()


def _pattern(path: str) -> re.Pattern[str]:
    """What addresses of a call look like."""
    return re.compile(re.sub(r"\{\w+\}", "[^/]+", path))


def test_the_comparison_finds_a_leak(tmp_path: Path) -> None:
    """The card's owner does see the change; so the test can tell the difference."""
    table = played("stone-age", 2, {}, 3, 90)
    world = lay_out(tmp_path / "here", "stone-age", 2, {})
    rewrite(world, table, rows_of(table))
    with serving(world) as url:
        received = [everything(url, world, person, table) for person in world.people]
    rows = next(
        rows
        for seat in (0, 1)
        for rows in other_worlds(table, received[seat], seat, random.Random(1))
    )
    rewrite(world, table, rows)
    with serving(world) as url:
        again = [everything(url, world, person, table) for person in world.people]
    assert sum(before != after for before, after in zip(received, again, strict=True)) == 1
