"""Work on a Ray cluster, beside the same work on this machine alone, in one run.

    python -m benchmarks.cluster                     greedy bots, datasets of their games
    python -m benchmarks.cluster --game hadara --bot search:simulations=20 --games 60

One core plays games and their datasets here, then a real cluster of one node with one core, then
of two: games and decisions a second, as ratios to this machine. Then what bounds a larger one:
the time that the machine which asked needs for a result, by work that is nothing but its result,
and with it the number of nodes that it can keep busy.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from cradle.arena import play_job, schedule
from cradle.computing import runner
from cradle.games import GAMES
from cradle.research.dataset import Plan, collect
from cradle.research.rows import Job, play_game

MEMORY = 200 * 2**20  # of each node's store of results
EMPTY = 2_000  # results that only travel
Row = dict[str, Any]


@dataclass(frozen=True)
class Sent:
    """Work that takes no time: what it gives is as large as a real result."""

    size: int

    def __call__(self, number: int) -> bytes:
        """So many bytes."""
        return number.to_bytes(8) * (self.size // 8)


@contextmanager
def nodes(count: int) -> Iterator[str]:
    """A cluster of so many nodes with one core each; its address."""
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster()
    try:
        for number in range(count):
            more = {} if number else {"include_dashboard": False}
            cluster.add_node(num_cpus=1, object_store_memory=MEMORY, **more)
        yield cluster.address
    finally:
        cluster.shutdown()


def timed(work: Callable[[], object]) -> float:
    """Seconds that it takes."""
    began = perf_counter()
    work()
    return perf_counter() - began


def measure(args: argparse.Namespace, plan: Plan, decisions: int, address: str) -> Row:
    """Games and datasets with one worker here, or on a cluster; both once without a clock."""
    where = runner(1, address)
    list(where.run(play_job, schedule(args.game, [args.bot, "random"], 2, 4, 1)))
    jobs = schedule(args.game, [args.bot, "random"], 2, args.games, 1)
    games = args.games / timed(lambda: list(where.run(play_job, jobs)))
    with TemporaryDirectory() as folder:
        rows = decisions / timed(lambda: collect(plan, f"{folder}/whole", cluster=address))
        parts = decisions / timed(
            lambda: collect(plan, f"{folder}/parts", cluster=address, parts=min(8, plan.games))
        )
    return {"games/s": games, "rows/s": rows, "rows/s in parts": parts}


def cost_of_results(address: str, size: int) -> float:
    """Seconds that the machine which asked needs for a result of this size."""
    return timed(lambda: list(runner(None, address).run(Sent(size), range(EMPTY)))) / EMPTY


def main() -> None:
    """Measure and print, one JSON object a line."""
    parser = argparse.ArgumentParser(description="Work on a Ray cluster.")
    parser.add_argument("--game", choices=tuple(GAMES), default="stone-age")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    plan = Plan(args.game, 2, (args.bot, "random"), args.games, 1)
    with TemporaryDirectory() as folder:
        made = collect(plan, folder)
        decisions = json.loads((made / "manifest.json").read_text("utf-8"))["decisions"]
    alone = measure(args, plan, decisions, "")
    print(json.dumps({"nodes": 0} | {name: round(each, 2) for name, each in alone.items()}))
    result = len(pickle.dumps(play_job(schedule(args.game, [args.bot, "random"], 2, 1, 1)[0])))
    game = len(pickle.dumps(play_game(Job(plan, 0))))
    for count in (1, 2):
        with nodes(count) as address:
            found = measure(args, plan, decisions, address)
            ratios = {f"{name} ÷ alone": found[name] / alone[name] for name in found}
            told = {"nodes": count} | {name: round(each, 3) for name, each in ratios.items()}
            print(json.dumps(told), flush=True)
            if count == 2:
                print(json.dumps(reckoned(address, alone["games/s"], result, game)))


def reckoned(address: str, games: float, result: int, game: int) -> Row:
    """How many nodes of one core one machine can keep busy: by results, and by rows of games."""
    small, large = cost_of_results(address, result), cost_of_results(address, game)
    return {
        "result bytes": result,
        "result ms": round(small * 1000, 3),
        "nodes by results": int(1 / (small * games)),
        "rows of a game bytes": game,
        "rows of a game ms": round(large * 1000, 3),
        "nodes by rows": int(1 / (large * games)),
    }


if __name__ == "__main__":
    main()
