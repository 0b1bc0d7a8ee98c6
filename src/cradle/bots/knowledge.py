"""Which heuristic goes with which game: the only file here that names both."""

from __future__ import annotations

from functools import cache

from cradle.bots.heuristic import Heuristic


@cache
def heuristic(game: str) -> Heuristic:
    """What bots know of a game, with its tuned weights."""
    if game == "stone-age":
        from cradle.bots.stone_age import StoneAge

        return StoneAge()
    if game == "hadara":
        from cradle.bots.hadara import Hadara

        return Hadara()
    raise LookupError(f"no bot knows {game}")
