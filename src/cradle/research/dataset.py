"""Games between bots as Parquet, one row a decision, with a manifest; the same bytes every time.

collect(Plan("stone-age", seats=2, bots=("greedy", "random"), games=100, seed=1), "folder")
rows = load("folder")               columns as arrays: observation, mask, move, reward, ...
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from cradle import __version__
from cradle.bots import Bot, Budget, Seen, make_bot
from cradle.computing import Runner, in_order, runner
from cradle.kernel.game import BadOption
from cradle.research.encoding import encoding
from cradle.research.episode import Episode
from cradle.table.setup import set_up

ROWS = "rows.parquet"
MANIFEST = "manifest.json"
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
Progress = Callable[[Iterator[Columns]], Iterator[Columns]]


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


@dataclass(frozen=True)
class Job:
    """One game of a plan."""

    plan: Plan
    number: int


def collect(
    plan: Plan,
    folder: str | Path,
    workers: int = 1,
    progress: Progress = iter,
    cluster: str = "",
) -> Path:
    """Play all games and write rows and manifest; the folder must not hold a dataset yet."""
    setup = set_up(plan.game, plan.seats, dict(plan.options), None, None, "")
    _check(plan, workers)
    place = _new_folder(Path(folder))
    decisions = _write_whole(plan, place / ROWS, _played(plan, runner(workers, cluster), progress))
    manifest = _manifest(plan, setup.hash, decisions, place / ROWS)
    (place / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    return place


def _new_folder(place: Path) -> Path:
    if (place / MANIFEST).exists():
        raise BadOption(f"{place} holds a dataset already")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"{place} can't be a folder: {error.strerror}") from None
    return place


def _check(plan: Plan, workers: int) -> None:
    if plan.games < 1:
        raise BadOption("at least one game must be played")
    if workers < 1:
        raise BadOption(f"at least one worker must play, not {workers}")
    if not 1 <= len(plan.bots) <= plan.seats:
        raise BadOption(f"{plan.seats} seats are for 1 to {plan.seats} bots, not {len(plan.bots)}")
    for name in plan.bots:
        make_bot(name, seed=0).close()


def _played(plan: Plan, runner: Runner, progress: Progress) -> Iterator[Columns]:
    """Every game's rows, in order, whoever plays and whoever is ready first."""
    jobs = (Job(plan, number) for number in range(plan.games))
    return progress(in_order(runner, play_game, jobs))


def play_game(job: Job) -> Columns:
    """The columns of one game; the same job always gives the same ones."""
    plan = job.plan
    episode = Episode(plan.game, plan.seats, dict(plan.options))
    seating = [(seat + job.number) % len(plan.bots) for seat in range(plan.seats)]
    bots = [
        make_bot(plan.bots[bot], seed=f"{plan.seed}/{job.number}/{seat}")
        for seat, bot in enumerate(seating)
    ]
    episode.start(_luck(plan.seed, job.number))
    try:
        rows = list(_decisions(episode, bots, Budget(simulations=plan.simulations)))
    finally:
        for bot in bots:
            bot.close()
    return _columns(job.number, seating, rows, episode)


def _luck(seed: int, number: int) -> int:
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:8])


def _decisions(episode: Episode, bots: list[Bot], budget: Budget) -> Iterator[tuple[Any, ...]]:
    codes = episode.encoding
    while not episode.over:
        state, seat = episode.state, episode.state.turn
        seen, legal = codes.observe(state, seat), codes.mask(state, seat)
        move = bots[seat].choose(Seen.of(episode.game, state, seat), budget)
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


def _write_whole(plan: Plan, path: Path, games: Iterator[Columns]) -> int:
    """Write under another name first, so that no half of a dataset looks like a whole one."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        decisions = _write(plan, unfinished, games)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return decisions


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


def _manifest(plan: Plan, tables: str, decisions: int, rows: Path) -> dict[str, Any]:
    codes = encoding(plan.game)
    return asdict(plan) | {
        "options": codes.game.full_options(dict(plan.options)),
        "decisions": decisions,
        "versions": {
            "cradle": __version__,
            "rules": codes.game.version,
            "encoding": codes.version,
            "tables": tables,
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "pyarrow": version("pyarrow"),
        },
        "columns": COLUMNS,
        "moves": len(codes.moves),
        "sha256": sha256(rows.read_bytes()).hexdigest(),
    }


def load(folder: str | Path) -> dict[str, NDArray[Any]]:
    """All columns as arrays, masks unpacked to 0 and 1; refuses rows that aren't the manifest's."""
    place = Path(folder)
    manifest = json.loads((place / MANIFEST).read_text("utf-8"))
    if sha256((place / ROWS).read_bytes()).hexdigest() != manifest["sha256"]:
        raise BadOption(f"{place / ROWS} isn't the file the manifest tells of")
    table = pq.read_table(place / ROWS).combine_chunks()
    found = {name: _plain(table[name].chunk(0)) for name in COLUMNS}
    found["mask"] = np.unpackbits(found["mask"], axis=1, count=manifest["moves"])
    return found


def _plain(column: Any) -> NDArray[Any]:
    if pa.types.is_fixed_size_list(column.type):
        return _rows(column.flatten().to_numpy(), column.type.list_size)
    if pa.types.is_fixed_size_binary(column.type):
        width = column.type.byte_width
        packed = np.frombuffer(column.buffers()[1], np.uint8, len(column) * width)
        return _rows(packed, width)
    plain: NDArray[Any] = column.to_numpy()
    return plain


def _rows(flat: NDArray[Any], width: int) -> NDArray[Any]:
    return flat.reshape(-1, width)
