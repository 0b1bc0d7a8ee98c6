"""Networks kept on the way, and which of them is the best by matches against fixed opponents."""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cradle import __version__
from cradle.learning.checkpoint import Progress
from cradle.learning.config import Config, Match
from cradle.learning.features import Features
from cradle.learning.network import Weights
from cradle.learning.weights import describe, load, read_manifest, save

BEST = "best.npz"
FOLDER = "snapshots"


class Snapshots:
    """The snapshots of a training, in their own folder."""

    def __init__(self, config: Config, features: Features, folder: Path) -> None:
        self.config, self.features, self.folder = config, features, folder / FOLDER
        self.folder.mkdir(exist_ok=True)
        self.rates: dict[str, dict[Match, float]] = defaultdict(dict)

    def add(self, weights: Weights, at: Progress) -> Path:
        """Keep the network as it is now."""
        file = self.folder / f"{at.decisions:012d}.npz"
        save(file, weights, manifest(self.config, self.features, at))
        return file

    def judge(self, found: dict[str, Any]) -> None:
        """Take note of a match with a fixed opponent, against an equal share of the wins."""
        for match in self.config.matches:
            if (match.bot, match.seats) == (found["bot"], found["seats"]):
                self.rates[Path(found["file"]).name][match] = found["rate"] * found["seats"]

    def newest(self, count: int | None = None) -> list[Path]:
        """The last few snapshots, or all of them, the newest first."""
        return sorted(self.folder.glob("*.npz"), reverse=True)[:count]

    def spaced(self, mark: Callable[[Progress], int], most: int) -> list[Weights]:
        """The first of each of the last few marks of the schedule, the oldest first."""
        found: dict[int, Path] = {}
        for file in self.newest():
            told = read_manifest(file)
            at = mark(Progress(told["seconds"], told["decisions"]))
            if at not in found and len(found) == most:
                break
            found[at] = file
        return [load(self.config.game, str(file)).weights for file in reversed(found.values())]

    def candidates(self, count: int) -> list[Path]:
        """The newest, and the best by the judge's matches so far."""
        found = self.newest(count)
        whole = {
            self.folder / name: sum(rates.values())
            for name, rates in self.rates.items()
            if len(rates) == len(self.config.matches) and (self.folder / name).exists()
        }
        best = [max(whole, key=lambda file: (whole[file], file))] if whole else []
        return list(dict.fromkeys(found + best))


def manifest(config: Config, features: Features, at: Progress) -> dict[str, Any]:
    """How a network was made."""
    return {
        **describe(features, config.network),
        "version": __version__,
        "commit": commit(),
        "decisions": at.decisions,
        "games": at.games,
        "updates": at.updates,
        "seconds": round(at.seconds, 1),
        "config": config.as_dict(),
    }


def commit() -> str:
    """The commit this runs from: as the environment says, or the repository."""
    known = os.environ.get("CRADLE_COMMIT")
    if known:
        return known
    try:
        run = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return run.stdout.strip()
