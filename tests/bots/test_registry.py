"""Bots by name: ours, unknown ones, and settings."""

import pytest

from cradle.bots import LEVELS, UnknownBot, bot_names, make_bot
from cradle.bots.registry import _settings


def test_every_level_has_a_name() -> None:
    assert set(LEVELS) | {"random"} <= set(bot_names())


@pytest.mark.parametrize("name", ["nobody", "", "random:x", "random:depth=3"])
def test_what_no_bot_is_called_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot):
        make_bot(name)


def test_a_near_miss_gets_a_hint() -> None:
    with pytest.raises(UnknownBot, match="did you mean master"):
        make_bot("mastr")


def test_settings_are_numbers_where_they_can_be() -> None:
    assert _settings("a=1,b=0.5,c=x") == {"a": 1, "b": 0.5, "c": "x"}
