"""Positions: any state as data that people can write, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cradle.kernel.game import BadPosition
from cradle.kernel.notation import BadText, grammar, parse
from cradle.kernel.step import Step
from cradle.stone_age.components import (
    BUILDINGS,
    CARDS,
    LIMITS,
    OPEN_CARDS,
    PLACE_NAMES,
    RESOURCES,
    STACK_HEIGHT,
    TOOL_SLOTS,
)
from cradle.stone_age.course import below, check_course, follow
from cradle.stone_age.moves import BUILDING_NAME, CARD_NAME, MOST_TOOL, PLACE
from cradle.stone_age.needs import check_needs, check_seat, need
from cradle.stone_age.placing import PLACE_PEOPLE
from cradle.stone_age.position_types import PlayerPosition, Position, ToolPosition
from cradle.stone_age.state import NOTHING, Player, State, new_player
from cradle.stone_age.steps import STEPS

STEP_WORDS: Final = grammar(*STEPS)


def read(s: State, data: Position) -> None:
    """Make a fresh game stand at a position."""
    lay_out(s, data)
    s.stack = _read_steps(s, data)[::-1]
    check_needs(s)
    check_course(s)


def lay_out(s: State, data: Position) -> None:
    """Put everything a position names in its place, whatever steps wait."""
    s.round = data.get("round", 1)
    s.first = data.get("first", 0)
    need(0 <= s.first < s.seats, f"first: seats are 0 to {s.seats - 1}")
    players = data.get("players", [])
    need(len(players) <= s.seats, f"players: {len(players)}, but {s.seats} seats")
    s.players = [new_player() for _ in range(s.seats)]
    for seat, each in enumerate(players):
        _read_player(s, s.players[seat], each)
    for place in range(len(PLACE_NAMES)):
        s.crowd[place] = sum([player.at[place] for player in s.players])
    _lay_cards(s, data)
    _lay_buildings(s, data)
    s.roll = tuple(sorted(data.get("roll", [])))
    s.rows = tuple([tuple(sorted(row)) for row in data.get("rows", [])])


def _read_player(s: State, player: Player, data: PlayerPosition) -> None:
    player.people = data.get("people", LIMITS["people_start"])
    for place, count in data.get("at", {}).items():
        player.at[PLACE.index[place]] = count
    player.idle = data.get("idle", max(0, player.people - sum(player.at)))
    player.food = data.get("food", LIMITS["food_start"])
    stock = data.get("resources", {})
    player.stock = [stock.get(name, 0) for name in RESOURCES]
    player.agriculture = data.get("agriculture", 0)
    player.points = data.get("points", 0)
    player.cards = tuple([CARD_NAME.index[card] for card in data.get("cards", [])])
    player.buildings = tuple([BUILDING_NAME.index[name] for name in data.get("buildings", [])])
    extra = data.get("extra_card")
    player.hidden = NOTHING if extra is None else CARD_NAME.index[extra]
    player.owed = tuple(data.get("owed_rows", []))
    _read_tools(player, data.get("tools", []))
    uppers = [CARDS[card].upper for card in player.cards]
    player.two = int(data.get("two_resources", _lies_open(s) and "two_resources" in uppers))
    player.once = sum([1 << value for value in set(data.get("once", _once(player)))])


def _lies_open(s: State) -> bool:
    """S-O2: whether the card of two resources may lie open for a while."""
    return not s.two_resources_at_once


def _once(player: Player) -> list[int]:
    """The values of all one-use tools a player took."""
    cards = [CARDS[card] for card in player.cards]
    return [card.amount for card in cards if card.upper == "one_use_tool"]


def _read_tools(player: Player, tools: Sequence[ToolPosition]) -> None:
    """S-A2: tools rise one after the other, so their sum says each one's value."""
    values = [tool["value"] for tool in tools]
    player.tools = sum(values)
    slots = [player.tool(slot) for slot in range(TOOL_SLOTS)]
    need([value for value in slots if value] == values, "tools: as 2, 1, 1; they rise in turn")
    player.used = sum([1 << slot for slot, tool in enumerate(tools) if tool.get("used", False)])


def _lay_cards(s: State, data: Position) -> None:
    """Open cards as said, or the first ones free; all others are in the stack."""
    taken = [card for player in s.players for card in (*player.cards, player.hidden)]
    said = [NOTHING if card is None else CARD_NAME.index[card] for card in data.get("cards", [])]
    need("cards" not in data or len(said) == OPEN_CARDS, f"cards: {OPEN_CARDS} places")
    held = [card for card in (*taken, *said) if card != NOTHING]
    _check_once("card", [CARDS[card].id for card in held])
    free = [card for card in range(len(CARDS)) if card not in held]
    if "cards" not in data:
        said = free[:OPEN_CARDS] if s.round else [NOTHING] * OPEN_CARDS
        need(len(said) == OPEN_CARDS, "cards: too few are left, so say which lie open")
    s.cards = tuple(said)
    s.deck = tuple([card for card in free if card not in said])


def _lay_buildings(s: State, data: Position) -> None:
    """Open buildings as said, or the first ones free; what was built left the stacks in turn."""
    built = [building for player in s.players for building in player.buildings]
    said = [
        NOTHING if name is None else BUILDING_NAME.index[name] for name in data.get("buildings", [])
    ]
    need("buildings" not in data or len(said) == s.seats, f"buildings: {s.seats} stacks")
    shown = [building for building in said if building != NOTHING]
    _check_once("building", [BUILDINGS[building].id for building in built + shown])
    free = [number for number in range(len(BUILDINGS)) if number not in built + shown]
    heights = data.get("stacks", _heights(s.seats, len(built)))
    need(len(heights) == s.seats, f"stacks: {s.seats} of them")
    total = STACK_HEIGHT * s.seats
    need(sum(heights) + len(built) == total, f"stacks and built ones: {total} buildings in all")
    need(max(heights) <= STACK_HEIGHT, f"stacks: at most {STACK_HEIGHT} each")
    if "buildings" not in data:
        said = [free[pile] if s.round and heights[pile] else NOTHING for pile in range(s.seats)]
    s.tops = tuple(said)
    s.heights = tuple(heights)
    s.unseen = tuple([number for number in free if number not in said])


def _heights(seats: int, built: int) -> list[int]:
    """What is left of the stacks when buildings were taken from them in turn."""
    return [STACK_HEIGHT - (built + seats - 1 - pile) // seats for pile in range(seats)]


def _check_once(what: str, names: list[str]) -> None:
    for name in names:
        need(names.count(name) == 1, f"{name}: each {what} is in one place")


def _read_steps(s: State, data: Position) -> list[Step]:
    """The steps that wait, the next one first."""
    if "steps" in data:
        need("step" not in data, "either step or steps")
        return [_read_step(text) for text in data["steps"]]
    default = PLACE_PEOPLE[s.first].text if s.round else "draw-first"
    step = _read_step(data.get("step", default))
    check_seat(s, step)
    return follow(s, step)


def _read_step(text: str) -> Step:
    try:
        step = parse(text, STEP_WORDS)
    except BadText as error:
        raise BadPosition(f"{text[:40]!r} is no step ({error.key})") from None
    assert isinstance(step, Step)
    return step


def write(s: State) -> Position:
    """The position, short: what is as `read` would have it anyway isn't said."""
    data: Position = {"round": s.round, "first": s.first}
    waiting = s.stack[::-1]
    if waiting and below(s, waiting[0]) == waiting:
        data["step"] = waiting[0].text
    else:
        data["steps"] = [step.text for step in waiting]
    data["cards"] = [None if card == NOTHING else CARDS[card].id for card in s.cards]
    data["buildings"] = [None if top == NOTHING else BUILDINGS[top].id for top in s.tops]
    data["stacks"] = list(s.heights)
    if s.roll:
        data["roll"] = list(s.roll)
    if s.rows:
        data["rows"] = [list(row) for row in s.rows]
    data["players"] = [_write_player(s, player) for player in s.players]
    return data


def _write_player(s: State, player: Player) -> PlayerPosition:
    data: PlayerPosition = {
        "people": player.people,
        "food": player.food,
        "resources": _held(RESOURCES, player.stock),
        "agriculture": player.agriculture,
        "tools": _write_tools(player),
        "points": player.points,
        "cards": [CARDS[card].id for card in player.cards],
        "buildings": [BUILDINGS[building].id for building in player.buildings],
        "at": _held(PLACE_NAMES, player.at),
    }
    if player.idle != player.people - sum(player.at):
        data["idle"] = player.idle
    if player.hidden != NOTHING:
        data["extra_card"] = CARDS[player.hidden].id
    if player.owed:
        data["owed_rows"] = list(player.owed)
    _write_unused(s, player, data)
    return data


def _held(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def _write_tools(player: Player) -> list[ToolPosition]:
    tools: list[ToolPosition] = []
    for slot in range(min(player.tools, TOOL_SLOTS)):
        tools.append({"value": player.tool(slot)})
        if player.used >> slot & 1:
            tools[slot]["used"] = True
    return tools


def _write_unused(s: State, player: Player, data: PlayerPosition) -> None:
    once = [value for value in range(1, MOST_TOOL + 1) if player.once >> value & 1]
    if sorted(_once(player)) != once:
        data["once"] = once
    taken = any(CARDS[card].upper == "two_resources" for card in player.cards)
    if bool(player.two) != (taken and _lies_open(s)):
        data["two_resources"] = bool(player.two)
