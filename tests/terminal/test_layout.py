"""Blocks: cut, padded, boxed and wrapped by cells, wide characters included."""

import pytest
from hypothesis import given, strategies as st
from rich.text import Text

from cradle.terminal.layout import beside, box, columns, ends, fit, roomy, shares, wrapped

words = st.text(st.characters(categories=["L", "N", "P"]), max_size=30)


@given(words, st.integers(0, 40))
def test_fit_is_exact(line: str, width: int) -> None:
    assert fit(line, width).cell_len == width


@given(st.lists(words, max_size=5), words, st.integers(4, 60))
def test_a_box_is_a_rectangle(lines: list[str], title: str, width: int) -> None:
    drawn = box(title, lines, width)
    assert len(drawn) == len(lines) + 2
    assert {line.cell_len for line in drawn} == {width}


@given(st.lists(words, min_size=1, max_size=12), st.integers(10, 80))
def test_columns_show_every_item(items: list[str], width: int) -> None:
    lines = columns([Text(item) for item in items], width)
    assert all(line.cell_len == width for line in lines)


@given(st.lists(st.text("abc", min_size=1, max_size=9), min_size=1), st.integers(10, 40))
def test_wrapping_loses_nothing(parts: list[str], width: int) -> None:
    lines = wrapped(" ".join(parts), width)
    assert " ".join(line.plain for line in lines).split() == parts
    assert all(line.cell_len <= width for line in lines)


@pytest.mark.parametrize("width", [0, 7, 100])
def test_shares_add_up(width: int) -> None:
    assert sum(shares(width, 3)) == width


def test_roomy_boxes_cut_no_title_while_there_is_room() -> None:
    assert roomy([Text("a" * 18), Text("b"), Text("c")], 60)[0] >= 22
    assert sum(roomy([Text("a" * 18), Text("b" * 30), Text("c" * 30)], 60)) == 60


def test_beside_and_ends() -> None:
    assert beside([Text("a"), Text("b")], [Text("c")], gap=1)[1].plain == "b  "
    assert ends("left", "right", 12).plain == "left   right"
