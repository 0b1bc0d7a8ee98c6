"""Chapter 11: what each player may know."""

import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from cradle.hadara import GAME
from cradle.hadara.draft import LAY_ONE
from cradle.hadara.imagine import imagine
from cradle.hadara.names import CARDS
from cradle.hadara.state import State
from cradle.kernel.step import OVER, Together, answer, asked, heard, moves, play
from tests.hadara.positions import card, do, game, step


def decisions(seats: int, seed: int, mode: str = "advanced") -> Iterator[State]:
    """Every moment of a random game; simultaneous answers come in any order."""
    s = game(seats, None, mode=mode, board_order="random")
    rng = random.Random(seed)
    while s.turn != OVER:
        yield s
        if isinstance(s.stack[-1], Together):
            seat = rng.choice(asked(s))
            answer(s, seat, rng.choice(moves(s, seat)))
        else:
            step(s, rng)
    yield s


def told_after(s: State, seat: int | None, rng: random.Random) -> list[str]:
    """What a seat hears of the answer that comes next, if it doesn't depend on a secret."""
    s.news = []
    if s.turn == seat and not isinstance(s.stack[-1], Together):
        play(s, s.legal[rng.randrange(len(s.legal))])
    every = [heard(news, seat) for news in s.news]
    return [news.text for news in every if news is not None]


@pytest.mark.random_games
@pytest.mark.rule("H-K2")
@pytest.mark.parametrize(("seats", "mode"), [(2, "first"), (3, "advanced"), (5, "advanced")])
def test_what_a_seat_cannot_know_changes_nothing_it_sees(seats: int, mode: str) -> None:
    rng = random.Random(seats)
    for number, s in enumerate(decisions(seats, seats, mode)):
        for seat in (number % seats, None):
            other = imagine(s, seat, rng)
            GAME.check(other)
            seen = json.dumps(GAME.view(s, seat))
            assert json.dumps(GAME.view(other, seat)) == seen
            if seat is not None:
                assert moves(other, seat) == moves(s, seat)
            seed = rng.randrange(1000)
            heard_here = told_after(s.copy(), seat, random.Random(seed))
            assert told_after(other.copy(), seat, random.Random(seed)) == heard_here
            for secret in ("seed", "hash", "pool"):
                assert secret not in seen


@pytest.mark.rule("H-K2")
def test_what_is_imagined_depends_on_nothing_the_seat_cannot_know() -> None:
    rng = random.Random(7)
    for s in decisions(3, 5):
        other = imagine(s, 1, rng)
        again = [imagine(each, 1, random.Random(9)) for each in (s, other)]
        assert again[0] == again[1]
        assert (again[0].turn, again[0].legal) == (s.turn, again[1].legal)


def drawn() -> State:
    """Both have drawn and the other seat has sold a card of each kind before."""
    s = game()
    do(s, "deal setup-1", "deal setup-2", "set-wheel yellow")
    do(s, "draw yellow-1-01 yellow-1-02", "draw red-1-01 red-1-02")
    return s


@pytest.mark.rule("H-K1")
def test_private_are_hand_sealed_choice_and_own_sales() -> None:
    s = drawn()
    answer(s, 1, moves(s, 1)[0])
    own = GAME.view(s, 1)["own"]
    assert own == {
        "hand": [{"card": "red-1-01", "price": 1}, {"card": "red-1-02", "price": 1}],
        "sealed": "lay red-1-01 sell",
        "sold": [],
    }
    for seat in (0, None):
        view = GAME.view(s, seat)
        assert "red-1" not in json.dumps(view)
        assert view["answered"] == [1]
        assert [player["drawn"] for player in view["players"]] == [2, 2]
    assert GAME.view(s, None)["own"] is None
    do(s, "lay yellow-1-02 sell")
    assert GAME.view(s, 1)["own"]["sold"] == ["red-1-02"]
    assert GAME.view(s, 1)["players"][0]["sold"] == 1
    assert "yellow-1-01" not in json.dumps(GAME.view(s, 1))


@pytest.mark.rule("H-K1")
def test_a_sale_of_phase_a_is_never_shown_to_others() -> None:
    for s in decisions(2, 11):
        other = json.dumps(GAME.view(s, 0)) + json.dumps(GAME.view(s, None))
        for sold in s.players[1].sold:
            assert CARDS[sold] not in other


@pytest.mark.rule("H-K1")
def test_public_is_all_that_lies_open() -> None:
    *_, s = decisions(4, 2)
    view = GAME.view(s, None)
    for seat, player in enumerate(s.players):
        shown = view["players"][seat]
        assert shown["coins"] == player.coins
        assert list(shown["tracks"].values()) == player.tracks
        assert sorted(name for cards in shown["cards"].values() for name in cards) == sorted(
            CARDS[each] for each in player.cards
        )
        assert shown["score"]["total"] == GAME.scores(s)[seat].total
        assert len(shown["statues"]) == sum(tile >= 0 for tile in player.statues)
        assert len(shown["colonies"]) == sum(tile >= 0 for tile in player.colonies)


def test_a_hand_is_imagined_uniformly() -> None:
    s = drawn()
    rng = random.Random(1)
    found = Counter(imagine(s, 0, rng).players[1].hand for _ in range(4500))
    assert len(found) == 45
    assert min(found.values()) > 50
    assert max(found.values()) < 160


def test_hand_and_sealed_answer_are_imagined_uniformly_over_what_is_legal() -> None:
    s = drawn()
    s.players[1].coins = 1  # only cards of price 1 can be bought
    answer(s, 1, moves(s, 1)[0])
    rng = random.Random(2)
    found: Counter[tuple[int, int, str]] = Counter()
    for _ in range(6000):
        other = imagine(s, 0, rng)
        first, second = other.players[1].hand
        text = other.sealed[1].text
        assert text in [move.text for move in LAY_ONE.moves(other, 1)]
        found[first, second, text] += 1
    cheap = 2  # red-1-01 and red-1-02
    legal = 45 * 2 + cheap * 9
    assert len(found) == legal
    assert max(found.values()) < 3 * 6000 / legal


def test_sold_cards_are_imagined_against_the_stack() -> None:
    s = drawn()
    do(s, "lay yellow-1-01 sell", "lay red-1-01 sell")
    rng = random.Random(3)
    found = Counter(imagine(s, 0, rng).players[1].sold[0] for _ in range(900))
    reds = {card(f"red-1-{number:02}") for number in range(2, 11)}
    assert set(found) == reds
    assert imagine(s, 0, rng).players[0].sold == s.players[0].sold
    assert {imagine(s, None, rng).players[0].sold[0] for _ in range(99)} > {card("yellow-1-02")}


def test_sides_are_imagined_too() -> None:
    s = game(mode="advanced")
    do(s, "deal setup-1", "deal setup-2")
    answer(s, 1, moves(s, 1)[0])
    rng = random.Random(4)
    assert {imagine(s, 0, rng).sealed[1].text for _ in range(30)} == {"side A", "side B"}
    assert imagine(s, 1, rng).sealed[1].text == "side A"


def test_the_view_says_what_a_step_is_about() -> None:
    found = {}
    for seed in (1, 2, 3):
        for s in decisions(3, seed):
            view = GAME.view(s, 0)
            found[view["step"]] = set(view["about"])
            assert view["turn"] in (None, s.turn)
    assert found["take-colony"] == {"taken", "spent"}
    assert found["carve-statue"] == {"carved", "spent"}
    assert found["turn-colony"] == {"seat", "colony"}
    assert found["remove-cards"] == {"paid", "short"}
    assert found["draw-two"] == found["deal-setup"] == {"seat"}
    assert found["lay-one"] == found[None] == set()
