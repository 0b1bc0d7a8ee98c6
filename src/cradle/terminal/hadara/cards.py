"""Hadara's cards in words: price, steps, points and effect."""

from __future__ import annotations

from functools import cache
from typing import Any

from rich.text import Text

from cradle.hadara.facts import card_facts
from cradle.hadara.names import TRACKS
from cradle.terminal.context import Context
from cradle.terminal.hadara.colours import CARD_COLOURS, TRACK_COLOURS
from cradle.terminal.layout import joined
from cradle.terminal.texts import Texts

Facts = dict[str, Any]


@cache
def _facts(components: Any) -> dict[str, Facts]:
    return {each["id"]: each for each in card_facts(components)}


def facts(ctx: Context, card: str) -> Facts:
    """What is printed on a card."""
    return _facts(ctx.table.setup.components)[card]


def style(card: str) -> str:
    """The colour of a card or a segment."""
    return CARD_COLOURS[card.partition("-")[0]]


def price(ctx: Context, card: str, seat: int) -> int:
    """What a card costs a seat: less 1 for every card of its colour (H-T2)."""
    printed = facts(ctx, card)
    own: int = ctx.view["players"][seat]["discount"][printed["colour"]]
    return max(0, int(printed["cost"]) - own)


def name(texts: Texts, card: str) -> Text:
    """A card's name in its colour."""
    return Text(texts.term("card", card), style=style(card))


def tracks(texts: Texts) -> dict[str, str]:
    """The short names of the tracks."""
    return dict(zip(TRACKS, texts.say("tracks").split(), strict=True))


def steps(texts: Texts, steps: dict[str, Any]) -> list[Text]:
    """Steps on tracks, shortly: inc+2."""
    short = tracks(texts)
    return [
        Text(f"{short[track]}+{steps[track]}", style=TRACK_COLOURS[track])
        for track in TRACKS
        if steps[track]
    ]


def cost(ctx: Context, card: str) -> str:
    """The printed price, and what the seat pays if that is less."""
    printed = facts(ctx, card)["cost"]
    own = printed if ctx.seat is None else price(ctx, card, ctx.seat)
    return f"{printed}→{own}" if own != printed else str(printed)


def short_lines(ctx: Context, card: str) -> list[Text]:
    """A card in a few short lines: number, price and points; steps; effect."""
    printed, texts = facts(ctx, card), ctx.texts
    points = texts.say("pt", points=printed["points"])
    number = Text(card.partition("-")[2], style=style(card))
    lines = [joined([number, f"¢{cost(ctx, card)}", points])]
    if found := steps(texts, printed):
        lines.append(joined(found))
    if printed["effect"]:
        lines.append(Text(texts.term("effect", printed["effect"]), style="italic"))
    return lines


def long_line(ctx: Context, card: str, priced: bool = True) -> Text:
    """Everything on a card in one line, its price if it still matters."""
    printed, texts = facts(ctx, card), ctx.texts
    parts: list[str | Text] = [
        name(texts, card),
        *([texts.say("price", price=cost(ctx, card))] if priced else []),
        *(
            Text(f"{texts.term('track', track)} +{printed[track]}", style=TRACK_COLOURS[track])
            for track in TRACKS
            if printed[track]
        ),
        texts.say("points", points=printed["points"]),
    ]
    if printed["effect"]:
        parts.append(texts.game_say(f"effect-text.{printed['effect']}"))
    return joined(parts, " · ")
