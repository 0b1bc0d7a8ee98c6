"""Hints: the moves that the best player likes most, and why, in one sentence and any language.

The sentence comes from the features of the game's heuristic: what the seat has after the move,
when it shows what the move has brought, against what it has after the other likely moves.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from cradle import i18n
from cradle.bots.heuristic import Heuristic
from cradle.bots.interface import Budget, Seen, Weighed
from cradle.bots.knowledge import heuristic
from cradle.bots.search import Search, world
from cradle.bots.search_bot import CURIOSITY, HEAT
from cradle.bots.tree import Policy
from cradle.kernel.step import Move, answer

HINTER = "master"
HINT_BUDGET = Budget(seconds=0.8, simulations=400)
OTHERS = 4  # likely moves that a move is compared with
LEAST = 1e-9  # how likely the unlikeliest move is
TRIES = range(16)  # seeds of the ways in which each is played on
SURE = 1.0  # standard errors by which a difference must be more than nothing
SMALL = 0.4  # points: less is not worth a word
MOST_GAINS, MOST_COSTS = 2, 1
Features = dict[str, float]


@dataclass(frozen=True)
class Reasons:
    """The features that speak for a move, and those against it, the weightiest first."""

    gains: list[str]
    costs: list[str]


def why(seen: Seen, weighed: Weighed, lang: str) -> str:
    """One sentence on what speaks for a move, and against it; none where nothing is known."""
    return why_in(seen, weighed.move, [lang])[lang]


def why_in(seen: Seen, move: Move, languages: Sequence[str]) -> dict[str, str]:
    """The same in several languages."""
    if len(seen.moves) < 2:
        return {lang: i18n.say(lang, "bots.why.forced") for lang in languages}
    if not heuristic(seen.game.name).features(seen.imagined, seen.seat):
        return dict.fromkeys(languages, "")
    found = reasons(seen, move)
    return {lang: tell(found, seen.game.name, lang) for lang in languages}


def tell(found: Reasons, game: str, lang: str) -> str:
    """Reasons as one sentence."""
    facts = {
        "gains": [i18n.say(lang, f"bots.{game}.{name}") for name in found.gains],
        "costs": [i18n.say(lang, f"bots.{game}.{name}") for name in found.costs],
    }
    if found.gains and found.costs:
        return i18n.say(lang, "bots.why.mixed", **facts)
    if found.gains:
        return i18n.say(lang, "bots.why.gains", **facts)
    return i18n.say(lang, "bots.why.costs" if found.costs else "bots.why.even", **facts)


def reasons(seen: Seen, move: Move) -> Reasons:
    """What is surely better, or worse, after a move than after the other likely ones."""
    moved = differences(seen, move)
    gains = [name for name, change in moved if change > SMALL]
    costs = [name for name, change in reversed(moved) if change < -SMALL]
    return Reasons(gains[:MOST_GAINS], costs[:MOST_COSTS])


def differences(seen: Seen, move: Move) -> list[tuple[str, float]]:
    """How much each feature surely differs from the other moves', the largest gain first."""
    found = compared(seen, move, TRIES).items()
    return sorted(((name, _sure(each)) for name, each in found), key=lambda item: -item[1])


def _sure(tries: list[float]) -> float:
    """The mean, less what may be luck."""
    mean, error = fmean(tries), stdev(tries) / sqrt(len(tries))
    least = max(0.0, abs(mean) - SURE * error)
    return least if mean > 0.0 else -least


def compared(seen: Seen, move: Move, seeds: range) -> dict[str, list[float]]:
    """How each feature differs from the other moves' mean, in so many ways to go on.

    The likelier a move, the more it counts: nobody asks how a move compares with a blunder.
    """
    knows = heuristic(seen.game.name)
    likely = _likely(seen, knows, move)
    total = sum(weight for weight, _ in likely)
    found: dict[str, list[float]] = {}
    for seed in seeds:
        moved = _after(seen, knows, move, seed)
        for weight, other in likely:
            for name, value in _after(seen, knows, other, seed).items():
                moved[name] -= value * weight / total
        for name, change in moved.items():
            found.setdefault(name, []).append(change)
    return found


def _likely(seen: Seen, knows: Heuristic, move: Move) -> list[tuple[float, Move]]:
    """The likeliest other moves, and how likely they are."""
    priors = Policy(knows, HEAT, CURIOSITY).priors(seen.imagined, seen.seat, seen.moves)
    others = [(p + LEAST, m) for p, m in zip(priors, seen.moves, strict=True) if m != move]
    return sorted(others, key=lambda each: -each[0])[:OTHERS]


def _after(seen: Seen, knows: Heuristic, move: Move, seed: int) -> Features:
    """The seat's features after a move, played on in one way."""
    rng = random.Random(seed)
    search = Search(seen, Policy(knows, HEAT, CURIOSITY), rng)
    s = world(seen, rng)
    answer(s, seen.seat, move)
    search.play_on(s, knows.shows)
    return knows.features(s, seen.seat)
