"""What a game package offers: options, seats, scores."""

from __future__ import annotations

import pytest

from cradle.kernel.game import BadOption, Option, ranked
from cradle.kernel.piece import dump
from cradle.schema import schemas
from tests.kernel.toy import GAME


def test_options_get_their_defaults() -> None:
    assert GAME.full_options({}) == {"rounds": "2", "endless": False}
    assert GAME.full_options({"rounds": "3", "endless": True}) == {"rounds": "3", "endless": True}


@pytest.mark.parametrize("value", [True, False])
def test_a_switch_is_a_bool_and_no_number(value: bool) -> None:
    assert Option((False, True)).allows(value)
    assert not Option((False, True)).allows(int(value))
    assert not Option((False, True)).allows(str(value))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"speed": 1}, "toy has no option 'speed' that can be 1"),
        ({"rounds": "9"}, "no option 'rounds' that can be '9'"),
        ({"rounds": 2}, "no option 'rounds' that can be 2"),
        ({"endless": "yes"}, "no option 'endless' that can be 'yes'"),
    ],
)
def test_a_strange_option_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        GAME.full_options(options)


def test_seats_are_counted() -> None:
    with pytest.raises(BadOption, match="toy is for 1 to 3, not 4"):
        GAME.new(4, {})
    assert GAME.new(3, {}).seats == 3


def test_ranks_are_shared_by_equals() -> None:
    parts = [{"a": 1, "b": 2}, {"a": 5, "b": 0}, {"a": 3, "b": 2}, {"a": 3, "b": 0}]
    scores = ranked(parts, [0, 1, 1, 0])
    assert [score.total for score in scores] == [3, 5, 5, 3]
    assert [score.rank for score in scores] == [3, 1, 1, 3]
    assert ranked([{"a": 1}, {"a": 1}], [0, 1])[0].rank == 2


def test_a_game_without_types_has_a_view_of_any_shape() -> None:
    assert schemas(GAME)["ToyView"] == {"type": "object"}


def test_a_dumped_state_is_restored_settled() -> None:
    s = GAME.new(2, {})
    again = GAME.restore(dump(s))
    assert again == s
    assert (again.turn, again.legal) == (s.turn, s.legal)
