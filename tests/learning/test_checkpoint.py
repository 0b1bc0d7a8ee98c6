"""Where a training stands on disk: what is damaged is said, or begins anew."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from cradle.kernel.game import BadOption
from cradle.learning.features import features
from tests.learning.test_network import SMALL, lively
from tests.system import need_torch

torch = need_torch()


def damages(whole: bytes) -> list[bytes]:
    """What may become of a file of arrays: cut, of something else, or with a byte that changed."""
    alone = BytesIO()
    np.save(alone, np.zeros(3))
    foreign = BytesIO()
    np.savez(foreign, other=np.zeros(3))
    method, flags = whole.index(b"PK\x01\x02") + 10, whole.index(b"PK\x01\x02") + 8
    changed = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in (method, flags)]
    return [
        whole[: len(whole) // 2],
        b"",
        b"no arrays",
        alone.getvalue(),
        foreign.getvalue(),
        *changed,
    ]


def test_a_damaged_checkpoint_is_named_and_damaged_moments_begin_anew(tmp_path: Path) -> None:
    from cradle.learning.checkpoint import CHECKPOINT, MOMENTS, Progress, load, save
    from cradle.learning.model import Model

    known = features("hadara")
    model = Model(known, SMALL, lively(known, SMALL))
    optimizer = torch.optim.AdamW(model.parameters())
    torch.stack([each.sum() for each in model.parameters()]).sum().backward()
    optimizer.step()
    training = {"game": "hadara", "start": ""}
    save(tmp_path, model, optimizer, Progress(decisions=7), training)
    moments, checkpoint = tmp_path / MOMENTS, tmp_path / CHECKPOINT
    whole = moments.read_bytes()
    for damaged in (whole, *damages(whole)):
        moments.write_bytes(damaged)
        again = torch.optim.AdamW(model.parameters())
        assert load(tmp_path, model, again, training) == Progress(decisions=7)
        assert bool(again.state) == (damaged == whole)
    whole = checkpoint.read_bytes()
    for damaged in damages(whole):
        checkpoint.write_bytes(damaged)
        with pytest.raises(BadOption, match=f"{CHECKPOINT} holds no training: it "):
            load(tmp_path, model, optimizer, training)


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    from cradle.learning.checkpoint import Progress, load, save
    from cradle.learning.model import Model

    known, deeper = features("hadara"), replace(SMALL, blocks=SMALL.blocks + 1)
    model, larger = (Model(known, shape, lively(known, shape)) for shape in (SMALL, deeper))
    optimizer = torch.optim.AdamW(model.parameters())
    training = {"game": "hadara", "start": ""}
    save(tmp_path, larger, optimizer, Progress(), training)
    with pytest.raises(BadOption, match="is of another network than this training's"):
        load(tmp_path, model, optimizer, training)
    save(tmp_path, model, optimizer, Progress(), training)
    for other, said in (
        ({"game": "stone-age"}, "a training with game hadara, not stone-age: name another"),
        ({"start": "mine.npz"}, "a training with start nothing, not mine.npz: name another"),
    ):
        with pytest.raises(BadOption, match=said):
            load(tmp_path, model, optimizer, training | other)
