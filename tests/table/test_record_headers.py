"""Records: written, replayed, and every broken line named."""

from __future__ import annotations

import random

import pytest

from cradle import BadRecord, Table
from cradle.table.record import read
from tests.invariants import plain
from tests.table.dealing import dealt


def played() -> Table:
    table = Table(
        "toy", 2, seed=3, options={"rounds": "3"}, names=["Ann", 'B "x" \\ y'], date="2024-05-31"
    )
    rng = random.Random(2)
    while not table.over:
        seat = rng.choice(table.asked)
        table.submit(seat, rng.choice(table.moves(seat)))
    return table


def test_a_record_has_headers_and_one_answer_a_line() -> None:
    table = dealt(2, 1)
    table.submit(1, "bid 1")
    assert table.record.splitlines() == [
        '[Game "toy"]',
        '[Rules "1"]',
        '[Options "rounds=2 endless=false"]',
        f'[Tables "{table.setup.hash}"]',
        '[Seats "2"]',
        '[Date "2024-05-31"]',
        '[Result "*"]',
        "",
        "* deal 2",
        "* deal 1",
        "1 bid 1",
    ]


def test_a_finished_game_has_a_result() -> None:
    table = played()
    headers, _ = read(table.record)
    assert headers["Players"] == 'Ann; B "x" \\ y'
    assert headers["Result"] == " ".join(f"{s.total}/{s.rank}" for s in table.scores)


def test_a_replay_is_the_same_table() -> None:
    table = played()
    again = Table.replay(table.record)
    assert again.record == table.record
    assert plain(again.state) == plain(table.state)
    assert again.setup.names == table.setup.names


def test_any_beginning_of_a_record_can_be_replayed() -> None:
    lines = [line for line in played().record.splitlines() if not line.startswith("[Result")]
    for end in range(lines.index("") + 1, len(lines) + 1):
        again = Table.replay("\n".join(lines[:end]), by_hand=True)
        assert len(again.entries) == end - lines.index("") - 1


def test_comments_and_missing_headers_are_fine() -> None:
    text = '[Game "toy"]\n[Seats "1"]\n; a comment\n* deal 2 ; a good number\n\n0 bid 1\n'
    table = Table.replay(text, by_hand=True)
    assert table.asked == [0]
    assert "[Date" not in table.record


def test_after_a_replay_the_dice_go_on() -> None:
    assert Table.replay('[Game "toy"]\n[Seats "1"]\n', seed=1).entries
    assert not Table.replay('[Game "toy"]\n[Seats "1"]\n', by_hand=True).entries


TOP = '[Game "toy"]\n[Seats "2"]\n'


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "The header Game is missing."),
        ('[Game "toy"]\n', 1, "The header Seats is missing."),
        ('[Seats "2"]\n[Game "chess"]', 2, "There is no game called “chess”"),
        ('[Game "toy"]\n\n[Seats "9"]', 3, "toy is for 1 to 3 players, not for 9."),
        ('[Game "toy"]\n[Seats "two"]', 2, "A number belongs here, not “two”."),
        (TOP + '[Colour "red"]', 3, "There is no header Colour."),
        (TOP + "[Colour red]", 3, "A header looks like"),
        (TOP + '[Seats "2"]', 3, "The header Seats appears twice."),
        (TOP + '[Options "speed=3"]', 3, "toy has no option “speed”; it has: rounds, endless."),
        (TOP + '[Options "rounds=9"]', 3, "The option “rounds” can’t be “9”: choose 2, 1, 3."),
        (TOP + '[Options "rounds"]', 3, "“rounds” is no option"),
        (TOP + '[Options "rounds=1 rounds=2"]', 3, "“rounds=2” is no option"),
        (TOP + '[Rules "7"]', 3, "This was played under version 7 of the rules"),
        (TOP + '[Tables "abc"]', 3, "This was played with other components"),
        (TOP + '[Players "Ann;Bob"]', 3, "“Ann;Bob” is no player’s name"),
        (TOP + '[Players "Ann"]', 2, "1 name was given for 2 seats."),
        (TOP + '[Date "now"]', 2, "“now” is no date"),
        (TOP + '[Result "3/1 2/2"]', 3, "The moves lead to the result *, not 3/1 2/2."),
        (TOP + "deal 1", 3, "A line is a seat’s number"),
        (TOP + "0 bid 1", 3, "Chance must answer first"),
        (TOP + "* deal 9", 3, "“deal 9” isn’t possible now."),
        (TOP + "* deal 1\n* deal 1\n\n0 bid 2", 6, "“bid 2” isn’t possible now: "),
        (TOP + "* deal 1\n* deal 1\n1 bid", 5, "A number belongs here, not “”."),
        (TOP + "* deal 1\n* deal 1\n2 bid 1", 5, "There is no seat “2” at this table"),
        (TOP + "* deal 1\n* deal 1\n* deal 1", 5, "No dice and no card are needed now."),
    ],
)
def test_a_broken_record_is_refused_by_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Table.replay(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: {reason}")
    assert caught.value.say("de").startswith(f"Zeile {line}: ")


def test_a_wrong_result_is_refused() -> None:
    record = played().record
    wrong = record.replace("/1", "/2", 1)
    with pytest.raises(BadRecord, match="The moves lead to the result"):
        Table.replay(wrong)


def test_a_record_of_other_tables_needs_their_folder() -> None:
    table = Table("toy", 1, components="good", seed=1)
    with pytest.raises(BadRecord, match="other components"):
        Table.replay(table.record)
    assert Table.replay(table.record, components="good").record == table.record
