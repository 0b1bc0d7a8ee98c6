"""The tree of the search with a network: ways down it, and what comes back up. Compiled.

One tree serves all imagined worlds: a node stands for the positions that the same answers lead
to. A seat has a choice at a node for each list of moves it may have there, so what it holds
unseen parts its choices, and never those of others. Where several seats choose at once, what
they chose is the way down only after all have chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, Final

from cradle.kernel.piece import Seat
from cradle.kernel.step import CHANCE, OVER, Move, State, Together, moves, play
from cradle.playout import draw_outcome

NONE: Final = 0.0


class Edge:
    """A move: how likely it seemed, how often it was tried, and what it brought its seat.

    `pending` are tries whose value isn't known yet.
    """

    __slots__ = ("chance", "move", "pending", "points", "prior", "visits", "worth")

    def __init__(self, move: Move, prior: float) -> None:
        self.move = move
        self.prior = prior
        self.visits = 0
        self.pending = 0
        self.worth = NONE
        self.chance = NONE
        self.points = NONE

    def mean(self) -> float:
        """The mean worth after this move."""
        return self.worth / self.visits if self.visits else 0.0


class Choice:
    """A decision of a seat: `worth` is the network's at first, then what came is added to it.

    Most are met once, as the end of a way down; edges are made when one is chosen from.
    """

    __slots__ = ("_edges", "legal", "pending", "priors", "visits", "worth")

    def __init__(self, legal: list[Move], priors: list[float], worth: float) -> None:
        self.legal = legal
        self.priors = priors
        self._edges: list[Edge] = []
        self.visits = 0
        self.pending = 0
        self.worth = worth

    @property
    def edges(self) -> list[Edge]:
        """One for each move, in the order of `legal`."""
        if not self._edges:
            self._edges = [Edge(move, p) for move, p in zip(self.legal, self.priors, strict=True)]
            self.priors = []
        return self._edges

    def follow(self, move: Move) -> None:
        """Choose nothing but this move from now on."""
        self._edges = [edge for edge in self.edges if edge.move == move]

    def select(self, explore: float, caution: float) -> Edge:
        """The edge that promises most: seen to be good, or likely and not yet tried (PUCT).

        Tries under way count as tried. A move never tried is taken for a little worse than the
        others, the more so the more of the likely ones have been tried.
        """
        tried, edges = 0.0, self.edges
        for edge in edges:
            if edge.visits:
                tried += edge.prior
        untried = self.worth / (self.visits + 1) - caution * sqrt(tried)
        eager = explore * sqrt(self.visits + self.pending + 1.0)
        best, found = -1.0e9, edges[0]
        for edge in edges:
            score = edge.worth / edge.visits if edge.visits else untried
            score += eager * edge.prior / (1.0 + edge.visits + edge.pending)
            if score > best:
                best, found = score, edge
        return found


class Node:
    """All positions that the same answers lead to."""

    __slots__ = ("children", "choices")

    def __init__(self) -> None:
        self.choices: dict[Seat, list[Choice]] = {}
        self.children: dict[tuple[Any, ...], Node] = {}

    @property
    def visits(self) -> int:
        """How often the way down went on from here: a seat with one move alone wasn't asked."""
        most = 0
        for known in self.choices.values():
            most = max(most, sum([choice.visits for choice in known]))
        return most

    def shed(self) -> None:
        """Forget the positions that no way down went on from: most of them, and soon met again."""
        self.children = {key: child for key, child in self.children.items() if child.visits}
        for child in self.children.values():
            child.shed()

    def find(self, seat: Seat, legal: list[Move]) -> Choice | None:
        """The seat's choice among these moves, if the network was asked about it."""
        known = self.choices.get(seat)
        if known is not None:
            for choice in known:
                if choice.legal is legal or choice.legal == legal:
                    return choice
        return None

    def add(self, seat: Seat, choice: Choice) -> None:
        """One choice more."""
        self.choices.setdefault(seat, []).append(choice)


def play_on(s: State, draw: Callable[[], float]) -> list[Any]:
    """Let chance answer, and whoever has a single move; what chance brought."""
    came: list[Any] = []
    while True:
        if s.turn == CHANCE:
            outcome = draw_outcome(s, draw)
            came.append(outcome)
            play(s, outcome)
        elif s.turn != OVER and len(s.legal) == 1:
            play(s, s.legal[0])
        else:
            return came


def undecided(s: State) -> list[Seat]:
    """The seats that have a choice now."""
    step = s.stack[-1]
    if isinstance(step, Together):
        return [seat for seat in step.seats(s) if len(moves(s, seat)) > 1]
    return [s.turn]


class Descent:
    """One way down the tree in one world, until the network must be asked or the game is over."""

    def __init__(self, root: Node, s: State) -> None:
        self.node = self.root = root
        self.s = s
        self.seats: list[Seat] = []
        self.choices: list[Choice] = []
        self.edges: list[Edge] = []
        self.missing: list[Seat] = []

    def go(self, explore: float, caution: float, draw: Callable[[], float]) -> None:
        """Choose and play on; `missing` are the seats whose choices the network doesn't know."""
        s = self.s
        while s.turn != OVER:
            node = self.node
            self.missing = [
                seat for seat in undecided(s) if node.find(seat, moves(s, seat)) is None
            ]
            if self.missing:
                return
            key: list[Any] = [self._choose(explore, caution)]
            while s.sealed:
                key.append(self._choose(explore, caution))
            came = play_on(s, draw)
            if s.turn == OVER or not isinstance(s.stack[-1], Together):
                key += came
            self._step(tuple(key))

    def _choose(self, explore: float, caution: float) -> Move:
        s, seat, legal = self.s, self.s.turn, self.s.legal
        if len(legal) == 1:
            play(s, legal[0])
            return legal[0]
        choice = self.node.find(seat, legal)
        assert choice is not None
        edge = choice.select(explore, caution)
        edge.pending += 1
        choice.pending += 1
        self.seats.append(seat)
        self.choices.append(choice)
        self.edges.append(edge)
        play(s, edge.move)
        return edge.move

    def _step(self, key: tuple[Any, ...]) -> None:
        child = self.node.children.get(key)
        if child is None:
            child = self.node.children[key] = Node()
        self.node = child

    def at_root(self) -> bool:
        """Whether the seat that thinks hasn't chosen yet, for others must be asked about first."""
        return self.node is self.root

    def back_up(self, worths: list[float], chances: list[float], points: list[float]) -> None:
        """Tell every choice on the way what came of it, each for its own seat."""
        for seat, choice, edge in zip(self.seats, self.choices, self.edges, strict=True):
            choice.pending -= 1
            choice.visits += 1
            choice.worth += worths[seat]
            edge.pending -= 1
            edge.visits += 1
            edge.worth += worths[seat]
            edge.chance += chances[seat]
            edge.points += points[seat]
