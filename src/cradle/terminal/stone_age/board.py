"""Stone Age on the screen: the landscape, cards, buildings and dice, and everybody's tableau."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from cradle.stone_age.components import CARDS, FIGURES, GOODS, PLACES, SYMBOLS
from cradle.terminal import palette
from cradle.terminal.context import Context
from cradle.terminal.layout import (
    Block,
    beside,
    block,
    box,
    columns,
    ends,
    fit,
    joined,
    roomy,
    shares,
    table,
    width_of,
)
from cradle.terminal.texts import Texts

View = dict[str, Any]
GATHER = 5
VILLAGE = 3
TALL = 28
WIDE = 76
GOOD_COLOURS = {
    "wood": "green",
    "clay": "red",
    "stone": "white",
    "gold": "yellow",
    "food": "bright_yellow",
}


def board(ctx: Context, width: int, height: int) -> Block:
    """Everything that lies open."""
    view, texts = ctx.view, ctx.texts
    compact = height < TALL or width < WIDE
    places = _places_short if compact else _places
    return [
        _headline(view, texts, width),
        *places(view, texts, width),
        *_offers(view, texts, width, compact),
        *_tableaus(view, texts, width),
    ]


def _headline(view: View, texts: Texts, width: int) -> Text:
    name = Text(texts.title(), style=palette.TITLE)
    phase = texts.game_say(f"phase.{view['phase']}")
    left = joined([name, texts.say("round", round=view["round"]), phase], " · ")
    return ends(left, Text(texts.say("deck", count=view["deck"]), palette.HEAD), width)


# The landscape.


def _places(view: View, texts: Texts, width: int) -> Block:
    gather = [
        box(_place_name(view, texts, number), _gather_lines(view, texts, number, size - 4), size)
        for number, size in enumerate(shares(width, GATHER))
    ]
    village_width = width * 3 // 5
    names = [_place_name(view, texts, GATHER + number) for number in range(VILLAGE)]
    village = [
        box(name, [_village_line(view, GATHER + number)], size)
        for number, (name, size) in enumerate(zip(names, roomy(names, village_width), strict=True))
    ]
    title = Text(texts.say("dice"), style=palette.TITLE)
    dice = box(title, [_dice_line(view)], width - village_width)
    return [*beside(*gather), *beside(*village, dice)]


def _places_short(view: View, texts: Texts, width: int) -> Block:
    items = [_short_place(view, texts, number) for number in range(GATHER + VILLAGE)]
    lines = columns(items, width, most=4)
    dice = _dice_line(view)
    return [*lines, fit(joined([Text(texts.say("dice"), palette.HEAD), dice]), width)]


def _short_place(view: View, texts: Texts, number: int) -> Text:
    people = _people(view["places"][number], 8, bool(PLACES[number].spaces))
    return joined([_place_name(view, texts, number), people])


def _place_name(view: View, texts: Texts, number: int) -> Text:
    return Text(texts.term("place", view["places"][number]["place"]), style=palette.TITLE)


def _gather_lines(view: View, texts: Texts, number: int, width: int) -> list[Text]:
    place = PLACES[number]
    good = texts.term("good", GOODS[place.good])
    return [
        _people(view["places"][number], width, bool(place.spaces)),
        Text(f"÷{place.pips} {good}", style=GOOD_COLOURS[GOODS[place.good]]),
    ]


def _village_line(view: View, number: int) -> Text:
    return _people(view["places"][number], 10, True)


def _people(place: dict[str, Any], width: int, limited: bool) -> Text:
    crowd = list(enumerate(place["people"]))
    line = joined([palette.meeple(seat, count) for seat, count in crowd if count], "")
    if line.cell_len > width:
        shown = [(seat, count) for seat, count in crowd if count]
        return joined([palette.meeple(seat).append(str(count)) for seat, count in shown], "")
    free = place["spaces"] - sum(place["people"]) if limited else 0
    return line.append(palette.FREE * free or ("" if line else palette.FREE), palette.HEAD)


def _dice_line(view: View) -> Text:
    if view["roll"]:
        return Text(f"{palette.dice(view['roll'])} = {sum(view['roll'])}", style="bold")
    rows = [palette.dice(row) for row in view["rows"] if row]
    if rows:
        return Text(" | ".join(rows), style="bold")
    return Text(palette.FREE, style=palette.HEAD)


# Cards and buildings.


def _offers(view: View, texts: Texts, width: int, compact: bool) -> Block:
    """Cards beside buildings, framed if there is room; under each other if they must."""
    parts = [
        (texts.say("cards-title"), _card_lines(view, texts)),
        (texts.say("buildings-title"), _building_lines(view, texts)),
    ]
    rows = max(len(lines) for _, lines in parts)
    needed = [width_of([Text(title), *lines]) for title, lines in parts]
    framed = not compact and sum(needed) + 8 <= width
    spare = width - sum(needed) - (8 if framed else 1)
    if spare < 0:
        return [line for title, lines in parts for line in _offer(title, lines, width, True)]
    sizes = [n + more + 4 * framed for n, more in zip(needed, shares(spare, 2), strict=True)]
    boxes = [
        _offer(title, lines + [Text()] * (rows - len(lines)), size, not framed)
        for (title, lines), size in zip(parts, sizes, strict=True)
    ]
    return beside(*boxes, gap=int(not framed))


def _offer(title: str, lines: Sequence[Text], width: int, compact: bool) -> Block:
    if compact:
        return [fit(Text(title, palette.HEAD), width), *block(lines, width)]
    return box(Text(title, style=palette.TITLE), lines, width)


def _card_lines(view: View, texts: Texts) -> list[Text]:
    start = GATHER + VILLAGE
    return [
        joined(
            [
                Text(str(slot + 1), "bold"),
                _taker(view["places"][start + slot]),
                _card(card, texts),
            ]
        )
        for slot, card in enumerate(view["cards"])
    ]


def _card(card: str | None, texts: Texts) -> Text:
    if card is None:
        return Text("–", palette.HEAD)
    green = CARDS[int(card[-2:]) - 1].symbol >= 0
    return Text(texts.term("card", card), style="green" if green else "yellow")


def _building_lines(view: View, texts: Texts) -> list[Text]:
    start = GATHER + VILLAGE + len(view["cards"])
    return [
        joined(
            [
                Text(str(pile + 1), "bold"),
                _taker(view["places"][start + pile]),
                _building(name, texts),
                Text(f"×{view['stacks'][pile]}", palette.HEAD),
            ]
        )
        for pile, name in enumerate(view["buildings"])
    ]


def _building(name: str | None, texts: Texts) -> Text:
    return Text(texts.term("building", name)) if name else Text("–", palette.HEAD)


def _taker(place: dict[str, Any]) -> Text:
    here = [seat for seat, count in enumerate(place["people"]) if count]
    return palette.meeple(here[0]) if here else Text("_", palette.HEAD)


# Tableaus.

STOCK = ("wood", "clay", "stone", "gold")
HEADS = ("points", "people", "food", "tools", *STOCK, "culture", "figures", "built")
SHORT_HEADS = ("points", "people", "food", "tools", "stock", "culture", "figures", "built")


def _tableaus(view: View, texts: Texts, width: int) -> Block:
    """One row a player, in the roomiest form that fits."""
    forms = ((HEADS, "head", 2, 14), (HEADS, "head", 1, 14), (SHORT_HEADS, "head", 2, 9))
    for heads, key, gap, name in (*forms, (SHORT_HEADS, "short", 1, 7)):
        rows = [_tableau(view, texts, player, heads, name) for player in view["players"]]
        head = [Text(), *(Text(texts.say(f"{key}.{each}"), palette.HEAD) for each in heads)]
        lines = table(head, rows, 1, gap)
        if width_of(lines) <= width:
            break
    return block(lines, width)


def _tableau(
    view: View, texts: Texts, player: dict[str, Any], heads: Sequence[str], name: int
) -> list[Text]:
    stock = {key: _count(player["resources"][key]) for key in STOCK}
    letters = texts.say("stock").split()
    cells = stock | {
        "points": Text(str(player["points"]).replace("-", "−"), style="bold"),
        "people": Text(f"{player['idle']}/{player['people']}"),
        "food": _food(player),
        "tools": _tools(player),
        "stock": joined(
            [Text(x).append_text(stock[k]) for x, k in zip(letters, STOCK, strict=True)]
        ),
        "culture": Text(culture(player)),
        "figures": Text(figures(player, texts)),
        "built": _count(len(player["buildings"])),
    }
    return [_player_name(view, texts, player["seat"], name), *(cells[key] for key in heads)]


def _count(number: int) -> Text:
    return Text(str(number)) if number else Text(palette.FREE, palette.HEAD)


def _player_name(view: View, texts: Texts, seat: int, longest: int) -> Text:
    mark = "▸" if view["turn"] == seat else " "
    first = "★" if view["first"] == seat else " "
    name = palette.named(seat, texts.player(seat))
    name.truncate(longest, overflow="ellipsis")
    return Text.assemble(mark, name, first)


def _food(player: dict[str, Any]) -> Text:
    style = palette.BAD if player["hungry"] else ""
    mark = "!" if player["hungry"] else ""
    return Text(f"{player['food']}+{player['agriculture']}{mark}", style=style)


def _tools(player: dict[str, Any]) -> Text:
    line = joined(
        [Text(f"({t['value']})" if t["used"] else str(t["value"])) for t in player["tools"]]
    )
    for value in player["once"]:
        line.append(f" {value}×")
    if player["two_resources"]:
        line.append(" +2")
    return line or Text(palette.FREE, palette.HEAD)


def culture(player: dict[str, Any]) -> str:
    """Different culture symbols, and those held twice: 5²+1²."""
    held = [CARDS[int(card[-2:]) - 1].symbol for card in player["cards"]]
    counts = [held.count(symbol) for symbol in range(len(SYMBOLS))]
    different, twice = sum(n > 0 for n in counts), sum(n > 1 for n in counts)
    shown = f"{different}²" + (f"+{twice}²" if twice else "") if different else palette.FREE
    return shown + ("+?" if player["extra_cards"] else "")


def figures(player: dict[str, Any], texts: Texts) -> str:
    """How many farmers, hut builders, shamans and tool makers, by their letters."""
    letters = texts.say("figures").split()
    cards = [CARDS[int(card[-2:]) - 1] for card in player["cards"]]
    counts = [sum(c.figures for c in cards if c.figure == kind) for kind in range(len(FIGURES))]
    shown = [f"{letter}{n}" for letter, n in zip(letters, counts, strict=True) if n]
    return " ".join(shown) or palette.FREE
