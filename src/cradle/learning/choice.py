"""Which snapshot of a training is kept: the one that does best against fixed opponents."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from cradle.arena import Played, play_job
from cradle.computing import runner
from cradle.learning.config import Match
from cradle.learning.files import copy_whole
from cradle.learning.matches import Result, line_ups, result, within
from cradle.learning.snapshots import BEST
from cradle.learning.training import Training

FEWEST = 100  # games of each: fewer have chosen the wrong one (docs/learning-log.md)


def choose(training: Training) -> Path:
    """End a training: the best of its last snapshots, by matches as its configuration says.

    Whoever stopped it by hand waits for no matches, and gets the newest.
    """
    choice, best, journal = training.config.choice, training.folder / BEST, training.journal
    training.close()
    if not (journal.chosen and best.exists()):
        found = training.snapshots.candidates(choice.snapshots)
        copy_whole(found[0], best)
        if not training.stopping:
            chosen = _best(training, found) if len(found) > 1 else found[0]
            copy_whole(chosen, best)
            journal.chosen = chosen.name
            journal.save()
    return best


def _best(training: Training, found: list[Path]) -> Path:
    """The one that wins most; the newest, if there was no time for games enough."""
    choice, scores = training.config.choice, dict.fromkeys(found, 0.0)
    for match in choice.matches:
        results = _played(training, found, match, choice.seconds / len(choice.matches))
        if min(how.games for how in results.values()) < min(FEWEST, match.games):
            return found[0]
        for file, how in results.items():
            scores[file] += how.rate * match.seats
    return max(found, key=lambda file: scores[file])


def _played(
    training: Training, found: list[Path], match: Match, seconds: float
) -> dict[Path, Result]:
    """How each of them did in the games that all of them finished, which have the same luck."""
    heroes = {f"learned:{file}": file for file in found}
    jobs = [line_ups(training.config.game, hero, match) for hero in heroes]
    games: dict[int, dict[str, Played]] = defaultdict(dict)
    in_turn = [job for same_luck in zip(*jobs, strict=True) for job in same_luck]
    for played in within(runner(None).run(play_job, in_turn), seconds):
        games[played.number][next(bot for bot in played.bots if bot in heroes)] = played
    whole = [each for each in games.values() if len(each) == len(heroes)]
    results = {}
    for hero, file in heroes.items():
        how = results[file] = result(hero, [each[hero] for each in whole])
        facts = {"file": str(file), "decisions": int(file.stem)}
        training.journal.judge([how.as_dict(**facts, bot=match.bot, seats=match.seats)])
    return results
