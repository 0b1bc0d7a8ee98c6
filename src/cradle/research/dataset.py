"""Games between bots as Parquet, one row a decision, with a manifest; the same bytes every time.

collect(Plan("stone-age", seats=2, bots=("greedy", "random"), games=100, seed=1), "folder")
rows = load("folder")               columns as arrays: observation, mask, move, reward, ...
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import file_digest
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from cradle import __version__
from cradle.bots import check_bot
from cradle.computing import Runner, in_order, runner
from cradle.kernel.game import BadOption
from cradle.research.encoding import encoding
from cradle.research.rows import COLUMNS, Columns, Job, Plan, Written, play_game, write
from cradle.table.setup import set_up

__all__ = ["MANIFEST", "ROWS", "Part", "Plan", "collect", "load", "write_part"]

ROWS = "rows.parquet"
MANIFEST = "manifest.json"
Progress = Callable[[Iterator[Any]], Iterator[Any]]  # over games, or over parts if there are some


def collect(
    plan: Plan,
    folder: str | Path,
    workers: int = 1,
    progress: Progress = iter,
    cluster: str = "",
    parts: int = 0,
) -> Path:
    """Play all games and write rows and manifest; the folder must not hold a dataset yet.

    Rows are in one file, written here, or in so many parts, each written by whoever played its
    games: then nothing but its hash travels, and the machines of a cluster must share the folder.
    """
    setup = set_up(plan.game, plan.seats, dict(plan.options), None, None, "")
    _check(plan, workers, parts)
    place, doing = _new_folder(Path(folder)), runner(workers, cluster)
    if parts:
        written = _write_parts(plan, place, doing, progress, parts)
    else:
        written = [write(plan, place / ROWS, _played(plan, doing, progress))]
    manifest = _manifest(plan, setup.hash, written)
    (place / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    return place


@dataclass(frozen=True)
class Part:
    """Some of a plan's games, and the file for them."""

    plan: Plan
    path: Path
    games: range


def write_part(part: Part) -> Written:
    """Play a part's games and write them where the work is done."""
    if not part.path.parent.is_dir():
        raise BadOption(f"{part.path.parent} must be a folder that all machines share")
    jobs = (Job(part.plan, number) for number in part.games)
    return write(part.plan, part.path, map(play_game, jobs))


def _write_parts(
    plan: Plan, place: Path, runner: Runner, progress: Progress, parts: int
) -> list[Written]:
    """All parts; if one fails, none is left."""
    here = place.absolute()
    ends = [plan.games * number // parts for number in range(parts + 1)]
    wanted = [
        Part(plan, here / f"rows-{number:05}.parquet", range(start, end))
        for number, (start, end) in enumerate(pairwise(ends))
    ]
    try:
        written = list(progress(in_order(runner, write_part, wanted)))
        if any(not part.path.is_file() for part in wanted):
            raise BadOption(f"{place} must be a folder that all machines share")
    except BaseException:
        for part in wanted:
            part.path.unlink(missing_ok=True)
        raise
    return written


def _new_folder(place: Path) -> Path:
    if (place / MANIFEST).exists():
        raise BadOption(f"{place} holds a dataset already")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"{place} can't be a folder: {error.strerror}") from None
    return place


def _check(plan: Plan, workers: int, parts: int) -> None:
    if plan.games < 1:
        raise BadOption("at least one game must be played")
    if workers < 1:
        raise BadOption(f"at least one worker must play, not {workers}")
    if not 0 <= parts <= plan.games:
        raise BadOption(f"{plan.games} games are for at most {plan.games} parts, not {parts}")
    if not 1 <= len(plan.bots) <= plan.seats:
        raise BadOption(f"{plan.seats} seats are for 1 to {plan.seats} bots, not {len(plan.bots)}")
    for name in plan.bots:
        if "seconds=" in name and not name.startswith("program:"):
            raise BadOption(f"a dataset's bots count simulations, and not seconds as {name} does")
        check_bot(plan.measured(name), plan.game)


def _played(plan: Plan, runner: Runner, progress: Progress) -> Iterator[Columns]:
    """Every game's rows, in order, whoever plays and whoever is ready first."""
    jobs = (Job(plan, number) for number in range(plan.games))
    return progress(in_order(runner, play_game, jobs))


def _manifest(plan: Plan, tables: str, written: list[Written]) -> dict[str, Any]:
    codes = encoding(plan.game)
    return asdict(plan) | {
        "options": codes.game.full_options(dict(plan.options)),
        "decisions": sum(each.decisions for each in written),
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
        "files": {each.file: each.sha256 for each in written},
    }


def load(folder: str | Path) -> dict[str, NDArray[Any]]:
    """All columns as arrays, masks unpacked to 0 and 1; refuses rows that aren't the manifest's."""
    place = Path(folder)
    manifest = json.loads((place / MANIFEST).read_text("utf-8"))
    # Before there were parts, the manifest told one hash alone.
    files = manifest.get("files") or {ROWS: manifest["sha256"]}
    table = pa.concat_tables([_read(place / name, files[name]) for name in files]).combine_chunks()
    found = {name: _plain(table[name].chunk(0)) for name in COLUMNS}
    found["mask"] = np.unpackbits(found["mask"], axis=1, count=manifest["moves"])
    return found


def _read(path: Path, expected: str) -> Any:
    with path.open("rb") as file:
        if file_digest(file, "sha256").hexdigest() != expected:
            raise BadOption(f"{path} isn't the file the manifest tells of")
    return pq.read_table(path)


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
