"""Which compression a client gets."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from cradle.server.http.encodings import best
from tests.texts import CHARACTERS


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        (None, None),
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("GZip ; Q=1", "gzip"),
        ("*", "br"),
        ("*;q=0.1, br;q=0", "gzip"),
        ("gzip;q=0, *;q=0", None),
        ("gzip;q=lots", None),
        ("gzip;level=9", None),
    ],
)
def test_the_best_of_what_is_taken_goes_out(header: str | None, coding: str | None) -> None:
    assert best(header, ["br", "gzip"]) == coding


@given(st.text(CHARACTERS), st.sampled_from([(), ("gzip",), ("br", "gzip")]))
def test_nothing_goes_out_that_there_is_not(header: str, offered: tuple[str, ...]) -> None:
    assert best(header, offered) in {None, *offered}
