"""Pairing and standings of events, over many of them: pure functions, without any server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from cradle.server.events.standings import (
    Played,
    Ranking,
    bye_points,
    game_points,
    rank_all,
)
from cradle.server.events.swiss import BOT, Pairing, look_back, pair, shuffled

SIZES = st.integers(2, 5)


def play_round(number: int, pairing: Pairing, size: int, rng: Random) -> Iterator[Played]:
    """A round with made-up scores, in which ties are common."""
    for absent in pairing.byes:
        yield Played(number, absent, points=bye_points(size))
    for table, seating in enumerate(pairing.tables):
        totals = [rng.randrange(4) for _ in seating]
        ranks = [1 + sum(other > mine for other in totals) for mine in totals]
        for seat, person in enumerate(seating):
            if person is not None:
                points, total = game_points(ranks, seat), totals[seat]
                about = (points, ranks[seat], total, sum(totals))
                yield Played(number, person, table, seat, *about)


def event(
    people: Sequence[str], size: int, fill: bool, rounds: int, seed: str
) -> tuple[list[Pairing], list[Played]]:
    """A whole event: its pairings, and what was played."""
    pairings: list[Pairing] = []
    history: list[Played] = []
    rng = Random(seed)
    for number in range(1, rounds + 1):
        order = shuffled(rank_all(people, history), f"{seed}/{number}")
        pairings.append(pair(order, history, size, fill, f"{seed}/{number}"))
        history += play_round(number, pairings[-1], size, rng)
    return pairings, history


@st.composite
def events(draw: st.DrawFn, most: int = 12) -> tuple[list[str], int, bool, int, str]:
    size = draw(SIZES)
    people = [f"p{number}" for number in range(draw(st.integers(size, most)))]
    rounds, seed = draw(st.integers(1, 6)), draw(st.text("abc", min_size=1, max_size=4))
    return people, size, draw(st.booleans()), rounds, seed


@settings(max_examples=60, deadline=None)
@given(events())
def test_everybody_sits_exactly_once_a_round(
    made: tuple[list[str], int, bool, int, str],
) -> None:
    people, size, fill, _, _ = made
    for pairing in event(*made)[0]:
        seated = [who for table in pairing.tables for who in table if who is not BOT]
        assert sorted([*seated, *pairing.byes]) == sorted(people)
        assert all(len(table) == size for table in pairing.tables)
        assert all(any(who is not BOT for who in table) for table in pairing.tables)
        bots = sum(table.count(BOT) for table in pairing.tables)
        assert (bots, len(pairing.byes)) == (
            (-len(people) % size, 0) if fill else (0, len(people) % size)
        )


@settings(max_examples=30, deadline=None)
@given(events())
def test_the_same_seed_gives_the_same_event(made: tuple[list[str], int, bool, int, str]) -> None:
    assert event(*made) == event(*made)


def partitions(people: Sequence[str], size: int) -> Iterator[list[tuple[str, ...]]]:
    """Every way to divide people into tables."""
    if not people:
        yield []
        return
    for mates in combinations(people[1:], size - 1):
        table = (people[0], *mates)
        rest = [each for each in people if each not in table]
        yield from ([table, *others] for others in partitions(rest, size))


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(2, 4), (2, 6), (2, 8), (3, 6), (3, 9), (4, 8), (5, 10)]),
    st.integers(2, 9),
    st.text("abc", min_size=1, max_size=4),
)
def test_people_meet_again_only_where_that_is_unavoidable(
    shape: tuple[int, int], rounds: int, seed: str
) -> None:
    size, count = shape
    people = [f"p{number}" for number in range(count)]
    pairings, history = event(people, size, True, rounds, seed)
    before = look_back([each for each in history if each.round < rounds], size)

    def again(tables: Sequence[Sequence[str | None]]) -> int:
        people = ([who for who in table if who is not None] for table in tables)
        pairs = (frozenset(two) for table in people for two in combinations(table, 2))
        return sum(before.met[each] for each in pairs)

    assert again(pairings[-1].tables) == min(again(way) for way in partitions(people, size))


@settings(max_examples=40, deadline=None)
@given(events())
def test_no_two_at_a_table_could_swap_seats_and_be_more_even(
    made: tuple[list[str], int, bool, int, str],
) -> None:
    _, size, _, rounds, _ = made
    pairings, history = event(*made)
    seats = look_back([each for each in history if each.round < rounds], size).seats
    for table in pairings[-1].tables:
        for (here, one), (there, other) in combinations(enumerate(table), 2):
            now = seats[one or "", here] + seats[other or "", there]
            assert now <= seats[one or "", there] + seats[other or "", here]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(5, 11), st.integers(2, 8), st.text("abc", max_size=3))
def test_nobody_has_a_second_bye_before_all_have_one(
    size: int, count: int, rounds: int, seed: str
) -> None:
    people = [f"p{number}" for number in range(count)]
    byes = Counter(each for p in event(people, size, False, rounds, seed)[0] for each in p.byes)
    had = [byes[person] for person in people]
    assert max(had) - min(had) <= 1


def test_the_best_meet_the_best() -> None:
    history = [
        Played(1, person, number // 2, number % 2, 1.0 - number % 2, 1 + number % 2, 5, 9)
        for number, person in enumerate("abcdefgh")
    ]
    order = shuffled(rank_all("abcdefgh", history), "seed")
    tables = pair(order, history, 2, True, "seed").tables
    assert [{who in "aceg" for who in table if who} for table in tables] == [{True}] * 2 + [
        {False}
    ] * 2


def test_who_blocks_each_other_meets_only_where_there_is_no_other_way() -> None:
    apart = [frozenset("ab")]
    assert all({"a", "b"} - set(t) for t in pair("abcd", [], 2, True, "s", apart).tables)
    (only,) = pair("ab", [], 2, True, "s", apart).tables
    assert set(only) == {"a", "b"}


def test_a_crowd_is_paired_without_a_rematch_for_many_rounds() -> None:
    people = [f"p{number}" for number in range(60)]
    _, history = event(people, 4, True, 5, "crowd")
    assert max(look_back(history, 4).met.values()) == 1


def test_who_did_not_come_has_met_nobody() -> None:
    absent = Played(1, "a", 0, 0, points=0.0)
    there = Played(1, "b", 0, 1, 1.0, 1, 30, 50)
    before = look_back([absent, there], 2)
    assert not before.met
    assert before.bots == {"b": 1}
    ranked = {each.person: each for each in rank_all("ab", [absent, there])}
    assert ranked["b"].opponents == Fraction()
    assert (ranked["a"].games, ranked["b"].games) == (0, 1)


@given(st.lists(st.integers(1, 5), min_size=2, max_size=5))
def test_a_table_gives_as_many_points_as_it_has_pairs(places: list[int]) -> None:
    ranks = [1 + sum(other < mine for other in places) for mine in places]
    points = [game_points(ranks, seat) for seat in range(len(ranks))]
    pairs = len(ranks) * (len(ranks) - 1) / 2
    assert sum(points) == pairs  # A bye is worth the mean.
    assert bye_points(len(ranks)) == pairs / len(ranks)
    for one, other in combinations(range(len(ranks)), 2):
        assert (ranks[one] < ranks[other]) == (points[one] > points[other])


@settings(max_examples=40, deadline=None)
@given(events())
def test_standings_are_an_order_in_which_equals_share_a_rank(
    made: tuple[list[str], int, bool, int, str],
) -> None:
    people, _, _, _, _ = made
    _, history = event(*made)
    ranked = rank_all(people, history)
    assert sorted(each.person for each in ranked) == sorted(people)
    for each in ranked:
        assert each.rank == 1 + sum(other.worth > each.worth for other in ranked)
    assert sum(each.points for each in ranked) == sum(each.points or 0 for each in history)


@pytest.mark.parametrize(
    ("history", "first", "why"),
    [
        # Both won once: b beat somebody who then won.
        (
            [
                *(("a", 1, 0, 1.0, 1), ("c", 1, 0, 0.0, 2), ("b", 1, 1, 1.0, 1)),
                *(("d", 1, 1, 0.0, 2), ("a", 2, 0, 0.0, 2), ("x", 2, 0, 1.0, 1)),
                *(("b", 2, 1, 0.0, 2), ("y", 2, 1, 1.0, 1), ("d", 3, 0, 1.0, 1)),
            ],
            "b",
            "opponents",
        ),
        # A win and a last place against two games in the middle.
        (
            [("a", 1, 0, 2.0, 1), ("a", 2, 0, 0.0, 3), ("b", 1, 1, 1.0, 2), ("b", 2, 1, 1.0, 2)],
            "a",
            "wins",
        ),
    ],
)
def test_equal_points_are_parted(
    history: list[tuple[str, int, int, float, int]], first: str, why: str
) -> None:
    played = [Played(r, who, t, 0, points, rank, 10, 20) for who, r, t, points, rank in history]
    ranked = {each.person: each for each in rank_all("abcdxy", played)}
    one, other = ranked[first], ranked["a" if first == "b" else "b"]
    assert one.points == other.points
    assert one.rank < other.rank
    assert getattr(one, why) > getattr(other, why)


def test_at_last_the_share_of_the_points_made_parts_people() -> None:
    played = [Played(1, "a", 0, 0, 1.0, 1, 60, 100), Played(1, "b", 1, 0, 1.0, 1, 50, 90)]
    first, second = rank_all("ba", played)
    assert (first.person, first.share) == ("a", Fraction(3, 5))
    assert (second.rank, second.share) == (2, Fraction(5, 9))
    assert rank_all("ab", [])[1] == Ranking("b", 1, 0.0, Fraction(), 0, Fraction(), 0)
