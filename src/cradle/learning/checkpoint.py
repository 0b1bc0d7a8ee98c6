"""Where a training stands, on disk: it goes on from there as if it had never stopped.

Two files, each under 16 MB: `checkpoint.npz` holds weights in full and what was counted,
`moments.npz` the optimizer's state in half the bits.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cradle.kernel.game import BadOption
from cradle.learning.model import Model
from cradle.learning.weights import held_in, read_arrays, write_arrays

CHECKPOINT, MOMENTS, PROGRESS = "checkpoint.npz", "moments.npz", "progress"
TRAINING = "training"  # what a checkpoint is of


@dataclass
class Progress:
    """What has been done so far."""

    seconds: float = 0.0
    decisions: int = 0
    games: int = 0
    updates: int = 0


def save(
    folder: Path,
    model: Model,
    optimizer: torch.optim.Optimizer,
    at: Progress,
    training: dict[str, Any],
) -> None:
    """Write where the training stands, and what can't change about it."""
    done, of = _packed(asdict(at)), _packed(training)
    write_arrays(folder / CHECKPOINT, {**model.numpy(), PROGRESS: done, TRAINING: of})
    write_arrays(folder / MOMENTS, {**_moments(model, optimizer), PROGRESS: done})


def load(
    folder: Path, model: Model, optimizer: torch.optim.Optimizer, training: dict[str, Any]
) -> Progress | None:
    """Go on from a folder's checkpoint, if there is one, and if it is of this training."""
    file = folder / CHECKPOINT
    if not file.exists():
        return None
    arrays = held_in(file, TRAINING)
    try:
        done = arrays.pop(PROGRESS).tobytes()
        at = Progress(**json.loads(done))
        of = json.loads(arrays.pop(TRAINING).tobytes()) if TRAINING in arrays else {}
    except (KeyError, TypeError, ValueError):
        raise BadOption(f"{file} holds no training: it doesn't say how far it is") from None
    _compare(folder, of, training)
    _load_weights(file, arrays, model)
    _load_moments(folder / MOMENTS, done, model, optimizer)
    return at


def _packed(known: dict[str, Any]) -> NDArray[np.uint8]:
    return np.frombuffer(json.dumps(known).encode(), np.uint8)


def _compare(folder: Path, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    """A folder is one training's; its schedule and its tables may change, but nothing else."""
    for name in ours:
        if ours[name] != theirs.get(name, ours[name]):
            raise BadOption(
                f"{folder} holds a training with {name} {theirs[name] or 'nothing'}, not "
                f"{ours[name] or 'nothing'}: name another --folder"
            )


def _load_weights(file: Path, arrays: dict[str, NDArray[Any]], model: Model) -> None:
    wanted = {name: tuple(model.weights[stored].shape) for name, stored in model.names.items()}
    if {name: array.shape for name, array in arrays.items()} != wanted:
        raise BadOption(f"{file} is of another network than this training's")
    model.load(arrays)


def _moments(model: Model, optimizer: torch.optim.Optimizer) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {}
    for name, stored in model.names.items():
        state = optimizer.state.get(model.weights[stored])
        if state:
            found[f"{name}/step"] = np.array(float(state["step"]), np.float64)
            for key in ("exp_avg", "exp_avg_sq"):
                found[f"{name}/{key}"] = _short(state[key].detach().float().cpu().numpy())
    return found


def _load_moments(file: Path, done: bytes, model: Model, optimizer: torch.optim.Optimizer) -> None:
    """Take up the optimizer's state if it is whole, and of the same moment; else it starts over."""
    try:
        stored = read_arrays(file)
        if stored.pop(PROGRESS).tobytes() == done:
            optimizer.state.update(_states(stored, model, optimizer))
    except (KeyError, OSError, ValueError):
        return


def _states(
    stored: dict[str, NDArray[Any]], model: Model, optimizer: torch.optim.Optimizer
) -> dict[torch.Tensor, dict[str, torch.Tensor]]:
    """What the optimizer knew of every weight that it had changed."""
    found: dict[torch.Tensor, dict[str, torch.Tensor]] = {}
    for name, place in model.names.items():
        weight = model.weights[place]
        if f"{name}/step" in stored:
            found[weight] = {
                "step": torch.tensor(float(stored[f"{name}/step"]), device=_home(optimizer)),
                **{
                    key: torch.from_numpy(_long(stored[f"{name}/{key}"])).to(weight.device)
                    for key in ("exp_avg", "exp_avg_sq")
                },
            }
    return found


def _home(optimizer: torch.optim.Optimizer) -> torch.device:
    """Where the optimizer counts its steps: on the GPU if it is recorded there."""
    group = optimizer.param_groups[0]
    weight: torch.Tensor = group["params"][0]
    return weight.device if group["capturable"] else torch.device("cpu")


def _short(values: NDArray[np.float32]) -> NDArray[np.uint16]:
    """The upper halves of 32-bit numbers (bfloat16): the range of all of them, fewer digits."""
    return (np.ascontiguousarray(values).view(np.uint32) >> 16).astype(np.uint16)


def _long(halves: NDArray[np.uint16]) -> NDArray[np.float32]:
    return (halves.astype(np.uint32) << 16).view(np.float32)
