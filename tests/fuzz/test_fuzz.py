"""A share of the fuzzer's work; `make fuzz` does all of it."""

from __future__ import annotations

import pytest

from benchmarks.fuzz import TARGETS, Failure, check_sentence, fuzz


@pytest.mark.parametrize("target", TARGETS)
def test_malformed_inputs_are_refused(target: str) -> None:
    _, bad, good = fuzz(target, 0, 400)
    assert bad == 400
    assert good < 4000


@pytest.mark.parametrize("text", ["", "two\nlines", "x" * 1000, "error.unknown", "a.closed.b"])
def test_an_unclear_error_is_found(text: str) -> None:
    with pytest.raises(Failure):
        check_sentence(text)
