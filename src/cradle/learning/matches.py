"""Matches of learned players: seats rotated, luck mirrored, one learned seat among others."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from cradle.arena import Job, Played, Runner, play_job
from cradle.arena.results import wilson
from cradle.bots import Budget, check_bot
from cradle.learning.config import Match

Found = TypeVar("Found")
SEED = 2027


@dataclass(frozen=True)
class Result:
    """How one bot did among others."""

    games: int
    rate: float
    low: float
    high: float
    points: float
    theirs: float
    failures: int

    def as_dict(self, **more: Any) -> dict[str, Any]:
        """JSON-ready, with whatever else is to be said."""
        found = {name: round(value, 4) for name, value in vars(self).items()}
        return {**more, **found}


def line_ups(
    game: str,
    hero: str,
    match: Match,
    options: Sequence[tuple[str, str | bool]] = (),
    budget: Budget | None = None,
    counted: bool = True,
) -> list[Job]:
    """The hero in every seat in turn, each time with the same luck, among so many of the other."""
    for name in (hero, match.bot):
        check_bot(name, game)
    found = []
    for number in range(match.games):
        luck, seat = divmod(number, match.seats)
        bots = tuple(hero if each == seat else match.bot for each in range(match.seats))
        found.append(Job(number, game, bots, SEED, luck, tuple(options), budget, counted))
    return found


def result(hero: str, played: Iterable[Played]) -> Result:
    """What the hero made of its games."""
    shares: list[float] = []
    own: list[int] = []
    theirs: list[int] = []
    failures = 0
    for each in played:
        seat = each.bots.index(hero)
        shares.append((each.ranks[seat] == 1) / each.ranks.count(1))
        own.append(each.points[seat])
        theirs += [points for other, points in enumerate(each.points) if other != seat]
        failures += sum(each.crashes) + sum(each.timeouts)
    count = max(1, len(shares))
    rate = sum(shares) / count
    low, high = wilson(rate, len(shares))
    mean = sum(theirs) / max(1, len(theirs))
    return Result(len(shares), rate, low, high, sum(own) / count, mean, failures)


def play(jobs: list[Job], runner: Runner, seconds: float | None = None) -> list[Played]:
    """Play the games, or as many of them as there is time for."""
    return list(within(runner.run(play_job, jobs), seconds))


def within(results: Iterator[Found], seconds: float | None) -> Iterator[Found]:
    """Results as they come, until the time is up; then what is under way is stopped."""
    end = None if seconds is None else time.monotonic() + seconds
    try:
        for found in results:
            yield found
            if end is not None and time.monotonic() > end:
                break
    finally:
        close = getattr(results, "close", None)
        if close:
            close()
