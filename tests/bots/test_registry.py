"""Bots by name: ours, unknown ones, and settings."""

import re
from importlib.resources import files
from math import inf
from pathlib import Path

import pytest

from cradle.bots import LEVELS, Budget, UnknownBot, bot_names, make_bot
from cradle.bots.settings import guest_settings, own_settings
from cradle.kernel.game import BadOption


def test_every_level_has_a_name() -> None:
    assert set(LEVELS) | {"random"} <= set(bot_names())


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nobody", "no bot is called 'nobody'; there are random, greedy"),
        ("", "no bot is called ''"),
        ("random:x", "'x' is no setting; write name=value"),
        ("random:depth=3", "random has no setting 'depth'; it has none"),
        ("master:simulations=9", "master has no setting 'simulations'"),
        ("greedy:knows=all", "greedy has no setting 'knows'; it has noise"),
        ("greedy:noise=x", "noise must be a number, not 'x'"),
        ("greedy:noise=-1", "noise must be at least 0 and at most 1,000, not -1"),
        ("search:simulations=1.5", "simulations must be a whole number, not '1.5'"),
        ("search:simulations=0", "simulations must be at least 1 and at most 1,000,000,000, not 0"),
        ("search:seconds=inf", "seconds must be a number, not 'inf'"),
        ("search:curiosity=1e308", "curiosity must be at least 0 and at most 100, not 1e+308"),
        ("search:processes=99", "processes must be at least 1 and at most 64, not 99"),
        ("program:'open", "No closing quotation"),
        ("program: ", "nothing to run"),
    ],
)
def test_what_no_bot_is_called_is_refused(name: str, reason: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(reason)):
        make_bot(name)


@pytest.mark.parametrize("folder", ["rate=0.001", "a,b", "plain"])
def test_weights_may_lie_anywhere(folder: str, tmp_path: Path) -> None:
    file = tmp_path / folder / "mine.npz"
    file.parent.mkdir()
    file.write_bytes(files("cradle.learning").joinpath("data", "hadara.npz").read_bytes())
    for settings in ("", ",simulations=3"):
        make_bot(f"learned:{file}{settings}").close()
    with pytest.raises(UnknownBot, match="there is no file"):
        make_bot(f"learned:{file.with_name('other.npz')}")


def test_a_near_miss_gets_a_hint() -> None:
    with pytest.raises(UnknownBot, match="did you mean master"):
        make_bot("mastr")


def test_settings_are_numbers_where_they_can_be() -> None:
    assert guest_settings("a=1,b=0.5,c=x,d=nan") == {"a": 1, "b": 0.5, "c": "x", "d": "nan"}
    assert own_settings("search", "simulations=20, heat=1.5") == {"simulations": 20, "heat": 1.5}


@pytest.mark.parametrize(("seconds", "simulations"), [(0.0, None), (-1.0, 5), (1.0, 0), (inf, 3)])
def test_a_budget_is_more_than_nothing(seconds: float, simulations: int | None) -> None:
    with pytest.raises(BadOption):
        Budget(seconds, simulations)
