"""Whole games as text, line by line as they always were."""

from __future__ import annotations

from itertools import zip_longest

import pytest

from scripts.playthroughs import FOLDER, GAMES_TO_SHOW, playthrough


@pytest.mark.parametrize("name", GAMES_TO_SHOW)
def test_a_whole_game_goes_as_it_went(name: str) -> None:
    """If this change is wanted: `python scripts/playthroughs.py`, and read the difference."""
    wanted = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = playthrough(*GAMES_TO_SHOW[name]).splitlines()
    for number, (old, new) in enumerate(zip_longest(wanted, found), 1):
        assert new == old, f"{name}.txt, line {number}"


def test_there_is_a_test_for_every_file() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES_TO_SHOW)
