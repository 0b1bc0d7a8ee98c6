"""The bot that learned: it sees an observation, and takes the move it has learned to prefer.

Given time or simulations, it searches with the network first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from cradle.bots.chances import drawn
from cradle.bots.heuristic import Heuristic
from cradle.bots.interface import Budget, Seen, Weighed
from cradle.bots.knowledge import heuristic
from cradle.bots.search_bot import uninterrupted
from cradle.bots.settings import checked
from cradle.bots.tree_reuse import kept, prune
from cradle.kernel.game import BadOption, Game
from cradle.kernel.piece import Seat
from cradle.kernel.step import Move, State
from cradle.learning.features import Features
from cradle.learning.lookahead import look_ahead
from cradle.learning.network import Judged
from cradle.learning.search import Search, SearchSettings
from cradle.learning.tree import Edge, Node
from cradle.learning.weights import load, trained_games

FAR = 8.0  # nats, or points, below the best: no worse can be told apart
LARGE = 1000  # simulations whose tree takes megabytes
WIDER = 2.0  # to weigh all moves, more of them are tried than to choose one


class LearnedBot:
    """The network's best move, after a search if there is a budget for one.

    A file names other weights than the package's; `simulations` and `seconds` are the most it
    takes, whatever it is given; the rest are `SearchSettings`. Without search, `greed`
    is how much it follows its game's heuristic instead, which makes it err as people do, and
    `noise`, in nats, how often it takes a move that seems nearly as good. What a typed name
    can't have is refused here, too.
    """

    def __init__(
        self,
        seed: int | str | None = None,
        file: str = "",
        simulations: int = 0,
        seconds: float = 0.0,
        greed: float = 0.0,
        noise: float = 0.0,
        knows: Callable[[str], Heuristic] = heuristic,
        **settings: Any,
    ) -> None:
        if not file and not trained_games():
            raise BadOption("this package has no weights yet; train some with `cradle train`")
        limits = {"simulations": simulations, "seconds": seconds}  # 0 is none
        given = {name: value for name, value in limits.items() if value}
        found = checked("learned", given | {"greed": greed, "noise": noise} | settings)
        self.rng = random.Random(seed)
        self.file = file
        self.most = Budget(found.pop("seconds", None), found.pop("simulations", None))
        self.greed, self.noise, self.knows = found.pop("greed"), found.pop("noise"), knows
        self.settings = SearchSettings(**found)
        if (self.greed or self.noise) and self._limits(None):
            raise BadOption(
                "greed and noise count only without a search, which simulations and seconds ask for"
            )
        self.last: tuple[Seen, Node] | None = None

    @property
    def only_prefers(self) -> bool:
        """Whether it plays by the network alone, without search, greed or noise."""
        return self.most == Budget() and not (self.greed or self.noise)

    def check_game(self, game: str) -> None:
        """Refuse a game that its weights aren't for."""
        load(game, self.file)

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """The move tried most often, or without a budget the likeliest; a forced one at once."""
        if len(seen.moves) == 1:
            return seen.moves[0]
        limits = self._limits(budget)
        if limits is None:
            return seen.moves[self._preferred(seen)]
        search = self._searched(seen, limits, self.settings, goes_on=True)
        move = max(search.edges(), key=_tried).move
        self._remember(seen, search.root, move)
        return move

    def _remember(self, seen: Seen, root: Node, move: Move) -> None:
        """Keep what may be found again, and no more of a large tree than it can't do without."""
        prune(seen, root, move)
        if root.visits > LARGE:
            root.shed()
        self.last = (seen, root)

    def remembered(self, seen: Seen) -> Node | None:
        """What its last tree holds of this position, if it knows the seat's choice there."""
        found = kept(self.last, seen, forced=False) if self.last else None
        return found if found and found.find(seen.seat, seen.moves) else None

    def _limits(self, budget: Budget | None) -> Budget | None:
        """What both the bot's own settings and a budget allow; none without either."""
        limits = self.most.within(budget)
        return None if limits == Budget() or limits.simulations == 1 else limits

    def _preferred(self, seen: Seen) -> int:
        """The place of the move it likes best at first sight."""
        network = load(seen.game.name, self.file)
        logits = network.logits(network.features.observe([seen.imagined], [seen.seat]))[0]
        legal = network.features.encoding.legal(seen.imagined, seen.seat)
        if not (self.greed or self.noise):
            return int(np.argmax(logits[legal]))
        scores = self._tempted(seen, logits[legal].tolist())
        return drawn(scores, self.noise, self.rng) if self.noise else scores.index(max(scores))

    def _tempted(self, seen: Seen, liked: list[float]) -> list[float]:
        """Every move by the network and the heuristic: a nat and a point weigh the same."""
        values = self.knows(seen.game.name).prefer(seen.imagined, seen.seat, seen.moves)
        pairs = zip(_below(liked), _below(values or liked), strict=True)
        return [(1.0 - self.greed) * like + self.greed * value for like, value in pairs]

    def _searched(
        self, seen: Seen, limits: Budget, settings: SearchSettings, goes_on: bool = False
    ) -> Search:
        """A search, `goes_on` from the last one; a tree that it failed in isn't met again."""
        start, root = perf_counter(), None
        if goes_on:
            root, self.last = self.remembered(seen), None
        with uninterrupted():
            search = Search(load(seen.game.name, self.file), seen, settings, self.rng, root)
            search.run(limits, start)
        return search

    def weigh(self, seen: Seen, budget: Budget | None = None) -> list[Weighed]:
        """Every move by what is expected after it, the one it would choose first.

        Another may seem to promise more, by luck: it counts for no more.
        """
        limits = self._limits(budget)
        if len(seen.moves) < 2 or limits is None:
            return self._looked_ahead(seen)
        wider = replace(self.settings, temperature=self.settings.temperature * WIDER)
        edges = sorted(self._searched(seen, limits, wider).edges(), key=_tried, reverse=True)
        tried = [edge for edge in edges if edge.visits]
        found = [Weighed(e.move, e.chance / e.visits, e.points / e.visits) for e in tried]
        low, few = min(each.chance for each in found), min(each.points for each in found)
        found += [Weighed(edge.move, low, few) for edge in edges if not edge.visits]
        return _first(found, 0)

    def _looked_ahead(self, seen: Seen) -> list[Weighed]:
        """Every move by the network's view of the decisions that follow it."""
        if not seen.moves:
            return []
        expected = look_ahead(load(seen.game.name, self.file), seen, self.rng)
        found = [
            Weighed(move, each.chance, each.points)
            for move, each in zip(seen.moves, expected, strict=True)
        ]
        return _first(found, self._preferred(seen))

    def close(self) -> None:
        """Forget the tree."""
        self.last = None


def _first(weighed: list[Weighed], best: int) -> list[Weighed]:
    """The chosen move first, the others by what they promise, none more than it does."""
    first = weighed[best]
    rest = [
        Weighed(each.move, min(first.chance, each.chance), each.points)
        for place, each in enumerate(weighed)
        if place != best
    ]
    return [first, *sorted(rest, key=lambda each: (-each.chance, -each.points))]


def _below(values: list[float]) -> list[float]:
    """How far each lies below the best; beyond a point all are equally bad."""
    best = max(values)
    return [max(value - best, -FAR) for value in values]


def _tried(edge: Edge) -> tuple[int, float, float]:
    return edge.visits, edge.mean(), edge.prior


def judge(
    game: str, states: Sequence[State], seats: Sequence[Seat] | None = None, file: str = ""
) -> Judged:
    """What the network says of many states at once, each as one seat sees it.

    That is whoever must answer, unless seats are given; one that isn't asked has odds of 0.
    """
    network = load(game, file)
    known = network.features
    looking = _looking(known.encoding.game, states, seats)
    if not looking:
        return _nothing(known)
    masks = known.encoding.mask_all(states, looking)
    judged = network.judge(known.observe(states, looking), masks)
    return replace(judged, odds=judged.odds * masks.any(axis=1, keepdims=True))


def _looking(game: Game, states: Sequence[State], seats: Sequence[Seat] | None) -> list[Seat]:
    """The seat that sees each state, or `BadOption` if there is none."""
    found = [s.turn for s in states] if seats is None else list(seats)
    if len(found) != len(states):
        raise BadOption(f"one seat for each state is wanted, and not {len(found)} in all")
    kinds = set(game.kinds.values())
    for number, (s, seat) in enumerate(zip(states, found, strict=True)):
        if type(s) not in kinds:
            raise BadOption(f"state {number} isn't one of {game.name}")
        if seat not in range(s.seats):
            asks = f"nobody must answer in state {number}: name a seat for each state"
            raise BadOption(asks if seats is None else f"there is no seat {seat} among {s.seats}")
    return found


def _nothing(known: Features) -> Judged:
    """What there is to say of no states."""
    odds, each = (np.zeros((0, size), np.float32) for size in (known.moves, known.players))
    return Judged(odds, each, each, each)
