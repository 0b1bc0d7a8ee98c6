"""Who else sits at a training's tables, and who is asked for their moves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.system import need_torch

need_torch()

import torch  # noqa: E402

from cradle.games import game  # noqa: E402
from cradle.learning.collector import Collector, OneActor  # noqa: E402
from cradle.learning.config import config_of  # noqa: E402
from cradle.learning.exchange import SharedExchange  # noqa: E402
from cradle.learning.features import features  # noqa: E402
from cradle.learning.model import Model  # noqa: E402
from cradle.learning.network import fresh  # noqa: E402
from cradle.learning.opponents import Dealer, networks, opponent  # noqa: E402
from cradle.learning.tables import BOT, LEARNER  # noqa: E402
from cradle.learning.weights import load  # noqa: E402
from cradle.playout import roll  # noqa: E402

STONE_AGE = game("stone-age")
TOLD: dict[str, Any] = {
    "game": "stone-age",
    "network": {"width": 16, "player": 8, "blocks": 1, "value": 8},
    "actors": {"processes": 1, "tables": 16, "skip": 0},
    "play": {"seats": {"4": 1}},
    "older": {"share": 0.25},
    "opponents": [
        {"bot": "greedy", "share": 0.25},
        {"bot": "learned", "share": 0.25, "crowd": 1.0},
    ],
}


@pytest.mark.parametrize("name", ["greedy", "random", "learned:noise=1", "learned:simulations=9"])
def test_a_bot_that_does_more_than_ask_a_network_answers_by_itself(name: str) -> None:
    bot = opponent(STONE_AGE, name, "1")
    assert bot is not None
    s, _ = Dealer(config_of(TOLD), STONE_AGE, 4, random.Random(1), [LEARNER])(0)
    roll(s, lambda: 0.5)
    assert bot.move(s) in s.legal


def test_a_bot_that_is_but_a_network_is_asked_with_the_learner() -> None:
    assert opponent(STONE_AGE, "learned", "1") is None
    assert networks(config_of(TOLD)) == {BOT + 1: load("stone-age", "")}


def test_a_crowd_leaves_the_learner_one_seat() -> None:
    deal = Dealer(config_of(TOLD), STONE_AGE, 4, random.Random(1), [BOT + 1, BOT, LEARNER])
    for _ in range(20):
        assert sorted(deal(0)[1]) == [LEARNER, BOT + 1, BOT + 1, BOT + 1]
        assert deal(2)[1] == [LEARNER] * 4
    assert {deal(1)[1].count(BOT) for _ in range(50)} == {1, 2, 3}


def test_each_network_plays_at_its_own_tables_and_only_for_its_own_seats() -> None:
    """Where a frozen network must choose, its odds count; elsewhere those of the learner."""
    config, known = config_of(TOLD), features("stone-age")
    model = Model(known, config.network, fresh(known, config.network, seed=1))
    collector = Collector(config, known, model, torch.device("cpu"), OneActor)
    assert not isinstance(collector.exchange, SharedExchange)  # which would outlive a killed worker
    try:
        seen, frozen = collector.seen, torch.ones(16, dtype=torch.bool)
        rows, masks = seen["rows"], seen["masks"]
        for name, place in seen.items():
            place.copy_(torch.from_numpy(collector.exchange[name][0]))
        with torch.no_grad():
            own, _ = collector._judge(rows, masks, ~frozen)
            theirs, _ = collector._judge(rows, masks, frozen)
        changed = ~torch.isclose(own, theirs, atol=1e-3).all(dim=1)
    finally:
        collector.close()
    # Every fourth table is the network's; older selves are as yet the learner itself.
    assert changed.sum() == 4
    assert changed[collector.frozen_rows[-1]].all()
