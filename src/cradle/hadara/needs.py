"""What a position needs besides that nothing is lost: the sense of cards, hands and tiles."""

from __future__ import annotations

from cradle.hadara.colonies import TakeColony, TurnColony
from cradle.hadara.course import Frame, frame_of
from cradle.hadara.draft import LAY_ONE
from cradle.hadara.feeding import RemoveCards
from cradle.hadara.names import (
    BONUS_TILE,
    BUY_REQUIREMENT,
    CARD_COLOUR,
    CARD_EPOCH,
    CARDS,
    COLOUR_COUNT,
    COLOURS,
    DOUBLE_ACTION,
    EPOCHS,
    LEVELS,
    group_of,
)
from cradle.hadara.numbers import DRAWN, MOST_BOUGHT, MOST_FEEDS
from cradle.hadara.setup import CHOOSE_SIDE, DealSetup
from cradle.hadara.state import NOTHING, State, pointed_at
from cradle.hadara.statues import CarveStatue
from cradle.kernel.game import BadPosition
from cradle.kernel.step import Step, Together


def need(holds: bool, otherwise: str) -> None:
    """Raise `BadPosition` unless something holds."""
    if not holds:
        raise BadPosition(otherwise)


def check_needs(s: State) -> None:
    """Raise `BadPosition` if steps, hands, piles or tiles can't be so."""
    for step in s.stack:
        _check_step(s, step)
    for level, left in enumerate(s.left):
        need(left >= 0, f"colonies of {LEVELS[level]}: {s.seats} of them (H-S6)")
    frame = frame_of(s)
    _check_setup(s)
    _check_hands(s, frame)
    _check_drawn(s, frame)
    _check_piles(s, frame)
    for seat, player in enumerate(s.players):
        tile = player.card_tile != NOTHING
        need(not tile or bool(player.effects & BONUS_TILE), f"player {seat}: no card for a tile")
        need(min(player.tiles) >= 0, f"player {seat}: 2 bonus tiles of a track (H-S9)")


def _check_step(s: State, step: Step) -> None:
    seat = getattr(step, "seat", 0)
    need(seat < s.seats, f"{step.text}: seats are 0 to {s.seats - 1}")
    player = s.players[seat]
    if isinstance(step, TakeColony | CarveStatue):
        done = step.taken if isinstance(step, TakeColony) else step.carved
        most = 1 if player.effects & DOUBLE_ACTION else 0
        need(done <= most, f"{step.text}: {most + 1} in a step at most (H-P13)")
        paid = MOST_BOUGHT if done and player.effects & BUY_REQUIREMENT else 0
        need(step.spent <= paid, f"{step.text}: {paid} coins spent at most (H-P15)")
    elif isinstance(step, TurnColony):
        owned = player.colonies[step.colony] != NOTHING
        need(not owned, f"{step.text}: a colony of this level is there (H-C2)")
    elif isinstance(step, RemoveCards):
        need(step.paid <= MOST_FEEDS, f"{step.text}: {MOST_FEEDS} cards at most (H-P7)")


def _check_setup(s: State) -> None:
    """H-S7: each has a setup card of their own, if it isn't still to be dealt."""
    waiting = {step.seat for step in s.stack if isinstance(step, DealSetup)}
    dealt = [player.setup for player in s.players if player.setup != NOTHING]
    need(len(set(dealt)) == len(dealt), "each setup card is dealt once")
    for seat, player in enumerate(s.players):
        lacks = player.setup == NOTHING
        need(lacks == (seat in waiting), f"player {seat}: a setup card, or it is dealt")
        need(s.advanced or not player.side, f"player {seat}: side A, unless mode is advanced")


def _check_hands(s: State, frame: Frame) -> None:
    """H-A2, H-A4: who has drawn holds two cards of the colour at the crest; answers are sealed."""
    for seat, player in enumerate(s.players):
        size = DRAWN if seat < frame.hands else 0
        need(len(player.hand) == size, f"player {seat}: {size} cards in hand")
        colour = pointed_at(s, s.crests[seat])
        for card in player.hand:
            fits = CARD_COLOUR[card] == colour and CARD_EPOCH[card] == s.epoch
            need(fits, f"player {seat}: {CARDS[card]} isn't from the stack at the crest")
    top = s.stack[-1] if s.stack else None
    need(isinstance(top, Together) or not s.sealed, "nobody chooses in secret now")
    for seat, move in s.sealed.items():
        legal = (LAY_ONE if top == LAY_ONE else CHOOSE_SIDE).moves(s, seat)
        need(move in legal, f"player {seat} can't answer {move.text}")


def _check_drawn(s: State, frame: Frame) -> None:
    """H-S4, H-A5: past epochs' cards are drawn, and those of this one as the wheel turned."""
    for epoch in range(1, EPOCHS + 1):
        drawn = _drawn(s, frame) if epoch == s.epoch else [DRAWN * s.seats] * COLOUR_COUNT
        for colour in range(COLOUR_COUNT):
            group = group_of(epoch, colour)
            full = s.components.pools if s.advanced else s.components.plain_pools
            out = full[group].bit_count() - s.pools[group].bit_count()
            must = drawn[colour] if epoch <= s.epoch else 0
            need(out == must, f"{COLOURS[colour]} cards of epoch {epoch}: {out} drawn, not {must}")


def _drawn(s: State, frame: Frame) -> list[int]:
    """How many cards of each colour are drawn in this epoch."""
    drawn = [DRAWN * laid for laid in _laid(s, frame)]
    for seat in range(frame.hands):
        drawn[pointed_at(s, s.crests[seat])] += DRAWN
    return drawn


def _laid(s: State, frame: Frame) -> list[int]:
    """How many seats have laid a card on each outer pile in the drafts that are over."""
    laid = [0] * COLOUR_COUNT
    turns = 0 if frame.on or frame.phase == "B" else 1  # the wheel stands at the next draft
    for back in range(turns, turns + frame.laid):
        for seat in range(s.seats):
            laid[pointed_at(s, (s.crests[seat] - back) % COLOUR_COUNT)] += 1
    return laid


def _check_piles(s: State, frame: Frame) -> None:
    """H-A3, H-B1: in phase A each laid one card a draft; in phase B the piles shrink."""
    laid = _laid(s, frame)
    for colour, pile in enumerate(s.piles):
        name = COLOURS[colour]
        for card in pile:
            fits = CARD_COLOUR[card] == colour and CARD_EPOCH[card] == s.epoch
            need(fits, f"the pile of {name}: {CARDS[card]} doesn't lie there")
        most = laid[colour] if frame.phase == "A" or frame.picking else 0
        need(len(pile) <= most, f"the pile of {name}: {most} cards at most")
        need(frame.phase == "B" or len(pile) == most, f"the pile of {name}: {most} cards")
