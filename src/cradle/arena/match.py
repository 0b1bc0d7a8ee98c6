"""One game between bots: who sat where, how it ended, who failed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from time import perf_counter

from cradle.arena.luck import Luck
from cradle.bots import Bot, BotFailed, Budget, Seen, make_bot
from cradle.bots.levels import SECONDS
from cradle.games import game as game_named
from cradle.kernel.game import BadOption, Game
from cradle.kernel.piece import Seat
from cradle.kernel.step import CHANCE, OVER, Move, State, play

LATE = 1.2  # times its budget: the latest a bot may answer


@dataclass(frozen=True)
class Job:
    """One game to be played: the bots seat by seat, and which luck."""

    number: int
    game: str
    bots: tuple[str, ...]
    seed: int
    luck: int
    options: tuple[tuple[str, str | bool], ...] = ()
    budget: Budget | None = None
    counted: bool = True


@dataclass
class Played:
    """How a game went; all lists by seat."""

    number: int
    bots: tuple[str, ...]
    points: list[int]
    ranks: list[int]
    crashes: list[int]
    timeouts: list[int]
    rounds: int
    moves: int
    slowest: list[float] = field(default_factory=list)


def play_job(job: Job) -> Played:
    """Play one game to the end; the same job always gives the same result."""
    game = game_named(job.game)
    s = game.new(len(job.bots), dict(job.options))
    sitting = [Sitting(job, game, seat) for seat in range(s.seats)]
    luck, moves = Luck(job.seed, job.luck), 0
    try:
        while s.turn != OVER:
            if s.turn == CHANCE:
                play(s, luck.outcome(s))
            else:
                play(s, sitting[s.turn].answer(s))
                moves += 1
            if game.most_rounds and game.rounds(s) > game.most_rounds:
                raise BadOption(f"{job.game}: no end after {game.most_rounds} rounds")
    finally:
        for each in sitting:
            each.bot.close()
    scores = game.scores(s)
    return Played(
        job.number,
        job.bots,
        [score.total for score in scores],
        [score.rank for score in scores],
        [each.crashes for each in sitting],
        [each.timeouts for each in sitting],
        game.rounds(s),
        moves,
        [each.slowest for each in sitting],
    )


class Sitting:
    """A bot at a seat: its failures are counted, and a random move is played instead."""

    def __init__(self, job: Job, game: Game, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self.budget = job.budget or level_budget(job.bots[seat], job.counted)
        name, seed = job.bots[seat], f"{job.seed}/{job.luck}/{job.bots[seat]}"
        self.bot: Bot = make_bot(name, seed, counted=job.counted)
        self.rng = random.Random(seed)
        self.crashes = self.timeouts = 0
        self.slowest = 0.0

    def answer(self, s: State) -> Move:
        """The bot's move, or any if it fails."""
        seen = Seen.of(self.game, s, self.seat)
        start = perf_counter()
        try:
            move = self.bot.choose(seen, self.budget)
            if move in seen.moves:
                self._clock(perf_counter() - start)
                return move
            self.crashes += 1
        except BotFailed as failure:
            self.timeouts += failure.late
            self.crashes += not failure.late
        except Exception:  # whatever a guest's bot breaks, the match goes on
            self.crashes += 1
        return seen.moves[self.rng.randrange(len(seen.moves))]

    def _clock(self, took: float) -> None:
        self.slowest = max(self.slowest, took)
        if self.budget and self.budget.seconds and took > LATE * self.budget.seconds:
            self.timeouts += 1


def level_budget(name: str, counted: bool) -> Budget | None:
    """A level's own clock, unless it counts simulations."""
    return None if counted or name not in SECONDS else Budget(seconds=SECONDS[name])
