"""Servers of the last version become servers of this one while people play: no move is refused.

    python -m benchmarks.rolling_upgrade                   from the last tag, or the last revision
    python -m benchmarks.rolling_upgrade --old COMMIT      from any other that git knows

Three servers and a thinker of the old version play behind nginx, on hosts of their own. One after
the other is stopped and restarted with this version; the first brings the database along.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from cradle.server.settings import with_driver
from cradle.server.store.database import make_engine
from tests.cluster.checker import check
from tests.cluster.clients import LOST, Habits
from tests.cluster.cluster import PORT, ROOT, Cluster, running_cluster
from tests.cluster.games import Games
from tests.cluster.isolation import isolate

CALM_S = 3.0
# What the server that stops says to those who are there: nothing is lost or refused by it.
REPEATED = (LOST, "closing")
TRIES = 20
MIGRATIONS = "src/cradle/server/store/migrations/versions"


def git(*words: str) -> bytes:
    """What git says, or its reason in a line."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"git {words[0]}: {done.stderr.decode().strip()}")
    return done.stdout


def last_version() -> str:
    """The last tag; as long as there is none, the last commit of an older database that runs."""
    tags = git("tag", "--list", "--sort=-version:refname", "--merged").decode().split()
    return tags[0] if tags else before_newest_revision()


def before_newest_revision() -> str:
    """The last commit that runs, of those before the one that added the newest migration."""
    newest = max((ROOT / MIGRATIONS).glob("[0-9]*.py"))
    added = ("log", "-1", "--diff-filter=A", "--format=%h^", "--", str(newest))
    start = git(*added).decode().strip() or "HEAD"
    commits = git("rev-list", "--abbrev-commit", f"--max-count={TRIES}", start).decode().split()
    found = next(filter(runs, commits), None)
    return found or sys.exit(f"none of the {TRIES} commits up to {commits[0]} runs; name --old")


def runs(commit: str) -> bool:
    """Whether a server of a commit can be started: not every commit between two versions can."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | unpack(commit, Path(folder) / "old")
        start = [sys.executable, "-c", "import cradle.server.serve"]
        return not subprocess.run(start, env=env, capture_output=True, check=False).returncode


def unpack(commit: str, folder: Path) -> dict[str, str]:
    """The package as it was then; how Python finds it."""
    folder.mkdir()
    archive = git("archive", commit, "src")
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    return {"PYTHONPATH": str(folder / "src")}


async def upgrade(cluster: Cluster, games: Games, at_once: int) -> None:
    """One server after the other, then the thinker, while people play."""
    playing = asyncio.create_task(games.play_all(at_once))
    for host in (*cluster.servers, cluster.hosts["thinker"]):
        await asyncio.sleep(CALM_S)
        await asyncio.to_thread(host.stop)
        if host in cluster.servers:
            cluster.serve(host, {})
            await asyncio.to_thread(cluster.wait, f"http://{host.name}:{PORT}")
        else:
            cluster.think({})
        print(f"{host.name} is of this version; {len(games.over)} games over", flush=True)
    await playing


def find_wrong(cluster: Cluster, games: Games) -> list[str]:
    """What clients were refused, and what isn't as they were told."""
    failures, refused = Counter[str](), Counter[str]()
    for told in (client.told for game in games.games for client in game.clients):
        failures += told.failures
        refused.update(told.refused.values())
    acts = sum(len(c.told.done) for game in games.games for c in game.clients)
    repeated = ", ".join(f"{failures.pop(why, 0)} times {why}" for why in REPEATED)
    print(f"{acts} acts acknowledged; repeated by clients: {repeated}")
    wrong = [f"{count} times {why}" for why, count in (failures + refused).items()]
    engine = make_engine(with_driver(cluster.database))
    with engine.connect() as connection:
        for game in games.over:
            wrong += check(connection, game)
    engine.dispose()
    return wrong


def main() -> int:
    """Run it, and say what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", help="a commit or tag", metavar="COMMIT")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--at-once", type=int, default=12)
    args = parser.parse_args()
    folder = isolate("benchmarks.rolling_upgrade")
    old = args.old or last_version()
    with running_cluster(folder, unpack(old, folder / "old")) as cluster:
        print(f"from {old}; all hosts are up", flush=True)
        games = Games(cluster.url, args.games, 1, Habits(chat=0.04), clocks=False)
        asyncio.run(upgrade(cluster, games, args.at_once))
        wrong = find_wrong(cluster, games)
    for line in wrong:
        print(f"WRONG: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
