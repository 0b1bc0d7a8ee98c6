"""The bot that searches: within its budget, with its tree kept from move to move."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from cradle.bots.chances import drawn
from cradle.bots.greedy_bot import by_chance
from cradle.bots.heuristic import Heuristic
from cradle.bots.interface import Budget, Seen, Weighed
from cradle.bots.knowledge import heuristic
from cradle.bots.search import Search
from cradle.bots.team import Team
from cradle.bots.tree import Edge, Node, Policy
from cradle.bots.tree_reuse import kept, prune
from cradle.kernel.step import Move

USUAL = Budget(seconds=1.0)  # where nobody sets a limit
HEAT = 2.0
CURIOSITY = 0.15
WIDER = 2.0  # to weigh all moves, more of them are tried than to choose one


class SearchBot:
    """Tree search, with `simulations` and `seconds` at most, whatever it is given.

    `noise`, in hundredths of a chance to win, makes it err now and then.
    """

    def __init__(
        self,
        seed: int | str | None = None,
        simulations: int = 0,
        seconds: float = 0.0,
        processes: int = 1,
        heat: float = HEAT,
        curiosity: float = CURIOSITY,
        noise: float = 0.0,
        knows: Callable[[str], Heuristic] = heuristic,
        usual: Budget = USUAL,
    ) -> None:
        self.rng = random.Random(seed)
        self.most = Budget(seconds or None, simulations or None)
        self.usual, self.noise, self.knows = usual, float(noise), knows
        self.heat, self.curiosity = float(heat), float(curiosity)
        thinking = (knows, self.heat, self.curiosity)
        self.team = Team(processes - 1, thinking) if processes > 1 else None
        self.last: tuple[Seen, Node] | None = None

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """The move tried most often; a forced one at once."""
        if len(seen.moves) == 1:
            return seen.moves[0]
        search = self._search(seen, budget)
        move = self._pick(search.edges())
        prune(seen, search.root, move)
        self.last = (seen, search.root)
        return move

    def remembered(self, seen: Seen) -> Node | None:
        """What its last tree holds of this position."""
        return kept(self.last, seen) if self.last else None

    def _pick(self, edges: list[Edge]) -> Move:
        if not self.noise:
            return max(edges, key=_tried).move
        tried = [edge for edge in edges if edge.visits]
        values = [100.0 * edge.mean() for edge in tried]
        return tried[drawn(values, self.noise, self.rng)].move

    def weigh(self, seen: Seen, budget: Budget | None = None) -> list[Weighed]:
        """Every move by what the search found, the one it would choose first.

        One tried less often may seem to promise more, by luck: it counts for no more.
        """
        edges = self._search(seen, budget, WIDER).edges()
        tried = sorted((edge for edge in edges if edge.visits), key=_tried, reverse=True)
        most = tried[0].mean() if tried else 1.0
        found = [
            Weighed(edge.move, min(most, edge.mean()), edge.points / edge.visits) for edge in tried
        ]
        found[1:] = sorted(found[1:], key=by_chance, reverse=True)
        low = min((each.chance for each in found), default=0.0)
        few = min((each.points for each in found), default=0.0)
        rest = sorted((edge for edge in edges if not edge.visits), key=_likely, reverse=True)
        return found + [Weighed(edge.move, low, few) for edge in rest]

    def _search(self, seen: Seen, budget: Budget | None, wider: float = 1.0) -> Search:
        start = perf_counter()
        policy = Policy(self.knows(seen.game.name), self.heat * wider, self.curiosity)
        search = Search(seen, policy, self.rng, self.remembered(seen))
        limits = self._limits(budget)
        if self.team:
            self.team.begin(seen, limits, self.rng.randrange(1 << 30))
        with uninterrupted():
            search.run(limits, start)
        if self.team:
            self.team.add(search.edges(), limits, start)
        return search

    def _limits(self, budget: Budget | None) -> Budget:
        """What both its own settings and a budget allow."""
        limits = self.most.within(budget)
        return self.usual if limits == Budget() else limits

    def close(self) -> None:
        """Forget the tree, and end the helping processes."""
        self.last = None
        if self.team:
            self.team.close()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Without garbage collection: a tree has no cycles, and a collection may cost the budget."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _tried(edge: Edge) -> tuple[int, float]:
    return edge.visits, edge.mean()


def _likely(edge: Edge) -> float:
    return edge.prior
