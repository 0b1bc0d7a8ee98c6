"""Search with the network: its odds lead down the tree, its value stands for the rest of the game.

Each simulation goes down in an imagined world of its own, by PUCT, every seat for itself; chance
and forced moves are played on, so the network is asked where somebody has a choice. Many go down
before it is asked about all of them at once: tries under way count as tried meanwhile.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from cradle.bots.interface import Budget, Seen
from cradle.bots.search import USED, world
from cradle.kernel.piece import Seat
from cradle.kernel.step import OVER, Move, State, moves
from cradle.learning.features import Floats
from cradle.learning.network import POINTS, Judged, Network
from cradle.learning.outcome import outcomes
from cradle.learning.tree import Choice, Descent, Edge, Node

FEWEST = 4  # simulations that go down together at first
SLOWLY = 4  # how many must be done for each that goes down together
LEAST = np.float32(1e-9)  # how likely the unlikeliest move is


@dataclass(frozen=True)
class SearchSettings:
    """How a search thinks.

    `explore`: how much it tries moves that it has seldom tried. `caution`: how much worse a move
    never tried is taken for. `temperature`: above 1, the network's odds of the seat's own moves
    are flattened; `inner`: the same for all choices after them. `margin`: how much of a result is
    how far one wins. `batch`: the most simulations that go down together. `worlds`: how many are
    imagined; 0 is a new one for every simulation.
    """

    explore: float = 1.0
    caution: float = 0.0
    temperature: float = 3.0
    inner: float = 1.5
    margin: float = 0.1
    batch: int = 32
    worlds: int = 0


@dataclass(frozen=True)
class Value:
    """What a position is worth, seat by seat."""

    worths: list[float]
    chances: list[float]
    points: list[float]


class Search:
    """One search from one decision of one seat; `root` is what an earlier one knows of it."""

    def __init__(
        self,
        network: Network,
        seen: Seen,
        settings: SearchSettings,
        rng: random.Random,
        root: Node | None = None,
    ) -> None:
        self.network, self.seen, self.settings, self.rng = network, seen, settings, rng
        self.root = root or Node()
        self.simulations = 0
        self.worlds = [world(seen, rng) for _ in range(settings.worlds)]
        self.own = self._known() or self._asked()

    def _asked(self) -> Choice:
        """The seat's choice at a new root."""
        self._ask([(self.root, world(self.seen, self.rng), self.seen.seat)])
        return self.root.choices[self.seen.seat][-1]

    def _known(self) -> Choice | None:
        """The seat's choice at a root it has from before, as flat as at a new one."""
        found = self.root.find(self.seen.seat, self.seen.moves)
        if found is not None:
            priors = np.array([edge.prior for edge in found.edges], np.float32)
            heat = self.settings.temperature / self.settings.inner
            for edge, prior in zip(found.edges, _flattened(priors, heat), strict=True):
                edge.prior = prior
        return found

    def edges(self) -> list[Edge]:
        """The edges of the seat's own moves at the root."""
        return self.own.edges

    def run(self, budget: Budget, start: float) -> None:
        """Simulate until the budget is spent, or the choice is clear."""
        most = budget.simulations or (1 << 40 if budget.seconds else 0)
        end = start + budget.seconds * USED if budget.seconds else 0.0
        began = perf_counter()
        while (left := most - self.simulations) > 0:
            batch = self._batch(left)
            self._simulate(batch)
            if end:
                now = perf_counter()
                pace = self.simulations / (now - began)
                left = min(left, int((end - now) * pace))
                if left < batch:
                    return
            if self._clear(left):
                return

    def follow(self, move: Move, simulations: int) -> list[Value]:
        """What so many simulations come to if the seat makes this move."""
        self.own.follow(move)
        return self.simulate(simulations)

    def simulate(self, simulations: int) -> list[Value]:
        """What so many simulations come to."""
        found: list[Value] = []
        while len(found) < simulations:
            found += self._simulate(self._batch(simulations - len(found)))
        return found

    def _batch(self, left: int) -> int:
        """How many go down together next."""
        return min(self.settings.batch, max(FEWEST, self.own.visits // SLOWLY), left)

    def _clear(self, left: int) -> bool:
        """Whether the move tried most can't be caught up."""
        visits = sorted(edge.visits for edge in self.edges())
        return visits[-1] - visits[-2] > left

    def _simulate(self, count: int) -> list[Value]:
        """So many simulations together, and what they came to."""
        settings, draw = self.settings, self.rng.random
        going = [Descent(self.root, self._world(i)) for i in range(count)]
        self.simulations += count
        ends = []
        while going:
            for each in going:
                each.go(settings.explore, settings.caution, draw)
            asked = [(each.node, each.s, seat) for each in going for seat in each.missing]
            values = iter(self._ask(asked))
            again = []
            for each in going:
                found = [next(values) for _ in each.missing]
                if each.s.turn == OVER:
                    ends.append(_back_up(each, [self._result(each.s)]))
                elif each.at_root():
                    again.append(each)
                else:
                    ends.append(_back_up(each, found))
            going = again
        return ends

    def _world(self, number: int) -> State:
        if not self.worlds:
            return world(self.seen, self.rng)
        return self.worlds[(self.simulations + number) % len(self.worlds)].copy()

    def _ask(self, asked: list[tuple[Node, State, Seat]]) -> list[Value]:
        """Ask the network about seats in states, and let nodes know the choices they have."""
        if not asked:
            return []
        known = self.network.features
        states, seats = [s for _, s, _ in asked], [seat for _, _, seat in asked]
        masks = known.encoding.mask_all(states, seats)
        judged = self.network.judge(known.observe(states, seats), masks)
        found = []
        for row, (node, s, seat) in enumerate(asked):
            value = self._value(judged, row, s.seats, seat)
            legal = moves(s, seat)
            if node.find(seat, legal) is None:
                odds = judged.odds[row, known.encoding.legal(s, seat)]
                own = node is self.root and seat == self.seen.seat
                heat = self.settings.temperature if own else self.settings.inner
                node.add(seat, Choice(legal, _flattened(odds, heat), value.worths[seat]))
            found.append(value)
        return found

    def _value(self, judged: Judged, row: int, seats: int, seat: Seat) -> Value:
        """What the network says of a row, players counted by seat."""
        order = [(each - seat) % seats for each in range(seats)]
        chances, points = judged.chances[row, order].tolist(), judged.points[row, order].tolist()
        return Value(self._mixed(chances, judged.margins[row, order].tolist()), chances, points)

    def _result(self, s: State) -> Value:
        """What a game that is over was worth."""
        ends = outcomes(self.seen.game.scores(s))
        chances = [share for share, _, _ in ends]
        worths = self._mixed(chances, [margin for _, margin, _ in ends])
        return Value(worths, chances, [points * POINTS for _, _, points in ends])

    def _mixed(self, chances: list[float], margins: list[float]) -> list[float]:
        """Winning, and a little of how far one wins, from 0 to 1."""
        part = self.settings.margin
        return [
            (1.0 - part) * chance + part * (0.5 + 0.5 * margin)
            for chance, margin in zip(chances, margins, strict=True)
        ]


def _flattened(odds: Floats, temperature: float) -> list[float]:
    """Odds as shares of 1, nearer to each other the higher the temperature."""
    if temperature != 1.0:
        odds = np.maximum(odds, LEAST)
        odds = (odds / odds.max()) ** np.float32(1.0 / temperature)  # the largest can't vanish
        odds = odds / odds.sum()
    found: list[float] = odds.tolist()
    return found


def _back_up(descent: Descent, values: list[Value]) -> Value:
    """Several seats may have been asked about: what is backed up is the mean of their views."""
    one = values[0]
    if len(values) > 1:
        one = Value(
            _mean([each.worths for each in values]),
            _mean([each.chances for each in values]),
            _mean([each.points for each in values]),
        )
    descent.back_up(one.worths, one.chances, one.points)
    return one


def _mean(lists: list[list[float]]) -> list[float]:
    return [sum(column) / len(lists) for column in zip(*lists, strict=True)]
