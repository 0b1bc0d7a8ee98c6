"""Chances are measured against what came of them, and made as sure as they should be."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks import calibration as command
from benchmarks.reliability import calibration_error, cross_fitted, draw, reliability
from cradle.analysis.calibration import (
    POSITIONS,
    Samples,
    fit,
    predicted,
    sample,
    surprise,
)
from cradle.analysis.temperatures import heated, temperature, temperatures
from cradle.games import GAMES


def boastful(heat: float, games: int = 4000, seats: int = 3) -> Samples:
    """Games whose chances are known, told as if they were surer by this much."""
    rng = np.random.default_rng(1)
    true = rng.dirichlet(np.ones(seats), games)
    wins = np.array([rng.multinomial(1, each) for each in true]).astype(float)
    return heated(true, 1 / heat)[:, None, None, :], wins


@pytest.mark.parametrize("heat", [0.7, 1.0, 2.0])
def test_a_temperature_undoes_what_was_boasted(heat: float) -> None:
    samples = boastful(heat)
    wins = samples[1]
    assert fit(samples) == pytest.approx(heat, rel=0.1)
    said = cross_fitted(samples)
    assert calibration_error(reliability(said, wins)) < 0.02
    assert surprise(said, wins) <= surprise(predicted(samples, 1.0), wins) + 1e-3


def test_boasting_shows_in_the_diagram() -> None:
    samples = boastful(2.5)
    bins = reliability(predicted(samples, 1.0), samples[1])
    assert sum(each.count for each in bins) == samples[0].size
    assert calibration_error(bins) > 0.08
    assert bins[-1].real < bins[-1].predicted
    assert bins[0].real > bins[0].predicted


def test_a_game_gives_positions_and_a_winner() -> None:
    chances, wins = sample("hadara", 3, ["learned", "novice"], seed=1)
    assert chances.shape == (POSITIONS, 3, 3)
    assert chances.sum(axis=2) == pytest.approx(1.0)
    assert wins.sum() == pytest.approx(1.0)
    again, _ = sample("hadara", 3, ["learned", "novice"], seed=1)
    assert np.array_equal(chances, again)


def test_every_temperature_is_of_a_game_and_its_seats() -> None:
    for game, by_seats in temperatures().items():
        assert {int(seats) for seats in by_seats} <= set(GAMES[game].seats)
        assert all(0.5 <= heat <= 4.0 for heat in by_seats.values())
    assert temperature("no such game", 2) == 1.0


def test_the_command_measures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "found.json"
    words = ["hadara", "--games=4", "--seats=2", "--processes=1", "--bots=greedy,novice"]
    monkeypatch.setattr(sys, "argv", ["calibration", *words, f"--json={out}"])
    command.main()
    assert capsys.readouterr().out.count("\n") == 3
    found = json.loads(out.read_text("utf-8"))["found"]
    assert found[0]["games"] == 4
    assert found[0]["fitted"]["bins"]
    picture = ElementTree.fromstring(draw("hadara", found))
    assert len(picture.findall("{*}polyline")) == 2
