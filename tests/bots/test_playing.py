"""Every bot plays whole games: legal moves only, no exception, at every number of players.

`CRADLE_GAMES=200` plays as many games of each as the docs report.
"""

import os
import random

import pytest

from cradle.bots import LEVELS, Bot, Budget, Seen, make_bot
from cradle.games import GAMES
from cradle.kernel.game import Game
from cradle.kernel.step import CHANCE, OVER, State, answer, asked, odds, play

GAMES_EACH = int(os.environ.get("CRADLE_GAMES", "1"))
FEW = Budget(simulations=2)
MIXES = [("random", "greedy", "search", "novice", "casual"), ("skilled", "expert", "master")]
TABLES = [
    (game.name, seats, mix) for game in GAMES.values() for seats in game.seats for mix in MIXES
]


def play_checked(game: Game, bots: list[Bot], seed: int, options: dict[str, object]) -> State:
    """One game; every move must be legal. Simultaneous choices are made in a random order."""
    rng, s = random.Random(seed), game.new(len(bots), options)
    while s.turn != OVER:
        if s.turn == CHANCE:
            o = odds(s)
            play(s, o.at(rng.randrange(o.total)))
            continue
        seat = rng.choice(asked(s))
        seen = Seen.of(game, s, seat)
        move = bots[seat].choose(seen, FEW)
        assert move in seen.moves
        answer(s, seat, move)
    return s


def options_of(game: Game, seed: int) -> dict[str, object]:
    """Some options of a game, the default ones first."""
    rng = random.Random(seed)
    return {
        name: option.choices[0] if seed < 1 else rng.choice(option.choices)
        for name, option in game.options.items()
    }


@pytest.mark.parametrize(("name", "seats", "mix"), TABLES)
def test_bots_play_by_the_rules(name: str, seats: int, mix: tuple[str, ...]) -> None:
    game = GAMES[name]
    for number in range(GAMES_EACH * max(1, len(mix) // seats)):
        names = [mix[(number + seat) % len(mix)] for seat in range(seats)]
        bots = [make_bot(each, f"{number}/{seat}", counted=True) for seat, each in enumerate(names)]
        s = play_checked(game, bots, number, options_of(game, number))
        game.check(s)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["greedy", "search", *LEVELS])
def test_every_legal_move_is_weighed(name: str, bot: str) -> None:
    game, rng = GAMES[name], random.Random(4)
    s = game.new(2, {})
    for _ in range(40):
        if s.turn == CHANCE:
            o = odds(s)
            play(s, o.at(rng.randrange(o.total)))
            continue
        seen = Seen.of(game, s, s.turn)
        weighed = make_bot(bot, 1, counted=True).weigh(seen, Budget(simulations=4))
        assert sorted(each.move.text for each in weighed) == sorted(m.text for m in seen.moves)
        assert all(0.0 <= each.chance <= 1.0 for each in weighed)
        play(s, weighed[0].move)
