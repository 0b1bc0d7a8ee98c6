"""Which steps can wait in a game, one below the other: what makes a position a possible one.

Below the step that is asked lies the frame of the phase: drafts still to come, who still takes a
colony, the epochs ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cradle.hadara.cards import PutTile
from cradle.hadara.colonies import COLONIES, TAKE_COLONY, TakeColony, TurnColony
from cradle.hadara.draft import AIM_WHEEL, DRAFT, DRAW_TWO, LAY_ONE, PICK_CARD, TURN_WHEEL
from cradle.hadara.epoch import EPOCH, PHASE_B
from cradle.hadara.feeding import FEED_PEOPLE, FEEDING, RemoveCards
from cradle.hadara.income import TAKE_INCOME
from cradle.hadara.medals import BUY_MEDALS, MEDALS
from cradle.hadara.names import COLOUR_COUNT
from cradle.hadara.numbers import DRAWN
from cradle.hadara.scoring import FINAL_SCORING
from cradle.hadara.setup import BEGIN, CHOOSE_SIDE, DEAL_CARDS, JOIN_BOARD
from cradle.hadara.state import State, ring
from cradle.hadara.statues import CARVE_STATUE, CARVE_STATUES, CarveStatue
from cradle.kernel.game import BadPosition
from cradle.kernel.step import Step

ANYBODY = -1


@dataclass(frozen=True)
class Frame:
    """Steps that wait, the next one first, and where the epoch stands then.

    `on` are the steps that lie on top of it, those of `seat`; without any, its first step is
    asked. `laid` counts the drafts that are over, `hands` the seats that have drawn since; while
    seats are `picking`, cards lie in the outer piles of phase B.
    """

    phase: str
    steps: list[Step]
    on: tuple[type, ...] = ()
    seat: int = ANYBODY
    laid: int = COLOUR_COUNT
    hands: int = 0
    picking: bool = False


def frames(s: State) -> Iterator[Frame]:
    """Everything that can wait in this epoch."""
    if not s.epoch:
        yield from _setup(s)
        return
    yield from _drafts(s)
    yield from _picks(s)
    for phase in ("B", "A"):
        yield from _turns(s, phase)
    yield from _meals(s)
    if s.epoch == len(EPOCH):
        yield Frame("B", [])


def ahead(s: State) -> list[Step]:
    """The epochs to come."""
    return [*EPOCH[s.epoch :], FINAL_SCORING]


def _setup(s: State) -> Iterator[Frame]:
    choice: list[Step] = [CHOOSE_SIDE] if s.advanced else []
    steps = [JOIN_BOARD, *DEAL_CARDS[: s.seats], *choice, BEGIN, *ahead(s)]
    for done in range(steps.index(BEGIN)):
        yield Frame("A", steps[done:], laid=0)


def _drafts(s: State) -> Iterator[Frame]:
    """H-A2, H-A5: where the drafts stand is told by the cards that were drawn."""
    draws = COLOUR_COUNT * s.seats - sum(s.heights) // DRAWN
    for frame in _all_drafts(s):
        if frame.laid * s.seats + frame.hands == draws:
            yield frame


def _all_drafts(s: State) -> Iterator[Frame]:
    rest = [TAKE_INCOME, COLONIES, CARVE_STATUES, PHASE_B, *ahead(s)]
    others: list[Step] = [DRAFT, TURN_WHEEL] * (COLOUR_COUNT - 1)
    yield Frame("A", [AIM_WHEEL[s.first], *others, DRAFT, *rest], laid=0)
    for laid in range(COLOUR_COUNT):
        after = [*[TURN_WHEEL, DRAFT] * (COLOUR_COUNT - 1 - laid), *rest]
        for hands in range(s.seats + 1):
            drawing = [*DRAW_TWO[hands : s.seats], LAY_ONE, *after]
            yield Frame("A", drawing, laid=laid, hands=hands)
        yield Frame("A", after, (PutTile,), laid=laid + 1)


def _picks(s: State) -> Iterator[Frame]:
    """H-B1: as many picks are left as cards lie in the piles."""
    picks = [PICK_CARD[seat] for seat in ring(s)] * COLOUR_COUNT
    left = min(len(picks), sum([len(pile) for pile in s.piles]))
    rest = [TAKE_INCOME, COLONIES, CARVE_STATUES, FEEDING, MEDALS, *ahead(s)]
    steps = [*picks[len(picks) - left :], *rest]
    yield Frame("B", steps, picking=True)
    yield Frame("B", steps, (PutTile,), picking=True)


def _turns(s: State, phase: str) -> Iterator[Frame]:
    """Somebody takes a colony or carves a statue; who comes after waits."""
    rest = [*([PHASE_B] if phase == "A" else [FEEDING, MEDALS]), *ahead(s)]
    order = ring(s)
    for turn, seat in enumerate(order):
        colonies = [TAKE_COLONY[other] for other in order[turn + 1 :]]
        statues = [CARVE_STATUE[other] for other in order[turn + 1 :]]
        below = [*colonies, CARVE_STATUES, *rest]
        yield Frame(phase, below, (TakeColony, TurnColony), seat)
        yield Frame(phase, [*statues, *rest], (CarveStatue,), seat)


def _meals(s: State) -> Iterator[Frame]:
    """Somebody can't feed all cards, or buys medals."""
    order = ring(s)
    for turn, seat in enumerate(order):
        hungry = [FEED_PEOPLE[other] for other in order[turn + 1 :]]
        yield Frame("B", [*hungry, MEDALS, *ahead(s)], (RemoveCards,), seat)
        yield Frame("B", [*[BUY_MEDALS[other] for other in order[turn:]], *ahead(s)])


def follow(s: State, step: Step, phase: str) -> list[Step]:
    """A step, and what waits below it by the rules, or `BadPosition`."""
    found = below(s, step, phase)
    if not found:
        near = sorted({first.text for f in frames(s) for first in f.steps[:1] if not f.on})
        like = [text for text in near if text.split()[0] == step.text.split()[0]]
        raise BadPosition(f"{step.text} can't be asked here, but {', '.join(like or near)}")
    return found


def below(s: State, step: Step, phase: str) -> list[Step]:
    """A step and what waits below it, in this phase if it comes in both; nothing if it can't."""
    found = [steps for frame in frames(s) if (steps := _with(step, frame)) and frame.phase == phase]
    found += [steps for frame in frames(s) if (steps := _with(step, frame))]
    return found[0] if found else []


def _with(step: Step, frame: Frame) -> list[Step]:
    if frame.on:
        return [step, *frame.steps] if _lies_on([step], frame) else []
    return frame.steps if frame.steps[:1] == [step] else []


def _lies_on(top: list[Step], frame: Frame) -> bool:
    """Whether steps lie on a frame: one, or a colony to turn over before another is taken."""
    if len(top) == 2 and not (isinstance(top[0], TurnColony) and isinstance(top[1], TakeColony)):
        return False
    seat = getattr(top[0], "seat", ANYBODY)
    return isinstance(top[0], frame.on) and frame.seat in (seat, ANYBODY)


def frame_of(s: State) -> Frame:
    """Where the game stands, or `BadPosition` if these steps can't wait one below the other."""
    waiting = s.stack[::-1]
    for frame in frames(s):
        top = len(waiting) - len(frame.steps)
        if waiting[max(top, 0) :] == frame.steps:
            if not frame.on and top == 0:
                return frame
            if frame.on and top in (1, 2) and _lies_on(waiting[:top], frame):
                return frame
    listed = ", ".join(step.text for step in waiting) or "none"
    raise BadPosition(f"these steps can't wait one after the other: {listed}")
