"""Let a training go on after its game's encoding has learned to show more of the board.

    python scripts/widen_checkpoint.py stone-age options --from OLD/checkpoint.npz --to FOLDER

The fields named are those the checkpoint doesn't know: their weights begin at 0, so that the
network plays as before until it learns what they are good for. The optimizer starts over.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.learning.checkpoint import CHECKPOINT, TRAINING
from cradle.learning.features import features
from cradle.learning.weights import held_in, write_arrays

AMOUNTS = "board.amounts"
Arrays = dict[str, NDArray[Any]]


def stored(file: Path) -> Arrays:
    """A checkpoint's arrays."""
    arrays = held_in(file, TRAINING)
    if AMOUNTS not in arrays:
        raise BadOption(f"{file} holds no training")
    return arrays


def new_amounts(game: str, names: list[str]) -> NDArray[np.bool_]:
    """Which amounts of the board belong to the fields named."""
    known = features(game)
    amounts = np.array(known.board.amounts)
    slices = known.encoding.layouts[known.players].slices
    found = {name: (s.start <= amounts) & (amounts < s.stop) for name, s in slices.items()}
    has = [name for name, those in found.items() if those.any()]
    if strange := set(names) - set(has):
        raise BadOption(f"the board has no amounts of {min(strange)}, but of {', '.join(has)}")
    new: NDArray[np.bool_] = np.any([found[name] for name in names], axis=0)
    return new


def widen(arrays: Arrays, new: NDArray[np.bool_]) -> None:
    """Make room for new amounts of the board."""
    old = arrays[AMOUNTS]
    if len(old) != 2 * np.count_nonzero(~new):
        raise BadOption(
            f"the checkpoint knows {len(old) // 2} amounts of the board, and there are "
            f"{np.count_nonzero(~new)} without the fields named: perhaps it knows them already"
        )
    wide = np.zeros((2 * len(new), old.shape[1]), old.dtype)
    wide[np.concatenate([~new, ~new])] = old
    arrays[AMOUNTS] = wide
    arrays.pop(TRAINING, None)  # it was of the narrower encoding


def main() -> None:
    """Write the wider checkpoint, or say in a line why not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("fields", nargs="+")
    parser.add_argument("--from", dest="source", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    args = parser.parse_args()
    try:
        arrays = stored(args.source)
        widen(arrays, new_amounts(args.game, args.fields))
    except BadOption as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    args.to.mkdir(parents=True, exist_ok=True)
    write_arrays(args.to / CHECKPOINT, arrays)


if __name__ == "__main__":
    main()
