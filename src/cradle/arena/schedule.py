"""Who plays whom: every luck is played in all rotations of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from cradle.arena.match import Job
from cradle.bots import Budget


def schedule(
    game: str,
    bots: Sequence[str],
    seats: int,
    games: int,
    seed: int,
    options: dict[str, str | bool] | None = None,
    budget: Budget | None = None,
    counted: bool = True,
) -> list[Job]:
    """So many games: line-ups in turn, each with its own luck in every rotation."""
    every = line_ups(bots, seats)
    given = tuple((options or {}).items())
    jobs = []
    for number in range(games):
        luck, turn = divmod(number, seats)
        line_up = every[luck % len(every)]
        seated = line_up[turn:] + line_up[:turn]
        jobs.append(Job(number, game, seated, seed, luck, given, budget, counted))
    return jobs


def line_ups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every choice of bots for one game; too few bots come more than once."""
    if len(bots) >= seats:
        return list(combinations(bots, seats))
    return [tuple((list(bots) * seats)[start : start + seats]) for start in range(len(bots))]
