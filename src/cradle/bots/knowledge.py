"""Which heuristic goes with which game: the only file here that names both."""

from __future__ import annotations

from functools import cache

from cradle.bots.heuristic import Heuristic, read_weights

Habits = tuple[tuple[str, float], ...]


@cache
def heuristic(game: str, habits: Habits = ()) -> Heuristic:
    """What bots know of a game, with its tuned weights.

    Habits bend it: each multiplies a weight, so that a weak player misjudges things as people
    do (food hardly counts, what comes later hardly counts) and not at random.
    """
    if game == "stone-age":
        from cradle.bots.stone_age.heuristic import StoneAge

        return StoneAge(bent(game, habits))
    if game == "hadara":
        from cradle.bots.hadara.heuristic import Hadara

        return Hadara(bent(game, habits))
    raise LookupError(f"no bot knows {game}")


def bent(game: str, habits: Habits) -> dict[str, float]:
    """The tuned weights of a game under some habits."""
    weights = read_weights(game)
    for name, factor in habits:
        weights[name] *= factor
    return weights
