"""Fair dice: every outcome follows from the secret, the players' salt and the ply."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from cradle.cli import main
from cradle.server.ops.verify import verify
from cradle.server.tables.dice import FairDice, commitment, new_secret
from cradle.table.errors import Refusal
from tests.server.running import Player
from tests.texts import CHARACTERS

SECRET = "00" * 32


@given(st.integers(1, 10**60), st.integers(0, 10**6))
def test_every_point_lies_below_the_total(total: int, ply: int) -> None:
    assert 0 <= FairDice(SECRET, "t", [], {}).point(total, ply) < total


@given(st.lists(st.text(CHARACTERS, max_size=8), max_size=4), st.integers(0, 99), st.integers(1, 5))
def test_what_was_taken_back_comes_anew_and_only_that(
    salt: list[str], ply: int, times: int
) -> None:
    dice, fresh = FairDice(SECRET, "t", salt, {}), FairDice(SECRET, "t", salt, {ply: times})
    for _ in range(times):
        dice.taken_back([ply])
    assert dice.point(10**9, ply) == fresh.point(10**9, ply)
    assert dice.point(10**9, ply) != FairDice(SECRET, "t", salt, {}).point(10**9, ply)
    assert dice.point(10**9, ply + 1) == FairDice(SECRET, "t", salt, {}).point(10**9, ply + 1)


def test_salt_of_one_seat_is_not_salt_of_another() -> None:
    points = {
        tuple(FairDice(SECRET, "t", salt, {}).point(10**9, ply) for ply in range(3))
        for salt in (["a", ""], ["", "a"], ["a"], ["a,"], ['a", "b'], ["a", "b"])
    }
    assert len(points) == 6


def test_dice_are_even_and_follow_from_their_secret() -> None:
    secret = new_secret()
    dice = FairDice(secret, "table", ["a", "b"], {3: 1})
    points = [dice.point(6, ply) for ply in range(6000)]
    assert points == [
        FairDice(secret, "table", ["a", "b"], {3: 1}).point(6, p) for p in range(6000)
    ]
    counts = [points.count(face) for face in range(6)]
    assert all(850 < count < 1150 for count in counts), counts
    assert points[:50] != [FairDice(secret, "table", ["a", "c"], {}).point(6, p) for p in range(50)]
    assert FairDice(secret, "table", ["a", "b"], {}).point(10**9, 3) != dice.point(10**9, 3)
    assert len(commitment(secret)) == 64


def test_cradle_verify_checks_every_roll(
    ada: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    for _ in range(30):
        view = ada.view(table)
        ada.move(table, view["moves"][0]["text"], seat=view["seat"])
    ada.post(f"/api/tables/{table}/close")
    text = ada.http.get(f"/api/tables/{table}/record").text
    file = tmp_path / "record.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file), "--lang", "en"]) == 0
    assert "follow" in capsys.readouterr().out
    assert verify(text).count > 10
    proof = next(line for line in text.splitlines() if line.startswith("; fair "))
    facts = json.loads(proof.removeprefix("; fair "))
    forged = text.replace(facts["secret"], new_secret())
    with pytest.raises(Refusal, match="hash"):
        verify(forged)
    other = new_secret()
    lied = text.replace(facts["secret"], other).replace(facts["commitment"], commitment(other))
    assert not verify(lied).ok
    file.write_text(lied, encoding="utf-8")
    assert main(["verify", str(file), "--lang", "en"]) == 2
    for broken in (text.replace(proof, ""), text.replace(proof, "; fair {}"), "; fair []"):
        with pytest.raises(Refusal):
            verify(broken)
