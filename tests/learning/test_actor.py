"""Actors of a training: where they run."""

import os

import pytest

from cradle.learning.actor import pin


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
