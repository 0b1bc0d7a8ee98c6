"""Actors of a training: where they run, and how they end."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from tests.system import need_torch

need_torch()

from cradle.learning.actor import pin  # noqa: E402
from cradle.learning.collector import ActorLost, Crew  # noqa: E402
from cradle.learning.config import config_of  # noqa: E402
from cradle.learning.exchange import Exchange, Plan  # noqa: E402
from cradle.learning.features import features  # noqa: E402


@pytest.mark.parametrize(("number", "core"), [(0, 8), (1, 9), (2, 11), (3, 8)])
def test_an_actor_keeps_to_a_core_that_is_allowed(
    number: int, core: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[set[int]] = []
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {11, 9, 8}, raising=False)
    monkeypatch.setattr(
        os, "sched_setaffinity", lambda _, cores: asked.append(cores), raising=False
    )
    pin(number)
    assert asked == [{core}]


@pytest.fixture
def crew() -> Iterator[Crew]:
    """One actor with two groups of one table."""
    config = config_of({"game": "hadara", "actors": {"processes": 1, "tables": 1}})
    exchange = Exchange(Plan.of(features("hadara"), 1, 1, 0))
    crew = Crew(config, exchange)
    yield crew
    crew.close()
    exchange.close()


def test_an_actor_waits_for_the_learner_to_end_it_but_its_death_is_noticed(crew: Crew) -> None:
    """Whoever stops a training stops all its processes at once, as `timeout` does."""
    for group in range(2):
        crew.wait(group)
    (process,) = crew.processes
    assert process.pid
    os.kill(process.pid, signal.SIGTERM)
    process.join(0.2)
    assert process.is_alive()
    process.kill()
    process.join()
    with pytest.raises(ActorLost, match=r"exit code -9.*goes on from the last checkpoint"):
        crew.wait(0)
