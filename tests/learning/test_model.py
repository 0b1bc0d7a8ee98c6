"""The network in PyTorch is the network in numpy."""

import numpy as np
import pytest

from cradle.games import GAMES
from cradle.learning.features import features, packed
from cradle.learning.network import Network
from tests.learning.positions import positions
from tests.learning.test_network import SMALL, lively
from tests.system import need_torch

torch = need_torch()


@pytest.mark.parametrize("game", GAMES)
def test_both_say_the_same(game: str) -> None:
    from cradle.learning.model import Model

    known, states = features(game), positions(game, 30)
    weights = lively(known, SMALL)
    rows, masks = known.observe(states), known.encoding.mask_all(states)
    judged = Network(known, SMALL, weights).judge(rows, masks)
    with torch.no_grad():
        logits, outputs = Model(known, SMALL, weights)(torch.from_numpy(rows), torch.float32)
    odds = logits.masked_fill(torch.from_numpy(masks) == 0, -1e9).softmax(-1).numpy()
    assert np.allclose(odds, judged.odds, atol=1e-5)
    assert np.allclose(outputs[..., 0].softmax(-1).numpy(), judged.chances, atol=1e-5)
    present = known.present(rows)
    assert np.allclose(100 * outputs[..., 2].numpy()[present], judged.points[present], atol=1e-2)


def test_weights_that_were_taken_stay_while_the_model_learns() -> None:
    """Older selves are what the network was then."""
    from cradle.learning.model import Model

    known = features("hadara")
    model = Model(known, SMALL, lively(known, SMALL))
    before = model.numpy()
    kept = {name: each.copy() for name, each in before.items()}
    with torch.no_grad():
        for each in model.parameters():
            each.add_(1.0)
    assert all(np.array_equal(before[name], kept[name]) for name in kept)


def test_half_precision_comes_near() -> None:
    from cradle.learning.model import Model

    known, states = features("hadara"), positions("hadara", 10)
    model = Model(known, SMALL, lively(known, SMALL))
    rows = torch.from_numpy(known.observe(states))
    with torch.no_grad():
        full, _ = model(rows, torch.float32)
        half, _ = model(rows, torch.bfloat16)
    assert half.dtype is torch.bfloat16
    assert float((full - half.float()).abs().mean()) < 0.1 * float(full.abs().mean())


def test_masks_are_unpacked_as_they_were_packed() -> None:
    from cradle.learning.model import Unpack

    masks = (np.random.default_rng(1).random((7, 870)) < 0.1).astype(np.int8)
    flags = Unpack(870)(torch.from_numpy(packed(masks)))
    assert (flags.numpy() == (masks != 0)).all()
