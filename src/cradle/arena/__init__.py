"""The arena: bots against each other, with rotated seats and mirrored luck.

jobs = schedule("stone-age", ["search", "greedy"], seats=2, games=100, seed=1)
table = standings(["search", "greedy"], list(crew(None).play(jobs)))
"""

from cradle.arena.crew import Crew, crew
from cradle.arena.figures import Standing, as_json, standings
from cradle.arena.match import Job, Played, play_job
from cradle.arena.schedule import schedule

__all__ = [
    "Crew",
    "Job",
    "Played",
    "Standing",
    "as_json",
    "crew",
    "play_job",
    "schedule",
    "standings",
]
