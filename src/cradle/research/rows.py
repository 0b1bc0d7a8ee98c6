"""The rows of a dataset: a game between bots as columns, and games as a Parquet file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import file_digest, sha256
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from cradle.bots import Bot, Seen, make_bot
from cradle.research.encoding import encoding
from cradle.research.episode import Episode

GAMES_A_GROUP = 16  # games written together; part of the format, since it shapes the bytes
COLUMNS = {
    "game": "number of the game, from 0",
    "ply": "number of the decision in its game, from 0",
    "seat": "who decides",
    "bot": "number of the bot that decides, in the order of the manifest",
    "observation": "what the seat sees: see docs/encodings.md",
    "mask": "legal moves, one bit each, the first move in the highest bit of the first byte",
    "move": "number of the move that was made",
    "reward": "what the game brought the seat in the end, by result",
    "score": "the seat's points in the end",
    "rank": "the seat's rank in the end, from 1",
}
Columns = dict[str, Any]  # the rows of a game


@dataclass(frozen=True)
class Plan:
    """What is to be played; bots change seats from game to game."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int
    options: tuple[tuple[str, Any], ...] = ()
    simulations: int = 50

    def measured(self, bot: str) -> str:
        """A bot's name with how much it thinks; those with settings, and levels, have a measure."""
        return f"{bot}:simulations={self.simulations}" if bot == "search" else bot


@dataclass(frozen=True)
class Job:
    """One game of a plan."""

    plan: Plan
    number: int


def play_game(job: Job) -> Columns:
    """The columns of one game; the same job always gives the same ones."""
    plan = job.plan
    episode = Episode(plan.game, plan.seats, dict(plan.options))
    seating = [(seat + job.number) % len(plan.bots) for seat in range(plan.seats)]
    bots = [
        make_bot(plan.measured(plan.bots[bot]), f"{plan.seed}/{job.number}/{seat}", counted=True)
        for seat, bot in enumerate(seating)
    ]
    episode.start(_luck(plan.seed, job.number))
    try:
        rows = list(_decisions(episode, bots))
    finally:
        for bot in bots:
            bot.close()
    return _columns(job.number, seating, rows, episode)


def _luck(seed: int, number: int) -> int:
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:8])


def _decisions(episode: Episode, bots: list[Bot]) -> Iterator[tuple[Any, ...]]:
    codes = episode.encoding
    while not episode.over:
        state, seat = episode.state, episode.state.turn
        seen, legal = codes.observe(state, seat), codes.mask(state, seat)
        move = bots[seat].choose(Seen.of(episode.game, state, seat))
        yield seat, seen, np.packbits(legal), codes.index(move)
        episode.play(seat, move)


def _columns(
    number: int, seating: list[int], rows: list[tuple[Any, ...]], episode: Episode
) -> Columns:
    seats = np.array([row[0] for row in rows])
    scores, rewards = episode.game.scores(episode.state), episode.rewards()
    return {
        "game": np.full(len(rows), number),
        "ply": np.arange(len(rows)),
        "seat": seats,
        "bot": np.array(seating)[seats],
        "observation": np.concatenate([row[1] for row in rows]),
        "mask": b"".join(row[2].tobytes() for row in rows),
        "move": np.array([row[3] for row in rows]),
        "reward": np.array(rewards)[seats],
        "score": np.array([score.total for score in scores])[seats],
        "rank": np.array([score.rank for score in scores])[seats],
    }


def schema(plan: Plan) -> Any:
    """The types of the columns."""
    codes = encoding(plan.game)
    kinds = {
        "game": pa.int32(),
        "ply": pa.int32(),
        "seat": pa.int8(),
        "bot": pa.int8(),
        "observation": pa.list_(pa.int16(), codes.layouts[plan.seats].size),
        "mask": pa.binary(_mask_bytes(len(codes.moves))),
        "move": pa.int16(),
        "reward": pa.float32(),
        "score": pa.int16(),
        "rank": pa.int8(),
    }
    return pa.schema([pa.field(name, kinds[name], nullable=False) for name in COLUMNS])


def _mask_bytes(moves: int) -> int:
    return (moves + 7) // 8


@dataclass(frozen=True)
class Written:
    """A file of rows."""

    file: str
    decisions: int
    sha256: str


def write(plan: Plan, path: Path, games: Iterator[Columns]) -> Written:
    """Write under another name first, so that no half of a file looks like a whole one."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        decisions = _write(plan, unfinished, games)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    with path.open("rb") as file:
        return Written(path.name, decisions, file_digest(file, "sha256").hexdigest())


def _write(plan: Plan, path: Path, games: Iterator[Columns]) -> int:
    kinds = schema(plan)
    decisions = 0
    with pq.ParquetWriter(path, kinds, compression="zstd", use_dictionary=False) as writer:
        while group := list(islice(games, GAMES_A_GROUP)):
            table = pa.concat_tables([_table(rows, kinds) for rows in group])
            writer.write_table(table, row_group_size=table.num_rows)
            decisions += table.num_rows
    return decisions


def _table(rows: Columns, kinds: Any) -> Any:
    return pa.table([_array(rows[field.name], field.type) for field in kinds], schema=kinds)


def _array(values: Any, kind: Any) -> Any:
    if isinstance(values, bytes):
        count = len(values) // kind.byte_width
        return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(values)])
    if pa.types.is_fixed_size_list(kind):
        return pa.FixedSizeListArray.from_arrays(pa.array(values, kind.value_type), type=kind)
    return pa.array(values, kind)
