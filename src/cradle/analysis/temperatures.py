"""How sure the network's chances should be: one temperature a game and number of players.

They are fitted by `python -m benchmarks.calibration GAME --fit`; 1 leaves chances as they are.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from cradle.analysis.values import Floats

LEAST = 1e-9  # a chance that isn't 0
FILE = Path(str(files(__package__).joinpath("data", "temperatures.json")))


@cache
def temperatures() -> dict[str, dict[str, float]]:
    """All temperatures, by game and number of players."""
    found: dict[str, dict[str, float]] = json.loads(FILE.read_text("utf-8"))
    return found


def temperature(game: str, seats: int) -> float:
    """The temperature of a game with so many players."""
    return temperatures().get(game, {}).get(str(seats), 1.0)


def heated(chances: Floats, heat: float) -> Floats:
    """Chances of all seats (the last axis), drawn together by heat above 1, apart by less."""
    powers = np.maximum(chances, LEAST) ** (1.0 / heat)
    found: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return found
