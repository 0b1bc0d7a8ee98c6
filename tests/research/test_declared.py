"""What a game without an encoding must declare, and what it is told if it doesn't."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, TypedDict

import pytest
from librt.strings import BytesWriter

from cradle.kernel.game import BadOption
from cradle.kernel.notation import Number
from cradle.research.codec import declared_codec
from cradle.research.listing import all_moves
from cradle.research.typed_view import view_part
from tests.kernel import toy
from tests.thirdgame.game import GAME


class Inner(TypedDict):
    size: int


class View(TypedDict):
    side: Literal["a", "b"]
    title: str
    inner: Inner | None
    marks: list[Literal["x", "y"]]


def written(view: Any) -> list[int]:
    part, out = view_part(View, 2), BytesWriter()
    part.put(out, view)
    data = out.getvalue()
    assert len(data) == 2 * sum(field.size for field in part.fields)
    return [int.from_bytes(data[i : i + 2], "little", signed=True) for i in range(0, len(data), 2)]


def test_a_view_is_written_by_its_type() -> None:
    full = {"side": "b", "title": "free", "inner": {"size": -4}, "marks": ["y", "x", "y"]}
    assert written(full) == [2, 1, -4, 1, 2]
    empty: Any = {"side": "a", "title": "", "inner": None, "marks": []}
    assert written(empty) == [1, 0, 0, 0, 0]


def test_a_number_without_an_end_is_named() -> None:
    with pytest.raises(BadOption, match="`deal` takes a number without an end"):
        all_moves(toy.GAME)


def test_a_game_may_bring_its_own_list_of_moves() -> None:
    listed = declared_codec(GAME, moves=[*all_moves(GAME)[:5]])
    assert len(listed.moves) == len(listed.outcomes) == 5
    assert listed.version != declared_codec(GAME).version


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (list[int], "say how long it can get"),
        (list[Inner], "say how long it can get"),
        (int | str, "of several kinds"),
        (float, "which has no encoding"),
    ],
)
def test_what_has_no_encoding_is_refused(kind: Any, reason: str) -> None:
    wrong = TypedDict("wrong", {"field": kind})  # noqa: UP013 - by a kind known only here
    with pytest.raises(BadOption, match=reason):
        view_part(wrong, 2)


def test_a_view_without_a_type_is_refused() -> None:
    with pytest.raises(BadOption, match="TypedDict"):
        declared_codec(replace(GAME, view_type=dict))


def test_bounds_are_for_listing_alone() -> None:
    assert Number(3).read(["12"]) == 12
