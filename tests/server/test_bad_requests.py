"""A share of `make bad-requests`, on both databases, and texts that only one of them could keep."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks.attackers import check
from benchmarks.bad_requests import attack, faults
from benchmarks.fuzz import Failure
from cradle.server.settings import ServerSettings
from tests.server.running import Running

INPUTS = 150


def test_bad_requests_are_no_faults(settings: ServerSettings) -> None:
    with Running(settings) as server:
        answers = asyncio.run(attack(server.url, 0, INPUTS))
        assert faults(server.url) == 0
    refused = sum(count for status, count in answers.items() if status[0] in "4r")
    assert refused > INPUTS / 3


def test_a_zero_byte_is_refused_on_either_database(settings: ServerSettings) -> None:
    with Running(settings) as server:
        ada = server.player()
        for path in ("tables", "me/tables", "archive"):
            refused = ada.get(f"/api/{path}", status=422, game="\0")
            assert refused["error"]["key"] == "bad-request"
        with ada.socket("%00") as wire:
            assert wire.until("refused")["error"]["key"] == "not-found"
            assert wire.until("bye")["reason"] == "closed"
        assert faults(server.url) == 0


@pytest.mark.parametrize("answer", [(500, b""), (400, b'{"error": {"text": "two\\nlines"}}')])
def test_a_bad_answer_is_found(answer: tuple[int, bytes]) -> None:
    with pytest.raises(Failure):
        check(*answer)
