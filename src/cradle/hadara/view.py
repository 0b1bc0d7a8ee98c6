"""Chapter 11: what a seat may know, copied field by field, with names for numbers."""

from __future__ import annotations

from typing import Literal

from cradle.hadara.cards import price, sale
from cradle.hadara.colonies import TakeColony, TurnColony
from cradle.hadara.draft import AimWheel, DrawTwo
from cradle.hadara.effects import statue_bonus
from cradle.hadara.epoch import PHASE_B
from cradle.hadara.feeding import RemoveCards, short
from cradle.hadara.medals import gold_price, silver_price
from cradle.hadara.names import (
    CARDS,
    COLOURS,
    CRESTS,
    EFFECTS,
    LEVELS,
    REVERSES,
    SETUP_SIDES,
    SETUPS,
    STATUES,
    TILE_SIDES,
    TILES_PER_LEVEL,
    TRACKS,
)
from cradle.hadara.numbers import COINS_PER_POINT, GOLD_POINTS
from cradle.hadara.scoring import gold_points, gold_sets, half, score_parts, sets, silver_points
from cradle.hadara.setup import DealSetup
from cradle.hadara.state import FACE_DOWN, NOTHING, PLUNDERED, Player, State, pointed_at
from cradle.hadara.statues import CarveStatue
from cradle.hadara.view_types import (
    AboutView,
    ColonyStackView,
    ColonyView,
    HandCardView,
    MedalsView,
    OwnView,
    PileView,
    PlayerView,
    StatueView,
    View,
)
from cradle.kernel.notation import verb
from cradle.kernel.step import Ask, Step, asked


def view(s: State, seat: int | None) -> View:
    """H-K1, H-K2: what this seat, or a spectator, may know."""
    top = s.stack[-1] if s.stack else None
    return {
        "game": "hadara",
        "mode": "advanced" if s.advanced else "first",
        "seat": seat,
        "seats": s.seats,
        "epoch": s.epoch,
        "phase": _phase(s),
        "step": verb(type(top)) if top is not None else None,
        "turn": s.turn if isinstance(top, Ask) else None,
        "about": _about(s, top),
        "asked": asked(s),
        "answered": sorted(s.sealed),
        "first": s.first if s.epoch else None,
        "board": [COLOURS[colour] for colour in s.board],
        "wheel": s.wheel if _wheel_stands(s) else None,
        "crests": {crest: _points_at(s, number) for number, crest in enumerate(CRESTS)},
        "stacks": {COLOURS[colour]: height for colour, height in enumerate(s.heights)},
        "piles": {COLOURS[colour]: _pile(s, seat, colour) for colour in range(len(COLOURS))},
        "gone": [CARDS[card] for card in s.gone],
        "colonies": [_stack_of_colonies(s, level) for level in range(len(LEVELS))],
        "players": [_player(s, each) for each in range(s.seats)],
        "own": None if seat is None else _own(s, seat),
    }


def _phase(s: State) -> Literal["setup", "A", "B", "over"]:
    """Phase A lasts as long as phase B is still to come in this epoch."""
    if not s.stack:
        return "over"
    if not s.epoch:
        return "setup"
    return "A" if PHASE_B in s.stack else "B"


def _about(s: State, top: Step | None) -> AboutView:
    """What the step on top is about, all of it in plain sight on the board."""
    if isinstance(top, TakeColony):
        return {"taken": top.taken, "spent": top.spent}
    if isinstance(top, CarveStatue):
        return {"carved": top.carved, "spent": top.spent}
    if isinstance(top, TurnColony):
        return {"seat": top.seat, "colony": LEVELS[top.colony]}
    if isinstance(top, RemoveCards):
        return {"paid": top.paid, "short": short(s.players[top.seat], top.paid)}
    return {"seat": top.seat} if isinstance(top, DrawTwo | DealSetup) else {}


def _points_at(s: State, crest: int) -> str | None:
    """H-S3: the colour a crest points at, once the wheel is set."""
    return COLOURS[pointed_at(s, crest)] if _wheel_stands(s) else None


def _wheel_stands(s: State) -> bool:
    """H-A1: the first player of epoch I sets the wheel; from then on it stands somewhere."""
    aiming = bool(s.stack) and isinstance(s.stack[-1], AimWheel)
    return s.epoch > 1 or (s.epoch == 1 and not aiming)


def _pile(s: State, seat: int | None, colour: int) -> PileView:
    """H-B2: height and top card, with what it costs this seat now."""
    pile = s.piles[colour]
    top = pile[-1] if pile else None
    return {
        "height": len(pile),
        "top": None if top is None else CARDS[top],
        "price": None if seat is None or top is None else price(s.components, s.players[seat], top),
    }


def _stack_of_colonies(s: State, level: int) -> ColonyStackView:
    t = s.components
    return {
        "colony": LEVELS[level],
        "left": s.left[level],
        "requirement": t.colony_requirement[level],
        "plunder": t.plunder[level],
        "integrate": t.integrate[level],
        "points": t.points_front[level],
    }


def _own(s: State, seat: int) -> OwnView:
    """What one seat alone knows: cards just drawn, its sealed answer, cards sold in phase A."""
    player = s.players[seat]
    return {
        "hand": [_hand_card(s, player, card) for card in player.hand],
        "sealed": s.sealed[seat].text if seat in s.sealed else None,
        "sold": [CARDS[card] for card in player.sold],
    }


def _hand_card(s: State, player: Player, card: int) -> HandCardView:
    return {"card": CARDS[card], "price": price(s.components, player, card)}


def _player(s: State, seat: int) -> PlayerView:
    t = s.components
    player = s.players[seat]
    parts = score_parts(t, player)
    return {
        "seat": seat,
        "crest": CRESTS[s.crests[seat]],
        "points_at": _points_at(s, s.crests[seat]),
        "setup": None if player.setup == NOTHING else SETUPS[player.setup],
        "initiative": None if player.setup == NOTHING else t.initiative[player.setup],
        "side": SETUP_SIDES[player.side] if s.epoch else None,
        "coins": player.coins,
        "tracks": dict(zip(TRACKS, player.tracks, strict=True)),
        "cards": _cards(player),
        "discount": dict(zip(COLOURS, player.counts, strict=True)),
        "effects": [key for bit, key in enumerate(EFFECTS) if player.effects & 1 << bit],
        "tiles": dict(zip(TRACKS, player.tiles, strict=True)),
        "card_tile": None if player.card_tile == NOTHING else TRACKS[player.card_tile],
        "colonies": _colonies(s, player),
        "statues": _statues(s, player),
        "statue_bonus": {name: statue_bonus(t, player, n) for n, name in enumerate(STATUES)},
        "medals": _medals(s, player),
        "sale": sale(s, player.effects),
        "drawn": len(player.hand),
        "sold": len(player.sold),
        "score": {"parts": parts, "total": sum(parts.values()), "tie": _tie(player)},
    }


def _tie(player: Player) -> int:
    return player.coins % COINS_PER_POINT


def _cards(player: Player) -> dict[str, list[str]]:
    """The open cards by colour, in the order in which they were bought."""
    names = [CARDS[card] for card in player.cards]
    return {colour: [n for n in names if n.startswith(colour)] for colour in COLOURS}


def _colonies(s: State, player: Player) -> list[ColonyView]:
    return [
        {
            "colony": LEVELS[level],
            "plundered": tile == PLUNDERED,
            "reverse": None if tile == PLUNDERED else REVERSES[level * TILES_PER_LEVEL + tile],
        }
        for level, tile in enumerate(player.colonies)
        if tile != NOTHING
    ]


def _statues(s: State, player: Player) -> list[StatueView]:
    return [
        {
            "statue": STATUES[statue],
            "tile": TRACKS[tile % FACE_DOWN],
            "side": TILE_SIDES[tile >= FACE_DOWN],
            "bonus": statue_bonus(s.components, player, statue),
        }
        for statue, tile in enumerate(player.statues)
        if tile != NOTHING
    ]


def _medals(s: State, player: Player) -> MedalsView:
    """Medals bought, what they and further ones are worth now, and their prices now."""
    values = dict(zip(TRACKS, map(half, player.tracks), strict=True))
    return {
        "silver": [TRACKS[track] for track in player.silver],
        "silver_points": silver_points(player),
        "silver_values": values,
        "silver_price": silver_price(s, player),
        "gold": player.gold,
        "gold_points": gold_points(player),
        "gold_value": GOLD_POINTS * gold_sets(player),
        "gold_price": gold_price(s, player),
        "sets": sets(player),
    }
