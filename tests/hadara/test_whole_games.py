"""Whole games at random: nothing is lost, everything can be written down and read back."""

import random

import pytest

from cradle.hadara import GAME
from cradle.hadara.effects import tracks_of
from cradle.hadara.names import CARDS
from cradle.hadara.state import earn, replaced
from cradle.kernel.notation import describe, parse
from cradle.kernel.piece import dump
from cradle.kernel.step import CHANCE, OVER, moves, odds, play
from tests.hadara.positions import at, game, own, step

TABLES = [
    (seats, mode, order)
    for seats in (2, 3, 4, 5)
    for mode in ("first", "advanced")
    for order in ("random", "purple,green,blue,red,yellow")
]


@pytest.mark.random_games
@pytest.mark.parametrize(("seats", "mode", "order"), TABLES)
def test_random_play_comes_to_an_end_and_loses_nothing(seats: int, mode: str, order: str) -> None:
    for seed in range(3):
        s = game(seats, None, mode=mode, board_order=order)
        s.news = [] if seed % 2 else None
        rng = random.Random(seed)
        answers = 0
        while s.turn != OVER:
            step(s, rng)
            GAME.check(s)
            answers += 1
        assert answers < 120 * seats + 40
        assert GAME.rounds(s) == GAME.most_rounds == 3
        assert {score.seat for score in GAME.scores(s)} == set(range(seats))


def test_every_moment_can_be_dumped_loaded_and_copied() -> None:
    s = game(3, None, mode="advanced", board_order="random")
    rng = random.Random(6)
    while s.turn != OVER:
        step(s, rng)
        again = GAME.restore(dump(s))
        copy = s.copy()
        assert again == copy == s
        assert (again.turn, again.legal) == (copy.turn, copy.legal) == (s.turn, s.legal)
        if s.turn != OVER:
            step(copy, random.Random(1))
            assert again == s


def test_every_move_has_words_that_read_back_and_can_be_played() -> None:
    s = game(2, None, mode="advanced", board_order="random")
    rng = random.Random(3)
    while s.turn != OVER:
        listed = list(odds(s).outcomes) if s.turn == CHANCE else list(moves(s, s.turn))
        texts = [move.text for move in listed]
        assert len(set(texts)) == len(texts)
        for move in listed:
            assert parse(move.text, GAME.grammar) == move
            assert describe(move)["kind"] == move.text.split()[0]
        for each in rng.sample(listed, min(4, len(listed))):
            copy = s.copy()
            play(copy, each)
            GAME.check(copy)
        step(s, rng)


@pytest.mark.parametrize("seed", range(6))
def test_tracks_and_coins_add_up_with_many_effects(seed: int) -> None:
    """Random play rarely gathers purple cards; here one player has two thirds of all effects."""
    s = game(2, None, mode="advanced")
    rng = random.Random(seed)
    while s.epoch < 1:
        step(s, rng)
    effects = [card for card in range(len(CARDS)) if s.components.effect[card]]
    own(s, 0, [card for card in effects if card % 3 != seed % 3])
    earn(s, s.players[0], 200)
    while s.turn != OVER:
        step(s, rng)
        assert sum(player.coins for player in s.players) == s.bank
        for player in s.players:
            assert player.coins >= 0
            assert player.tracks == tracks_of(s.components, player)


@pytest.mark.parametrize(
    ("name", "value"),
    [("coins", -1), ("gold", 3), ("effects", 1), ("card_tile", 0), ("sold", (0,)), ("cards", (5,))],
)
def test_a_state_that_cannot_be_is_found_out(name: str, value: object) -> None:
    s = at()
    s.epoch = 0
    GAME.check(s)
    setattr(s.players[0], name, value)
    with pytest.raises(AssertionError):
        GAME.check(s)


def test_a_card_in_two_places_or_none_is_found_out() -> None:
    s = game(2)
    GAME.check(s)
    s.gone = (3, 3)
    s.pools[0] ^= 1 << 4  # two cards of number 3 weigh as much as card 4
    with pytest.raises(AssertionError, match="two places"):
        GAME.check(s)
    s.gone = ()
    with pytest.raises(AssertionError, match="lost"):
        GAME.check(s)


@pytest.mark.parametrize("change", ["heights", "left", "reverses", "bank", "tiles", "silver"])
def test_whatever_is_out_of_balance_is_found_out(change: str) -> None:
    s = game(2)
    if change == "bank":
        s.bank = 1
    elif change in ("tiles", "silver"):
        setattr(s.players[1], change, (0, 0, 0))
    elif change == "heights":
        s.heights[0] += 1
    else:
        row = getattr(s, change)
        setattr(s, change, replaced(row, 0, row[0] + 1))
    with pytest.raises(AssertionError):
        GAME.check(s)
