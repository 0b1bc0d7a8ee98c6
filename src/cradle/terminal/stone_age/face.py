"""Stone Age's moves for a person: how they are grouped and named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from cradle.kernel.step import Move
from cradle.stone_age.buildings import BuyBuilding, points_for
from cradle.stone_age.civilization import BuyCard
from cradle.stone_age.components import (
    BUILDINGS,
    GOODS,
    PIPS,
    PLACE_NAMES,
    WORTH,
    Building,
)
from cradle.stone_age.feeding import ReplaceFood
from cradle.stone_age.gathering import AddTools, tool_pips
from cradle.stone_age.moves import Pay, Send, Use, Visit
from cradle.terminal import palette
from cradle.terminal.layout import joined
from cradle.terminal.sight import Sight


def grouped(sight: Sight, moves: Sequence[Move]) -> list[list[Move]]:
    """Moves as they are offered: all ways to send people to one place are one entry."""
    places: dict[int, list[Move]] = {}
    others: list[Move] = []
    for move in moves:
        if isinstance(move, Send):
            places.setdefault(move.place, []).append(move)
        else:
            others.append(move)
    return [*places.values(), *([move] for move in ordered(sight, others))]


def ordered(sight: Sight, moves: Sequence[Move]) -> list[Move]:
    """Payments first: those of most points, or else the cheapest, on top."""
    building = _building(sight)
    sign = -1 if building is not None else 1
    pays = sorted((m for m in moves if isinstance(m, Pay)), key=lambda m: sign * _worth(m))
    return [*pays, *(move for move in moves if not isinstance(move, Pay))]


def _worth(move: Pay) -> int:
    return sum(count * worth for count, worth in zip(move.resources, WORTH, strict=True))


def _building(sight: Sight) -> Building | None:
    if not isinstance(sight.step, BuyBuilding):
        return None
    return BUILDINGS[int(sight.view["buildings"][sight.step.pile][-2:]) - 1]


def label(sight: Sight, moves: Sequence[Move]) -> Text:
    """An entry of the menu: a place with the numbers it takes, or a move in words."""
    move = moves[0]
    speech = sight.speech
    if isinstance(move, Send):
        return joined([_place(sight, move.place), Text(_span(moves), palette.HEAD)])
    if isinstance(move, Visit):
        seat = sight.seat or 0
        people = palette.meeple(seat, sight.view["places"][move.place]["people"][seat])
        return joined([_place(sight, move.place), people])
    return joined([Text(speech.move(move)), Text(_outcome(sight, move), palette.GOOD)])


def _span(moves: Sequence[Move]) -> str:
    """How many people may go; nothing where it is one anyway."""
    counts = [move.count for move in moves if isinstance(move, Send)]
    if len(counts) > 1:
        return f"{counts[0]}–{counts[-1]}"
    return str(counts[0]) if counts[0] > 1 else ""


def _place(sight: Sight, place: int) -> Text:
    return Text(sight.speech.term("place", PLACE_NAMES[place]))


def one(sight: Sight, move: Move) -> Text:
    """A single move of a group, in words."""
    return Text(sight.speech.move(move))


def _outcome(sight: Sight, move: Move) -> str:
    building = _building(sight)
    if isinstance(move, Pay) and building is not None:
        return sight.speech.say("for-points", points=points_for(building, move.resources))
    if isinstance(move, Use) and isinstance(sight.step, AddTools):
        good = sight.step.good
        count = (sum(sight.view["roll"]) + tool_pips(move.tools)) // PIPS[good]
        return f"→ {count} {sight.speech.term('good', GOODS[good], count)}"
    return ""


def about(sight: Sight) -> list[Text]:
    """What the step is about: the card, the building, the dice."""
    line = _about(sight)
    return [Text(line, style="bold")] if line else []


def _about(sight: Sight) -> str:
    step, speech = sight.step, sight.speech
    if isinstance(step, BuyCard):
        card = speech.term("card", sight.view["cards"][step.slot])
        return speech.say("about-card", card=card, price=step.slot + 1)
    if isinstance(step, BuyBuilding):
        return speech.term("building", sight.view["buildings"][step.pile])
    if isinstance(step, AddTools):
        roll = sight.view["roll"]
        return f"{palette.dice(roll)} = {sum(roll)}"
    if isinstance(step, ReplaceFood):
        return speech.say("about-food", count=step.missing)
    return ""


def details(sight: Sight, seat: int) -> list[Text]:
    """A tableau card by card."""
    player, speech = sight.view["players"][seat], sight.speech
    cards = [f"{speech.term('card', card)}" for card in player["cards"]]
    if player["extra_card"]:
        cards.append(f"{speech.term('card', player['extra_card'])} ({speech.say('hidden')})")
    built = [speech.term("building", building) for building in player["buildings"]]
    return [Text(line) for line in (*cards, *built)]


def stage(view: dict[str, Any]) -> object:
    """What changes when a new chapter of the game begins."""
    return view["round"], view["phase"]


def has_secrets(view: dict[str, Any]) -> bool:
    """Whether the picture of this view tells what the others may not know: it never does."""
    return False
