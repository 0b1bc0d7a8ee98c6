"""Words for moves, and moves from words."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from cradle.kernel.notation import (
    Amounts,
    BadText,
    Many,
    Names,
    Number,
    Vocabulary,
    clause_of,
    describe,
    parse,
    verb,
)
from tests.kernel.toy import (
    GAME,
    PASS_ON,
    PRIZE,
    Bid,
    DealtSecretly,
    PassOn,
    Roll,
    RollDie,
    Spend,
    Take,
    Taken,
    TakePrize,
)
from tests.texts import CHARACTERS


def test_a_move_is_a_verb_and_its_words() -> None:
    assert Bid(3).text == "bid 3"
    assert Take(2).text == "take gold"
    assert PASS_ON.text == "pass-on"
    assert Roll((1, 4)).text == "roll 1 4"
    assert Roll(()).text == "roll none"
    assert Spend((2, 0, 1)).text == "spend 2 bronze 1 gold"
    assert Spend((0, 0, 0)).text == "spend none"
    assert verb(PassOn) == "pass-on"


@pytest.mark.parametrize(
    "move",
    [Bid(0), Take(1), PASS_ON, Roll((1, 1, 6)), Roll(()), Spend((1, 2, 3)), Spend((0, 0, 0))],
)
def test_words_are_read_back(move: Bid) -> None:
    assert parse(move.text, GAME.grammar) == move


def test_the_order_of_several_words_is_free() -> None:
    assert parse("roll 6 1 1", GAME.grammar) == Roll((1, 1, 6))
    assert parse("  spend 1 gold   2 bronze ", GAME.grammar) == Spend((2, 0, 1))


@pytest.mark.parametrize(
    ("text", "key", "word"),
    [
        ("", "unknown-verb", ""),
        ("fly", "unknown-verb", "fly"),
        ("bid", "not-a-number", ""),
        ("bid -1", "not-a-number", "-1"),
        ("bid 03", "not-a-number", "03"),
        ("bid 00", "not-a-number", "00"),
        ("bid ²", "not-a-number", "²"),
        ("bid 99999", "not-a-number", "99999"),
        ("bid 1 2", "too-many-words", "2"),
        ("take", "unknown-word", ""),
        ("take tin", "unknown-word", "tin"),
        ("roll", "not-a-number", ""),
        ("spend", "not-a-number", ""),
        ("spend 0 gold", "bad-amount", "gold"),
        ("spend 1 gold 2 gold", "bad-amount", "gold"),
        ("spend none 1", "not-a-number", "none"),
    ],
)
def test_what_is_no_move_is_refused_with_a_reason(text: str, key: str, word: str) -> None:
    with pytest.raises(BadText) as caught:
        parse(text, GAME.grammar)
    assert caught.value.key == key
    assert caught.value.facts["word"] == word
    assert key in str(caught.value)


@given(st.text(CHARACTERS))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        move = parse(text, GAME.grammar)
    except BadText:
        return
    assert parse(move.text, GAME.grammar) == move


def test_described_values_have_names_for_numbers() -> None:
    assert describe(Take(2)) == {"kind": "take", "prize": "gold"}
    assert describe(Roll((1, 4))) == {"kind": "roll", "dice": [1, 4]}
    assert describe(Spend((2, 0, 1))) == {"kind": "spend", "prizes": {"bronze": 2, "gold": 1}}
    assert describe(DealtSecretly(1, 3)) == {"kind": "dealt-secretly", "seat": 1, "number": 3}
    assert describe(PASS_ON) == {"kind": "pass-on"}


def test_a_bare_vocabulary_can_write_but_not_read() -> None:
    assert Vocabulary().write(3) == "3"
    assert Vocabulary().plain(3) == 3
    with pytest.raises(NotImplementedError):
        Vocabulary().read(["3"])
    with pytest.raises(NotImplementedError):
        Vocabulary().schema(lambda names: {})
    assert PRIZE.topic == "prize"


def test_a_vocabulary_tells_the_shape_of_what_it_holds() -> None:
    def names(each: Names) -> dict[str, str]:
        return {"$ref": each.topic}

    assert PRIZE.schema(names) == {"$ref": "prize"}
    assert Number().schema(names)["type"] == "integer"
    assert Many(PRIZE).schema(names) == {"type": "array", "items": {"$ref": "prize"}}
    assert list(Amounts(PRIZE).schema(names)["properties"]) == ["bronze", "silver", "gold"]


def test_a_value_follows_its_clause_or_that_of_its_step() -> None:
    assert clause_of(Bid(1)) == clause_of(Bid(1), TakePrize(0)) == "T-1"
    assert clause_of(PASS_ON, TakePrize(0)) == clause_of(TakePrize(0)) == "T-2"
    assert clause_of(PASS_ON) == clause_of(RollDie()) == ""


def test_a_clause_may_depend_on_a_field() -> None:
    assert [clause_of(Taken(0, prize)) for prize in range(3)] == ["T-2", "T-2", "T-3"]
