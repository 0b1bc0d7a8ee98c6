"""Servers whose database fails at random while clients play, and what a restarted one knows.

Every client compares what it was told with what is kept: what was told done is there, once and in
its order; what was told not to be kept isn't; and only of what the server said it doesn't know may
either be so. Whoever hears no, sends the same again.
"""

from __future__ import annotations

import random
import threading

from sqlalchemy import Engine, select

from cradle.server.settings import ServerSettings
from cradle.server.store.database import make_engine
from cradle.server.store.schema import CHAT, MOVES, RECEIPTS
from tests.server.faults import Faulty
from tests.server.kills import Told, compare_all
from tests.server.running import Player, Running

TABLES = (("stone-age", "me", "me"), ("hadara", "me", "me"), ("stone-age", "me", "me", "me"))
ACTS = 4  # of each client, in one schedule
STATEMENTS = 60  # of the writer meanwhile, about
MOST_FAULTS = 4
A_LIFE = 25  # schedules between two restarts
KEPT = {
    "moves": (MOVES.c.client, MOVES.c.table_id),
    "chat": (CHAT.c.client, CHAT.c.table_id),
    "undo": (RECEIPTS.c.person + ":" + RECEIPTS.c.id, RECEIPTS.c.about),
}


class Doubtful(Told):
    """A client that looks whether what was denied isn't so."""

    def __init__(self, player: Player, table: str, look: Engine) -> None:
        super().__init__(player, table)
        self.look = look
        self.denials = 0
        self.doubts: set[str] = set()

    def denied(self, what: str, name: str, why: str) -> None:
        """Only where the server doesn't know, now or when it was sent before, it may be kept."""
        self.denials += 1
        if why == "unknown-outcome":
            self.doubts.add(name)
        elif name not in self.doubts:
            client, about = KEPT[what]
            mine = select(client).where(client == f"{self.player.id}:{name}", about == self.table)
            with self.look.connect() as connection:
                assert connection.execute(mine).first() is None, f"{what}: denied, and kept"

    def play_some(self, rng: random.Random) -> None:
        """So many acts, or until the game is over."""
        for _ in range(ACTS):
            if not self.over:
                self._once(rng)


class Clients:
    """A few people at tables of their own, some games later; `wrong` is what any of them found."""

    def __init__(self, settings: ServerSettings, url: str) -> None:
        self.settings = settings
        self.look = make_engine(settings.url)
        self.player = Player(url, "Ada")
        self.now = [self._sit_down(table) for table in TABLES]
        self.ended: list[Doubtful] = []
        self.wrong: list[BaseException] = []

    def _sit_down(self, table: tuple[str, ...]) -> Doubtful:
        return Doubtful(self.player, self.player.table(*table)["id"], self.look)

    def play(self, rng: random.Random) -> None:
        """All of them at once."""
        seeds = [rng.random() for _ in self.now]
        works = [
            threading.Thread(target=self._play, args=(client, random.Random(seed)))
            for client, seed in zip(self.now, seeds, strict=True)
        ]
        for work in works:
            work.start()
        for work in works:
            work.join()
        if self.wrong:
            raise self.wrong[0]

    def _play(self, client: Doubtful, rng: random.Random) -> None:
        try:
            client.play_some(rng)
        except BaseException as error:
            self.wrong.append(error)

    def compare(self) -> None:
        """What all were told, and what is kept; who has finished begins another game."""
        compare_all(self.settings, [*self.now])
        for number, client in enumerate(self.now):
            if client.over:
                self.ended.append(client)
                self.now[number] = self._sit_down(TABLES[number])

    @property
    def told(self) -> int:
        """How much they were told is done."""
        games = (*self.ended, *self.now)
        return sum(len(names) for each in games for names in each.done.values())

    @property
    def denials(self) -> int:
        """How often they were told no."""
        return sum(each.denials for each in (*self.ended, *self.now))


def fail_often(settings: ServerSettings, schedules: int, seed: int = 5) -> tuple[int, int]:
    """So many schedules of faults; how much was told done, and how often not."""
    rng = random.Random(seed)
    clients: Clients | None = None
    for start in range(0, schedules, A_LIFE):
        with Running(settings) as server:
            clients = clients or Clients(settings, server.url)
            clients.compare()  # as the database has it, and as a server tells it that just began
            faulty = Faulty(server.state.database.engine, thread="write")
            for _ in range(min(A_LIFE, schedules - start)):
                fail_once(clients, faulty, rng)
            assert server.state.metrics.faults._value.get() == 0
    assert clients is not None
    with Running(settings):
        clients.compare()
    clients.look.dispose()
    return clients.told, clients.denials


def fail_once(clients: Clients, faulty: Faulty, rng: random.Random) -> None:
    """One schedule: a few faults among the next statements of the writer."""
    kinds = [each for each in faulty.faults if each != "memory"]  # which is a fault of ours
    places = rng.choices(range(STATEMENTS), k=rng.randint(1, MOST_FAULTS))
    faulty.expect({place: rng.choice(kinds) for place in places})
    clients.play(rng)
    faulty.expect({})
    clients.compare()
