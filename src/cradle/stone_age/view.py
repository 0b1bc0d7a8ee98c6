"""What each seat may know (S-K1, S-K2), and a fair guess at the rest."""

from __future__ import annotations

from typing import Literal

from cradle.kernel.chance import Random
from cradle.kernel.notation import verb
from cradle.kernel.step import OVER, Ask, Step
from cradle.stone_age.actions import Actions
from cradle.stone_age.buildings import BuyBuilding
from cradle.stone_age.civilization import BuyCard, ChooseDie
from cradle.stone_age.components import (
    BUILDING,
    BUILDINGS,
    CARD,
    CARDS,
    GOODS,
    PIPS,
    PLACE_NAMES,
    PLACES,
    RESOURCES,
    TOOL_SLOTS,
)
from cradle.stone_age.feeding import Feeding, ReplaceFood
from cradle.stone_age.gathering import AddTools, open_tools
from cradle.stone_age.moves import MOST_TOOL, TOOL
from cradle.stone_age.placing import places_in_use
from cradle.stone_age.scoring import points
from cradle.stone_age.script import Round
from cradle.stone_age.state import NOTHING, Player, State
from cradle.stone_age.view_types import AboutView, PlaceView, PlayerView, ToolView, View


def view(s: State, seat: int | None) -> View:
    """S-K1: everything a seat may know, or a spectator (None)."""
    top = s.stack[-1] if s.stack else None
    return {
        "game": "stone-age",
        "seat": seat,
        "seats": s.seats,
        "round": s.round,
        "phase": phase(s),
        "step": verb(type(top)) if top is not None else None,
        "turn": s.turn if isinstance(top, Ask) else None,
        "about": _about(top),
        "first": s.first,
        "places": [_place(s, place) for place in places_in_use(s)],
        "deck": len(s.deck),
        "cards": [_card_name(card) for card in s.cards],
        "buildings": [_building_name(building) for building in s.tops],
        "stacks": list(s.heights),
        "roll": list(s.roll),
        "rows": [list(row) for row in s.rows],
        "players": [_player(s, other, seat) for other in range(s.seats)],
    }


def phase(s: State) -> Literal["setup", "placing", "actions", "feeding", "over"]:
    """Where the round stands, told by what still waits on the stack."""
    if s.turn == OVER:
        return "over"
    waiting = {type(step) for step in s.stack}
    if Round in waiting:
        return "setup"
    if Actions in waiting:
        return "placing"
    return "actions" if Feeding in waiting else "feeding"


def _about(top: Step | None) -> AboutView:
    """What the step on top is about, all of it in plain sight on the board."""
    if isinstance(top, AddTools):
        return {"good": GOODS[top.good], "pips": PIPS[top.good]}
    if isinstance(top, BuyCard):
        return {"place": PLACE_NAMES[CARD + top.slot]}
    if isinstance(top, BuyBuilding):
        return {"place": PLACE_NAMES[BUILDING + top.pile]}
    if isinstance(top, ReplaceFood):
        return {"missing": top.missing}
    return {"row": top.row} if isinstance(top, ChooseDie) else {}


def _place(s: State, place: int) -> PlaceView:
    return {
        "place": PLACE_NAMES[place],
        "spaces": (PLACES[place].spaces or None) if place < CARD else 1,
        "people": [player.at[place] for player in s.players],
        "price": place - CARD + 1 if CARD <= place < BUILDING else None,
    }


def _card_name(card: int) -> str | None:
    return CARDS[card].id if card != NOTHING else None


def _building_name(building: int) -> str | None:
    return BUILDINGS[building].id if building != NOTHING else None


def _player(s: State, other: int, seat: int | None) -> PlayerView:
    player = s.players[other]
    knows = other == seat or s.turn == OVER
    spare = _spare(s, other)
    return {
        "seat": other,
        "people": player.people,
        "idle": player.idle,
        "food": player.food,
        "resources": dict(zip(RESOURCES, player.stock, strict=True)),
        "agriculture": player.agriculture,
        "tools": _tools(player),
        "open_tools": [TOOL.plain(tool) for tool in open_tools(player)],
        "once": [value for value in range(1, MOST_TOOL + 1) if player.once >> value & 1],
        "two_resources": bool(player.two) and s.turn != OVER,
        "owed_rows": list(player.owed),
        "points": player.points,
        "cards": [CARDS[card].id for card in player.cards],
        "buildings": [BUILDINGS[building].id for building in player.buildings],
        "extra_cards": 0 if player.hidden == NOTHING else 1,
        "extra_card": _card_name(player.hidden) if knows else None,
        "hungry": max(0, -spare),
        "spare": max(0, spare),
        "score": points(player, with_hidden=knows),
    }


def _spare(s: State, seat: int) -> int:
    """S-F1: food left over at the next feeding, below 0 if some is missing; in it, S-F2's."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, ReplaceFood) and top.seat == seat:
        return -top.missing
    player = s.players[seat]
    return player.food + player.agriculture - player.people


def _tools(player: Player) -> list[ToolView]:
    return [
        {"value": player.tool(slot), "used": bool(player.used >> slot & 1)}
        for slot in range(TOOL_SLOTS)
        if player.tool(slot)
    ]


def imagine(s: State, seat: int | None, rng: Random) -> State:
    """Redraw what the seat doesn't know: another's card of S-C8, against the stack.

    Once the game is over that card lies open.
    """
    imagined = s.copy()
    if s.turn == OVER:
        return imagined
    for other, player in enumerate(imagined.players):
        if other != seat and player.hidden != NOTHING:
            unknown = sorted([*imagined.deck, player.hidden])
            player.hidden = unknown.pop(rng.randrange(len(unknown)))
            imagined.deck = tuple(unknown)
    return imagined
