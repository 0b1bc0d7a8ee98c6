"""No bot reads what its seat may not know: hidden things changed, the same moves come back."""

import random
from collections.abc import Iterator

import pytest

from cradle.bots import LEVELS, Budget, Seen, make_bot
from cradle.bots.search_bot import SearchBot
from cradle.games import GAMES
from cradle.kernel.piece import dump
from cradle.kernel.step import CHANCE, OVER, State, asked, moves, odds, play
from cradle.learning.player import LearnedBot
from cradle.playout import draw_outcome

BOTS = ["random", "greedy", "search", "learned", *LEVELS]


def decisions(game: str, seats: int, seed: int, options: dict[str, str]) -> Iterator[State]:
    """States of a random game at which something may be hidden."""
    rng, s = random.Random(seed), GAMES[game].new(seats, options)
    while s.turn != OVER:
        if s.turn == CHANCE:
            play(s, draw_outcome(s, rng.random))
        else:
            yield s
            play(s, s.legal[rng.randrange(len(s.legal))])


def differing(game: str, options: dict[str, str], most: int) -> list[tuple[State, State, int]]:
    """Pairs of states that differ only in what a seat may not know."""
    found = []
    rng = random.Random(5)
    for seed in range(12):
        for s in decisions(game, 2 + seed % 3, seed, options):
            seat = rng.choice(asked(s))
            other = GAMES[game].imagine(s, seat, rng)
            if dump(other) != dump(s) and rng.random() < 0.15:
                found.append((s.copy(), other, seat))
        if len(found) > most:
            break
    return found[:most]


CASES = [("stone-age", {}), ("hadara", {}), ("hadara", {"mode": "advanced"})]


@pytest.mark.parametrize(("game", "options"), CASES)
def test_what_is_seen_is_equal(game: str, options: dict[str, str]) -> None:
    pairs = differing(game, options, 60)
    assert len(pairs) >= 20
    for one, two, seat in pairs:
        first, second = Seen.of(GAMES[game], one, seat), Seen.of(GAMES[game], two, seat)
        assert dump(first.imagined) == dump(second.imagined)
        assert first.view == second.view


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("game", "options"), CASES)
def test_every_bot_chooses_the_same(game: str, options: dict[str, str], bot: str) -> None:
    for one, two, seat in differing(game, options, 12):
        chosen = []
        for state in (one, two):
            player = make_bot(bot, "same", counted=True)
            budget = None if bot in ("random", "greedy") else Budget(simulations=20)
            chosen.append(player.choose(Seen.of(GAMES[game], state, seat), budget))
        assert chosen[0] == chosen[1]


def go_on(one: State, two: State, seat: int, rng: random.Random) -> bool:
    """Give both the same answers until the seat has a choice; whether that is possible."""
    while one.turn != OVER:
        if moves(one, seat) != moves(two, seat) or one.turn != two.turn:
            return False
        if len(moves(one, seat)) > 1:
            return True
        outcome = draw_outcome(one, rng.random) if one.turn == CHANCE else rng.choice(one.legal)
        if outcome not in (odds(two).outcomes if two.turn == CHANCE else two.legal):
            return False
        play(one, outcome)
        play(two, outcome)
    return False


@pytest.mark.parametrize("bot", [SearchBot, LearnedBot])
@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_bot_that_remembers_chooses_the_same(
    game: str, options: dict[str, str], bot: type[SearchBot | LearnedBot]
) -> None:
    """What it keeps of its tree was never the true state's."""
    remembered = 0
    for one, two, seat in differing(game, options, 8):
        rng, players = random.Random(7), [bot("same") for _ in "ab"]
        for _ in range(8):
            if not go_on(one, two, seat, rng) or one.turn != seat:
                break
            pairs = zip(players, (one, two), strict=True)
            seen = [(player, Seen.of(GAMES[game], s, seat)) for player, s in pairs]
            if seen[0][1].view != seen[1][1].view:
                break
            remembered += players[0].remembered(seen[0][1]) is not None
            first, second = (player.choose(each, Budget(simulations=20)) for player, each in seen)
            assert first == second
            play(one, first)
            play(two, first)
    assert remembered
