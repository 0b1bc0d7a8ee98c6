"""Records as text."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from cradle.table import record
from cradle.table.record import BadLine, Entry, read, write
from tests.texts import CHARACTERS

TEXT = """\
[Game "toy"]
[Players "Ann \\"the\\" \\\\ great; Bob"]

; a comment
* deal 2   ; chance
0 bid 1
1 [strange but a move]
"""


def test_headers_and_entries_are_read() -> None:
    headers, entries = read(TEXT)
    assert headers == {"Game": "toy", "Players": 'Ann "the" \\ great; Bob'}
    assert entries == [
        Entry(None, "deal 2", 5),
        Entry(0, "bid 1", 6),
        Entry(1, "[strange but a move]", 7),
    ]


def test_what_is_written_is_read_back() -> None:
    headers, entries = read(TEXT)
    again, same = read(write(headers, entries))
    assert again == headers
    assert [(e.seat, e.text) for e in same] == [(e.seat, e.text) for e in entries]


@given(st.text(CHARACTERS), st.text(st.characters(categories=("L", "N")), min_size=1))
def test_any_header_value_survives_but_for_its_spaces(value: str, move: str) -> None:
    headers, entries = read(write({"Name": value}, [Entry(3, move)]))
    assert headers == {"Name": " ".join(value.split())}
    assert entries == [Entry(3, move, 3)]


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("[Game]", 1, "bad-header"),
        ('[Game "a"]\n[Game "b"]', 2, "header-twice"),
        ('[Game "a"]\n\nbid 1', 3, "bad-line"),
        ("10 bid 1", 1, "bad-line"),
        ("* ", 1, "bad-line"),
        ('0 bid 1\n[Game "a"]', 2, "bad-line"),
    ],
)
def test_a_broken_line_is_named(text: str, line: int, key: str) -> None:
    with pytest.raises(BadLine) as caught:
        read(text)
    assert (caught.value.line, caught.value.key) == (line, key)


def test_a_record_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_LINES", 2)
    with pytest.raises(BadLine, match="too-many-lines"):
        read("0 a\n0 b\n0 c\n")
