"""Which judge an analysis is by: its form, the network's weights and the temperatures.

Without numpy, so that a server can ask for it anywhere.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

FORMAT = 7


@cache
def version(game: str, weights: str = "") -> str:
    """Names what judges a game: analyses of another version are made again."""
    ours = files("cradle.learning").joinpath("data", f"{game}.npz")
    parts = (
        Path(weights).read_bytes() if weights else ours.read_bytes(),
        files("cradle.analysis").joinpath("data", "temperatures.json").read_bytes(),
    )
    return sha256(b"\0".join((str(FORMAT).encode(), *parts))).hexdigest()[:16]
