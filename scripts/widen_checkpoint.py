"""Let a training go on after its game's encoding has learned to show more of the board.

    python scripts/widen_checkpoint.py stone-age options --from OLD/checkpoint.npz --to FOLDER

The fields named are those the checkpoint doesn't know: their weights begin at 0, so that the
network plays as before until it learns what they are good for. The optimizer starts over.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cradle.learning.features import features
from cradle.learning.weights import write_arrays


def new_amounts(game: str, names: list[str]) -> NDArray[np.bool_]:
    """Which amounts of the board belong to the fields named."""
    known = features(game)
    layout = known.encoding.layouts[known.players]
    places = {place for name in names for place in range(*_ends(layout.slices[name]))}
    return np.array([place in places for place in known.board.amounts])


def _ends(stretch: slice) -> tuple[int, int]:
    return stretch.start, stretch.stop


def main() -> None:
    """Write the wider checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("fields", nargs="+")
    parser.add_argument("--from", dest="source", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    args = parser.parse_args()
    with np.load(args.source) as stored:
        arrays = {name: stored[name] for name in stored.files}
    new = new_amounts(args.game, args.fields)
    old = arrays["board.amounts"]
    wide = np.zeros((2 * len(new), old.shape[1]), old.dtype)
    wide[np.concatenate([~new, ~new])] = old
    arrays["board.amounts"] = wide
    args.to.mkdir(parents=True, exist_ok=True)
    write_arrays(args.to / "checkpoint.npz", arrays)


if __name__ == "__main__":
    main()
