"""Which steps can wait in a game, and what they need: what makes a position a possible one.

Below the step that is asked lies the frame of the phase: who still acts, who still eats. A step
within somebody's action lies on top of it.
"""

from __future__ import annotations

from typing import Final

from cradle.kernel.game import BadPosition
from cradle.kernel.step import Step
from cradle.stone_age.actions import TAKE_ACTION, TakeAction
from cradle.stone_age.buildings import UNCOVER_TOP, BuyBuilding, UncoverTop
from cradle.stone_age.civilization import (
    CHOOSE_OWED_DICE,
    BuyCard,
    ChooseDie,
    DrawExtra,
    RollDiceRow,
)
from cradle.stone_age.feeding import FEED_PEOPLE, FeedPeople, ReplaceFood
from cradle.stone_age.gathering import AddTools, RollFor
from cradle.stone_age.placing import PLACE_PEOPLE
from cradle.stone_age.script import (
    ACTIONS,
    DEAL_CARD,
    FEEDING,
    NEXT_ROUND,
    ROUND,
    DrawFirst,
)
from cradle.stone_age.state import State, clockwise
from cradle.stone_age.two_resources import TakeTwo

# What lies on top of somebody's action.
WITHIN: Final = (
    *(RollFor, AddTools, BuyCard, BuyBuilding, DrawExtra, RollDiceRow, TakeTwo),
    *(ChooseDie, UncoverTop),
)


def frames(s: State) -> list[list[Step]]:
    """All that can lie below the steps of an action, the next step first."""
    if not s.round:
        setup = [DrawFirst(), *UNCOVER_TOP[: s.seats], *DEAL_CARD, ROUND]
        return [setup[done:] for done in range(len(setup) - 1)]
    order = clockwise(s, s.first)
    placing: list[list[Step]] = [
        [PLACE_PEOPLE[seat], ACTIONS, FEEDING, NEXT_ROUND] for seat in order
    ]
    acting = [_acting(s, order[done:]) for done in range(s.seats)]
    dealing: list[list[Step]] = [[*DEAL_CARD[slot:], ROUND] for slot in range(len(DEAL_CARD))]
    return [*placing, *acting, *_feeding(s, order), *dealing, []]


def _acting(s: State, order: list[int]) -> list[Step]:
    """Seats that still act in this round, the first of them already doing so."""
    waiting: list[Step] = [TAKE_ACTION[order[0]]]
    for seat in order[1:]:
        if s.dice_row_next_turn:
            waiting.append(CHOOSE_OWED_DICE[seat])
        waiting.append(TAKE_ACTION[seat])
    return [*waiting, FEEDING, NEXT_ROUND]


def _feeding(s: State, order: list[int]) -> list[list[Step]]:
    """Seats that still eat, the first one eating; before them those that choose owed dice."""
    eating: list[Step] = [FEED_PEOPLE[seat] for seat in order]
    owing: list[Step] = [CHOOSE_OWED_DICE[seat] for seat in order if s.dice_row_next_turn]
    return [
        *([*eating[done:], NEXT_ROUND] for done in range(1, s.seats + 1)),
        *([*owing[done:], *eating, NEXT_ROUND] for done in range(1, len(owing) + 1)),
    ]


def follow(s: State, step: Step) -> list[Step]:
    """A step, and what waits below it by the rules, or `BadPosition`."""
    found = below(s, step)
    phase = "in the setup" if not s.round else f"in round {s.round}"
    if not found:
        raise BadPosition(f"{step.text} can't be asked {phase}")
    return found


def below(s: State, step: Step) -> list[Step]:
    """A step, and what waits below it by the rules; nothing if it can't be asked."""
    top = _choosers(s, step) if isinstance(step, ChooseDie) else [step]
    for frame in frames(s):
        if frame[:1] == [step]:
            return frame
        if fits(s, top, frame):
            return [*top, *frame]
    return []


def _choosers(s: State, step: ChooseDie) -> list[Step]:
    """S-C1: as many as dice are left choose, clockwise; with S-O1 only the seat itself."""
    dice = len(s.rows[step.row]) if step.row < len(s.rows) else 0
    count = 1 if s.dice_row_next_turn else max(1, dice)
    return [ChooseDie((step.seat + turn) % s.seats, step.row) for turn in range(count)]


def fits(s: State, top: list[Step], frame: list[Step]) -> bool:
    """Whether steps of an action can lie on a frame."""
    below = frame[0] if frame else None
    if isinstance(below, TakeAction):
        return _fits_action(s, top, below.seat)
    if isinstance(top[0], ReplaceFood):
        return len(top) == 1 and frame[-1:] == [NEXT_ROUND] and _eaters(frame) == _after(s, top[0])
    owing = s.dice_row_next_turn and len(_eaters(frame)) == s.seats
    return owing and all(isinstance(step, ChooseDie) for step in top)


def _fits_action(s: State, top: list[Step], seat: int) -> bool:
    step = top[0]
    if isinstance(step, ChooseDie):
        follows = (step.seat + len(top)) % s.seats if not s.dice_row_next_turn else step.seat
        return follows == seat and all(isinstance(each, ChooseDie) for each in top)
    return len(top) == 1 and isinstance(step, WITHIN) and getattr(step, "seat", seat) == seat


def _eaters(frame: list[Step]) -> list[int]:
    return [step.seat for step in frame if isinstance(step, FeedPeople)]


def _after(s: State, step: ReplaceFood) -> list[int]:
    """Who eats after a seat."""
    order = clockwise(s, s.first)
    return order[order.index(step.seat) + 1 :]


def check_course(s: State) -> None:
    """Raise `BadPosition` if these steps can't wait one below the other."""
    waiting = s.stack[::-1]
    inner = 0
    while inner < len(waiting) and isinstance(waiting[inner], (*WITHIN, ReplaceFood)):
        inner += 1
    below, known = waiting[inner:], frames(s)
    if waiting not in known and not (inner and below in known and fits(s, waiting[:inner], below)):
        listed = ", ".join(step.text for step in waiting) or "none"
        raise BadPosition(f"these steps can't wait one after the other: {listed}")
