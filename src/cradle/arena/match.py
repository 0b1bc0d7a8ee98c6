"""One game between bots: who sat where, how it ended, who failed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from cradle.arena.luck import Luck
from cradle.bots import Bot, BotFailed, Budget, Seen, make_bot
from cradle.bots.levels import SECONDS
from cradle.games import game as game_named
from cradle.kernel.game import BadOption, Game
from cradle.kernel.piece import Seat
from cradle.kernel.step import CHANCE, OVER, Move, State, play

Watch = Callable[[State, Move], None]  # is told every answer before it is played
LATE = 1.2  # times its budget: the latest a bot may answer
LONGEST = 200  # characters of what a failure says


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
    """How a game went; all lists by seat. `faults` say why a bot failed first, if it did."""

    number: int
    bots: tuple[str, ...]
    points: list[int]
    ranks: list[int]
    crashes: list[int]
    timeouts: list[int]
    rounds: int
    faults: list[str] = field(default_factory=list)


def play_job(job: Job, watch: Watch | None = None) -> Played:
    """Play one game to the end; the same job always gives the same result."""
    game = game_named(job.game)
    s = game.new(len(job.bots), dict(job.options))
    seated = [SeatedBot(job, game, seat) for seat in range(s.seats)]
    try:
        _play_out(job, game, s, seated, watch)
    finally:
        for each in seated:
            each.bot.close()
    scores = game.scores(s)
    return Played(
        job.number,
        job.bots,
        points=[score.total for score in scores],
        ranks=[score.rank for score in scores],
        crashes=[each.crashes for each in seated],
        timeouts=[each.timeouts for each in seated],
        rounds=game.rounds(s),
        faults=[each.fault for each in seated],
    )


def _play_out(job: Job, game: Game, s: State, seated: list[SeatedBot], watch: Watch | None) -> None:
    luck = Luck(job.seed, job.luck)
    while s.turn != OVER:
        if s.turn == CHANCE:
            play(s, luck.outcome(s))
        else:
            move = seated[s.turn].answer(s)
            if watch:
                watch(s, move)
            play(s, move)
        if game.most_rounds and game.rounds(s) > game.most_rounds:
            raise BadOption(f"{job.game}: no end after {game.most_rounds} rounds")


class SeatedBot:
    """A bot at a seat: its failures are counted, and a random move is played instead."""

    def __init__(self, job: Job, game: Game, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self.budget = job.budget or level_budget(job.bots[seat], job.counted)
        name = job.bots[seat]
        copy = job.bots[:seat].count(name)  # so that two of one kind don't err alike
        seed = f"{job.seed}/{job.luck}/{name}" + (f"/{copy}" if copy else "")
        self.bot: Bot = make_bot(name, seed, counted=job.counted)
        self.rng = random.Random(seed)
        self.crashes = self.timeouts = 0
        self.fault = ""

    def answer(self, s: State) -> Move:
        """The bot's move, or any if it fails."""
        seen = Seen.of(self.game, s, self.seat)
        start = perf_counter()
        try:
            move = self.bot.choose(seen, self.budget)
            if move not in seen.moves:
                raise BotFailed(f"no legal move: {str(move)[:LONGEST]!r}")
        except BotFailed as failure:
            self._count(str(failure), failure.late)
        except Exception as error:  # whatever a guest's bot breaks, the match goes on
            self._count(f"{type(error).__name__}: {error}"[:LONGEST])
        else:
            self._clock(perf_counter() - start)
            return move
        return self.rng.choice(seen.moves)

    def _count(self, fault: str, late: bool = False) -> None:
        self.timeouts += late
        self.crashes += not late
        self.fault = self.fault or fault

    def _clock(self, took: float) -> None:
        if self.budget and self.budget.seconds and took > LATE * self.budget.seconds:
            self.timeouts += 1


def level_budget(name: str, counted: bool) -> Budget | None:
    """A level's own clock, unless it counts simulations."""
    return None if counted or name not in SECONDS else Budget(seconds=SECONDS[name])
