"""The network by numpy: what it reads, what it says, and what it must not depend on."""

import random
from dataclasses import replace

import numpy as np
import pytest

from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.learning.features import Features, Floats, Rows, features
from cradle.learning.network import POOLS, Network, Shape, Weights, deepened, fresh
from tests.learning.positions import positions

SMALL = Shape(width=32, player=16, blocks=2, value=8)


def lively(known: Features, shape: Shape) -> Weights:
    """Weights none of which is zero, as after training."""
    rng = np.random.default_rng(3)
    return {
        name: w + 0.1 * rng.standard_normal(w.shape).astype(np.float32)
        for name, w in fresh(known, shape, 1).items()
    }


def network(game: str) -> Network:
    return Network(features(game), SMALL, lively(features(game), SMALL))


@pytest.mark.parametrize("game", GAMES)
def test_rows_hold_the_whole_observation(game: str) -> None:
    known = features(game)
    for s in positions(game, 20):
        seen = known.encoding.observe(s, s.turn)
        row = known.observe([s])[0]
        assert (row[known.columns[s.seats]] == seen).all()
        assert row[-1] == s.seats
        assert np.abs(row).sum() == np.abs(seen.astype(int)).sum() + s.seats


@pytest.mark.parametrize("game", GAMES)
def test_odds_and_chances_are_shares_of_one(game: str) -> None:
    states = positions(game, 40)
    known = features(game)
    masks = known.encoding.mask_all(states)
    judged = network(game).judge(known.observe(states), masks)
    assert np.allclose(judged.odds.sum(axis=1), 1.0, atol=1e-4)
    assert (judged.odds[masks == 0] == 0.0).all()
    assert np.allclose(judged.chances.sum(axis=1), 1.0, atol=1e-4)
    for s, chances, points in zip(states, judged.chances, judged.points, strict=True):
        assert (chances[: s.seats] > 0.0).all()
        assert (chances[s.seats :] == 0.0).all()
        assert (points[s.seats :] == 0.0).all()


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_says_what_each_row_says_alone(game: str) -> None:
    states, known, net = positions(game, 12), features(game), network(game)
    together = net.judge(known.observe(states), known.encoding.mask_all(states))
    for number, s in enumerate(states):
        alone = net.judge(known.observe([s]), known.encoding.mask_all([s]))
        assert np.allclose(alone.odds[0], together.odds[number], atol=1e-5)
        assert np.allclose(alone.points[0], together.points[number], atol=1e-2)


def test_it_computes_in_one_thread_and_leaves_others_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    net, states, met = network("hadara"), positions("hadara", 3), list[set[int]]()
    rows, masks = net.features.observe(states), net.features.encoding.mask_all(states)
    trunk = net._trunk

    def watched(rows: Rows) -> tuple[Floats, Floats]:
        met.append(threads())
        return trunk(rows)

    monkeypatch.setattr(net, "_trunk", watched)
    with POOLS.limit(limits=1, user_api="blas"):
        alone = threads()
    with POOLS.limit(limits=2, user_api="blas"):
        before = threads()
        net.judge(rows, masks)
        net.expect(rows)
        net.logits(rows)
        assert threads() == before
    assert met == [alone] * 3


def threads() -> set[int]:
    """How many threads numpy computes with."""
    return {pool["num_threads"] for pool in POOLS.info() if pool["user_api"] == "blas"}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_changes_what_it_says(game: str) -> None:
    known, rng = features(game), random.Random(2)
    for s in positions(game, 30):
        other = GAMES[game].imagine(s, s.turn, rng)
        assert (known.observe([s]) == known.observe([other], [s.turn])).all()


@pytest.mark.parametrize("game", GAMES)
def test_a_deeper_network_plays_as_before(game: str) -> None:
    states, known, net = positions(game, 12), features(game), network(game)
    shape = replace(SMALL, blocks=SMALL.blocks + 2)
    deeper = Network(known, shape, deepened(net, shape, 1))
    rows = known.observe(states)
    assert len(deeper.weights) > len(net.weights)
    assert np.array_equal(deeper.logits(rows), net.logits(rows))


@pytest.mark.parametrize("other", [{"width": 64}, {"blocks": 1}, {"blocks": 4, "value": 16}])
def test_nothing_but_blocks_can_be_added(other: dict[str, int]) -> None:
    with pytest.raises(BadOption, match=r"only blocks can be added .* width 32, .* wanted is"):
        deepened(network("hadara"), replace(SMALL, **other), 1)
