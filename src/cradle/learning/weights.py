"""Weights on disk: one file a game in half precision, with a manifest of how they were made."""

from __future__ import annotations

import json
import zlib
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.learning.features import Features, features
from cradle.learning.files import write_whole
from cradle.learning.network import Network, Shape, Weights, sizes

MANIFEST = "manifest"
KEPT = 8  # networks in memory: a training measures one snapshot after the other


def save(file: Path, weights: Weights, manifest: dict[str, Any]) -> None:
    """Write a network in half precision; the file is whole or not there."""
    half: dict[str, Any] = {name: w.astype(np.float16) for name, w in weights.items()}
    half[MANIFEST] = np.frombuffer(json.dumps(manifest, indent=1).encode(), np.uint8)
    write_arrays(file, half)


def write_arrays(file: Path, arrays: dict[str, Any]) -> None:
    """Write arrays to a file that is whole or not there."""
    out = BytesIO()
    np.savez(out, **arrays)
    write_whole(file, out.getvalue())


def read_arrays(file: Path) -> dict[str, NDArray[Any]]:
    """All arrays of a file; `ValueError` if it isn't one of arrays, or is damaged."""
    raw = BytesIO(file.read_bytes())  # of a damaged file, numpy would leave it open
    try:
        with np.load(raw, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except (EOFError, BadZipFile, zlib.error, RuntimeError, TypeError, ValueError):
        raise ValueError("it is no .npz file, or is damaged") from None


def describe(features: Features, shape: Shape) -> dict[str, Any]:
    """What every manifest says of the network itself."""
    game = features.encoding.game
    return {
        "game": game.name,
        "rules": game.version,
        "encoding": features.version,
        "network": shape.as_dict(),
    }


@cache
def packaged(game: str) -> Path:
    """Where the package keeps the weights of a game."""
    return Path(str(files(__package__).joinpath("data", f"{game}.npz")))


def trained_games() -> list[str]:
    """The games whose weights the package has."""
    return [game for game in GAMES if packaged(game).exists()]


def load(game: str, file: str = "") -> Network:
    """The network of a game, the package's own or one from a file, or `BadOption`.

    A file that was written anew since it was last read is read anew.
    """
    path = Path(file) if file else packaged(game)
    try:
        now = path.stat()
    except FileNotFoundError:
        what = file or f"weights for {game} in this package; train some with `cradle train`"
        raise BadOption(f"there are no {what}" if not file else f"no file {file}") from None
    except OSError as error:
        raise BadOption(f"{path} holds no weights: {error.strerror}") from None
    return _network(game, path, now.st_ino, now.st_mtime_ns, now.st_size)


@lru_cache(KEPT)
def _network(game: str, path: Path, *_as_of: int) -> Network:
    arrays = held_in(path)
    manifest = _manifest(path, arrays)
    known = features(game)
    wanted = {"game": known.game, "encoding": known.version}
    for key, value in wanted.items():
        if manifest.get(key) != value:
            raise BadOption(f"{path} is for {key} {manifest.get(key)}, not {value}: train again")
    try:
        shape = Shape(**manifest["network"])
        expected = sizes(known, shape)
    except (KeyError, TypeError):
        raise BadOption(f"{path} has a manifest that tells of no network") from None
    del arrays[MANIFEST]
    if {name: array.shape for name, array in arrays.items()} != expected:
        raise BadOption(f"{path} doesn't fit the network its manifest tells of")
    return Network(known, shape, arrays)


def read_manifest(path: Path) -> dict[str, Any]:
    """How a file of weights was made, or `BadOption`."""
    return _manifest(path, held_in(path))


def held_in(file: Path, what: str = "weights") -> dict[str, NDArray[Any]]:
    """All arrays of a file that is to hold weights, or something else; or `BadOption`."""
    try:
        return read_arrays(file)
    except OSError as error:
        raise BadOption(f"{file} holds no {what}: {error.strerror}") from None
    except ValueError as error:
        raise BadOption(f"{file} holds no {what}: {error}") from None


def _manifest(path: Path, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    if MANIFEST not in arrays:
        raise BadOption(f"{path} has no manifest")
    try:
        found = json.loads(arrays[MANIFEST].tobytes())
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadOption(f"{path} has a manifest that can't be read")
    return found
