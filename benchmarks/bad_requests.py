"""Bad requests, messages and records, none of them a fault or a hang: `make bad-requests`.

On every core a server and several attackers share a process, and all of it goes over real lines.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator

import httpx

from benchmarks.attackers import Attacker
from benchmarks.fuzz import Failure
from cradle.server.app import make_app
from cradle.server.serve import Server, make_server
from cradle.server.settings import ServerSettings
from tests.server.processes import fresh_settings

CLIENTS = 12
QUICK = {"think_ms": 20, "pause_ms": 1000, "bot_tables": 2}  # Nobody waits for a good move.
PAUSE_S = 0.01
KINDS = ("messages", "requests", "records")
WEIGHTS = (1, 50, 16)  # a hundred messages at a time: six inputs in ten
DATABASES = ("sqlite", "postgresql")


async def attack(url: str, seed: int, inputs: int) -> Counter[str]:
    """So many inputs of all kinds; how many of each, and the answers by status."""
    rng = random.Random(seed)
    attacker = Attacker(url, rng)
    await attacker.settle()
    sent = Counter[str]()
    while sent.total() < inputs:
        kind = rng.choices(KINDS, WEIGHTS)[0]
        sent[kind] += await attacker.send(kind)
    attacker.hang_up()
    return attacker.statuses + sent


@contextlib.asynccontextmanager
async def serving(server: Server) -> AsyncIterator[None]:
    """A server in this very loop."""
    task = asyncio.ensure_future(server.serve())
    while not server.started:
        await asyncio.sleep(PAUSE_S)
    try:
        yield
    finally:
        server.should_exit = True
        await task


async def attack_together(settings: ServerSettings, seed: int, inputs: int) -> Counter[str]:
    """Several attackers at once, and a server that is well afterwards."""
    app = make_app(settings)
    server, url = make_server(settings, app), f"http://127.0.0.1:{settings.port}"
    share = -(-inputs // CLIENTS)
    async with serving(server):
        attacks = (attack(url, seed * 1000 + client, share) for client in range(CLIENTS))
        answers = sum(await asyncio.gather(*attacks), Counter[str]())
        if count := server.metrics.faults._value.get():
            raise Failure(f"{count:.0f} faults")
    return answers


def faults(url: str) -> float:
    """How many faults the server has counted."""
    lines = httpx.get(f"{url}/metrics", timeout=60).text.splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("cradle_faults_total")))


def run(database: str, seed: int, inputs: int) -> Counter[str]:
    """Attack a server on an empty database."""
    logging.disable(logging.WARNING)  # Lines that are no HTTP are what this is about.
    with fresh_settings(database) as settings:
        return asyncio.run(attack_together(settings.model_copy(update=QUICK), seed, inputs))


def main() -> int:
    """Attack servers on one database after the other, and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000, help="on both databases together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=DATABASES)
    args = parser.parse_args()
    share = args.inputs // len(args.databases) // args.processes
    for database in args.databases:
        begun = time.perf_counter()
        with multiprocessing.get_context("spawn").Pool(args.processes) as pool:
            seeds = (args.seed * 1000 + number for number in range(args.processes))
            answers = sum(pool.starmap(run, [(database, seed, share) for seed in seeds]), Counter())
        seconds, sent = time.perf_counter() - begun, {kind: answers.pop(kind) for kind in KINDS}
        kinds = ", ".join(f"{count} {kind}" for kind, count in sent.items())
        told = ", ".join(f"{count} {status}" for status, count in sorted(answers.items()))
        print(f"{database}: {kinds} in {seconds:.0f} s, no fault: {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
