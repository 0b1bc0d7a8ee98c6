"""Keeping the tree: the part of the last search that grew from what happened since."""

from __future__ import annotations

from cradle.bots.interface import Seen
from cradle.bots.tree import Node
from cradle.kernel.notation import Spoken
from cradle.kernel.step import CHANCE, Move, State, Together, odds, play

FEWEST = 4  # visits that make a node worth finding
MOST = 60  # nodes looked at


def kept(last: tuple[Seen, Node, Move], seen: Seen) -> Node | None:
    """The node of the last tree that shows what the seat sees now, if it was ever reached.

    The last world is played on along the tree; a node fits if the seat's view is the same.
    """
    before, root, move = last
    if before.game is not seen.game or before.seat != seen.seat:
        return None
    found: list[tuple[Node, State]] = [(root, before.imagined)]
    first, looked = True, 0
    while found and looked < MOST:
        node, s = found.pop()
        if not first and s.turn == seen.seat and _fits(s, seen):
            return node
        looked += 1
        for key, child in node.children.items():
            if child.visits >= FEWEST and not (first and key[0] != move):
                after = _played(s, key)
                if after is not None:
                    found.append((child, after))
        first = False
    return None


def _fits(s: State, seen: Seen) -> bool:
    return s.legal == seen.moves and seen.game.view(s, seen.seat) == seen.view


def _played(s: State, key: tuple[Spoken, ...]) -> State | None:
    """The state after these answers; none where some are hidden, or can't be in this world."""
    after = s.copy()
    if isinstance(after.stack[-1], Together):
        return None
    for answer in key:
        possible = odds(after).outcomes if after.turn == CHANCE else after.legal
        if not isinstance(answer, Move) or answer not in possible:
            return None
        play(after, answer)
    return None if after.turn == CHANCE or _sealing(after) else after


def _sealing(s: State) -> bool:
    return bool(s.stack) and isinstance(s.stack[-1], Together)
