"""Positions of random games, of all numbers of players and options."""

import random

from cradle.games import GAMES
from cradle.kernel.step import CHANCE, OVER, State, odds, play
from cradle.learning.opponents import draw_options


def positions(game: str, count: int, seed: int = 1) -> list[State]:
    """So many states in which a seat has a choice."""
    rng, found = random.Random(seed), list[State]()
    known = GAMES[game]
    while len(found) < count:
        s = known.new(rng.choice(known.seats), draw_options(known, rng))
        while s.turn != OVER and len(found) < count:
            if s.turn == CHANCE:
                chance = odds(s)
                play(s, chance.at(rng.randrange(chance.total)))
                continue
            if len(s.legal) > 1 and rng.random() < 0.1:
                found.append(s.copy())
            play(s, rng.choice(s.legal))
    return found
