"""One move of lookahead: what to expect after each move, judged by the network."""

from __future__ import annotations

import random
from dataclasses import dataclass

from cradle.bots.interface import Seen
from cradle.bots.search import world
from cradle.kernel.game import Game
from cradle.kernel.step import OVER, Move, State, Together, answer, play
from cradle.learning.network import Network
from cradle.learning.tree import play_on

TRIES = 4  # worlds in which each move is tried


@dataclass
class Expected:
    """A seat's mean chance to win and final points after a move."""

    chance: float = 0.0
    points: float = 0.0


def look_ahead(network: Network, seen: Seen, rng: random.Random) -> list[Expected]:
    """What to expect after each of the seat's moves, in their order."""
    worlds = [(place, _after(seen, move, rng)) for place, move in _tried(seen)]
    _reveal(network, [s for _, s in worlds], rng)
    found = [Expected() for _ in seen.moves]
    open_worlds = [(place, s) for place, s in worlds if s.turn != OVER]
    for place, s in worlds:
        if s.turn == OVER:
            _add(found[place], *_result(seen.game, s, seen.seat))
    if open_worlds:
        states = [s for _, s in open_worlds]
        judged = network.judge(
            network.features.observe(states), network.features.encoding.mask_all(states)
        )
        for number, (place, s) in enumerate(open_worlds):
            player = (seen.seat - s.turn) % s.seats
            _add(found[place], judged.chances[number, player], judged.points[number, player])
    return found


def _tried(seen: Seen) -> list[tuple[int, Move]]:
    return [(place, move) for place, move in enumerate(seen.moves) for _ in range(TRIES)]


def _add(expected: Expected, chance: float, points: float) -> None:
    expected.chance += float(chance) / TRIES
    expected.points += float(points) / TRIES


def _result(game: Game, s: State, seat: int) -> tuple[float, float]:
    scores = game.scores(s)
    winners = sum(score.rank == 1 for score in scores)
    return (scores[seat].rank == 1) / winners, float(scores[seat].total)


def _after(seen: Seen, move: Move, rng: random.Random) -> State:
    """A world that may be the true one after the move."""
    s = world(seen, rng)
    answer(s, seen.seat, move)
    play_on(s, rng.random)
    return s


def _reveal(network: Network, states: list[State], rng: random.Random) -> None:
    """Let the others choose as the network would, until no answer is sealed any more."""
    encoding = network.features.encoding
    while waiting := [s for s in states if s.turn >= 0 and _sealing(s)]:
        preferred = network.logits(network.features.observe(waiting))
        for s, row in zip(waiting, preferred, strict=True):
            legal = encoding.legal(s, s.turn)
            play(s, s.legal[int(row[legal].argmax())])
            play_on(s, rng.random)


def _sealing(s: State) -> bool:
    return isinstance(s.stack[-1], Together) and bool(s.sealed)
