"""Matches in which every move was the bots' own: where one fails, the arena plays any move."""

from __future__ import annotations

from cradle.arena import Job, Played, Runner, play_job
from cradle.bots import BotFailed
from cradle.cli.arena import first_faults
from cradle.learning.matches import within


def play(jobs: list[Job], runner: Runner, seconds: float | None = None) -> list[Played]:
    """Play the games, or as many of them as there is time for; a bot that fails ends them."""
    found = list[Played]()
    for each in within(runner.run(play_job, jobs), seconds):
        found.append(each)
        if any(each.faults):
            break  # which stops the games under way
    for name, fault in first_faults(found).items():
        raise BotFailed(f"{name} failed: {fault}")
    return found
