"""Many games at once, each played on until a network must choose. Compiled with the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from cradle.kernel.game import Game
from cradle.kernel.step import CHANCE, OVER, Move, State, play
from cradle.playout import draw_outcome

LEARNER: Final = 0  # who plays a seat: the network that learns,
OLDER: Final = 1  # an older self of it,
BOT: Final = 2  # or a bot: this and all above are their numbers; some are networks too


class Opponent(Protocol):
    """Who plays a seat without the network."""

    def move(self, s: Any) -> Move:
        """The move of whoever's turn it is."""
        ...


class Tables:
    """Games of one number of players; `drivers` say who plays each seat of each.

    A bot that is None is a network: its moves come from outside, as the learner's do.
    """

    def __init__(
        self,
        game: Game,
        deal: Callable[[int], tuple[State, list[int]]],
        bots: list[Opponent | None],
        draw: Callable[[], float],
        rounds: int,
    ) -> None:
        self.game = game
        self.deal = deal
        self.bots = bots
        self.draw = draw
        self.rounds = rounds
        self.states: list[State] = []
        self.drivers: list[list[int]] = []

    def add(self, skip: int) -> None:
        """One more table, its first answers given at random so that not all begin at once."""
        self.states.append(State(seats=0))
        self.drivers.append([])
        place = len(self.states) - 1
        self.renew(place)
        for _ in range(skip):
            s = self.states[place]
            play(s, s.legal[int(self.draw() * len(s.legal))])
            if self.advance(place):
                self.renew(place)

    def renew(self, place: int) -> None:
        """A new game at a table."""
        while True:
            self.states[place], self.drivers[place] = self.deal(place)
            if not self.advance(place):
                return

    def answer(self, moves: list[Move]) -> list[int]:
        """Give every table its move and play on; the tables whose games are over."""
        ended: list[int] = []
        for place, move in enumerate(moves):
            s = self.states[place]
            play(s, move)
            if self.advance(place) or self.game.rounds(s) > self.rounds:
                ended.append(place)
        return ended

    def advance(self, place: int) -> bool:
        """Play on until a network must choose; whether the game is over."""
        s = self.states[place]
        drivers = self.drivers[place]
        draw = self.draw
        while True:
            turn = s.turn
            if turn == CHANCE:
                play(s, draw_outcome(s, draw))
            elif turn == OVER:
                return True
            else:
                legal = s.legal
                if len(legal) == 1:
                    play(s, legal[0])
                else:
                    driver = drivers[turn]
                    bot = self.bots[driver - BOT] if driver >= BOT else None
                    if bot is None:
                        return False
                    play(s, bot.move(s))

    def turns(self) -> list[int]:
        """Who must choose, by table."""
        return [s.turn for s in self.states]

    def are_frozen(self) -> list[bool]:
        """Whether a network that doesn't learn must choose, by table."""
        return [
            drivers[s.turn] != LEARNER for s, drivers in zip(self.states, self.drivers, strict=True)
        ]
