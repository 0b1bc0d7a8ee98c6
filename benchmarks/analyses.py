"""What the analysis of a finished game takes: seconds of a core, and bytes kept and in memory.

`python -m benchmarks.analyses` plays a game of greedy players for the fewest and the most seats.
"""

from __future__ import annotations

import os
import tracemalloc
import zlib
from time import process_time

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: seconds of one core are counted

import orjson

from cradle.analysis.summary import summary
from cradle.bots import Seen, make_bot
from cradle.games import GAMES
from cradle.table import Table


def play(game: str, seats: int) -> Table:
    """A game of greedy players."""
    table, bot = Table(game, seats, seed=5), make_bot("greedy", seed=5)
    while not table.over:
        seat = table.asked[0]
        table.submit(seat, bot.choose(Seen.of(table.game, table.state, seat)))
    return table


def measure(game: str, seats: int) -> str:
    """A line of the table."""
    table = play(game, seats)
    begun = process_time()
    summary(table.record, deep=False)
    quick = process_time()
    told = orjson.dumps(summary(table.record, deep=True))
    deep = process_time()
    tracemalloc.start()
    held = orjson.loads(told)
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (
        f"| {GAMES[game].name}, {seats} players | {len(held['plies'])} | {quick - begun:.1f} s | "
        f"{deep - quick:.1f} s | {len(zlib.compress(told)) / 1000:.0f} kB | "
        f"{memory / 1000:.0f} kB |"
    )


def main() -> None:
    """Print the table."""
    print("| game | answers | first | deeper | kept | in memory |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for game in GAMES:
        for seats in (min(GAMES[game].seats), max(GAMES[game].seats)):
            print(measure(game, seats))


if __name__ == "__main__":
    main()
