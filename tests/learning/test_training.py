"""A minute of learning on a small machine: stopped, taken up again, and better than random."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.system import need_torch

need_torch()

from cradle.bots import make_bot  # noqa: E402
from cradle.cli import main  # noqa: E402
from cradle.computing import runner  # noqa: E402
from cradle.learning.config import Match, config_of  # noqa: E402
from cradle.learning.curves import draw  # noqa: E402
from cradle.learning.loop import Loop  # noqa: E402
from cradle.learning.matches import line_ups, play, result  # noqa: E402
from cradle.learning.training import Training  # noqa: E402

SMALL: dict[str, Any] = {
    "game": "hadara",
    "schedule": {"decisions": 80_000, "rate": [2e-3, 2e-4]},
    "network": {"width": 96, "player": 32, "blocks": 1, "value": 32},
    "actors": {"processes": 1, "tables": 64, "steps": 32},
    "play": {"seats": {"2": 2, "3": 1}},
    "opponents": [{"bot": "greedy:noise=1", "share": 0.1}],
    "learner": {"batch": 512, "epochs": 2},
}

TINY: dict[str, Any] = {
    "game": "hadara",
    "network": {"width": 16, "player": 8, "blocks": 1, "value": 8},
    "actors": {"processes": 1, "tables": 8, "steps": 4},
}


@pytest.mark.long
def test_a_short_training_beats_random(tmp_path: Path) -> None:
    config = config_of(SMALL)
    first = Training(config, tmp_path)
    first.stop_after(32_000)
    first.run()
    first.close()
    assert 32_000 <= first.progress.decisions < 64_000
    second = Training(config, tmp_path)
    assert second.progress == first.progress
    assert second.rates() == first.rates()
    second.run()
    second.close()
    assert second.progress.decisions >= 80_000
    hero = f"learned:{tmp_path / 'best.npz'}"
    how = result(hero, play(line_ups("hadara", hero, Match("random", 2, 200)), runner(1)))
    assert how.failures == 0
    assert how.low > 0.8
    log = json.loads((tmp_path / "log.json").read_text("utf-8"))
    assert log["rows"][-1]["decisions"] == second.progress.decisions
    assert "<svg" in (tmp_path / "curves.svg").read_text("utf-8")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_whoever_stops_a_training_loses_nothing(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collect = Loop.collect

    def stopped(*given: Any) -> None:
        collect(*given)
        signal.raise_signal(number)

    monkeypatch.setattr(Loop, "collect", stopped)
    training = Training(config_of(TINY), tmp_path)
    training.run()
    training.close()
    assert Training(config_of(TINY), tmp_path).progress.decisions == 8 * 2 * 4
    with pytest.raises(KeyboardInterrupt):
        training._stop(signal.SIGINT, None)


def test_the_command_trains_and_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, out = tmp_path / "small.toml", tmp_path / "out" / "mine.npz"
    config.write_text(
        "[schedule]\ndecisions = 2000\n"
        "[network]\nwidth = 16\nplayer = 8\nblocks = 1\nvalue = 8\n"
        "[actors]\nprocesses = 1\ntables = 16\nsteps = 16\n"
        "[learner]\nbatch = 256\n"
        "[choice]\nsnapshots = 1\n",
        "utf-8",
    )
    told = ["train", "stone-age", "--config", str(config), "--folder", str(tmp_path / "run")]
    assert main([*told, "--export", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    make_bot(f"learned:{out}")


def test_a_folder_is_one_training_s(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    network = "[network]\nwidth = 16\nplayer = 8\nblocks = 1\nvalue = 8\n"
    actors = "[actors]\nprocesses = 1\ntables = 8\nsteps = 4\n"
    config, folder = tmp_path / "small.toml", tmp_path / "run"
    told = ["train", "hadara", "--config", str(config), "--folder", str(folder)]
    config.write_text(f"{network}{actors}[schedule]\ndecisions = 100\n", "utf-8")
    assert main(told) == 0
    log = (folder / "log.json").read_text("utf-8")
    capfd.readouterr()
    assert main(told) == 0
    said = capfd.readouterr().err
    assert said == f"{folder} stands at 128 of 100 decisions: nothing is left to train\n"
    assert (folder / "log.json").read_text("utf-8") == log
    config.write_text(f"start = '{folder / 'best.npz'}'\n{network}{actors}", "utf-8")
    assert main(told) == 2
    assert f"a training with start nothing, not {folder}" in capfd.readouterr().err
    (folder / "checkpoint.npz").unlink()
    assert main(told) == 2
    said = capfd.readouterr().err
    assert "has networks of a training and no checkpoint.npz" in said
    assert said.count("\n") == 1


def test_an_opponent_that_is_not_there_is_refused_in_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "small.toml"
    config.write_text("[[opponents]]\nbot = 'learned:nowhere.npz'\nshare = 0.5\n", "utf-8")
    told = ["train", "stone-age", "--config", str(config), "--folder", str(tmp_path / "run")]
    assert main(told) == 2
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert "nowhere.npz" in said


def test_a_training_that_makes_no_sense_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "hadara", "--config", str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_curves_are_drawn_of_anything() -> None:
    rows = [{"decisions": 10, "entropy": 1.0, "speed": 5, "older 2": 0.6, "older 2 equal": 0.5}]
    matches = [{"decisions": 10, "bot": "a<b", "seats": 2, "rate": 0.7}]
    picture = draw("hadara", rows, matches)
    assert "a&lt;b 2" in picture
    assert draw("hadara", [], []).count("<polyline") == 3
    assert "matches" in picture
    assert "matches" not in draw("hadara", rows, [])


def test_curves_name_files_without_their_folders_and_go_forward() -> None:
    bot = "learned:some/where/mine.npz,simulations=5"
    played = [{"decisions": n, "bot": bot, "seats": 4, "rate": 0.5} for n in (20, 10)]
    picture = draw("hadara", [], played)
    assert "learned:mine.npz,simulations=5 4" in picture
    trained = [{"decisions": 10, f"{bot} 3": 0.6, f"{bot} 3 equal": 0.5}]
    assert ">learned:mine.npz,simulations=5 3<" in draw("hadara", trained, [])
    assert 'points="300.0,122.0 540.0,122.0"' in picture
