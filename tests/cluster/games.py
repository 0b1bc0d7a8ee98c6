"""Games that are played one after the other, some at the same time, and how long each stood."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.cluster.clients import Client, Habits, Json, Line

KINDS = (("hadara", False), ("stone-age", True), ("hadara", True), ("stone-age", False))

# So little that who is held up for long runs out of time.
PACE = {"kind": "live", "base_ms": 20_000, "increment_ms": 500}
TIMED = 3  # one table of so many has clocks


@dataclass
class Game:
    """A table and who plays there."""

    number: int
    table: str = ""
    people: list[str] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)
    moved_at: float = 0.0
    over: bool = False

    @property
    def rows(self) -> int:
        """How many rows of its log somebody has seen."""
        return max((client.seq for client in self.clients), default=0)

    def moved(self) -> None:
        """Something has happened."""
        self.moved_at = time.monotonic()


class Games:
    """All games of a run."""

    def __init__(
        self, url: str, count: int, seed: int, habits: Habits, clocks: bool, most: int = sys.maxsize
    ) -> None:
        self.url, self.seed = url, seed
        self.habits, self.clocks, self.most = habits, clocks, most
        self.games = [Game(number) for number in range(count)]
        self.waiting = iter(self.games)

    @property
    def running(self) -> list[Game]:
        """Those that have begun and not ended."""
        return [game for game in self.games if game.clients and not game.over]

    @property
    def over(self) -> list[Game]:
        """Those that have ended."""
        return [game for game in self.games if game.over]

    async def play_all(self, at_once: int) -> None:
        """So many at the same time, to the end of the last."""
        await asyncio.gather(*(self._play_some(self.waiting) for _ in range(at_once)))

    async def _play_some(self, games: Iterator[Game]) -> None:
        for game in games:
            await self._play(game)

    async def _play(self, game: Game) -> None:
        rng = random.Random(f"{self.seed}-{game.number}")
        lines = await self._sit_down(game)
        game.moved()
        game.clients = [
            Client(line, game.table, rng, game.moved, self.habits, self.most) for line in lines
        ]
        by_socket = [(game.number + each) % 2 == 0 for each in range(len(lines))]
        plays = (c.play(s) for c, s in zip(game.clients, by_socket, strict=True))
        await asyncio.gather(*plays)
        game.over = True

    async def _sit_down(self, game: Game) -> list[Line]:
        """Two people, or one and a bot."""
        name, with_bot = KINDS[game.number % len(KINDS)]
        lines = [Line(self.url) for _ in range(1 if with_bot else 2)]
        for each, line in enumerate(lines):
            person = await line.insist("POST", "/api/me", {"name": f"Person {each}"})
            game.people.append(person["id"])
        other: Json = {"kind": "bot", "level": "novice"} if with_bot else {"kind": "open"}
        wish: Json = {"game": name, "seats": [{"kind": "me"}, other], "id": f"game-{game.number}"}
        if self.clocks and game.number % TIMED == 0:
            wish["pace"] = PACE
        if with_bot:
            ticket = (await lines[0].insist("POST", "/api/dice"))["ticket"]
            wish["dice"] = {"ticket": ticket, "salt": "pinch"}
        game.table = (await lines[0].insist("POST", "/api/tables", wish))["id"]
        for line in lines[1:]:
            await line.insist("POST", f"/api/tables/{game.table}/join", {"id": "sit"})
        return lines
