"""What each step needs to be asked, and where people can stand: the sense of a position.

`check` says that nothing is lost; this, that a game can come to look so.
"""

from __future__ import annotations

from cradle.kernel.game import BadPosition
from cradle.kernel.step import Step
from cradle.stone_age.actions import TakeAction
from cradle.stone_age.buildings import BuyBuilding, UncoverTop
from cradle.stone_age.civilization import BuyCard, ChooseDie, DrawExtra
from cradle.stone_age.components import (
    ALL_PLACES,
    BUILDING,
    CARD,
    CARDS,
    FOREST,
    MOST_PEOPLE,
    OPEN_CARDS,
    PLACE_NAMES,
    PLACES,
    RIVER,
    VILLAGE,
)
from cradle.stone_age.feeding import ReplaceFood
from cradle.stone_age.gathering import AddTools, RollFor
from cradle.stone_age.placing import (
    PARTIES_AT_A_RESOURCE,
    PARTY,
    VILLAGE_PLACES_IN_USE,
    parties,
)
from cradle.stone_age.script import ACTIONS, ROUND, DealCard
from cradle.stone_age.state import NOTHING, State
from cradle.stone_age.two_resources import TakeTwo


def need(holds: bool, otherwise: str) -> None:
    """Raise `BadPosition` unless something holds."""
    if not holds:
        raise BadPosition(otherwise)


def check_needs(s: State) -> None:
    """Raise `BadPosition` if people, cards, buildings or dice can't lie so."""
    for step in s.stack:
        _check_step(s, step)
    _check_people(s)
    _check_board(s)
    _check_offers(s)
    _check_dice(s)
    ends = 0 in s.heights or s.cards.count(NOTHING) > len(s.deck)
    need(bool(s.stack) or ends, "no step waits, but the game goes on (S-E1, S-E2)")


def check_seat(s: State, step: Step) -> None:
    """Raise `BadPosition` if a step asks a seat that isn't there."""
    need(getattr(step, "seat", 0) < s.seats, f"{step.text}: seats are 0 to {s.seats - 1}")


def _check_step(s: State, step: Step) -> None:
    check_seat(s, step)
    player = s.players[getattr(step, "seat", 0)]
    if isinstance(step, BuyCard):
        need(s.cards[step.slot] != NOTHING, f"{step.text}: no card lies there")
    elif isinstance(step, BuyBuilding):
        need(step.pile < s.seats, f"{step.text}: there are {s.seats} stacks")
        need(s.tops[step.pile] != NOTHING, f"{step.text}: no building lies there")
    elif isinstance(step, RollFor):
        need(0 < step.dice <= MOST_PEOPLE, f"{step.text}: 1 to {MOST_PEOPLE} dice are rolled")
    elif isinstance(step, TakeTwo):
        need(player.two == 1, f"{step.text}: the card of two resources isn't there, or used")
    elif isinstance(step, DrawExtra):
        has = any(CARDS[card].upper == "extra_card" for card in player.cards)
        need(has and bool(s.deck), f"{step.text}: nothing is drawn here (S-C8)")
        need(player.hidden == NOTHING, f"{step.text}: the extra card is already there")
    elif isinstance(step, ReplaceFood):
        need(not player.food, f"{step.text}: all food is handed over first (S-F2)")
        most = player.people - player.agriculture
        need(0 < step.missing <= most, f"{step.text}: at most {most} food can be missing")


def _check_people(s: State) -> None:
    """S-A1, S-A3: who has acted has no people left on the board; at most one was just born."""
    acting = {step.seat for step in s.stack if isinstance(step, TakeAction)}
    for seat, player in enumerate(s.players):
        placed = sum(player.at)
        born = player.people - player.idle - placed
        need(born in (0, 1), f"player {seat}: {player.idle} people at home and {placed} placed")
        done = ACTIONS not in s.stack and seat not in acting
        need(not (done and placed), f"player {seat} has acted, so nobody is on the board")


def _check_board(s: State) -> None:
    """S-P3, S-P5, S-P6, S-P8, S-P9: what places hold."""
    for place in range(ALL_PLACES):
        name, crowd = PLACE_NAMES[place], s.crowd[place]
        if FOREST <= place <= RIVER:
            need(crowd <= PLACES[place].spaces, f"{name}: {crowd} people, but 7 spaces (S-P5)")
            most = PARTIES_AT_A_RESOURCE[s.seats]
            need(parties(s, place) <= most, f"{name}: people of {most} players at most")
        elif place >= CARD or place in VILLAGE:
            need(crowd in (0, PARTY[place]), f"{name}: {PARTY[place]} of one player, or nobody")
            need(parties(s, place) <= 1, f"{name}: people of one player at most")
    village = sum(1 for place in VILLAGE if s.crowd[place])
    most = VILLAGE_PLACES_IN_USE[s.seats]
    need(village <= most, f"{most} of tool_maker, hut and field can be taken at most")


def _check_offers(s: State) -> None:
    """S-S3, S-S4, S-A10: who stands at a card or a building finds one; gaps are being filled."""
    turning = {step.pile for step in s.stack if isinstance(step, UncoverTop)}
    dealing = {step.slot for step in s.stack if isinstance(step, DealCard)}
    for slot in range(OPEN_CARDS):
        gap = s.cards[slot] == NOTHING
        need(not (gap and s.crowd[CARD + slot]), f"card-{slot + 1}: people, but no card")
        need(gap or slot not in dealing, f"card-{slot + 1}: a card is dealt where one lies")
        whole = ACTIONS in s.stack or (ROUND in s.stack and slot not in dealing)
        need(not (gap and whole), f"card-{slot + 1}: no card")
    for pile in range(s.seats):
        gap = s.tops[pile] == NOTHING
        need(not (gap and s.crowd[BUILDING + pile]), f"building-{pile + 1}: people, but nothing")
        waits = pile in turning
        need(waits == (gap and s.heights[pile] > 0), f"building-{pile + 1}: open, or uncovered")
        ended = ACTIONS in s.stack and not s.heights[pile]
        need(not ended, f"building-{pile + 1}: no round begins without buildings (S-E2)")
    unused = s.crowd[BUILDING + s.seats :]
    need(not any(unused), f"there are {s.seats} stacks of buildings")


def _check_dice(s: State) -> None:
    """S-A7, S-C1: dice lie where tools are added, and as many in a row as choose from it."""
    adding = any(isinstance(step, AddTools) for step in s.stack)
    need(bool(s.roll) == adding, "roll: dice lie while tools are added, and only then")
    need(all(1 <= die <= 6 for row in (s.roll, *s.rows) for die in row), "dice show 1 to 6")
    need(len(s.roll) <= MOST_PEOPLE, f"roll: at most {MOST_PEOPLE} dice")
    rows = [step.row for step in s.stack if isinstance(step, ChooseDie)]
    rows += [row for player in s.players for row in player.owed]
    need(all(row < len(s.rows) for row in rows), "a die is chosen from a row that isn't there")
    for row, dice in enumerate(s.rows):
        need(len(dice) == rows.count(row), f"rows: {len(dice)} dice, {rows.count(row)} choose")
    need(not s.rows or any(s.rows), "rows: rows that are used up are put away")
