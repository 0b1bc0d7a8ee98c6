"""Helper processes: each searches the same position, and their results are added at the root."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

from cradle.bots.heuristic import Heuristic
from cradle.bots.interface import Budget, Seen
from cradle.bots.search import Search
from cradle.bots.tree import Edge, Policy
from cradle.computing.lifetime import end_with_parent

Found = list[tuple[int, float, float]]
Thinking = tuple[Callable[[str], Heuristic], float, float]  # heuristic by game, heat, curiosity


def search_apart(seen: Seen, budget: Budget, seed: int, thinking: Thinking) -> Found:
    """A helper's search: visits, chance and points of each move, in the moves' order."""
    knows, heat, curiosity = thinking
    policy = Policy(knows(seen.game.name), heat, curiosity)
    search = Search(seen, policy, random.Random(seed))
    search.run(budget, perf_counter())
    known = {edge.move: edge for edge in search.edges()}
    return [(known[m].visits, known[m].chance, known[m].points) for m in seen.moves]


class Team:
    """Helping processes, started when first needed; what they think with must be picklable."""

    def __init__(self, helpers: int, thinking: Thinking) -> None:
        self.helpers = helpers
        self.thinking = thinking
        self.pool: ProcessPoolExecutor | None = None
        self.waiting: list[Future[Found]] = []

    def begin(self, seen: Seen, budget: Budget, seed: int) -> None:
        """Let every helper search."""
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.helpers, get_context("spawn"), end_with_parent)
        self.waiting = [
            self.pool.submit(search_apart, seen, budget, seed + i, self.thinking)
            for i in range(self.helpers)
        ]

    def add(self, edges: list[Edge], budget: Budget, start: float) -> None:
        """Add what the helpers found; who is late, with the clock running, is not waited for."""
        for future in self.waiting:
            left = None
            if budget.seconds:
                left = max(0.0, start + 1.05 * budget.seconds - perf_counter())
            try:
                found = future.result(left)
            except TimeoutError:
                continue
            for edge, (visits, chance, points) in zip(edges, found, strict=True):
                edge.visits += visits
                edge.chance += chance
                edge.points += points
        self.waiting = []

    def close(self) -> None:
        """End the helpers."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
