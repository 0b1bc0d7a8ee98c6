"""Why a move that can be parsed is refused; asked only after somebody has tried it."""

from __future__ import annotations

from cradle.kernel.notation import clause_of
from cradle.kernel.step import Ask, Closed, Move
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.buildings import BuyBuilding
from cradle.stone_age.civilization import BuyCard
from cradle.stone_age.components import BUILDING, CARD, PLACE_NAMES, PLACES
from cradle.stone_age.feeding import ReplaceFood
from cradle.stone_age.gathering import AddTools
from cradle.stone_age.moves import (
    BUILDING_PLACE,
    CARD_PLACE,
    Choose,
    Decline,
    Pay,
    Send,
    Take,
    Use,
    Visit,
)
from cradle.stone_age.payments import covers
from cradle.stone_age.placing import PARTY, PlacePeople
from cradle.stone_age.state import State


def refusal(s: State, seat: int, move: Move) -> Closed | None:
    """The clause against a move of a kind that the step asks for; None if it asks for others."""
    step = s.stack[-1]
    if isinstance(step, PlacePeople) and isinstance(move, Send):
        return _why_not_send(s, seat, move)
    if isinstance(step, TakeAction) and isinstance(move, Visit | Decline):
        return _why_not_act(s, seat, move)
    if isinstance(step, AddTools) and isinstance(move, Use):
        return Closed("tool", "S-A7", "tools_not_open")
    if isinstance(move, Choose) and clause_of(step) == "S-C1":
        return Closed("die", "S-C1", "no_such_die")
    if isinstance(step, BuyCard | BuyBuilding | ReplaceFood):
        return _why_not_pay(s, seat, step, move)
    return None


def _why_not_send(s: State, seat: int, move: Send) -> Closed:
    """S-P1 to S-P6: a place that is open, but not to so many people."""
    name, idle = PLACE_NAMES[move.place], s.players[seat].idle
    if move.place >= BUILDING + s.seats:
        return Closed(name, "S-S3", "unused_stack", (("seats", s.seats),))
    if not move.count:
        return Closed(name, "S-P1", "nobody_sent")
    if move.place >= CARD or PLACES[move.place].kind == "village":
        clause = "S-P6" if move.place >= CARD else "S-P3"
        return Closed(name, clause, "exact_party", (("need", PARTY[move.place]),))
    if move.count > idle:
        return Closed(name, "S-P1", "too_few_people", (("need", move.count), ("have", idle)))
    spaces = PLACES[move.place].spaces
    numbers = (("spaces", spaces), ("free", spaces - s.crowd[move.place]))
    return Closed(name, "S-P5", "too_few_spaces", numbers)


def _why_not_act(s: State, seat: int, move: Visit | Decline) -> Closed:
    """S-A1, S-A11: only where one has people; only cards and buildings are left."""
    name = PLACE_NAMES[move.place]
    if not s.players[seat].at[move.place]:
        return Closed(name, "S-A1", "nobody_there")
    if move.place >= CARD:
        return Closed(name, "S-A11", "left_later")
    return Closed(name, "S-A11", "no_declining")


def _why_not_pay(s: State, seat: int, step: Ask, move: Move) -> Closed | None:
    """S-A8, S-A9, S-F2: other resources than one has, or than are asked for."""
    if isinstance(move, Take):
        return Closed("card", "S-C10", "no_two_resources")
    if not isinstance(move, Pay):
        return None
    poor = step.closed(s)
    if poor:
        return poor[0]
    if not covers(s.players[seat].stock, move.resources):
        return Closed("resource", clause_of(step), "not_in_stock")
    return _why_not_this_price(step)


def _why_not_this_price(step: Ask) -> Closed:
    if isinstance(step, BuyBuilding):
        return Closed(BUILDING_PLACE.names[step.pile], "S-A9", "other_price")
    if isinstance(step, BuyCard):
        place, need = CARD_PLACE.names[step.slot], (("need", step.slot + 1),)
        return Closed(place, "S-A8", "exact_price", need)
    assert isinstance(step, ReplaceFood)
    return Closed("food", "S-F2", "exact_price", (("need", step.missing),))
