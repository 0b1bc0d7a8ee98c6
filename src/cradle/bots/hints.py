"""Why a move is good, in one sentence, in any of our languages.

The sentence comes from the features of the game's heuristic: what the seat has after the move,
when it shows what the move has brought, against what it has after the other likely moves.
"""

from __future__ import annotations

import random

from cradle import i18n
from cradle.bots.heuristic import Heuristic
from cradle.bots.interface import Seen, Weighed
from cradle.bots.knowledge import heuristic
from cradle.bots.search import Search, world
from cradle.bots.search_bot import CURIOSITY, HEAT
from cradle.bots.tree import Policy
from cradle.kernel.step import Move, answer

OTHERS = 4  # likely moves that a move is compared with
LEAST = 1e-9  # how likely the unlikeliest move is
TRIES = 6  # times each is played on
SMALL = 0.4  # points: less is not worth a word
Features = dict[str, float]


def why(seen: Seen, weighed: Weighed, lang: str) -> str:
    """One sentence on what speaks for a move, and against it; none where nothing is known."""
    if len(seen.moves) < 2:
        return i18n.say(lang, "bots.why.forced")
    if not heuristic(seen.game.name).features(seen.imagined, seen.seat):
        return ""
    moved = differences(seen, weighed.move)
    gains = [name for name, change in moved if change > SMALL][:2]
    costs = [name for name, change in reversed(moved) if change < -SMALL][:1]
    game = seen.game.name
    facts = {
        "gains": [i18n.say(lang, f"bots.{game}.{name}") for name in gains],
        "costs": [i18n.say(lang, f"bots.{game}.{name}") for name in costs],
    }
    if gains and costs:
        return i18n.say(lang, "bots.why.mixed", **facts)
    if gains:
        return i18n.say(lang, "bots.why.gains", **facts)
    return i18n.say(lang, "bots.why.costs" if costs else "bots.why.even", **facts)


def differences(seen: Seen, move: Move) -> list[tuple[str, float]]:
    """How each feature differs from the other moves' mean, the largest gain first.

    The likelier a move, the more it counts: nobody asks how a move compares with a blunder.
    """
    knows = heuristic(seen.game.name)
    moved = _after(seen, knows, move)
    likely = _likely(seen, knows, move)
    total = sum(weight for weight, _ in likely)
    for weight, other in likely:
        for name, value in _after(seen, knows, other).items():
            moved[name] -= value * weight / total
    return sorted(moved.items(), key=lambda item: -item[1])


def _likely(seen: Seen, knows: Heuristic, move: Move) -> list[tuple[float, Move]]:
    """The likeliest other moves, and how likely they are."""
    priors = Policy(knows, HEAT, CURIOSITY).priors(seen.imagined, seen.seat, seen.moves)
    others = [(p + LEAST, m) for p, m in zip(priors, seen.moves, strict=True) if m != move]
    return sorted(others, key=lambda each: -each[0])[:OTHERS]


def _after(seen: Seen, knows: Heuristic, move: Move) -> Features:
    """The seat's features after a move, on average over some ways to go on."""
    total: Features = {}
    for number in range(TRIES):
        rng = random.Random(number)
        search = Search(seen, Policy(knows, HEAT, CURIOSITY), rng)
        s = world(seen, rng)
        answer(s, seen.seat, move)
        search.play_on(s, knows.shows)
        for name, value in knows.features(s, seen.seat).items():
            total[name] = total.get(name, 0.0) + value / TRIES
    return total
