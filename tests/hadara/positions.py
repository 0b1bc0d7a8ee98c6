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
    CARD_COLOUR,
    CARD_GROUP,
    CARDS,
    EFFECTS,
    LEVELS,
    REVERSES,
    STATUES,
    TILE_SIDES,
    TRACKS,
)
from cradle.hadara.state import FACE_DOWN, PLUNDERED, Player, State, replaced, take_tile
from cradle.kernel.notation import parse
from cradle.kernel.step import CHANCE, OVER, News, Step, heard, moves, odds, play, settle

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
    s.epoch = epoch
    for number, player in enumerate(s.players):
        player.setup = number
        player.tracks = list(s.components.setup_steps[2 * number])
    own(s, seat, [card(name) for name in cards])
    own(s, seat, [card_with(effect, s.components) for effect in effects])
    player = s.players[seat]
    for name in colonies:
        take_colony(s, player, name)
    for words in statues:
        put_statue(player, words)
    for name in piles:
        s.piles[CARD_COLOUR[card(name)]] += (card(name),)
    for name, value in facts.items():
        if name in TRACKS:
            player.tracks[TRACKS.index(name)] = value
        else:
            setattr(player, name, value)
    s.bank = sum(each.coins for each in s.players)
    s.stack = list(reversed(steps))
    settle(s)
    return s


def take_colony(s: State, player: Player, name: str) -> None:
    """Give a player a colony, without steps."""
    level = LEVELS.index(name.split("-")[1] if name in REVERSES else name)
    s.left = replaced(s.left, level, s.left[level] - 1)
    tile = REVERSES.index(name) % 5 if name in REVERSES else PLUNDERED
    player.colonies = replaced(player.colonies, level, tile)
    if name in REVERSES:
        s.reverses = replaced(s.reverses, level, s.reverses[level] ^ 1 << tile)


def put_statue(player: Player, words: str) -> None:
    """Give a player a carved statue, without steps."""
    statue, track, side = words.split()
    tile = TRACKS.index(track)
    take_tile(player, tile)
    put = tile + FACE_DOWN * TILE_SIDES.index(side)
    player.statues = replaced(player.statues, STATUES.index(statue), put)


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
    if s.turn == CHANCE:
        chances = odds(s)
        outcome: Any = chances.at(rng.randrange(chances.total))
        play(s, outcome)
    else:
        play(s, s.legal[rng.randrange(len(s.legal))])


def play_until(s: State, kind: type[Step], rng: random.Random) -> None:
    """Play at random until a step of this kind comes, or the game is over."""
    while s.turn != OVER and not isinstance(s.stack[-1], kind):
        step(s, rng)


def moves_of(s: State, seat: int) -> list[str]:
    """The legal moves of a seat, in words."""
    return [move.text for move in moves(s, seat)]
