"""Malformed inputs, each refused with a clear error: `make fuzz`.

Moves, records, saved tables and folders of tables are spoiled in many ways. An input that is
still a good one isn't counted; anything but a clear refusal, or a long wait, is a failure.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks.mutations import (
    noise,
    spoil_cell,
    spoil_data,
    spoil_lines,
    spoil_text,
    spoil_words,
)
from cradle import Refusal, Table
from cradle.games import GAMES
from cradle.table import legality
from cradle.table.saves import checksum

Attempt = Callable[[], object]
SECONDS_AN_INPUT = 5
LONGEST_ERROR = 500


class Failure(Exception):
    """An input that was not refused as it should be."""


@cache
def some_tables() -> list[Table]:
    """A few tables of each game, each some answers in."""
    rng = random.Random(5)
    return [
        _played(Table(name, seats, seed=seats, date="2024-05-31"), rng, answers)
        for name, game in GAMES.items()
        for seats in (game.seats[0], game.seats[-1])
        for answers in (3, 12, 30)
    ]


def _played(table: Table, rng: random.Random, answers: int) -> Table:
    for _ in range(answers):
        seat = rng.choice(table.asked)
        table.submit(seat, rng.choice(table.moves(seat)))
    return table


def a_move(rng: random.Random) -> tuple[str, Attempt]:
    """Text that is hardly a move."""
    table = rng.choice(some_tables())
    seat = rng.choice(table.asked)
    good = rng.choice(table.moves(seat)).text
    text = rng.choice([spoil_text, spoil_words])(good, rng) if rng.random() < 0.9 else noise(rng)
    return text, partial(legality.legal, table.game, table.state, seat, text)


def a_record(rng: random.Random) -> tuple[str, Attempt]:
    """A record with something wrong in it."""
    text = rng.choice(some_tables()).record
    for _ in range(rng.randrange(1, 3)):
        text = rng.choice([spoil_lines, spoil_lines, spoil_text])(text, rng)
    return text, partial(Table.replay, text, by_hand=True)


def a_save(rng: random.Random) -> tuple[str, Attempt]:
    """A saved table that was changed, its checksum put right or not."""
    data = rng.choice(some_tables()).dump()
    if rng.random() < 0.3:
        text = spoil_text(json.dumps(data), rng)
        return text, partial(Table.load, text, trust=rng.random() < 0.5)
    spoiled: Any = spoil_data(data, rng)
    right = rng.random() < 0.7
    if right and isinstance(spoiled, dict):
        spoiled["checksum"] = checksum(spoiled)
    return repr(spoiled), partial(Table.load, spoiled, trust=not right)


def a_folder(rng: random.Random) -> tuple[str, Attempt]:
    """A folder of tables with something wrong in one of them."""
    game = GAMES["hadara"]
    name, rows = rng.choice(list(game.rows(game.components).items()))
    head = ",".join(rows[0])
    text = "\n".join([head, *(",".join(row.values()) for row in rows)]) + "\n"
    spoiled = rng.choice([spoil_cell, spoil_cell, spoil_lines, spoil_text])(text, rng)
    folder = scratch()
    raw = spoiled.encode("utf-8", "surrogatepass")
    file = name if name.endswith(".csv") else f"{name}.csv"
    if rng.random() < 0.05:
        file, raw = noise(rng).replace("/", "-").replace("\0", "-")[:60] + ".csv", raw[::-1]
    (folder / file).write_bytes(raw)
    return f"{file}: {spoiled}", partial(_read_folder, folder)


@cache
def _scratch_place() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="cradle-fuzz-")  # until this process ends


def scratch() -> Path:
    """An empty folder."""
    folder = Path(_scratch_place().name) / "tables"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def _read_folder(folder: Path) -> Table:
    return Table("hadara", 2, components=str(folder), seed=1)


TARGETS = {"moves": a_move, "records": a_record, "saves": a_save, "folders": a_folder}


def refused(attempt: Attempt) -> bool:
    """Whether the input was refused, and clearly; False if it was a good one after all."""
    try:
        attempt()
    except Refusal as error:
        check_sentence(str(error))
        check_sentence(error.say("de"))
        return True
    return False


def check_sentence(text: str) -> None:
    """A clear error is one short, printable line with words, not keys."""
    if not text or len(text) > LONGEST_ERROR or not text.isprintable():
        raise Failure(f"no clear error: {text!r}")
    if any(key in text for key in ("error.", ".closed.")):
        raise Failure(f"an error without words: {text!r}")


@contextmanager
def alarm(seconds: int) -> Iterator[None]:
    """Nothing may take longer than this."""

    def ring(*_: object) -> None:
        raise Failure(f"took longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fuzz(target: str, seed: int, wanted: int) -> tuple[str, int, int]:
    """So many malformed inputs, all refused: their number, and that of the good ones."""
    rng = random.Random(f"{target} {seed}")
    bad = good = 0
    while bad < wanted:
        shown, attempt = TARGETS[target](rng)
        try:
            with alarm(SECONDS_AN_INPUT):
                if refused(attempt):
                    bad += 1
                else:
                    good += 1
        except Exception as error:
            raise Failure(f"{target}, seed {seed}: {error!r} for {shown[:2000]!r}") from error
    return target, bad, good


def _work(job: tuple[str, int, int]) -> tuple[str, int, int]:
    try:
        return fuzz(*job)
    finally:
        _scratch_place().cleanup()  # a worker doesn't end like a program
        _scratch_place.cache_clear()


def main() -> int:
    """Fuzz in several processes, and print one line a target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="malformed inputs in all")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    each = 500
    share = -(-args.inputs // len(TARGETS))
    jobs = [
        (target, args.seed * 100_000 + start, min(each, share - start))
        for start in range(0, share, each)
        for target in TARGETS
    ]
    begun = time.perf_counter()
    counts: dict[str, list[int]] = {target: [0, 0] for target in TARGETS}
    with multiprocessing.Pool() as pool:
        for number, (target, bad, good) in enumerate(pool.imap_unordered(_work, jobs), 1):
            counts[target][0] += bad
            counts[target][1] += good
            if sys.stderr.isatty():
                print(f"\r{number}/{len(jobs)}", end="", file=sys.stderr)
    for target, (bad, good) in counts.items():
        print(f"{target:8} {bad:7} malformed inputs refused, {good} harmless ones taken")
    total = sum(bad for bad, _ in counts.values())
    print(f"{total} malformed inputs refused in {time.perf_counter() - begun:.0f} s, no failure")
    return 0


if __name__ == "__main__":
    sys.exit(main())
