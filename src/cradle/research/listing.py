"""All moves of a game, listed from how their fields are declared."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement, product
from typing import Any

from cradle.kernel.game import BadOption, Game
from cradle.kernel.notation import SHAPES, Amounts, Many, Move, Names, Number, Vocabulary, verb

MOST_MOVES = 32_000  # as many as 16 bits can number


def all_moves(game: Game) -> list[Move]:
    """Every move that can be written in a game's words, chance's included, or `BadOption`."""
    found: list[Move] = []
    for kind in game.grammar.values():
        if issubclass(kind, Move):
            ranges = [_values(game, kind, vocabulary) for vocabulary in SHAPES.get(kind, ())]
            found += (kind(*values) for values in product(*ranges))
    if len(found) > MOST_MOVES:
        raise BadOption(f"{game.name} has {len(found)} moves, too many to be listed")
    return found


def _values(game: Game, kind: type, vocabulary: Vocabulary) -> Iterable[Any]:
    if isinstance(vocabulary, Names):
        return range(len(vocabulary.names))
    most = getattr(vocabulary, "most", None)
    if most is None:
        raise BadOption(
            f"{game.name} has no list of moves: `{verb(kind)}` takes a {_name(vocabulary)} without "
            "an end; give it a `most`, or bring an encoding"
        )
    if isinstance(vocabulary, Many):
        things = list(_values(game, kind, vocabulary.of))
        return [each for n in range(most + 1) for each in combinations_with_replacement(things, n)]
    if isinstance(vocabulary, Amounts):
        return product(range(most + 1), repeat=len(vocabulary.of.names))
    return range(most + 1)


def _name(vocabulary: Vocabulary) -> str:
    return "number" if isinstance(vocabulary, Number) else type(vocabulary).__name__.lower()
