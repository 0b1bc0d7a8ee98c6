"""Positions in words: `at(BuyCard(0, 1), wood=2)` is a whole, possible state of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cradle.kernel.notation import describe, parse
from cradle.kernel.step import CHANCE, Move, Step, heard, odds, play, settle
from cradle.stone_age import GAME
from cradle.stone_age.components import (
    BUILDINGS,
    CARDS,
    OPEN_CARDS,
    RESOURCES,
    STACK_HEIGHT,
)
from cradle.stone_age.position import lay_out
from cradle.stone_age.position_types import PlayerPosition, Position
from cradle.stone_age.state import NOTHING, State

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
    players: list[PlayerPosition] = [{} for _ in range(seats)]
    for seat, tableau in {0: mine, **(others or {})}.items():
        players[seat] = tableau_of(**tableau)
    data: Position = {"first": first, "players": players}
    data["cards"] = _open_cards(players, cards, deck)
    data["buildings"] = _open_buildings(players, buildings, heights)
    if heights:
        data["stacks"] = list(heights)
    s = GAME.start(seats, GAME.full_options(options or {}), GAME.components)
    assert isinstance(s, State)
    lay_out(s, data)
    s.stack, s.news = list(reversed(steps)), []
    GAME.check(s)
    settle(s)
    return s


def tableau_of(
    *,
    placed: Mapping[str, int] | None = None,
    taken: Sequence[str] = (),
    ready: Sequence[str] = (),
    built: Sequence[str] = (),
    hidden: str = "",
    tools: int = 0,
    used: Sequence[int] = (),
    owed: Sequence[int] = (),
    **plain: Any,
) -> PlayerPosition:
    """`ready` are cards whose one-use tool or two resources are unused; `used` are tool slots."""
    values = [(tools + 2 - slot) // 3 for slot in range(min(tools, 3))]
    rows = [CARDS[CARD_IDS.index(card)] for card in ready]
    stock = {name: plain.pop(name) for name in RESOURCES if name in plain}
    return {
        "at": dict(placed or {}),
        "cards": [*taken, *ready],
        "once": [row.amount for row in rows if row.upper == "one_use_tool"],
        "two_resources": any(row.upper == "two_resources" for row in rows),
        "buildings": list(built),
        "extra_card": hidden or None,
        "tools": [{"value": value, "used": slot in used} for slot, value in enumerate(values)],
        "resources": stock,
        "owed_rows": list(owed),
        **plain,  # type: ignore[typeddict-item]
    }


def _open_cards(
    players: list[PlayerPosition], shown: Sequence[str], deck: Sequence[str] | None
) -> list[str | None]:
    """Those shown, then the first ones free; what a given stack leaves over has the last seat."""
    held = [card for player in players for card in player.get("cards", [])]
    held += [card for player in players if (card := player.get("extra_card"))]
    free = [card for card in CARD_IDS if card not in {*held, *shown, *(deck or ())}]
    found: list[str | None] = [card or None for card in shown]
    while len(found) < OPEN_CARDS:
        found.append(free.pop(0))
    if deck is not None:
        players[-1]["cards"] = [*players[-1].get("cards", []), *free]
        players[-1].setdefault("once", [])
        players[-1].setdefault("two_resources", False)
    return found


def _open_buildings(
    players: list[PlayerPosition], shown: Sequence[str], heights: Sequence[int]
) -> list[str | None]:
    """Those shown, then the first ones free; what given stacks leave over has the last seat."""
    built = [building for player in players for building in player.get("buildings", [])]
    free = [name for name in BUILDING_IDS if name not in {*built, *shown}]
    tops = list(shown)
    while len(tops) < len(players):
        tops.append(free.pop(0))
    if not heights:
        return [*tops]
    left_over = len(players) * STACK_HEIGHT - sum(heights) - len(built)
    players[-1]["buildings"] = [*players[-1].get("buildings", []), *free[:left_over]]
    return [top if height else None for top, height in zip(tops, heights, strict=True)]


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
