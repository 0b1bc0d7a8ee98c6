"""A server killed a thousand times while clients play, nothing they heard lost: `make kills`."""

from __future__ import annotations

import argparse
import sys
import time

from tests.server.kills import die_often
from tests.server.processes import fresh_settings


def main() -> int:
    """Print one line a database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="on both databases together")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for database in ("sqlite", "postgresql"):
        begun, kills = time.perf_counter(), args.kills // 2
        with fresh_settings(database) as settings:
            told = die_often(settings, kills, args.seed)
        seconds = time.perf_counter() - begun
        print(f"{database}: {kills} kills in {seconds:.0f} s, {told} acts told, none lost or twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
