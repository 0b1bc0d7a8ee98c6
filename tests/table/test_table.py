"""What a table accepts, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from cradle import (
    BadSetup,
    GameOver,
    IllegalMove,
    InvalidMove,
    NotYourTurn,
    Refusal,
    Table,
)
from tests.kernel.toy import BID, GAME, TAKE, Bid
from tests.table.dealing import POINT, Loaded, dealt


def test_a_table_tells_who_is_asked_and_what_they_may_do() -> None:
    table = dealt(2, 0, 3)
    assert table.asked == [0, 2]
    assert [move.text for move in table.moves(0)] == ["bid 0", "bid 1", "bid 2"]
    assert table.moves(1) == []
    assert table.step(0) == {"kind": "bid-all"}
    assert table.step(1) is None
    assert (table.over, table.scores) == (False, [])
    assert table.seats == 3
    assert table.game is GAME


def test_answers_are_text_or_moves_in_any_order() -> None:
    table = dealt(2, 3)
    table.submit(1, BID[3])
    table.submit(0, "  bid 2 ")
    assert table.asked == [1]
    assert table.step(1) == {"kind": "take-prize", "seat": 1}
    table.submit(1, "take gold")
    assert table.view(None)["prizes"] == [[], [2]]


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (Table("toy", 3, seed=5, date="2024-05-31") for _ in range(2))
    assert one.record == other.record
    assert Table("toy", 3, seed="five").asked is not None


def test_dice_are_told_total_and_ply() -> None:
    dice = Loaded(POINT[1], POINT[2])
    Table("toy", 2, dice=dice)
    assert dice.asked == [(6, 0), (6, 1)]


def test_a_whole_game_with_scores() -> None:
    table = dealt(1, 1, options={"rounds": "1"})
    table.submit(0, "bid 1")
    table.submit(1, "bid 0")
    table.submit(0, "take silver")
    assert table.over
    assert table.asked == []
    assert [(s.total, s.rank, s.parts) for s in table.scores] == [
        (2, 1, {"prizes": 1, "count": 1}),
        (0, 2, {"prizes": 0, "count": 0}),
    ]
    with pytest.raises(GameOver, match="over"):
        table.submit(0, "bid 1")


def test_a_seat_sees_its_own_secrets_only() -> None:
    table = dealt(2, 3)
    assert table.view(0)["number"] == 2
    assert table.view(1)["number"] == 3
    assert table.view(None)["number"] is None


def test_news_are_told_once_and_redacted() -> None:
    table = dealt(2, 3)
    secret = {"kind": "dealt-secretly", "seat": 0, "number": 2}
    unseen = {"kind": "dealt-unseen", "seat": 1}
    assert table.news(0) == [secret, unseen]
    assert table.news(0) == []
    assert table.news(None) == [{"kind": "dealt-unseen", "seat": 0}, unseen]
    table.submit(0, "bid 2")
    assert table.news(0) == []
    table.submit(1, "bid 1")
    table.submit(0, "take gold")
    taken = {"kind": "taken", "seat": 0, "prize": "gold"}
    assert table.news(0)[0] == taken
    assert table.news_since(0, 0)[:3] == [secret, unseen, taken]
    assert table.news_since(0, 2)[0] == taken
    assert table.news_since(0, -5) == table.news_since(0, 0)
    assert table.news_since(0, 99) == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "unknown-verb"),
        ("fly", "unknown-verb"),
        ("bid x", "not-a-number"),
        ("take it", "unknown-word"),
    ],
)
def test_text_that_is_no_move_is_invalid(text: str, key: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        dealt(2, 3).submit(0, text)
    assert caught.value.key == key


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    table = dealt(2, 3)
    with pytest.raises(IllegalMove) as caught:
        table.submit(0, "bid 3")
    assert caught.value.clause == "T-1"
    assert caught.value.closed is not None
    assert caught.value.closed.reason == "too-high"
    assert "“bid 3” isn’t possible now" in str(caught.value)
    assert "(T-1)" in caught.value.say("de")
    with pytest.raises(IllegalMove) as caught:
        table.submit(0, "take gold")
    assert caught.value.clause is None
    assert str(caught.value) == "“take gold” isn’t possible now."
    strange: Any = 5
    with pytest.raises(IllegalMove):
        table.submit(0, strange)
    with pytest.raises(IllegalMove):
        table.submit(0, Bid(77))
    assert table.asked == [0, 1]


def test_only_who_is_asked_may_answer() -> None:
    table = dealt(2, 0, 3)
    with pytest.raises(NotYourTurn, match="players asked now: 1 and 3"):
        table.submit(1, "bid 1")
    table.submit(0, "bid 1")
    with pytest.raises(NotYourTurn) as caught:
        table.submit(0, "bid 2")
    assert caught.value.key == "already-chosen"


@pytest.mark.parametrize("seat", [-1, 2, "0", None, True, 1.0])
def test_there_are_only_the_seats_there_are(seat: Any) -> None:
    table = dealt(2, 3)
    for ask in (table.moves, table.closed, table.step, table.undo):
        with pytest.raises(NotYourTurn, match="no seat"):
            ask(seat)
    with pytest.raises(NotYourTurn, match="no seat"):
        table.submit(seat, "bid 1")
    if seat is not None:
        with pytest.raises(NotYourTurn, match="no seat"):
            table.view(seat)


def test_closed_things_are_told() -> None:
    table = dealt(1, 2)
    assert [(each.subject, each.clause) for each in table.closed(1)] == [("3", "T-1")]


def test_chance_by_hand() -> None:
    table = Table("toy", 1, by_hand=True)
    assert [outcome.text for outcome in table.outcomes] == [f"deal {n}" for n in range(4)]
    with pytest.raises(NotYourTurn) as caught:
        table.submit(0, "bid 1")
    assert caught.value.key == "waiting-for-chance"
    with pytest.raises(IllegalMove):
        table.submit_chance("roll 6")
    with pytest.raises(InvalidMove):
        table.submit_chance("deal x")
    table.submit_chance("deal 2")
    assert table.outcomes == []
    with pytest.raises(NotYourTurn) as caught:
        table.submit_chance("deal 2")
    assert caught.value.key == "no-chance"
    table.submit(0, "bid 2")
    table.submit(0, TAKE[0])
    assert table.asked == []
    assert len(table.outcomes) == 6


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"seats": 4}, "bad-seats"),
        ({"seats": True}, "bad-seats"),
        ({"seats": "2"}, "bad-seats"),
        ({"options": {"speed": 1}}, "unknown-option"),
        ({"options": {"rounds": "9"}}, "bad-option"),
        ({"options": {"endless": 1}}, "bad-option"),
        ({"names": ["Ann"]}, "bad-names"),
        ({"names": ["Ann", ""]}, "bad-name"),
        ({"names": ["Ann", "B;b"]}, "bad-name"),
        ({"names": ["Ann", "B\nb"]}, "bad-name"),
        ({"names": ["Ann", "B" * 41]}, "bad-name"),
        ({"names": ["Ann", 7]}, "bad-name"),
        ({"date": "yesterday"}, "bad-date"),
        ({"components": "bad"}, "bad-components"),
        ({"game": "stone-age", "components": "any"}, "no-components"),
    ],
)
def test_a_strange_setup_is_refused(given: dict[str, Any], key: str) -> None:
    setup: dict[str, Any] = {"game": "toy", "seats": 2} | given
    with pytest.raises(BadSetup) as caught:
        Table(**setup)
    assert caught.value.key == key
    assert str(caught.value).endswith(".")


def test_a_folder_of_tables_is_laid_over() -> None:
    table = Table("toy", 1, components="good")
    assert table.setup.components == ("tin", "lead", "zinc")
    assert table.setup.hash != Table("toy", 1).setup.hash


def test_refusals_say_themselves_in_every_language_and_briefly() -> None:
    with pytest.raises(Refusal) as caught:
        dealt(1, 1).submit(0, "fly " + "\x1b[31m" * 10_000)
    said = [caught.value.say(lang) for lang in ("en", "de", "fr", "cs")]
    assert len(set(said)) == 4
    with pytest.raises(Refusal) as caught:
        dealt(1, 1).submit(0, "\x1b[31m" * 10_000)
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()
