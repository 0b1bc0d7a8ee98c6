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
    """So many games: fields of bots in turn, each with its own luck in every rotation."""
    fields = tables(bots, seats)
    given = tuple((options or {}).items())
    jobs = []
    for number in range(games):
        luck, turn = divmod(number, seats)
        field = fields[luck % len(fields)]
        seated = field[turn:] + field[:turn]
        jobs.append(Job(number, game, seated, seed, luck, given, budget, counted))
    return jobs


def tables(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every choice of bots for one table; too few bots come more than once."""
    if len(bots) >= seats:
        return list(combinations(bots, seats))
    return [tuple((list(bots) * seats)[start : start + seats]) for start in range(len(bots))]
