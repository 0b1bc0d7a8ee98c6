"""Several processes: each searches for itself, and what they found is added at the root."""

from __future__ import annotations

import random
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

from cradle.bots.knowledge import heuristic
from cradle.bots.search import Search
from cradle.bots.seen import Budget, Seen
from cradle.bots.tree import Edge, Mind

Found = list[tuple[int, float, float]]


def search_apart(seen: Seen, budget: Budget, seed: int, heat: float, curiosity: float) -> Found:
    """A helper's search: visits, chance and points of each move, in the moves' order."""
    mind = Mind(heuristic(seen.game.name), heat, curiosity)
    search = Search(seen, mind, random.Random(seed))
    search.run(budget, perf_counter())
    known = {edge.move: edge for edge in search.edges()}
    return [(known[m].visits, known[m].chance, known[m].points) for m in seen.moves]


class Team:
    """Helping processes, started when first needed."""

    def __init__(self, helpers: int, heat: float, curiosity: float) -> None:
        self.helpers = helpers
        self.heat, self.curiosity = heat, curiosity
        self.pool: ProcessPoolExecutor | None = None
        self.waiting: list[Future[Found]] = []

    def begin(self, seen: Seen, budget: Budget, seed: int) -> None:
        """Let every helper search."""
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.helpers, get_context("spawn"))
        self.waiting = [
            self.pool.submit(search_apart, seen, budget, seed + i, self.heat, self.curiosity)
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
