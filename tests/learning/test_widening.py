"""A checkpoint that knows less of the board than there is to see is widened, and no other."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from tests.system import need_torch

need_torch()

from cradle.learning.weights import packaged, read_arrays, write_arrays  # noqa: E402
from scripts.widen_checkpoint import AMOUNTS, main, new_amounts  # noqa: E402

GAME, FIELD = "stone-age", "options"


def widen(monkeypatch: pytest.MonkeyPatch, source: Path, to: Path, field: str = FIELD) -> None:
    """Run the command."""
    words = [GAME, field, "--from", str(source), "--to", str(to)]
    monkeypatch.setattr(sys, "argv", ["widen_checkpoint", *words])
    main()


def test_new_amounts_weigh_nothing_and_old_ones_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, new = read_arrays(packaged(GAME)), np.tile(new_amounts(GAME, [FIELD]), 2)
    write_arrays(tmp_path / "old.npz", whole | {AMOUNTS: whole[AMOUNTS][~new]})
    widen(monkeypatch, tmp_path / "old.npz", tmp_path / "wide")
    wide = read_arrays(tmp_path / "wide" / "checkpoint.npz")[AMOUNTS]
    assert np.array_equal(wide[~new], whole[AMOUNTS][~new])
    assert new.any()
    assert not wide[new].any()


@pytest.mark.parametrize(
    ("field", "content", "says"),
    [
        (FIELD, "own", "perhaps it knows them already"),
        ("weather", "own", "the board has no amounts of weather, but of "),
        (FIELD, "foreign", "holds no training"),
        (FIELD, "damaged", "holds no training: "),
        (FIELD, "", "holds no training: No such file"),
    ],
)
def test_what_cannot_be_widened_is_said_in_a_line(
    field: str,
    content: str,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = packaged(GAME) if content == "own" else tmp_path / "checkpoint.npz"
    if content == "damaged":
        file.write_text("no arrays", "utf-8")
    elif content == "foreign":
        write_arrays(file, {"other": np.zeros(3)})
    with pytest.raises(SystemExit) as ended:
        widen(monkeypatch, file, tmp_path / "wide", field)
    error = capsys.readouterr().err
    assert ended.value.code == 2
    assert says in error
    assert error.count("\n") == 1
    assert not (tmp_path / "wide").exists()
