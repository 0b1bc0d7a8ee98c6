"""Hadara's cards in words: price, steps, points and effect."""

from __future__ import annotations

from functools import cache
from typing import Any

from rich.text import Text

from cradle.hadara.facts import card_facts
from cradle.hadara.names import TRACKS
from cradle.terminal import palette
from cradle.terminal.layout import joined
from cradle.terminal.sight import Sight
from cradle.terminal.speech import Speech

Facts = dict[str, Any]


@cache
def _facts(components: Any) -> dict[str, Facts]:
    return {each["id"]: each for each in card_facts(components)}


def facts(sight: Sight, card: str) -> Facts:
    """What is printed on a card."""
    return _facts(sight.table.setup.components)[card]


def style(card: str) -> str:
    """The colour of a card or a segment."""
    return palette.CARD_COLOURS[card.partition("-")[0]]


def price(sight: Sight, card: str, seat: int) -> int:
    """What a card costs a seat: less 1 for every card of its colour (H-T2)."""
    printed = facts(sight, card)
    own: int = sight.view["players"][seat]["discount"][printed["colour"]]
    return max(0, int(printed["cost"]) - own)


def name(speech: Speech, card: str) -> Text:
    """A card's name in its colour."""
    return Text(speech.term("card", card), style=style(card))


def tracks(speech: Speech) -> dict[str, str]:
    """The short names of the tracks."""
    return dict(zip(TRACKS, speech.say("tracks").split(), strict=True))


def steps(speech: Speech, steps: dict[str, Any]) -> list[Text]:
    """Steps on tracks, shortly: inc+2."""
    short = tracks(speech)
    return [
        Text(f"{short[track]}+{steps[track]}", style=palette.TRACKS[track])
        for track in TRACKS
        if steps[track]
    ]


def cost(sight: Sight, card: str) -> str:
    """The printed price, and what the seat pays if that is less."""
    printed = facts(sight, card)["cost"]
    own = printed if sight.seat is None else price(sight, card, sight.seat)
    return f"{printed}→{own}" if own != printed else str(printed)


def short_lines(sight: Sight, card: str) -> list[Text]:
    """A card in a few short lines: number, price and points; steps; effect."""
    printed, speech = facts(sight, card), sight.speech
    points = speech.say("pt", points=printed["points"])
    number = Text(card.partition("-")[2], style=style(card))
    lines = [joined([number, f"¢{cost(sight, card)}", points])]
    if found := steps(speech, printed):
        lines.append(joined(found))
    if printed["effect"]:
        lines.append(Text(speech.term("effect", printed["effect"]), style="italic"))
    return lines


def long_line(sight: Sight, card: str, priced: bool = True) -> Text:
    """Everything on a card in one line, its price if it still matters."""
    printed, speech = facts(sight, card), sight.speech
    parts: list[str | Text] = [
        name(speech, card),
        *([speech.say("price", price=cost(sight, card))] if priced else []),
        *(
            Text(f"{speech.term('track', track)} +{printed[track]}", style=palette.TRACKS[track])
            for track in TRACKS
            if printed[track]
        ),
        speech.say("points", points=printed["points"]),
    ]
    if printed["effect"]:
        parts.append(speech.game_say(f"effect-text.{printed['effect']}"))
    return joined(parts, " · ")
