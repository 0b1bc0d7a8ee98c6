"""Puzzles from games of strong bots: decisions in which one move is clearly best.

Four looks must agree that the move made is better than every other, each by a clear margin: the
network's first sight of the likeliest moves, then of all of them in more worlds, then playing on
from each, then a deep search.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any

from cradle.analysis.course import Course, Ply
from cradle.analysis.decisions import Decision, decide
from cradle.analysis.judges import Foresight, NetworkJudge
from cradle.analysis.settings import FORESIGHT, Look
from cradle.bots import Seen, make_bot
from cradle.bots.hints import reasons
from cradle.games import game as game_named
from cradle.kernel.step import Move
from cradle.puzzles.puzzle import GRADES, WEAKER, Puzzle
from cradle.table import Table
from cradle.table.positions import write

MARGIN = 0.04  # of a chance to win, by which the best move leads every other at every look
CLEAR = 2.5  # standard errors that a lead must exceed
FEWEST, MOST = 3, 40  # legal moves that a puzzle has
FROM_A_GAME = 3  # puzzles, at most
CONFIRMED = 8  # decisions of a game that get the deeper looks
SEARCHES = 2
ASKED = 3  # times that a level is asked; it finds a move that it mostly chooses
LIKELY = Look(moves=3, unlikely=0.0, worlds=6, listed=60, samples=12)
ALL = Look(moves=MOST, unlikely=0.0, worlds=16, listed=200, samples=24)
ON = Look(moves=6, unlikely=0.0, worlds=64, listed=1, samples=1, again=True)
Leads = dict[str, tuple[float, float]]  # by a move's text: the lead over it, and its error
Costs = dict[str, float]  # by a move's text: the chance to win it loses


@dataclass(frozen=True)
class SourceGame:
    """Where to look: one game of these bots, and how long the search that confirms may take."""

    game: str
    seed: int
    number: int
    bots: tuple[str, ...]
    simulations: int
    weights: str = ""


class PuzzleFinder:
    """Looks for the puzzles of one game."""

    def __init__(self, source: SourceGame) -> None:
        self.source, self.rules = source, game_named(source.game)
        self.rng = random.Random(f"puzzles {source.game} {source.seed} {source.number}")
        self.course = Course(self._played())
        self.sight = NetworkJudge(self.rules, source.weights)
        self.deeper = Foresight(self.sight, FORESIGHT)

    def _played(self) -> Table:
        seats = self.rng.choice(self.rules.seats)
        table = Table(self.rules, seats, seed=self.rng.random().hex())
        names = self.rng.choices(self.source.bots, k=seats)
        players = [make_bot(name, self.rng.random().hex(), counted=True) for name in names]
        while not table.over:
            seat = table.asked[0]
            table.submit(seat, players[seat].choose(Seen.of(self.rules, table.state, seat)))
        return table

    def puzzles(self) -> Iterator[Puzzle]:
        """Puzzles of the game, easy and hard ones in turn."""
        found = {number: self._found_by(number) for number in self._likely()}
        for number, costs in self._confirmed(self._mixed(found)[:CONFIRMED]).items():
            puzzle = self._puzzle(number, costs, found[number])
            if puzzle.gains and self._is_found_by_search(number):
                yield puzzle

    def _mixed(self, found: Mapping[int, Sequence[str]]) -> list[int]:
        """Plies of all grades in turn; each game begins with another grade."""
        met: Counter[int] = Counter()
        turns = {}
        for number in self.rng.sample(list(found), len(found)):
            grade = len(found[number])
            turns[number] = (met[grade], (grade + self.source.number) % len(GRADES))
            met[grade] += 1
        return sorted(found, key=lambda number: turns[number])

    def _likely(self) -> list[int]:
        """The plies at which the move made is better than the likeliest others at first sight."""
        numbers = [n for n, ply in enumerate(self.course.plies) if self._has_choice(ply)]
        found = decide(self.course, numbers, self.sight, self.sight, LIKELY)
        return [number for number in numbers if is_clear(found[number])]

    def _has_choice(self, ply: Ply) -> bool:
        return ply.seat is not None and FEWEST <= len(self._seen(ply).moves) <= MOST

    def _seen(self, ply: Ply) -> Seen:
        assert ply.seat is not None
        return Seen.of(self.rules, ply.asked, ply.seat)

    def _found_by(self, number: int) -> tuple[str, ...]:
        ply = self.course.plies[number]
        return found_by(self._seen(ply), ply.move, str(ply.number))

    def _confirmed(self, numbers: list[int]) -> dict[int, Costs]:
        """What each move costs, where one is clearly better than all, also after playing on."""
        every = decide(self.course, numbers, self.sight, self.sight, ALL)
        clear = {number: each.leads() for number, each in every.items() if is_clear(each)}
        rivals = {number: self._rivals(number, leads) for number, leads in clear.items()}
        later = decide(self.course, list(clear), self.sight, self.deeper, ON, rivals)
        return {
            number: {text: lead for text, (lead, _) in (leads | later[number].leads()).items()}
            for number, leads in clear.items()
            if is_clear(later[number])
        }

    def _rivals(self, number: int, leads: Leads) -> list[Move]:
        """The moves that are nearest to the one made."""
        nearest = sorted(leads, key=lambda text: leads[text][0])[: ON.moves]
        return [
            move for move in self._seen(self.course.plies[number]).moves if move.text in nearest
        ]

    def _is_found_by_search(self, number: int) -> bool:
        """Whether deep searches, each in worlds of its own, find the move and its lead."""
        ply, source = self.course.plies[number], self.source
        weights = f"{source.weights}," if source.weights else ""
        name = f"learned:{weights}simulations={source.simulations}"
        for seed in range(SEARCHES):
            first, second, *_ = make_bot(name, seed).weigh(self._seen(ply))
            if first.move != ply.move or first.chance - second.chance < MARGIN:
                return False
        return True

    def _puzzle(self, number: int, costs: Costs, found_by: tuple[str, ...]) -> Puzzle:
        ply = self.course.plies[number]
        seen = self._seen(ply)
        position = write(self.course.setup, ply.asked)
        why = reasons(seen, ply.move)
        return Puzzle(
            id=_named(seen, position),
            game=self.rules.name,
            seats=seen.seats,
            seat=seen.seat,
            step=seen.step,
            round=ply.round,
            position=position,
            costs={move.text: round(costs.get(move.text, 0.0), 4) for move in seen.moves},
            best=ply.move.text,
            margin=round(min(costs.values()), 4),
            gains=tuple(why.gains),
            losses=tuple(why.costs),
            found_by=found_by,
            source={"game": self.source.number, "ply": number},
        )


def is_clear(decision: Decision) -> bool:
    """Whether the move made clearly leads every other."""
    leads = decision.leads().values()
    return bool(leads) and all(lead >= max(MARGIN, CLEAR * error) for lead, error in leads)


def found_by(seen: Seen, move: Move, seed: str) -> tuple[str, ...]:
    """The weaker levels that mostly make a move."""
    return tuple(level for level in WEAKER if _finds(level, seen, move, seed))


def _finds(level: str, seen: Seen, move: Move, seed: str) -> bool:
    tries = (make_bot(level, f"{seed} {n}", counted=True) for n in range(ASKED))
    return sum(bot.choose(seen) == move for bot in tries) > ASKED // 2


def find_puzzles(source: SourceGame) -> list[Puzzle]:
    """The puzzles of one game."""
    return list(islice(PuzzleFinder(source).puzzles(), FROM_A_GAME))


def _named(seen: Seen, position: Mapping[str, Any]) -> str:
    """A name that a puzzle keeps, whichever others there are."""
    told = json.dumps([seen.game.name, seen.seats, seen.seat, position], sort_keys=True)
    return sha256(told.encode()).hexdigest()[:8]
