"""Moves and views as numbers: one number a move, for ever, and nothing hidden in a view."""

from __future__ import annotations

import os
import pickle
import random
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from librt.strings import BytesWriter

from cradle.games import GAMES
from cradle.kernel.notation import parse
from cradle.kernel.piece import dump
from cradle.kernel.step import CHANCE, OVER, Move, State, asked, moves, odds, play
from cradle.research.encoding import ForeignMove, encoding
from cradle.research.numbers import Numbers
from cradle.research.writer import put_amount
from scripts import encoding_docs
from tests.invariants import choices, label, tables_to_try

every_table = pytest.mark.parametrize(("name", "seats", "options"), tables_to_try(), ids=label)
every_game = pytest.mark.parametrize("name", GAMES)
# Whoever changes a list changes what numbers mean: that takes a new version.
LISTINGS = {
    ("stone-age", 2): "3001d035894af01b",
    ("hadara", 2): "97649c52b91a3106",
}


def random_states(name: str, seats: int, options: Any, seed: int, most: int) -> Any:
    """States in which a seat is asked, and the move it then makes."""
    game, rng = GAMES[name], random.Random(seed)
    s: State = game.new(seats, options)
    for _ in range(most):
        if s.turn == OVER:
            s = game.new(seats, options)
        elif s.turn == CHANCE:
            chance = odds(s)
            outcome: Any = chance.at(rng.randrange(chance.total))
            play(s, outcome)
        else:
            move: Move = rng.choice(s.legal)
            yield s, move
            play(s, move)


@every_game
def test_a_number_changes_its_meaning_only_with_the_version(name: str) -> None:
    enc = encoding(name)
    texts = "\n".join([*(m.text for m in enc.moves), "", *(o.text for o in enc.outcomes)])
    names = [
        (seats, field.name, field.size, field.low, field.high, field.category)
        for seats, layout in enc.layouts.items()
        for field in layout.fields
    ]
    found = sha256(f"{texts}\n{names}".encode()).hexdigest()[:16]
    assert LISTINGS[name, enc.version] == found


@every_game
def test_numbers_and_moves_are_one_to_one(name: str) -> None:
    enc = encoding(name)
    lists: list[tuple[Any, Any]]
    lists = [(enc.moves, enc.index), (enc.outcomes, enc.outcome_index)]
    for things, index in lists:
        assert len({thing.text for thing in things}) == len(things)
        for number, thing in enumerate(things):
            assert index(thing) == number
            assert index(parse(thing.text, enc.game.grammar)) == number


@every_game
def test_a_foreign_move_has_no_number(name: str) -> None:
    enc, other = encoding(name), encoding(next(n for n in GAMES if n != name))
    lists: list[tuple[Any, Any, Any]] = [
        (other.moves, enc.index, "move"),
        (enc.outcomes, enc.index, "move"),
        (other.outcomes, enc.outcome_index, "outcome"),
        (enc.moves, enc.outcome_index, "outcome"),
    ]
    for foreign, index, kind in lists:
        for move in foreign:
            with pytest.raises(ForeignMove) as error:
                index(move)
            assert str(error.value) == f"{name} has no {kind} {move.text!r}"
            with pytest.raises(KeyError):
                Numbers([]).of(move)


def test_moves_are_known_by_value_even_where_places_in_memory_collide() -> None:
    moves = [*encoding("hadara").moves, *encoding("stone-age").moves]
    numbers = Numbers(moves)
    numbers.places = [0] * len(numbers.places)
    assert numbers.of_all(moves) == list(range(len(moves)))
    assert numbers.mask(moves[3:5]) == bytes([0, 0, 0, 1, 1]) + bytes(len(moves) - 5)


@every_game
def test_an_encoding_travels_by_name(name: str) -> None:
    enc = encoding(name)
    assert pickle.loads(pickle.dumps(enc)) is enc


@every_table
def test_every_legal_move_and_outcome_has_its_number(name: str, seats: int, options: Any) -> None:
    enc, game, rng = encoding(name), GAMES[name], random.Random(seats)
    s = game.new(seats, options)
    while s.turn != OVER:
        if s.turn == CHANCE:
            chance = odds(s)
            outcome: Any = chance.at(rng.randrange(chance.total))
            assert enc.outcomes[enc.outcome_index(outcome)] == outcome
            play(s, outcome)
        else:
            numbers = enc.legal(s, s.turn)
            assert [enc.moves[number] for number in numbers] == s.legal
            assert len(set(numbers)) == len(numbers)
            play(s, rng.choice(s.legal))


@every_game
def test_random_moves_come_back(name: str) -> None:
    """`CRADLE_MOVES` says how many answers, if it shall be more than there is time for here."""
    enc, seats = encoding(name), GAMES[name].seats[-1]
    answers = int(os.environ.get("CRADLE_MOVES", "100_000"))
    for _, move in random_states(name, seats, choices(GAMES[name])[-2], 1, answers):
        assert enc.moves[enc.index(move)] == move


@every_game
def test_masks_show_the_legal_moves_of_whoever_is_asked(name: str) -> None:
    enc = encoding(name)
    for s, _ in random_states(name, 2, choices(GAMES[name])[-1], 5, 400):
        for seat in range(2):
            mask = enc.mask(s, seat)
            assert mask.dtype == np.int8
            assert sorted(enc.legal(s, seat)) == np.flatnonzero(mask).tolist()
            assert (mask.sum() > 0) == (seat in asked(s))
            assert mask.sum() == len(moves(s, seat))


@every_table
def test_observations_stay_in_their_ranges(name: str, seats: int, options: Any) -> None:
    enc = encoding(name)
    layout = enc.layouts[seats]
    low, high = layout.low, layout.high
    for s, _ in random_states(name, seats, options, 11, 400):
        for seat in range(seats):
            seen = enc.observe(s, seat)
            assert seen.shape == (layout.size,)
            assert seen.dtype == np.int16
            assert (low <= seen).all()
            assert (seen <= high).all()


@every_table
def test_rows_that_are_kept_are_those_that_would_be_written(
    name: str, seats: int, options: Any
) -> None:
    """Players' rows are kept until they change: states read anew, without memos, agree."""
    enc, game, rng = encoding(name), GAMES[name], random.Random(23)
    for s, _ in random_states(name, seats, options, 19, 250):
        twin = s.copy()
        play(twin, rng.choice(twin.legal))
        for each in (s, twin):
            fresh = game.restore(dump(each))
            for seat in range(seats):
                assert enc.observe(each, seat).tolist() == enc.observe(fresh, seat).tolist()


@every_game
def test_memos_stay_behind_when_a_state_travels(name: str) -> None:
    enc = encoding(name)
    s: Any = GAMES[name].new(2, {})
    seen = enc.observe(s, 0)
    assert s.players[0].memo is not None
    twin = pickle.loads(pickle.dumps(s))
    assert twin.players[0].memo is None
    assert (enc.observe(twin, 0) == seen).all()


@every_game
def test_many_at_once_are_as_one_by_one(name: str) -> None:
    enc, seats = encoding(name), GAMES[name].seats[-1]
    states = [s.copy() for s, _ in random_states(name, seats, {}, 29, 150)]
    others = [(s.turn + 1) % seats for s in states]
    for asked_seats in (None, others):
        those = others if asked_seats else [s.turn for s in states]
        pairs = list(zip(states, those, strict=True))
        seen, masks = enc.observe_all(states, asked_seats), enc.mask_all(states, asked_seats)
        assert (seen == np.stack([enc.observe(s, seat) for s, seat in pairs])).all()
        assert (masks == np.stack([enc.mask(s, seat) for s, seat in pairs])).all()
        assert seen.dtype == np.int16
        assert masks.dtype == np.int8
        assert seen.flags.writeable
        assert masks.flags.writeable


@every_game
def test_nothing_at_once_is_an_empty_array(name: str) -> None:
    enc = encoding(name)
    assert len(enc.observe_all([])) == len(enc.mask_all([])) == 0


def test_games_of_different_sizes_make_no_array() -> None:
    states = [GAMES["hadara"].new(seats, {}) for seats in (2, 3)]
    with pytest.raises(ValueError, match="rows of 2 and of 3 seats"):
        encoding("hadara").observe_all(states, [0, 0])


@every_table
def test_what_a_seat_may_not_know_leaves_no_trace(name: str, seats: int, options: Any) -> None:
    enc, game, rng = encoding(name), GAMES[name], random.Random(3)
    for s, _ in random_states(name, seats, options, 13, 250):
        for seat in range(seats):
            other_world = game.imagine(s, seat, rng)
            assert (enc.observe(other_world, seat) == enc.observe(s, seat)).all()
            assert (enc.mask(other_world, seat) == enc.mask(s, seat)).all()


def test_stone_age_numbers_are_those_of_the_view() -> None:
    enc = encoding("stone-age")
    for s, _ in random_states("stone-age", 3, {}, 17, 1500):
        for seat in range(3):
            view, seen = enc.game.view(s, seat), enc.layouts[3].named(enc.observe(s, seat))
            assert seen["round"] == view["round"]
            assert seen["deck"] == view["deck"]
            assert seen["heights"].tolist() == view["stacks"]
            for step in range(3):
                player = view["players"][(seat + step) % 3]
                shown = {key.partition(".")[2]: seen[key] for key in seen if f"_{step}." in key}
                assert shown["food"] == player["food"]
                assert shown["resources"].tolist() == list(player["resources"].values())
                assert shown["points"] == player["points"]
                assert shown["score"] == sum(player["score"].values())
                assert shown["extra"] == player["extra_cards"]
                at = [place["people"][player["seat"]] for place in view["places"]]
                assert shown["at"][: len(at)].tolist() == at


@given(st.lists(st.booleans(), min_size=4, max_size=4))
def test_stone_age_shows_its_rule_options(chosen: list[bool]) -> None:
    enc = encoding("stone-age")
    options = dict(zip(enc.game.options, chosen, strict=True))
    s = enc.game.new(3, options)
    assert enc.layouts[3].named(enc.observe(s, 1))["options"].tolist() == chosen


def test_hadara_numbers_are_those_of_the_view() -> None:
    enc = encoding("hadara")
    options = {"mode": "advanced", "board_order": "random"}
    for s, _ in random_states("hadara", 4, options, 17, 600):
        for seat in range(4):
            view, seen = enc.game.view(s, seat), enc.layouts[4].named(enc.observe(s, seat))
            assert seen["epoch"] == view["epoch"]
            assert seen["phase"] == ["setup", "A", "B", "over"].index(view["phase"])
            assert seen["heights"].tolist() == [p["height"] for p in view["piles"].values()]
            assert seen["prices"].tolist() == [p["price"] or 0 for p in view["piles"].values()]
            for step in range(4):
                player = view["players"][(seat + step) % 4]
                shown = {key.partition(".")[2]: seen[key] for key in seen if f"_{step}." in key}
                assert shown["asked"] == (player["seat"] in view["asked"])
                assert shown["coins"] == player["coins"]
                assert shown["tracks"].tolist() == list(player["tracks"].values())
                assert shown["cards"].tolist() == list(player["discount"].values())
                assert shown["effects"].sum() == len(player["effects"])
                assert shown["score"] == player["score"]["total"]
                assert shown["sold"] == player["sold"]


@pytest.mark.parametrize(
    ("amount", "shown"), [(-1000, -999), (-999, -999), (-3, -3), (999, 999), (1000, 999)]
)
def test_amounts_are_cut_off_at_both_ends(amount: int, shown: int) -> None:
    out = BytesWriter()
    put_amount(out, amount)
    assert np.frombuffer(out.getvalue(), np.int16).tolist() == [shown]


@every_game
def test_an_expanded_batch_is_one_row_an_observation(name: str) -> None:
    enc = encoding(name)
    layout = enc.layouts[2]
    seen = np.stack([enc.observe(s, 0) for s, _ in random_states(name, 2, {}, 1, 100)])
    wide = layout.expand(seen)
    sizes = [field.size * (field.high + 1 if field.category else 1) for field in layout.fields]
    assert wide.shape == (len(seen), sum(sizes))
    assert wide.dtype == np.float32
    categories = sum(field.size for field in layout.fields if field.category)
    step = wide[:, : layout.fields[0].high + 1]
    assert (step.sum(axis=1) == 1).all()
    assert categories < wide.shape[1]
    assert (layout.expand(seen[0]) == wide[0]).all()


def test_the_page_of_encodings_is_up_to_date() -> None:
    assert encoding_docs.PAGE.read_text("utf-8") == encoding_docs.page()
