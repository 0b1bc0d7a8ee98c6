"""Hadara on the screen: the wheel's segments with their cards, the colonies, and all boards."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from cradle.hadara.names import COLOURS, LEVELS, STATUES, TRACKS
from cradle.hadara.numbers import MOST_GOLD, MOST_SILVER
from cradle.terminal import palette
from cradle.terminal.context import Context
from cradle.terminal.hadara import cards as hadara_cards
from cradle.terminal.hadara.colours import CARD_COLOURS, TRACK_COLOURS
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

TALL = 28
WIDE = 96
LEAST_LINES = 3
MOST_LINES = 5


def board(ctx: Context, width: int, height: int) -> Block:
    """Everything that lies open."""
    compact = height < TALL or width < WIDE
    return [
        _headline(ctx, width),
        *(_segments_short(ctx, width) if compact else _segments(ctx, width)),
        *_colonies(ctx, width, compact),
        *_boards(ctx, width),
    ]


def _headline(ctx: Context, width: int) -> Text:
    view, texts = ctx.view, ctx.texts
    parts: list[str | Text] = [Text(texts.title(), style=palette.TITLE)]
    if view["epoch"]:
        parts.append(texts.say("epoch", epoch="I" * view["epoch"]))
    parts.append(texts.game_say(f"phase.{view['phase']}"))
    return ends(joined(parts, " · "), Text(_prices(ctx), palette.HEAD), width)


def _prices(ctx: Context) -> str:
    epoch = ctx.view["epoch"]
    if not epoch:
        return ""
    medals = ctx.own["medals"]
    sale = ctx.table.setup.components.sale[epoch]
    return ctx.texts.say(
        "prices", sale=sale, silver=medals["silver_price"], gold=medals["gold_price"]
    )


# The wheel.


def _segments(ctx: Context, width: int) -> Block:
    segments = list(zip(ctx.view["board"], shares(width, 5), strict=True))
    inside = [_segment_lines(ctx, colour, size - 4) for colour, size in segments]
    rows = min(MOST_LINES, max(LEAST_LINES, *map(len, inside)))
    boxes = [
        box(_colour(ctx, colour), block(lines, size - 4, rows), size)
        for (colour, size), lines in zip(segments, inside, strict=True)
    ]
    return beside(*boxes)


def _colour(ctx: Context, colour: str) -> Text:
    name = ctx.texts.term("colour", colour)
    title = Text(name[0].upper() + name[1:], style=f"bold {CARD_COLOURS[colour]}")
    return joined([title, *_crests(ctx, colour)])


def _crests(ctx: Context, colour: str) -> list[Text]:
    at = [p["seat"] for p in ctx.view["players"] if p["points_at"] == colour]
    return [palette.meeple(seat).append("◂") for seat in at]


def _segment_lines(ctx: Context, colour: str, width: int) -> Block:
    pile = ctx.view["piles"][colour]
    lines = [_heights(ctx, colour)]
    if pile["top"]:
        for line in hadara_cards.short_lines(ctx, pile["top"]):
            lines += wrapped(line, width)
    return lines


def _heights(ctx: Context, colour: str) -> Text:
    stack, pile = ctx.view["stacks"][colour], ctx.view["piles"][colour]["height"]
    return Text(ctx.texts.say("heights", stack=stack, pile=pile), style=palette.HEAD)


def _segments_short(ctx: Context, width: int) -> Block:
    lines = []
    for colour in ctx.view["board"]:
        parts = [_colour(ctx, colour), _heights(ctx, colour)]
        if top := ctx.view["piles"][colour]["top"]:
            parts += hadara_cards.short_lines(ctx, top)
        lines.append(joined(parts, "  "))
    return block(lines, width)


# Colonies.


def _colonies(ctx: Context, width: int, compact: bool) -> Block:
    own = {each["colony"] for each in ctx.own["colonies"]} if ctx.seat is not None else set()
    cells = [_colony(ctx, each, own) for each in ctx.view["colonies"]]
    if compact:
        return columns(cells, width)
    title = Text(ctx.texts.say("colonies-title"), style=palette.TITLE)
    sizes = zip(cells, shares(width - 4, len(cells)), strict=True)
    return box(title, [joined([fit(cell, size) for cell, size in sizes], "")], width)


def _colony(ctx: Context, colony: dict[str, Any], own: set[str]) -> Text:
    owned = colony["colony"] in own
    shown = (
        f"≥{colony['requirement']} ×{colony['left']} +{colony['plunder']}/−{colony['integrate']} "
    )
    points = ctx.texts.say("pt", points=colony["points"])
    return Text(f"{shown}{points}{' ✓' if owned else ''}", style=palette.HEAD if owned else "")


# Everybody's board.


def _boards(ctx: Context, width: int) -> Block:
    for gap, longest, heads in ((2, 16, "heads"), (1, 16, "heads"), (1, 12, "heads-short")):
        rows = [_row(ctx, player, longest) for player in ctx.view["players"]]
        lines = table(_heads(ctx, heads), rows, 1, gap)
        if width_of(lines) <= width:
            break
    return block(lines, width)


def _heads(ctx: Context, key: str) -> list[Text]:
    texts = ctx.texts
    short = hadara_cards.tracks(texts)
    points, coins, *kept = texts.say(key).split()
    colours = zip(COLOURS, texts.say("colours").split(), strict=True)
    return [
        Text(),
        *(Text(head, palette.HEAD) for head in (points, coins)),
        *(Text(short[track], TRACK_COLOURS[track]) for track in TRACKS),
        *(Text(short, CARD_COLOURS[colour]) for colour, short in colours),
        *(Text(head, palette.HEAD) for head in kept),
    ]


def _row(ctx: Context, player: dict[str, Any], longest: int) -> list[Text]:
    return [
        _name(ctx, player["seat"], longest),
        Text(str(player["score"]["total"]), style="bold"),
        Text(str(player["coins"])),
        *(_track(player, track) for track in TRACKS),
        *(_count(player["discount"][colour]) for colour in COLOURS),
        Text(_own_colonies(player)),
        Text(_own_statues(ctx, player)),
        Text(_own_silver(ctx, player)),
        Text(("●" * player["medals"]["gold"]).ljust(MOST_GOLD, palette.FREE)),
    ]


def _name(ctx: Context, seat: int, longest: int) -> Text:
    view = ctx.view
    mark = "✓" if seat in view["answered"] else "▸" if seat in view["asked"] else " "
    first = "★" if view["first"] == seat else " "
    name = palette.named(seat, ctx.texts.player(seat))
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


def _own_statues(ctx: Context, player: dict[str, Any]) -> str:
    letters = _letters(ctx)
    held = {
        each["statue"]: letters[each["tile"]] if each["side"] == "up" else "▾"
        for each in player["statues"]
    }
    return "".join(held.get(statue, palette.FREE) for statue in STATUES)


def _own_silver(ctx: Context, player: dict[str, Any]) -> str:
    letters = _letters(ctx)
    shown = "".join(letters[track] for track in player["medals"]["silver"])
    return shown.ljust(MOST_SILVER, palette.FREE)


def _letters(ctx: Context) -> dict[str, str]:
    return {track: short[0] for track, short in hadara_cards.tracks(ctx.texts).items()}
