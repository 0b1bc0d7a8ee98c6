"""What a move would bring, told before it is made, to whoever may make it.

The move is played in an imagined world that the seat can't tell from the true one, and what is
told ends with the first news that aren't the seat's own: so no preview can depend on dice, on
cards nobody has seen, or on what others hide. How the seat would stand afterwards is what the
move itself does to it: not what dice add, what others choose, or what the round brings anyway.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from random import Random
from typing import Any

from cradle.kernel import step as rules
from cradle.kernel.game import Game
from cradle.kernel.notation import describe
from cradle.kernel.piece import Seat
from cradle.kernel.step import Do, Move, State, Together

Preview = list[dict[str, Any]] | None
PlayerAfter = dict[str, Any]


def previews(game: Game, state: State, seat: Seat, moves: Iterable[Move]) -> dict[str, Preview]:
    """The news each of a seat's legal moves would bring at once; None where others choose too."""
    if isinstance(state.stack[-1], Together):
        return {move.text: None for move in moves}
    world = game.imagine(state, seat, Random(0))
    return {move.text: told(world.copy(), seat, move) for move in moves}


def told(world: State, seat: Seat, move: Move) -> list[dict[str, Any]]:
    """The seat's own news of one move, up to the first that aren't; the world is used up."""
    world.news = []
    rules.play(world, move)
    heard = (word for each in world.news if (word := rules.heard(each, seat)) is not None)
    return list(takewhile(lambda news: news.get("seat") == seat, map(describe, heard)))


def outcomes(game: Game, state: State, seat: Seat, moves: Iterable[Move]) -> dict[str, PlayerAfter]:
    """How the seat would stand after each of its legal moves: its own entry of the players."""
    world = game.imagine(state, seat, Random(0))
    after = {move.text: game.view(made(world.copy(), seat, move), seat) for move in moves}
    return {text: view["players"][seat] for text, view in after.items() if "players" in view}


def made(world: State, seat: Seat, move: Move) -> State:
    """The world once a move is carried out, and nothing that was waiting before it."""
    step = world.stack.pop()
    waiting = len(world.stack)
    if isinstance(step, Together):
        others = {each: step.moves(world, each)[0] for each in step.seats(world) if each != seat}
        world.sealed = {}
        step.reveal(world, others | {seat: move})
    else:
        step.play(world, move)
    while len(world.stack) > waiting and isinstance(step := world.stack[-1], Do):
        world.stack.pop()
        step.run(world)
    return world
