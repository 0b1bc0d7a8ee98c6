"""Actors of a training: where they run, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.system import need_torch

need_torch()

from cradle.learning.actor import pin  # noqa: E402
from cradle.learning.collector import ActorLost, Crew  # noqa: E402
from cradle.learning.config import config_of  # noqa: E402
from cradle.learning.exchange import Plan  # noqa: E402
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


def made_crew() -> Crew:
    """One actor with two groups of one table."""
    config = config_of({"game": "hadara", "actors": {"processes": 1, "tables": 1}})
    return Crew(config, Plan.of(features("hadara"), 1, 1, 0))


@pytest.fixture
def crew() -> Iterator[Crew]:
    """The same, until the test is over."""
    crew = made_crew()
    yield crew
    crew.close()
    crew.exchange.close()


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


def test_a_learner_that_fails_before_it_learns_ends_and_leaves_no_actor() -> None:
    program = "from tests.learning.test_actor import made_crew; crew = made_crew(); crew.wait(0)"
    program += "; print(crew.processes[0].pid); raise SystemExit('no memory on the GPU')"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )
    assert "no memory on the GPU" in done.stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)
