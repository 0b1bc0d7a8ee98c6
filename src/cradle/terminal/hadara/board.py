"""Hadara on the screen: the wheel's segments with their cards, the colonies, and all boards."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from cradle.hadara.names import COLOURS, LEVELS, STATUES, TRACKS
from cradle.hadara.numbers import MOST_GOLD, MOST_SILVER
from cradle.terminal import palette
from cradle.terminal.hadara import cards as hadara_cards
from cradle.terminal.layout import (
    Block,
    beside,
    block,
    box,
    columns,
    ends,
    fit,
    joined,
    shares,
    table,
    width_of,
    wrapped,
)
from cradle.terminal.sight import Sight

TALL = 28
WIDE = 96
LEAST_LINES = 3
MOST_LINES = 5


def board(sight: Sight, width: int, height: int) -> Block:
    """Everything that lies open."""
    compact = height < TALL or width < WIDE
    return [
        _headline(sight, width),
        *(_segments_short(sight, width) if compact else _segments(sight, width)),
        *_colonies(sight, width, compact),
        *_boards(sight, width),
    ]


def _headline(sight: Sight, width: int) -> Text:
    view, speech = sight.view, sight.speech
    parts: list[str | Text] = [Text(speech.title(), style=palette.TITLE)]
    if view["epoch"]:
        parts.append(speech.say("epoch", epoch="I" * view["epoch"]))
    parts.append(speech.game_say(f"phase.{view['phase']}"))
    return ends(joined(parts, " · "), Text(_prices(sight), palette.HEAD), width)


def _prices(sight: Sight) -> str:
    epoch = sight.view["epoch"]
    if not epoch:
        return ""
    medals = sight.own["medals"]
    sale = sight.table.setup.components.sale[epoch]
    return sight.speech.say(
        "prices", sale=sale, silver=medals["silver_price"], gold=medals["gold_price"]
    )


# The wheel.


def _segments(sight: Sight, width: int) -> Block:
    segments = list(zip(sight.view["board"], shares(width, 5), strict=True))
    inside = [_segment_lines(sight, colour, size - 4) for colour, size in segments]
    rows = min(MOST_LINES, max(LEAST_LINES, *map(len, inside)))
    boxes = [
        box(_colour(sight, colour), block(lines, size - 4, rows), size)
        for (colour, size), lines in zip(segments, inside, strict=True)
    ]
    return beside(*boxes)


def _colour(sight: Sight, colour: str) -> Text:
    name = sight.speech.term("colour", colour)
    title = Text(name[0].upper() + name[1:], style=f"bold {palette.CARD_COLOURS[colour]}")
    return joined([title, *_crests(sight, colour)])


def _crests(sight: Sight, colour: str) -> list[Text]:
    at = [p["seat"] for p in sight.view["players"] if p["points_at"] == colour]
    return [palette.meeple(seat).append("◂") for seat in at]


def _segment_lines(sight: Sight, colour: str, width: int) -> Block:
    pile = sight.view["piles"][colour]
    lines = [_heights(sight, colour)]
    if pile["top"]:
        for line in hadara_cards.short_lines(sight, pile["top"]):
            lines += wrapped(line, width)
    return lines


def _heights(sight: Sight, colour: str) -> Text:
    stack, pile = sight.view["stacks"][colour], sight.view["piles"][colour]["height"]
    return Text(sight.speech.say("heights", stack=stack, pile=pile), style=palette.HEAD)


def _segments_short(sight: Sight, width: int) -> Block:
    lines = []
    for colour in sight.view["board"]:
        parts = [_colour(sight, colour), _heights(sight, colour)]
        if top := sight.view["piles"][colour]["top"]:
            parts += hadara_cards.short_lines(sight, top)
        lines.append(joined(parts, "  "))
    return block(lines, width)


# Colonies.


def _colonies(sight: Sight, width: int, compact: bool) -> Block:
    own = {each["colony"] for each in sight.own["colonies"]} if sight.seat is not None else set()
    cells = [_colony(sight, each, own) for each in sight.view["colonies"]]
    if compact:
        return columns(cells, width)
    title = Text(sight.speech.say("colonies-title"), style=palette.TITLE)
    sizes = zip(cells, shares(width - 4, len(cells)), strict=True)
    return box(title, [joined([fit(cell, size) for cell, size in sizes], "")], width)


def _colony(sight: Sight, colony: dict[str, Any], own: set[str]) -> Text:
    owned = colony["colony"] in own
    shown = (
        f"≥{colony['requirement']} ×{colony['left']} +{colony['plunder']}/−{colony['integrate']} "
    )
    points = sight.speech.say("pt", points=colony["points"])
    return Text(f"{shown}{points}{' ✓' if owned else ''}", style=palette.HEAD if owned else "")


# Everybody's board.


def _boards(sight: Sight, width: int) -> Block:
    for gap, longest, heads in ((2, 16, "heads"), (1, 16, "heads"), (1, 12, "heads-short")):
        rows = [_row(sight, player, longest) for player in sight.view["players"]]
        lines = table(_heads(sight, heads), rows, 1, gap)
        if width_of(lines) <= width:
            break
    return block(lines, width)


def _heads(sight: Sight, key: str) -> list[Text]:
    speech = sight.speech
    short = hadara_cards.tracks(speech)
    points, coins, *kept = speech.say(key).split()
    colours = zip(COLOURS, speech.say("colours").split(), strict=True)
    return [
        Text(),
        *(Text(head, palette.HEAD) for head in (points, coins)),
        *(Text(short[track], palette.TRACKS[track]) for track in TRACKS),
        *(Text(short, palette.CARD_COLOURS[colour]) for colour, short in colours),
        *(Text(head, palette.HEAD) for head in kept),
    ]


def _row(sight: Sight, player: dict[str, Any], longest: int) -> list[Text]:
    return [
        _name(sight, player["seat"], longest),
        Text(str(player["score"]["total"]), style="bold"),
        Text(str(player["coins"])),
        *(_track(player, track) for track in TRACKS),
        *(_count(player["discount"][colour]) for colour in COLOURS),
        Text(_own_colonies(player)),
        Text(_own_statues(sight, player)),
        Text(_own_silver(sight, player)),
        Text(("●" * player["medals"]["gold"]).ljust(MOST_GOLD, palette.FREE)),
    ]


def _name(sight: Sight, seat: int, longest: int) -> Text:
    view = sight.view
    mark = "✓" if seat in view["answered"] else "▸" if seat in view["asked"] else " "
    first = "★" if view["first"] == seat else " "
    name = palette.named(seat, sight.speech.player(seat))
    name.truncate(longest - 2, overflow="ellipsis")
    return Text.assemble(mark, name, first)


def _track(player: dict[str, Any], track: str) -> Text:
    value = player["tracks"][track]
    if track != "food":
        return Text(str(value))
    cards = sum(player["discount"].values())
    hungry = cards > value
    return Text(f"{value}/{cards}{'!' if hungry else ''}", palette.BAD if hungry else "")


def _count(number: int) -> Text:
    return Text(str(number)) if number else Text(palette.FREE, palette.HEAD)


def _own_colonies(player: dict[str, Any]) -> str:
    held = {each["colony"]: "−" if each["plundered"] else "+" for each in player["colonies"]}
    return "".join(held.get(level, palette.FREE) for level in LEVELS)


def _own_statues(sight: Sight, player: dict[str, Any]) -> str:
    letters = _letters(sight)
    held = {
        each["statue"]: letters[each["tile"]] if each["side"] == "up" else "▾"
        for each in player["statues"]
    }
    return "".join(held.get(statue, palette.FREE) for statue in STATUES)


def _own_silver(sight: Sight, player: dict[str, Any]) -> str:
    letters = _letters(sight)
    shown = "".join(letters[track] for track in player["medals"]["silver"])
    return shown.ljust(MOST_SILVER, palette.FREE)


def _letters(sight: Sight) -> dict[str, str]:
    return {track: short[0] for track, short in hadara_cards.tracks(sight.speech).items()}
