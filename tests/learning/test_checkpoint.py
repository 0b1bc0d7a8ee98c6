"""Where a training stands on disk: what is damaged is said, or begins anew."""

from pathlib import Path

import pytest

from cradle.kernel.game import BadOption
from cradle.learning.features import features
from tests.learning.test_network import SMALL, lively
from tests.system import need_torch

torch = need_torch()


def test_a_damaged_checkpoint_is_named_and_damaged_moments_begin_anew(tmp_path: Path) -> None:
    from cradle.learning.checkpoint import CHECKPOINT, MOMENTS, Progress, load, save
    from cradle.learning.model import Model

    known = features("hadara")
    model = Model(known, SMALL, lively(known, SMALL))
    optimizer = torch.optim.AdamW(model.parameters())
    torch.stack([each.sum() for each in model.parameters()]).sum().backward()
    optimizer.step()
    save(tmp_path, model, optimizer, Progress(decisions=7))
    moments, checkpoint = tmp_path / MOMENTS, tmp_path / CHECKPOINT
    whole = moments.read_bytes()
    for damaged in (whole, whole[: len(whole) // 2], b"", b"no arrays"):
        moments.write_bytes(damaged)
        again = torch.optim.AdamW(model.parameters())
        assert load(tmp_path, model, again) == Progress(decisions=7)
        assert bool(again.state) == (damaged == whole)
    whole = checkpoint.read_bytes()
    for damaged in (whole[: len(whole) // 2], b"", b"no arrays"):
        checkpoint.write_bytes(damaged)
        with pytest.raises(BadOption, match=f"{CHECKPOINT} is no checkpoint of this training"):
            load(tmp_path, model, optimizer)
