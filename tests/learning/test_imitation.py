"""Imitation: a bot's games are watched, and a network learns to answer as it did."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.system import need_torch

need_torch()

from cradle.arena import Job, play_job  # noqa: E402
from cradle.kernel.game import BadOption  # noqa: E402
from cradle.learning.features import features  # noqa: E402
from cradle.learning.imitation import (  # noqa: E402
    Imitator,
    Notes,
    Watching,
    games_to_watch,
    held,
    line_up,
    watch,
)
from cradle.learning.network import Network, Shape, fresh  # noqa: E402

KNOWN = features("stone-age")
BOTS = ("greedy", "random", "greedy")


@pytest.fixture(scope="module")
def notes() -> Notes:
    """What greedy did in eight games."""
    tasks = games_to_watch("stone-age", "greedy", "random", [2, 3], range(8))
    return Notes.joined([watch(task) for task in tasks])


def test_who_sits_among_the_imitated_goes_round() -> None:
    found = [line_up("a", "b", 2, number) for number in range(4)]
    assert found == [("b", "a"), ("a", "b"), ("a", "a"), ("b", "a")]


def test_games_go_on_from_any_number() -> None:
    some = games_to_watch("hadara", "greedy", "random", [2, 5], range(20))
    assert [len(each.job.bots) for each in some[:4]] == [2, 5, 2, 5]
    assert some[7:] == games_to_watch("hadara", "greedy", "random", [2, 5], range(7, 20))


def test_only_decisions_of_the_bot_are_noted_and_watching_changes_nothing() -> None:
    job = Job(0, "stone-age", BOTS, seed=1, luck=2)
    asked: list[int] = []
    played = play_job(job, lambda s, _: asked.append(s.turn) if len(s.legal) > 1 else None)
    assert played == play_job(job)
    found = watch(Watching(job, "greedy"))
    assert len(found.moves) == sum(BOTS[seat] == "greedy" for seat in asked)
    assert found.games == 1


def test_what_was_chosen_was_legal(notes: Notes) -> None:
    legal = np.unpackbits(notes.masks, axis=1)
    assert legal[np.arange(len(notes.moves)), notes.moves].all()
    assert (legal.sum(axis=1) > 1).all()


def test_notes_are_kept_in_a_file(notes: Notes, tmp_path: Path) -> None:
    file = tmp_path / "notes.npz"
    notes.save(file)
    again = Notes.load(file)
    assert again.games == notes.games == 8
    for name in ("rows", "masks", "moves"):
        assert np.array_equal(getattr(again, name), getattr(notes, name))


def test_a_file_without_notes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.npz").write_bytes(b"no notes")
    with pytest.raises(BadOption, match="holds no notes of games"):
        Notes.load(tmp_path / "notes.npz")


def test_a_network_learns_what_a_bot_answers(notes: Notes) -> None:
    """It is measured on decisions that it hasn't learned from."""
    assert not set(held(100, out=True)) & set(held(100, out=False))
    shape = Shape(width=64, player=32, blocks=1, value=8)
    imitator = Imitator(Network(KNOWN, shape, fresh(KNOWN, shape, seed=1)))
    surprise, right = imitator.measure(notes)
    imitator.learn(notes, epochs=5, batch=32)
    less, more = imitator.measure(notes)
    assert less < 0.8 * surprise
    assert more > right
    plain, sharp = imitator.weights(), imitator.weights(sharpness=4.0)
    assert np.array_equal(sharp["policy"], plain["policy"] * 4.0)
    assert np.array_equal(sharp["value.out"], plain["value.out"])
