"""Keeping the tree: the part of the last search that grew from what happened since."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from cradle.bots.interface import Seen
from cradle.kernel.notation import Spoken
from cradle.kernel.step import CHANCE, Move, State, Together, odds, play

FEWEST = 4  # visits that make a node worth finding
MOST = 60  # nodes looked at


class Grown(Protocol):
    """A node of any tree: how often it was visited, and its children by the answers between."""

    children: dict[tuple[Any, ...], Any]

    @property
    def visits(self) -> int:
        """How often."""
        ...


N = TypeVar("N", bound=Grown)


def prune(seen: Seen, root: Grown, move: Move) -> None:
    """Forget what can't be found again after this move: all of it if the choice was sealed."""
    sealed = _sealing(seen.imagined)
    for key in list(root.children):
        if sealed or key[0] != move:
            del root.children[key]


def kept(last: tuple[Seen, N], seen: Seen, forced: bool = True) -> N | None:
    """The node of the last tree, pruned, that shows what the seat sees now, if it was reached.

    The last world is played on along the tree; a node fits if the seat's view is the same.
    `forced`: whether a move without an alternative has a node of its own.
    """
    before, root = last
    if before.game is not seen.game or before.seat != seen.seat:
        return None
    found: list[tuple[N, State]] = [(root, before.imagined)]
    looked = 0
    while found and looked < MOST:
        node, s = found.pop()
        if node is not root and s.turn == seen.seat and _fits(s, seen):
            return node
        looked += 1
        for key, child in node.children.items():
            if child.visits >= FEWEST:
                after = _played(s, key, forced)
                if after is not None:
                    found.append((child, after))
    return None


def _fits(s: State, seen: Seen) -> bool:
    return s.legal == seen.moves and seen.game.view(s, seen.seat) == seen.view


def _played(s: State, key: tuple[Spoken, ...], forced: bool) -> State | None:
    """The state after these answers; none where some are hidden, or can't be in this world."""
    after = s.copy()
    if _sealing(after):
        return None
    for answer in key:
        possible = odds(after).outcomes if after.turn == CHANCE else after.legal
        if not isinstance(answer, Move) or answer not in possible:
            return None
        play(after, answer)
        while not forced and after.turn >= 0 and len(after.legal) == 1:
            play(after, after.legal[0])
    return None if after.turn == CHANCE or _sealing(after) else after


def _sealing(s: State) -> bool:
    return bool(s.stack) and isinstance(s.stack[-1], Together)
