"""The log of a table, folded into what stands."""

from __future__ import annotations

from hypothesis import given, strategies as st

from cradle.server.store.log import Answer
from cradle.server.tables.fold import Folded, chances, difference, fold
from cradle.table.record import Entry, entry

SEATS = st.none() | st.integers(0, 3)
ENTRIES = st.lists(st.builds(entry, SEATS, st.sampled_from(["a", "b", "roll 1", "roll 2"])))


def rows_of(entries: list[Entry]) -> list[Answer]:
    return [Answer(each.seat, each.text) for each in entries]


def test_a_log_is_folded_into_what_stands() -> None:
    named = Answer(0, "a", "p", "1")
    rows = [Answer(None, "roll 1"), named, Answer(None, "roll 2"), Answer(0, "!back 1")]
    folded = fold([*rows, Answer(1, "b"), Answer(0, "c"), Answer(0, "!drop 1")])
    assert [each.text for each in folded.entries] == ["roll 1", "c"]
    assert folded.again == {2: 1}
    assert folded.seq == 7


def test_an_empty_log_is_an_empty_game() -> None:
    assert fold([]) == Folded()


def test_what_was_taken_back_is_told_by_one_row() -> None:
    first, second, third = entry(0, "x"), entry(1, "y"), entry(2, "z")
    assert difference([first, second, third], [first, third]).text == "!drop 1"
    assert difference([first, second, third], [first]).text == "!back 1"


@given(ENTRIES, st.data())
def test_a_row_that_takes_back_leads_to_what_was_left(
    entries: list[Entry], data: st.DataObject
) -> None:
    """Whether the end of a game goes, or one answer in the midst of it."""
    if not entries:
        return
    ply = data.draw(st.integers(0, len(entries) - 1))
    for left in (entries[:ply], entries[:ply] + entries[ply + 1 :]):
        folded = fold([*rows_of(entries), difference(entries, left)])
        assert folded.entries == left
        assert folded.seq == len(entries) + 1


@given(ENTRIES, st.lists(st.integers(0, 8)))
def test_chance_that_was_taken_back_is_counted_by_its_ply(
    entries: list[Entry], cuts: list[int]
) -> None:
    expected: dict[int, int] = {}
    stands = entries
    for cut in cuts:
        for ply in chances(stands, cut):
            expected[ply] = expected.get(ply, 0) + 1
        stands = stands[:cut]
    folded = fold([*rows_of(entries), *(Answer(0, f"!back {cut}") for cut in cuts)])
    assert folded.entries == stands
    assert folded.again == expected
