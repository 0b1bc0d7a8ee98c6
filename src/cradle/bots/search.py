"""Tree search over the real steps, for any game: everyone maximises their own chance to win.

Each simulation imagines what the seat doesn't know, walks down the tree, adds one node, plays on
by the heuristic until the position is quiet, and takes the heuristic's points there. Chance is
sampled; the tree branches on its outcomes, except on those that only lead to a simultaneous choice,
which not everybody may see.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

from cradle.bots.chances import chances
from cradle.bots.heuristic import Heuristic
from cradle.bots.interface import Budget, Seen
from cradle.bots.tree import Choice, Edge, Node, Policy
from cradle.kernel.game import Game
from cradle.kernel.piece import Seat
from cradle.kernel.step import CHANCE, OVER, Move, State, Together, play, settle
from cradle.playout import draw_outcome

SURE_AFTER = 64  # simulations after which one move that took nearly all of them is chosen
SURE = 0.96
EQUAL = 0.0005  # chances that differ by less are equal
USED = 0.9  # share of the time that is used: the rest is for a machine that is busy
LONGEST = 400  # answers in one playout; a safeguard, never met in sensible play
NO_EDGE = Edge(Move(), 0.0)


def world(seen: Seen, rng: random.Random) -> State:
    """A world that may be the true one; others' sealed answers are opened again."""
    s = seen.imagine(rng)
    others = [seat for seat in s.sealed if seat != seen.seat]
    if others:
        for seat in others:
            del s.sealed[seat]
        settle(s)
    return s


def result(game: Game, s: State) -> tuple[list[float], list[float]]:
    """The true result, with a little weight on the margin, so that play stays sensible."""
    scores = game.scores(s)
    points = [float(score.total) for score in scores]
    first = sum(score.rank == 1 for score in scores)
    margin = chances(points, 20.0)
    return [0.9 * (score.rank == 1) / first + 0.1 * margin[score.seat] for score in scores], points


class Search:
    """One search from one decision of one seat."""

    def __init__(
        self, seen: Seen, policy: Policy, rng: random.Random, root: Node | None = None
    ) -> None:
        self.seen = seen
        self.seat = seen.seat
        self.game: Game = seen.game
        self.policy = policy
        self.heuristic: Heuristic = policy.heuristic
        self.rng = rng
        self.root = root or Node()
        self.simulations = 0

    def simulate(self) -> None:
        """One simulation."""
        s = world(self.seen, self.rng)
        path: list[tuple[Seat, Choice, Edge]] = []
        node = self.root
        node.visits += 1
        while s.turn >= 0:
            key = self._decide(s, node, path)
            child = node.children.get(key)
            if child is None:
                node.children[key] = child = Node()
                child.visits = 1
                break
            node = child
            node.visits += 1
        self._back_up(path, *self._value(s))
        self.simulations += 1

    def _decide(
        self, s: State, node: Node, path: list[tuple[Seat, Choice, Edge]]
    ) -> tuple[Any, ...]:
        """Let the seats asked here choose, then chance; what is seen of it is the way down."""
        together = isinstance(s.stack[-1], Together)
        key: list[Any] = [self._choose(s, node, path)]
        if together:
            while s.sealed and isinstance(s.stack[-1], Together):
                key.append(self._choose(s, node, path))
        seen = len(key)
        while s.turn == CHANCE:
            key.append(self._sample(s))
        if s.turn >= 0 and isinstance(s.stack[-1], Together):
            del key[seen:]
        return tuple(key)

    def _choose(self, s: State, node: Node, path: list[tuple[Seat, Choice, Edge]]) -> Move:
        seat = s.turn
        choice = node.choice(seat)
        edges = choice.open(s, seat, s.legal, self.policy)
        edge = self.policy.select(choice, edges)
        path.append((seat, choice, edge))
        play(s, edge.move)
        return edge.move

    def _sample(self, s: State) -> Any:
        outcome = draw_outcome(s, self.rng.random)
        play(s, outcome)
        return outcome

    def play_on(self, s: State, quiet: Callable[[Any], bool]) -> None:
        """Play by the heuristic, at random if it has no preference, until it is quiet or over."""
        heuristic = self.heuristic
        for _ in range(LONGEST):
            if s.turn == CHANCE:
                self._sample(s)
                continue
            if s.turn == OVER or quiet(s):
                return
            legal = s.legal
            if len(legal) == 1:
                play(s, legal[0])
            else:
                values = heuristic.prefer(s, s.turn, legal)
                if values:
                    play(s, legal[values.index(max(values))])
                else:
                    play(s, legal[int(self.rng.random() * len(legal))])

    def _value(self, s: State) -> tuple[list[float], list[float]]:
        """Chances to win and points of all seats, after playing on to a quiet position."""
        self.play_on(s, self.heuristic.quiet)
        if s.turn == OVER:
            return result(self.game, s)
        points = self.heuristic.points(s)
        return chances(points, self.heuristic.spread(s)), points

    def _back_up(
        self, path: list[tuple[Seat, Choice, Edge]], gains: list[float], points: list[float]
    ) -> None:
        for seat, choice, edge in path:
            choice.visits += 1
            choice.chance += gains[seat]
            edge.visits += 1
            edge.chance += gains[seat]
            edge.points += points[seat]

    def run(self, budget: Budget, start: float) -> None:
        """Simulate until the budget is spent or the choice is clear."""
        most = budget.simulations or (1 << 40 if budget.seconds else 1)
        end = start + budget.seconds * USED if budget.seconds else 0.0
        began, done = perf_counter(), 0
        while done < most:
            self.simulate()
            done += 1
            left = float(most - done)
            if end:
                now = perf_counter()
                left = min(left, (end - now) * done / (now - began))
            if left < 1.0 or (done & 15 == 0 and self._clear(done, left)):
                return

    def _clear(self, done: int, left: float) -> bool:
        """Whether going on is idle: the best can't be caught up, or two are equally good."""
        first, second, total = NO_EDGE, NO_EDGE, 0
        for edge in self.edges():
            total += edge.visits
            if edge.visits > first.visits:
                first, second = edge, first
            elif edge.visits > second.visits:
                second = edge
        if first.visits - second.visits > left:
            return True
        if done >= SURE_AFTER and first.visits > SURE * total:
            return True
        if done < 0.3 * (done + left) or second.visits < 0.25 * total:
            return False
        return abs(first.mean() - second.mean()) < EQUAL

    def edges(self) -> list[Edge]:
        """The edges of the seat's own moves at the root."""
        return self.root.choice(self.seat).edges
