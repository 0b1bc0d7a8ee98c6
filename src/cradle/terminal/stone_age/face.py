"""Stone Age's moves for a person: how they are grouped and named."""

from __future__ import annotations

from collections.abc import Sequence

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
from cradle.terminal.context import Context
from cradle.terminal.layout import joined


def grouped(ctx: Context, moves: Sequence[Move]) -> list[list[Move]]:
    """Moves as they are offered: all ways to send people to one place are one entry."""
    places: dict[int, list[Move]] = {}
    others: list[Move] = []
    for move in moves:
        if isinstance(move, Send):
            places.setdefault(move.place, []).append(move)
        else:
            others.append(move)
    return [*places.values(), *([move] for move in ordered(ctx, others))]


def ordered(ctx: Context, moves: Sequence[Move]) -> list[Move]:
    """Payments first: those of most points, or else the cheapest, on top."""
    building = _building(ctx)
    sign = -1 if building is not None else 1
    pays = sorted((m for m in moves if isinstance(m, Pay)), key=lambda m: sign * _worth(m))
    return [*pays, *(move for move in moves if not isinstance(move, Pay))]


def _worth(move: Pay) -> int:
    return sum(count * worth for count, worth in zip(move.resources, WORTH, strict=True))


def _building(ctx: Context) -> Building | None:
    if not isinstance(ctx.step, BuyBuilding):
        return None
    return BUILDINGS[int(ctx.view["buildings"][ctx.step.pile][-2:]) - 1]


def label(ctx: Context, moves: Sequence[Move]) -> Text:
    """An entry of the menu: a place with the numbers it takes, or a move in words."""
    move = moves[0]
    texts = ctx.texts
    if isinstance(move, Send):
        return joined([_place(ctx, move.place), Text(_span(moves), palette.HEAD)])
    if isinstance(move, Visit):
        seat = ctx.seat or 0
        people = palette.meeple(seat, ctx.view["places"][move.place]["people"][seat])
        return joined([_place(ctx, move.place), people])
    return joined([Text(texts.move(move)), Text(_outcome(ctx, move), palette.GOOD)])


def _span(moves: Sequence[Move]) -> str:
    """How many people may go; nothing where it is one anyway."""
    counts = [move.count for move in moves if isinstance(move, Send)]
    if len(counts) > 1:
        return f"{counts[0]}–{counts[-1]}"
    return str(counts[0]) if counts[0] > 1 else ""


def _place(ctx: Context, place: int) -> Text:
    return Text(ctx.texts.term("place", PLACE_NAMES[place]))


def one(ctx: Context, move: Move) -> Text:
    """A single move of a group, in words."""
    return Text(ctx.texts.move(move))


def _outcome(ctx: Context, move: Move) -> str:
    building = _building(ctx)
    if isinstance(move, Pay) and building is not None:
        return ctx.texts.say("for-points", points=points_for(building, move.resources))
    if isinstance(move, Use) and isinstance(ctx.step, AddTools):
        good = ctx.step.good
        count = (sum(ctx.view["roll"]) + tool_pips(move.tools)) // PIPS[good]
        return f"→ {count} {ctx.texts.term('good', GOODS[good], count)}"
    return ""


def about(ctx: Context) -> list[Text]:
    """What the step is about: the card, the building, the dice."""
    line = _about(ctx)
    return [Text(line, style="bold")] if line else []


def _about(ctx: Context) -> str:
    step, texts = ctx.step, ctx.texts
    if isinstance(step, BuyCard):
        card = texts.term("card", ctx.view["cards"][step.slot])
        return texts.say("about-card", card=card, price=step.slot + 1)
    if isinstance(step, BuyBuilding):
        return texts.term("building", ctx.view["buildings"][step.pile])
    if isinstance(step, AddTools):
        roll = ctx.view["roll"]
        return f"{palette.dice(roll)} = {sum(roll)}"
    if isinstance(step, ReplaceFood):
        return texts.say("about-food", count=step.missing)
    return ""


def details(ctx: Context, seat: int) -> list[Text]:
    """A tableau card by card."""
    player, texts = ctx.view["players"][seat], ctx.texts
    cards = [f"{texts.term('card', card)}" for card in player["cards"]]
    if player["extra_card"]:
        cards.append(f"{texts.term('card', player['extra_card'])} ({texts.say('hidden')})")
    built = [texts.term("building", building) for building in player["buildings"]]
    return [Text(line) for line in (*cards, *built)]


def chapter(ctx: Context) -> object:
    """What changes when a new chapter of the game begins."""
    return ctx.view["round"], ctx.view["phase"]


def has_secrets(ctx: Context) -> bool:
    """Whether the picture tells what the others may not know: it never does."""
    return False
