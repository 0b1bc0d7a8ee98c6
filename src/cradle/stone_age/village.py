"""The village: tool maker, hut and field."""

from __future__ import annotations

from cradle.kernel.step import tell
from cradle.stone_age.components import (
    FIELD,
    HUT,
    MOST_AGRICULTURE,
    MOST_PEOPLE,
    MOST_TOOLS,
    TOOL_MAKER,
    TOOL_SLOTS,
)
from cradle.stone_age.news.actions import Farmed, NothingGained, PersonBorn, ToolMade
from cradle.stone_age.state import Player, State


def make_tool(s: State, seat: int) -> None:
    """S-A2: a new tool of 1 while a slot is free, else the lowest goes up; never beyond 4,4,4."""
    player = s.players[seat]
    if player.tools == MOST_TOOLS:
        nothing(s, seat, TOOL_MAKER)
        return
    _rest_tools_that_stay(player)
    player.tools += 1
    if s.news is not None:
        tell(s, ToolMade(seat, player.tools))


def _rest_tools_that_stay(player: Player) -> None:
    """S-A2, ruling: of equally low tools an unused one is raised, so used ones trade slots."""
    raised = player.tools % TOOL_SLOTS
    if player.tools < TOOL_SLOTS or not player.used >> raised & 1:
        return
    for slot in range(raised + 1, TOOL_SLOTS):
        if not player.used >> slot & 1:
            player.used ^= 1 << raised | 1 << slot
            return


def bear_person(s: State, seat: int) -> None:
    """S-A3: one person more, at most 10; it is placed from the next round on."""
    player = s.players[seat]
    if player.people == MOST_PEOPLE:
        nothing(s, seat, HUT)
        return
    player.people += 1
    if s.news is not None:
        tell(s, PersonBorn(seat, player.people))


def farm(s: State, seat: int) -> None:
    """S-A4: agriculture goes up by 1, at most to 10."""
    player = s.players[seat]
    if player.agriculture == MOST_AGRICULTURE:
        nothing(s, seat, FIELD)
        return
    player.agriculture += 1
    if s.news is not None:
        tell(s, Farmed(seat, player.agriculture))


def nothing(s: State, seat: int, place: int) -> None:
    """S-P10, S-C1: a gain beyond a limit is lost."""
    if s.news is not None:
        tell(s, NothingGained(seat, place))
