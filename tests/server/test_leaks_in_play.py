"""No client hears anything, at any moment of a game, that depends on what its seat may not know.

A game is written down beforehand, and once more with other secrets: other cards where a seat never
saw them, other sealed answers. Both are played on real servers whose dice and time are given, and
what a client receives after each move must be the same, message by message, byte by byte.
"""

from __future__ import annotations

import json
import queue
import random
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cradle import Table
from cradle.bots import Budget, make_bot
from cradle.kernel.step import Together
from cradle.server import timestamps
from cradle.server.bots import process
from cradle.server.tables import table_list
from cradle.server.tables.dice import FairDice
from tests.server.lines import line_of
from tests.server.running import Json, Player, Running, test_settings
from tests.server.worlds import (
    Rows,
    again,
    cards_of,
    odds_of,
    played,
    points_of,
    previews_of,
    rows_of,
    windows,
    with_other_answers,
    with_other_cards,
)

pytestmark = pytest.mark.long
PACE = {"kind": "live", "base_ms": 86_400_000, "increment_ms": 1000}
MOVES = 120
MOST = 2
RNG = random.Random(5)
TABLE_CHANNELS = ("socket", "stream")
LOOK_EVERY = 40
START_NS = 1_700_000_000 * 10**9


# What comes by channels that aren't of one table.
LISTS = {"lobby": {"lobby", "mine"}, "mine": {"mine"}}


class GivenTime:
    """A clock that stands still but for what the test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moves = 0
        clock = SimpleNamespace(time_ns=self.time_ns, monotonic_ns=self.time_ns)
        monkeypatch.setattr(timestamps, "time", clock)

    def time_ns(self) -> int:
        """A second more for each move."""
        return START_NS + self.moves * 10**9


class Ears:
    """Everything one viewer hears on one channel, in the order it came.

    But for probes of the line: each comes with the move that makes it due or with the next one, as
    busy as the machine is, and says nothing but how many there were.
    """

    def __init__(self) -> None:
        self.came: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen(self, lines: Iterator[Any]) -> None:
        """Hear until the channel ends."""

        def work() -> None:
            with suppress(ConnectionClosed, httpx.HTTPError, httpx.StreamClosed):
                for line in lines:
                    if str(line).strip() and type_of(line) != "probe":
                        self.came.put(str(line))

        threading.Thread(target=work, daemon=True).start()

    def settle(self, enough: Callable[[Json], bool]) -> None:
        """Hear everybody come in, in whatever order they do, until a message says it is enough."""
        while not enough(json.loads(self.came.get(timeout=60))):
            pass

    def until(self, table: str, seq: int) -> list[str]:
        """All that comes until the table has come to a number."""
        found = list[str]()
        while not found or seq_in(json.loads(found[-1]), table) != seq:
            found.append(self.came.get(timeout=60))
        return found

    def renewed(self, table: str, seq: int, lists: set[str]) -> list[str]:
        """Each of these lists with the table at a number.

        Lists are renewed each for itself, and skip what has gone by when they are: how often they
        come, and which is first, tells nothing but how busy the machine is.
        """
        found = dict[str, str]()
        while found.keys() != lists:
            line = self.came.get(timeout=60)
            if seq_in(json.loads(line), table) == seq:
                found[type_of(line)] = line
        return [found[each] for each in sorted(found)]


def _is_last_of(expected: set[str], message: Json) -> bool:
    """Whether there has been one of each of these types, now that this message is here."""
    expected.discard(message["type"])
    return not expected


def type_of(line: str | bytes) -> str:
    """The type of a message."""
    found: str = json.loads(line)["type"]
    return found


def seq_in(message: Json, table: str) -> int | None:
    """How far a message says that a table is."""
    if message["type"] == "play":
        return int(message["seq"])
    tables = message.get("tables", []) if message["type"] in ("lobby", "mine") else []
    return next((int(each["seq"]) for each in tables if each["id"] == table), None)


@dataclass
class Viewer:
    """One who looks on: through a seat's eyes, or as a spectator (None)."""

    seat: int | None
    player: Player
    ears: dict[str, Ears] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)

    def open(self, table: str, stack: ExitStack) -> None:
        """Listen on every channel there is."""
        where = self.player.url.replace("http", "ws")
        headers = {"Cookie": self.player.cookie} if self.player.cookie else {}
        sockets = {"socket": f"/api/tables/{table}/socket"}
        streams = {"stream": f"/api/tables/{table}/stream"}
        if self.seat is not None:
            sockets["lobby"], streams["mine"] = "/api/socket", "/api/stream"
        for name, path in sockets.items():
            wire = stack.enter_context(
                connect(where + path, additional_headers=headers, max_size=None)
            )
            wire.send('{"type": "hello"}')
            self._hear(name, iter(wire))
        for name, path in streams.items():
            answer = stack.enter_context(self.player.http.stream("GET", path, timeout=60))
            self._hear(name, answer.iter_lines())

    def _hear(self, name: str, lines: Iterator[Any]) -> None:
        self.ears[name] = Ears()
        self.ears[name].listen(lines)

    def settle(self, people: int) -> None:
        """Wait until all who look on are seen by all, as the message after the last one tells."""

        def all_here(left: set[str], message: Json) -> bool:
            table = message.get("table", {"seats": [], "watchers": 0})
            here = sum(seat["online"] for seat in table["seats"])
            if (here, table["watchers"]) == (people, len(TABLE_CHANNELS)):
                left.discard("people")
            return _is_last_of(left, message)

        for name, ears in self.ears.items():
            if name in TABLE_CHANNELS:
                ears.settle(partial(all_here, {"people", "play"}))
            else:
                ears.settle(partial(_is_last_of, set(LISTS[name])))

    def catch_up(self, table: str, seq: int) -> None:
        """Write down everything that came with a move."""
        for name, ears in self.ears.items():
            lists = LISTS.get(name)
            came = ears.renewed(table, seq, lists) if lists else ears.until(table, seq)
            self.heard += [f"{name} {seq}: {line}" for line in came]

    def look(self, table: str, board: Table, hints: bool) -> None:
        """Write down whatever else can be asked for at this moment."""
        base = f"/api/tables/{table}"
        plies = len(board.entries)
        paths = ["", "/view", f"/view?since={plies - 3}", "/view?seat=0", "/view?seat=1"]
        paths += ["/history", "/history?seat=1", f"/history/{plies // 2}", f"/history/{plies}"]
        paths += ["/record", "/record?seat=1", "/dice", "/chat"]
        paths += [*previews_of(board, self.seat), *odds_of(board)]
        paths += ["/hints?lang=en"] if hints else []
        paths = [base + path for path in paths]
        paths += ["/api/me/tables", "/api/tables", "/api/archive"]
        posts: list[tuple[str, Json]] = [("/moves", {"text": text}) for text in self._wrong(board)]
        posts += [("/verify", {}), ("/what-if", {"ply": 1})]
        with line_of(self.player) as line:
            answers = [line.get(path) for path in paths]
            answers += [line.post(base + path, body) for path, body in posts]
        for answer in answers:
            headers = [each for each in answer.headers if each[0] != "date"]
            self.heard.append(f"{answer.path} {answer.status} {headers}")
            self.heard.append(answer.text)

    def _wrong(self, board: Table) -> list[str]:
        """Moves that must be refused, and with them every reason there is."""
        cards = sorted(cards_of(board))[::9]
        tries = ["nonsense", "send forest 9", *(f"lay {card} buy" for card in cards)]
        mine = [] if self.seat is None else [move.text for move in board.moves(self.seat)]
        return [text for text in tries if text not in mine]


def lay_out(data: Path, game: str, seats: int, options: Json) -> tuple[str, list[Player]]:
    """A server's folder with a table that still waits for its last player."""
    with Running(test_settings(data)) as server:
        people = [server.player(f"Player {seat}") for seat in range(seats)]
        kinds = ["me", *["open"] * (seats - 1)]
        more = {"options": options, "pace": PACE, "visibility": "public"}
        table = people[0].table(game, *kinds, **more)["id"]
        for person in people[1:-1]:
            person.join(table)
    return table, people


def moved_to(url: str, people: list[Player]) -> list[Player]:
    """The same people at another server."""
    found = []
    for person in people:
        player = Player(url, None)
        player.http.cookies = person.http.cookies
        found.append(player)
    return found


@dataclass
class Stage:
    """A table made ready, of which every performance begins with a copy."""

    folder: Path
    table: str
    people: list[Player]
    board: Table
    time: GivenTime
    monkeypatch: pytest.MonkeyPatch
    performances: int = 0

    def perform(self, rows: Rows, seats: list[int | None]) -> list[list[str]]:
        """Play these rows; what each of the viewers heard."""
        self.performances += 1
        data = self.folder / str(self.performances)
        shutil.copytree(self.folder / "ready", data)
        points = points_of(self.board, rows)
        self.time.moves = 0  # before the server begins to count: its time never goes back
        self.monkeypatch.setattr(FairDice, "point", lambda _, total, ply: points.get(ply, 0))
        with self._server(data) as server, ExitStack() as stack:
            people = moved_to(server.url, self.people)
            people[-1].join(self.table)
            viewers = [Viewer(seat, self._eyes(server, people, seat)) for seat in seats]
            for viewer in viewers:
                viewer.open(self.table, stack)
            for viewer in viewers:
                viewer.settle(len(seats) - 1)
            self._play(rows, people, viewers)
            return [viewer.heard for viewer in viewers]

    @contextmanager
    def _server(self, data: Path) -> Iterator[Running]:
        with Running(test_settings(data)) as server:
            server.state.thinkers.rng = random.Random(1)
            server.state.thinkers.ask = counted_hints
            yield server

    def _eyes(self, server: Running, people: list[Player], seat: int | None) -> Player:
        return server.player(None) if seat is None else people[seat]

    def _play(self, rows: Rows, people: list[Player], viewers: list[Viewer]) -> None:
        boards = again(self.board, rows)
        ply, at = people[0].view(self.table)["ply"], -1
        while ply < len(rows):
            seat, text = rows[ply]
            assert seat is not None
            self.time.moves += 1
            ply = people[seat].move(self.table, text)["seq"]
            while at < min(ply, len(rows)):
                board, at = next(boards), at + 1
            for viewer in viewers:
                viewer.catch_up(self.table, ply)
                if ply % LOOK_EVERY == 0 or ply >= len(rows):
                    viewer.look(self.table, board, viewer.seat in board.asked)


async def counted_hints(question: Json) -> Json:
    """Hints by so many tries instead of by time: the same question, the same answer."""
    game = process.seen_of(question)
    bot = make_bot(question["level"], question["seed"], counted=True)
    weighed = bot.weigh(game, Budget(simulations=8))
    return {"hints": [process._hint(game, each, question["lang"]) for each in weighed[:3]]}


def written(game: str, seats: int, options: Json, late: bool) -> tuple[Table, Rows]:
    """A game in which something is hidden for long, if it can be up to a sealed choice."""
    for seed in range(200):
        table = played(game, seats, options, seed, MOVES, prefer=("send card", "buy"))
        rows = rows_of(table)
        sealed = [window for window in windows(table, rows) if len(window)]
        if sealed:
            return table, rows[: sealed[-1 if late else 0].stop]
        other = with_other_cards(table, rows, None, random.Random(1))
        if other[: len(rows) * 2 // 3] != rows[: len(rows) * 2 // 3]:
            return table, rows
    raise AssertionError("nothing is ever hidden")


CASES = [
    ("stone-age", 2, {}, True),
    ("stone-age", 4, {}, True),
    ("hadara", 2, {}, True),
    ("hadara", 3, {"mode": "advanced"}, False),
    ("hadara", 5, {"mode": "advanced"}, True),
]


@pytest.mark.parametrize(("game", "seats", "options", "late"), CASES)
def test_a_game_sounds_the_same_whatever_is_hidden(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    seats: int,
    options: Json,
    late: bool,
) -> None:
    time = GivenTime(monkeypatch)
    monkeypatch.setattr(table_list, "PAUSE_S", 0)
    monkeypatch.setattr(table_list, "REST", 0)
    board, rows = written(game, seats, options, late)
    table, people = lay_out(tmp_path / "ready", game, seats, options)
    stage = Stage(tmp_path, table, people, board, time, monkeypatch)
    viewers: list[int | None] = [None, 0, seats - 1]
    heard = dict(zip(viewers, stage.perform(rows, viewers), strict=True))
    compared = 0
    for seat in viewers:
        other = with_other_answers(board, with_other_cards(board, rows, seat, RNG), seat)
        if other != rows and compared < MOST:
            received = stage.perform(other, viewers)
            assert received[viewers.index(seat)] == heard[seat]
            # With all seats listening, the one whose secret it is hears another game.
            assert seats > 2 or received != list(heard.values())
            compared += 1
    assert compared


@pytest.mark.parametrize(("game", "options"), [("stone-age", {}), ("hadara", {"mode": "advanced"})])
def test_all_can_see_which_answers_come_by_themselves(game: str, options: Json) -> None:
    """An answer given at once tells that it was the only one: so that must be no secret."""
    rng = random.Random(2)
    forced = 0
    for seed in range(3):
        table = played(game, 3, options, seed)
        for board in again(table, rows_of(table)):
            if isinstance(board.state.stack[-1] if board.state.stack else None, Together):
                continue
            for looker in (None, *range(3)):
                imagined = board.game.imagine(board.state, looker, rng)
                assert imagined.legal == board.state.legal
            forced += len(board.state.legal) == 1
    assert forced
