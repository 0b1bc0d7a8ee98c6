"""The arena: bots against each other, with rotated seats and mirrored luck.

jobs = schedule("stone-age", ["search", "greedy"], seats=2, games=100, seed=1)
found = standings(["search", "greedy"], list(runner(None).run(play_job, jobs)))
"""

from cradle.arena.match import Job, Played, play_job
from cradle.arena.results import Standing, as_json, standings
from cradle.arena.schedule import schedule
from cradle.computing import Runner, runner

__all__ = [
    "Job",
    "Played",
    "Runner",
    "Standing",
    "as_json",
    "play_job",
    "runner",
    "schedule",
    "standings",
]
