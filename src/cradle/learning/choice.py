"""Which snapshot of a training is kept: the one that does best against fixed opponents."""

from __future__ import annotations

import shutil
from pathlib import Path

from cradle.computing import runner
from cradle.learning.config import Match
from cradle.learning.matches import line_ups, play, result
from cradle.learning.snapshots import BEST
from cradle.learning.training import Training


def choose(training: Training) -> Path:
    """End a training: the best of its last snapshots, by matches as its configuration says."""
    config, best = training.config, training.folder / BEST
    training.close()
    found = training.snapshots.candidates(config.choice.snapshots)
    shutil.copyfile(found[0], best)
    if len(found) > 1 and config.choice.matches:
        shutil.copyfile(max(found, key=lambda file: _score(training, file, len(found))), best)
    training.journal.save()
    return best


def _score(training: Training, file: Path, count: int) -> float:
    """Wins against an equal share of them, over all matches."""
    choice, hero = training.config.choice, f"learned:{file}"
    scores = []
    for each in choice.matches:
        jobs = line_ups(training.config.game, hero, Match(each.bot, each.seats, each.games))
        time = choice.seconds / (count * len(choice.matches))
        how = result(hero, play(jobs, runner(None), time))
        decisions = int(file.stem)
        found = how.as_dict(file=str(file), decisions=decisions, bot=each.bot, seats=each.seats)
        training.journal.judge([found])
        scores.append(how.rate * each.seats)
    return sum(scores) / len(scores)
