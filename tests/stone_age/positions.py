"""Positions in words: `at(BuyCard(0, 1), wood=2)` is a whole, possible state of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cradle.kernel.notation import describe, parse
from cradle.kernel.step import CHANCE, Move, Step, heard, odds, play, settle, then
from cradle.stone_age import GAME
from cradle.stone_age.components import (
    BUILDINGS,
    CARDS,
    OPEN_CARDS,
    PLACE_NAMES,
    RESOURCES,
    STACK_HEIGHT,
)
from cradle.stone_age.state import NOTHING, Player, State, new_player, replaced

CARD_IDS = [card.id for card in CARDS]
BUILDING_IDS = [building.id for building in BUILDINGS]
Tableau = Mapping[str, Any]


def at(
    *steps: Step,
    seats: int = 4,
    first: int = 0,
    cards: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    buildings: Sequence[str] = (),
    heights: Sequence[int] = (),
    others: Mapping[int, Tableau] | None = None,
    options: Mapping[str, Any] | None = None,
    **mine: Any,
) -> State:
    """A state in which these steps come next; the keywords are seat 0's tableau.

    Open cards and buildings are those named, then the first free ones. With a `deck` or `heights`
    given, everything that would be left over belongs to the last seat.
    """
    s = State(
        seats=seats,
        players=[new_player() for _ in range(seats)],
        first=first,
        round=1,
        tops=(NOTHING,) * seats,
        heights=(STACK_HEIGHT,) * seats,
        **(options or {}),
    )
    for seat, tableau in {0: mine, **(others or {})}.items():
        _furnish(s, s.players[seat], **tableau)
    _lay_cards(s, cards, deck)
    _lay_buildings(s, buildings, heights)
    s.news = []
    then(s, *steps)
    GAME.check(s)
    settle(s)
    return s


def _furnish(
    s: State,
    player: Player,
    *,
    placed: Mapping[str, int] | None = None,
    taken: Sequence[str] = (),
    ready: Sequence[str] = (),
    built: Sequence[str] = (),
    hidden: str = "",
    used: Sequence[int] = (),
    **plain: int,
) -> None:
    """`ready` are cards whose one-use tool or two resources are unused; `used` are tool slots."""
    for name, value in plain.items():
        if name in RESOURCES:
            player.stock[RESOURCES.index(name)] = value
        else:
            assert hasattr(player, name), name
            setattr(player, name, value)
    for place, count in (placed or {}).items():
        player.at[PLACE_NAMES.index(place)] = count
        s.crowd[PLACE_NAMES.index(place)] += count
    player.idle = plain.get("idle", player.people - sum(player.at))
    player.cards = tuple(CARD_IDS.index(card) for card in [*taken, *ready])
    player.buildings = tuple(BUILDING_IDS.index(building) for building in built)
    player.hidden = CARD_IDS.index(hidden) if hidden else NOTHING
    player.used = sum(1 << slot for slot in used)
    for card in ready:
        row = CARDS[CARD_IDS.index(card)]
        if row.upper == "one_use_tool":
            player.once |= 1 << row.amount
        else:
            player.two = 1


def _lay_cards(s: State, shown: Sequence[str], deck: Sequence[str] | None) -> None:
    taken = {card for player in s.players for card in [*player.cards, player.hidden]}
    open_cards = [CARD_IDS.index(card) if card else NOTHING for card in shown]
    in_deck = [CARD_IDS.index(card) for card in deck or ()]
    free = [c for c in range(len(CARDS)) if c not in taken | {*open_cards} | {*in_deck}]
    while len(open_cards) < OPEN_CARDS:
        open_cards.append(free.pop(0))
    s.cards = tuple(open_cards)
    if deck is None:
        s.deck = tuple(free)
    else:
        s.deck = tuple(sorted(in_deck))
        s.players[-1].cards += tuple(free)


def _lay_buildings(s: State, shown: Sequence[str], heights: Sequence[int]) -> None:
    built = {building for player in s.players for building in player.buildings}
    tops = [BUILDING_IDS.index(building) for building in shown]
    free = [b for b in range(len(BUILDINGS)) if b not in built | {*tops}]
    while len(tops) < s.seats:
        tops.append(free.pop(0))
    if heights:
        s.heights = tuple(heights)
        left_over = s.seats * STACK_HEIGHT - sum(heights) - len(built)
        s.players[-1].buildings += tuple(free[:left_over])
        del free[:left_over]
    else:
        for index in range(len(built)):
            stack = index % s.seats
            s.heights = replaced(s.heights, stack, s.heights[stack] - 1)
    stacks = list(zip(tops, s.heights, strict=True))
    s.tops = tuple(top if height else NOTHING for top, height in stacks)
    s.unseen = tuple(sorted(free + [top for top, height in stacks if not height]))


def texts(s: State) -> set[str]:
    """All that may be answered now, in words."""
    if s.turn == CHANCE:
        return {outcome.text for outcome in odds(s).outcomes}
    return {move.text for move in s.legal}


def do(s: State, *answers: str) -> None:
    """Give these answers, each of which must be allowed; the state stays possible."""
    for text in answers:
        assert text in texts(s), f"{text!r} is none of {sorted(texts(s))}"
        move = parse(text, GAME.grammar)
        assert isinstance(move, Move)
        play(s, move)
        GAME.check(s)


def told(s: State, seat: int | None = None) -> list[dict[str, Any]]:
    """What a seat, or a spectator, has heard, and forget it."""
    news, s.news = s.news or [], []
    return [describe(each) for item in news if (each := heard(item, seat)) is not None]


def stock(s: State, seat: int = 0) -> dict[str, int]:
    """The resources of a seat, those it has."""
    player = s.players[seat]
    return {name: n for name, n in zip(RESOURCES, player.stock, strict=True) if n}


def places(s: State) -> set[str]:
    """The places people may be sent to now."""
    return {text.split()[1] for text in texts(s)}


def card(name: str) -> int:
    """The number of a card."""
    return CARD_IDS.index(name)


def open_cards(s: State) -> list[str | None]:
    """The names of the cards on their four places, the cheapest first."""
    return [CARD_IDS[c] if c != NOTHING else None for c in s.cards]
