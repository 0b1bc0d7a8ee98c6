"""Positions to test a rule on: `at(TakeColony(0, 0, 0), military=19, coins=0)`."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from cradle.hadara import GAME
from cradle.hadara.components import STANDARD, Components
from cradle.hadara.effects import gain_card
from cradle.hadara.names import (
    CARD_BIT,
    CARD_GROUP,
    CARDS,
    EFFECTS,
    TRACKS,
)
from cradle.hadara.position import complete, lay_out
from cradle.hadara.position_types import PlayerPosition
from cradle.hadara.state import State
from cradle.kernel.notation import parse
from cradle.kernel.step import CHANCE, OVER, News, Step, heard, moves, odds, play, settle
from cradle.playout import draw_answer

PLAIN = {
    colour: [name for name in CARDS if name.startswith(colour)]
    for colour in ("yellow", "red", "blue", "green", "purple")
}


def game(seats: int = 2, components: Components | None = None, **options: Any) -> State:
    """A fresh game, nobody and nothing dealt yet, with somebody listening."""
    s = GAME.new(seats, options, components)
    assert isinstance(s, State)
    s.news = []
    return s


def card(name: str) -> int:
    """A card by its id."""
    return CARDS.index(name)


def card_with(effect: str, components: Components = STANDARD) -> int:
    """The card that has this effect."""
    return components.effect.index(1 << EFFECTS.index(effect))


def own(s: State, seat: int, cards: Iterable[int]) -> None:
    """Put cards from the stacks before a player, with all they bring."""
    for each in cards:
        s.pools[CARD_GROUP[each]] &= ~CARD_BIT[each]
        gain_card(s.components, s.players[seat], each)


def at(
    *steps: Step,
    seats: int = 2,
    epoch: int = 1,
    seat: int = 0,
    cards: Iterable[str] = (),
    effects: Iterable[str] = (),
    colonies: Iterable[str] = (),
    statues: Iterable[str] = (),
    piles: Iterable[str] = (),
    components: Components | None = None,
    **facts: int,
) -> State:
    """A position where these steps come next, and a seat has all this; tracks as told.

    Colonies are levels (plundered) or reverses, statues are `12 income up`, piles top last.
    """
    s = game(seats, components, mode="advanced")
    effective = [CARDS[card_with(effect, s.components)] for effect in effects]
    players: list[PlayerPosition] = [{"coins": 0} for _ in range(seats)]
    players[seat]["cards"] = [*cards, *effective]
    players[seat]["colonies"] = list(colonies)
    players[seat]["statues"] = list(statues)
    laid = {colour: [name for name in piles if name.startswith(colour)] for colour in PLAIN}
    lay_out(s, {"epoch": epoch, "players": players, "piles": laid})
    s.first = 0
    s.stack = list(reversed(steps))
    for name, value in facts.items():
        if name not in TRACKS:
            setattr(s.players[seat], name, value)
    complete(s)
    for name, value in facts.items():
        if name in TRACKS:
            s.players[seat].tracks[TRACKS.index(name)] = value
    settle(s)
    return s


def do(s: State, *texts: str) -> None:
    """Answer, in words; every answer must be legal."""
    for text in texts:
        move: Any = parse(text, GAME.grammar)
        assert text in legal(s), f"{text} is none of {legal(s)}"
        play(s, move)


def legal(s: State) -> list[str]:
    """What may be answered now, by a seat or by chance, in words."""
    if s.turn == CHANCE:
        return [outcome.text for outcome in odds(s).outcomes]
    return [move.text for move in s.legal]


def tracks(s: State, seat: int = 0) -> dict[str, int]:
    """The tracks of a seat by name."""
    return dict(zip(TRACKS, s.players[seat].tracks, strict=True))


def told(s: State, seat: int | None = None) -> list[str]:
    """The news so far, as a seat or a spectator hears it."""
    assert s.news is not None
    every: list[News | None] = [heard(news, seat) for news in s.news]
    return [news.text for news in every if news is not None]


def step(s: State, rng: random.Random) -> None:
    """Answer at random for whoever is asked, chance included."""
    play(s, draw_answer(s, rng.random))


def play_until(s: State, kind: type[Step], rng: random.Random) -> None:
    """Play at random until a step of this kind comes, or the game is over."""
    while s.turn != OVER and not isinstance(s.stack[-1], kind):
        step(s, rng)


def moves_of(s: State, seat: int) -> list[str]:
    """The legal moves of a seat, in words."""
    return [move.text for move in moves(s, seat)]
