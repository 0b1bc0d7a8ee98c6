"""The tree of the search: nodes for positions, edges for moves; no game is known here.

Where several seats choose at once, each has its own edges at one node, and what the others
chose is part of the way down only after all have chosen: nobody sees a sealed answer.
"""

from __future__ import annotations

from math import exp, fsum, sqrt
from typing import Any

from cradle.bots.heuristic import Heuristic
from cradle.kernel.piece import Seat
from cradle.kernel.step import Move


class Edge:
    """A move at a node: how often it was tried, and what it brought its seat."""

    def __init__(self, move: Move, prior: float) -> None:
        self.move = move
        self.prior = prior
        self.visits = 0
        self.chance = 0.0
        self.points = 0.0

    def mean(self) -> float:
        """The mean chance to win after this move."""
        return self.chance / self.visits if self.visits else 0.0


class Choice:
    """One seat's decision at a node. `legal` may differ from world to world."""

    def __init__(self) -> None:
        self.visits = 0
        self.chance = 0.0
        self.legal: list[Move] | None = None
        self.edges: list[Edge] = []
        self.known: dict[Move, Edge] = {}

    def open(self, s: Any, seat: Seat, legal: list[Move], policy: Policy) -> list[Edge]:
        """The edges of the moves that are legal in this world."""
        if self.legal is not None and (self.legal is legal or self.legal == legal):
            return self.edges
        known = self.known
        if self.legal is None or any(move not in known for move in legal):
            for move, prior in zip(legal, policy.priors(s, seat, legal), strict=True):
                if move not in known:
                    known[move] = Edge(move, prior)
        self.legal = legal
        self.edges = [known[move] for move in legal]
        return self.edges


class Node:
    """A position, or all positions that look alike up to hidden chance."""

    def __init__(self) -> None:
        self.choices: dict[Seat, Choice] = {}
        self.children: dict[tuple[Any, ...], Node] = {}
        self.visits = 0

    def choice(self, seat: Seat) -> Choice:
        """The decision of a seat here."""
        found = self.choices.get(seat)
        if found is None:
            found = self.choices[seat] = Choice()
        return found


class Policy:
    """How the search thinks: the game's heuristic and the search's own settings.

    `heat`: how many points worse a move must be to be e times less likely at first.
    `curiosity`: how much the search tries moves that it has seldom tried.
    """

    def __init__(self, heuristic: Heuristic, heat: float, curiosity: float) -> None:
        self.heuristic = heuristic
        self.heat = heat
        self.curiosity = curiosity

    def priors(self, s: Any, seat: Seat, legal: list[Move]) -> list[float]:
        """How likely each move seems before any search."""
        if len(legal) == 1:
            return [1.0]
        values = self.heuristic.prefer(s, seat, legal)
        if not values:
            return [1.0 / len(legal)] * len(legal)
        best, heat = max(values), self.heat
        weights = [exp((value - best) / heat) for value in values]
        total = fsum(weights)
        return [weight / total for weight in weights]

    def select(self, choice: Choice, edges: list[Edge]) -> Edge:
        """The edge that promises most: seen to be good, or likely and not yet tried."""
        if len(edges) == 1:
            return edges[0]
        eager = self.curiosity * sqrt(choice.visits + 1.0)
        start = choice.chance / choice.visits if choice.visits else 0.0
        best, found = -1.0e9, edges[0]
        for edge in edges:
            score = edge.chance / edge.visits if edge.visits else start
            score += eager * edge.prior / (1.0 + edge.visits)
            if score > best:
                best, found = score, edge
        return found
