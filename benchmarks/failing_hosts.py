"""Games on hosts that fail: `make cluster`, or `python -m benchmarks.failing_hosts --seed 2`.

Three servers, a thinker, PostgreSQL, nginx and, where it carries the news, Redis run on hosts of
their own (network namespaces that vanish with this program). They are killed, paused, cut off,
parted from each other and slowed down while clients play, take back and chat, some of them by a
clock, and repeat what isn't answered. Afterwards everything that was acknowledged must be kept once
and in order, every view must be one that the rules give, nobody's flag may have fallen too early,
and no table may have stood still for longer than ten seconds after everything was up again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence

from sqlalchemy import Engine

from cradle.server.settings import with_driver
from cradle.server.store.database import make_engine
from tests.cluster.checker import check
from tests.cluster.clients import Habits
from tests.cluster.cluster import Cluster, running_cluster
from tests.cluster.faults import Fault, draw
from tests.cluster.games import Game, Games
from tests.cluster.isolation import isolate

MOST_STILL_S = 10.0
GIVE_UP_S = 60.0
CALM_S = 1.0
LOOK_S = 0.05
WARM = 10  # rows of a log
HABITS = Habits(undo=0.04, chat=0.04)
SAID = "cradle: "
NEWS = ("redis", "postgresql")


async def fail(faults: Sequence[Fault]) -> None:
    """All faults from now on, each until its time is over."""
    for fault in faults:
        await asyncio.to_thread(fault.begin)
    begun = time.monotonic()
    for fault in faults:
        await asyncio.sleep(max(0.0, begun + fault.seconds - time.monotonic()))
        await asyncio.to_thread(fault.end)


async def standstill(games: Games, most: float) -> tuple[float, list[Game]]:
    """How long the slowest table stands still from now on, and which ones for too long."""
    healed, still, late = time.monotonic(), games.running, list[Game]()
    while still and (now := time.monotonic()) - healed < GIVE_UP_S:
        await asyncio.sleep(LOOK_S)
        still = [game for game in still if not game.over and game.moved_at < healed]
        if now - healed > most:
            late += [game for game in still if game not in late]
    return time.monotonic() - healed, late


class Run:
    """One run: what was done, and what was found."""

    def __init__(self, cluster: Cluster, args: argparse.Namespace) -> None:
        self.cluster, self.at_once, self.still = cluster, args.at_once, args.still
        self.rng = random.Random(args.seed)
        self.games = Games(
            cluster.url, args.games, args.seed, HABITS, clocks=True, most=args.rows or sys.maxsize
        )
        self.engine: Engine = make_engine(with_driver(cluster.database))
        self.begun = time.monotonic()
        self.slowest: list[float] = []
        self.wrong: list[str] = []
        self.checked: list[Game] = []
        self.views = 0

    async def play(self) -> None:
        """Play all games, with one fault after the other, and at least one."""
        playing = asyncio.create_task(self.games.play_all(self.at_once))
        supervising = asyncio.create_task(self._supervise())
        await self._warm_up()
        while not playing.done():
            if not self.slowest or len(self.games.running) > self.at_once // 2:
                await self._fail_once()
            await asyncio.to_thread(self.check_some)
            await asyncio.wait([playing], timeout=CALM_S)
        supervising.cancel()
        await playing

    async def _supervise(self) -> None:
        while True:
            await asyncio.sleep(CALM_S)
            await asyncio.to_thread(self.cluster.revive)

    async def _warm_up(self) -> None:
        """Until bots answer at all tables: at first, all their programs start at once."""
        first = self.games.games[: self.at_once]
        while any(game.rows < WARM for game in first):
            await asyncio.sleep(LOOK_S)

    async def _fail_once(self) -> None:
        faults = draw(self.cluster, self.rng)
        await fail(faults)
        took, late = await standstill(self.games, self.still)
        self.slowest.append(took)
        self.wrong += [f"{game.table} stood still after {faults[-1]}" for game in late]
        said = ", ".join(str(fault) for fault in faults)
        over = len(self.games.over)
        print(f"{self._now():6.1f} s  {said}; all went on after {took:.1f} s; {over} games over")
        for game in late:
            print(f"  {game.table} stood still", flush=True)

    def _now(self) -> float:
        return time.monotonic() - self.begun

    def check_some(self) -> None:
        """Check the games that have ended since, and let go of what their clients saw."""
        with self.engine.connect() as connection:
            for game in self.games.over:
                if game not in self.checked:
                    self.wrong += check(connection, game)
                    self.checked.append(game)
                    self.views += sum(len(client.told.views) for client in game.clients)
                    for client in game.clients:
                        client.told.views.clear()

    def check_logs(self) -> None:
        """No program may have run into an error of its own."""
        for host in (*self.cluster.servers, self.cluster.hosts["thinker"]):
            for line in self.cluster.log(host.name).read_text("utf-8", "replace").splitlines():
                if is_fault(line):
                    self.wrong.append(f"{host.name}: {line[-1500:]}")

    def summary(self) -> str:
        """What was done and seen, in a few words."""
        told = [client.told for game in self.checked for client in game.clients]
        kept = Counter(each.sent[name]["type"] for each in told for name in each.done)
        refused, slow = sum(len(t.refused) for t in told), sorted(self.slowest)
        failures, flags = sum(t.failures.total() for t in told), sum(bool(t.flagged) for t in told)
        return (
            f"{len(self.checked)} games; acknowledged {dict(kept)}, {refused} acts refused, "
            f"{flags} flags fell, "
            f"{failures} tries failed, {self.views} views; {len(slow)} times failing, "
            f"all tables went on within {slow[len(slow) // 2] if slow else 0:.1f} s at the median "
            f"and {slow[-1] if slow else 0:.1f} s at most; {self._now():.0f} s"
        )


def is_fault(line: str) -> bool:
    """Whether a line is of an error of our own: a trace in the log, or outside of it.

    A program that can't start, as without its database, says so in a line, and is started again.
    """
    try:
        return "trace" in json.loads(line)
    except ValueError:
        return not line.startswith(SAID)


def main() -> int:
    """Run it, and say what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, help="leave each game after so many rows of its log")
    parser.add_argument("--still", type=float, default=MOST_STILL_S, help="seconds a table may be")
    parser.add_argument("--news", choices=NEWS, help="what carries them; else the seed says")
    args = parser.parse_args()
    news = args.news or NEWS[args.seed % len(NEWS)]
    folder = isolate("benchmarks.failing_hosts")
    with running_cluster(folder, {}, redis=news == "redis") as cluster:
        run = Run(cluster, args)
        print(f"seed {args.seed}, news by {news}; all hosts are up", flush=True)
        asyncio.run(run.play())
        run.check_some()
        run.check_logs()
        run.engine.dispose()
    print(run.summary())
    for line in run.wrong:
        print(f"WRONG: {line}")
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
