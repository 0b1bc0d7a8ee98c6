"""A minute of learning on a small machine: stopped, taken up again, and better than random."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import numpy as np
import pytest

from tests.system import need_torch

need_torch()

from cradle.arena import Job, Played  # noqa: E402
from cradle.bots import make_bot  # noqa: E402
from cradle.cli import main  # noqa: E402
from cradle.computing import runner  # noqa: E402
from cradle.kernel.game import BadOption  # noqa: E402
from cradle.learning.choice import choose  # noqa: E402
from cradle.learning.config import Match, config_of  # noqa: E402
from cradle.learning.curves import draw  # noqa: E402
from cradle.learning.exchange import EQUAL, GAMES, SHARE, TALLIES  # noqa: E402
from cradle.learning.journal import tallied  # noqa: E402
from cradle.learning.loop import Loop  # noqa: E402
from cradle.learning.matches import line_ups, play, result  # noqa: E402
from cradle.learning.training import Training  # noqa: E402
from cradle.learning.weights import packaged  # noqa: E402

SMALL: dict[str, Any] = {
    "game": "hadara",
    "schedule": {"decisions": 80_000, "rate": [2e-3, 2e-4]},
    "network": {"width": 96, "player": 32, "blocks": 1, "value": 32},
    "actors": {"processes": 1, "tables": 64, "steps": 32},
    "play": {"seats": {"2": 2, "3": 1}},
    "opponents": [{"bot": "greedy:noise=1", "share": 0.1}],
    "learner": {"batch": 512, "epochs": 2},
}

OTHER = packaged("stone-age")
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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[matches]]\nbot = 'nobody'", "no bot is called 'nobody'"),
        ("[[choice.matches]]\nbot = 'learned:nowhere.npz'", "there is no file 'nowhere.npz'"),
        (f"[[opponents]]\nbot = 'learned:{OTHER},noise=1'\nshare = 0.1", "is for game stone-age"),
        (f"start = '{OTHER}'", "is for game stone-age, not hadara"),
        ("[schedule]\nminutes = 0", "minutes must be at least 0.01, not 0"),
        ("", "is a folder: name the file to write"),
    ],
)
def test_a_training_that_makes_no_sense_is_refused_in_one_line_before_it_begins(
    text: str, reason: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config, folder = tmp_path / "small.toml", tmp_path / "run"
    config.write_text(text, "utf-8")
    told = ["train", "hadara", "--config", str(config), "--folder", str(folder)]
    assert main([*told, "--export", str(tmp_path if not text else tmp_path / "mine.npz")]) == 2
    said = capfd.readouterr().err
    assert reason in said
    assert said.count("\n") == 1
    assert not list(folder.glob("*.npz"))


JUDGED = TINY | {"matches": [{"bot": "random", "games": 2}]}


def test_the_best_by_the_judge_s_matches_is_among_the_candidates_whoever_was_cut(
    tmp_path: Path,
) -> None:
    config = config_of(JUDGED)
    first = Training(config, tmp_path)
    for decisions in (10, 20, 30):
        first.progress.decisions = decisions
        first.save()
    for decisions, rate in ((10, 0.9), (20, 0.5), (30, 0.4)):
        found = {"file": f"elsewhere/{decisions:012d}.npz", "bot": "random", "seats": 2}
        first.journal.judge([{**found, "decisions": decisions, "rate": rate}])
    first.journal.judge([{**found, "bot": "greedy", "decisions": 30, "rate": 1.0}])
    first.close()
    second = Training(config, tmp_path)
    assert [int(file.stem) for file in second.snapshots.candidates(1)] == [30, 10]
    assert [int(file.stem) for file in second.snapshots.candidates(2)] == [30, 20, 10]
    second.snapshots.judge({**found, "rate": 0.6, "file": f"{20:012d}.npz"})
    second.snapshots.judge({**found, "rate": 0.7, "file": f"{20:012d}.npz"})
    assert second.snapshots.candidates(1) == second.snapshots.candidates(2)[::2]
    second.snapshots.candidates(3)[-1].unlink()
    assert [int(file.stem) for file in second.snapshots.candidates(1)] == [30, 20]
    second.close()


@pytest.mark.parametrize("fewest", [4, 5])
def test_the_snapshot_that_wins_more_of_the_same_games_is_chosen(
    fewest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cradle.learning.choice.FEWEST", fewest)
    against = [{"bot": "random", "games": 400}]
    config = config_of(TINY | {"choice": {"snapshots": 2, "seconds": 60, "matches": against}})
    training, wins = Training(config, tmp_path), [Path(), Path()]
    for place, decisions in enumerate((10, 20)):
        training.progress.decisions = decisions
        training.save()
        wins[place] = training.snapshots.newest(1)[0]

    def played(job: Job) -> Played:
        hero = next(bot for bot in job.bots if bot != "random")
        first = (job.bots[0] == hero) == (f"learned:{wins[0]}" == hero)
        return Played(job.number, job.bots, [1, 1], [2 - first, 1 + first], [0] * 2, [0] * 2, 1)

    class InTurn:
        """The first nine games: four of each, and one of one alone."""

        def run(self, work: Any, tasks: Iterable[Job]) -> Iterator[Played]:
            return map(played, islice(tasks, 9))

    monkeypatch.setattr("cradle.learning.choice.runner", lambda count: InTurn())
    best = choose(training)
    assert best.read_bytes() == wins[0 if fewest == 4 else 1].read_bytes()
    assert [(m["decisions"], m["games"]) for m in training.journal.matches] == [(20, 4), (10, 4)]


def test_a_training_that_was_cut_meets_the_older_selves_it_would_have_met(tmp_path: Path) -> None:
    told = {"schedule": {"decisions": 1000}, "older": {"every": 0.1, "most": 3}}
    first = Training(config_of(TINY | told), tmp_path)
    for decisions in (50, 110, 160, 210, 320, 390, 400):
        first.progress.decisions = decisions
        first.model.load({n: np.full_like(w, decisions) for n, w in first.model.numpy().items()})
        first.save()
    second = Training(config_of(TINY | told), tmp_path)
    assert [int(weights["policy_bias"][0]) for weights in second.older] == [210, 320, 400]
    assert second.mark == 4


def test_a_training_that_is_over_keeps_the_network_it_chose(tmp_path: Path) -> None:
    config = config_of(TINY | {"schedule": {"decisions": 100}})
    first = Training(config, tmp_path)
    first.run()
    best = choose(first)
    best.write_bytes(b"chosen")
    second = Training(config, tmp_path)
    second.run()
    assert choose(second).read_bytes() == b"chosen"


def test_a_choice_that_was_cut_is_made_by_the_same_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [{"bot": "random", "games": 2}]
    told = {"schedule": {"decisions": 100}, "choice": {"snapshots": 2, "matches": matches}}
    first = Training(config_of(TINY | told), tmp_path)
    first.save()
    first.run()
    monkeypatch.setattr("cradle.learning.choice.runner", lambda count: Cut())
    with pytest.raises(KeyboardInterrupt):
        choose(first)
    monkeypatch.setattr("cradle.learning.choice.runner", lambda count: runner(1))
    for _ in range(2):
        again = Training(config_of(TINY | told), tmp_path)
        again.run()
        choose(again)
        assert len(again.journal.matches) == 2


class Cut:
    """Somebody stops the matches."""

    def run(self, *_: Any) -> Iterator[Any]:
        raise KeyboardInterrupt


def test_a_damaged_snapshot_is_named(tmp_path: Path) -> None:
    training = Training(config_of(TINY), tmp_path)
    training.save()
    file = training.snapshots.newest(1)[0]
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(BadOption, match=f"{file.name} holds no weights: it is no .npz file, or"):
        Training(config_of(TINY), tmp_path)


def test_a_training_goes_on_where_nobody_reads_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    monkeypatch.setattr("sys.stderr", os.fdopen(writer, "w", 1))
    training = Training(config_of(TINY | {"schedule": {"decisions": 100}}), tmp_path)
    training.run()
    assert training.progress.decisions == 128
    with suppress(BrokenPipeError):
        sys.stderr.close()


def test_the_judge_ends_with_its_training_however_that_ends() -> None:
    program = "import os; from tests.learning.test_training import *; "
    program += "judge = Training(config_of(JUDGED), Path(os.environ['FOLDER'])).judge; "
    program += "print(judge.process.pid, flush=True); os.kill(os.getpid(), 9)"
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            env={**os.environ, "FOLDER": folder},
            timeout=120,
        )
    for _ in range(600):
        try:
            os.kill(int(done.stdout), 0)
        except ProcessLookupError:
            return
        sleep(0.1)
    pytest.fail("the judge is still there")


def test_a_damaged_log_is_named(tmp_path: Path) -> None:
    for text in ("{", "[]", "{}"):
        (tmp_path / "log.json").write_text(text, "utf-8")
        with pytest.raises(BadOption, match=r"log\.json is damaged: without it, a new one begins"):
            Training(config_of(TINY), tmp_path)


def test_what_is_told_of_a_bot_is_of_all_its_lines() -> None:
    bots = [{"bot": "greedy", "share": 0.1}, {"bot": "greedy", "share": 0.1, "crowd": 1.0}]
    tally = np.zeros((4, 6, TALLIES))
    tally[2:, 2, [GAMES, SHARE, EQUAL]] = [[10, 4, 5], [30, 8, 15]]
    assert tallied(config_of(TINY | {"opponents": bots}), tally) == {
        "greedy 2": 0.3,
        "greedy 2 equal": 0.5,
    }


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
