"""Rolling for goods, with the help of tools."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from cradle.kernel.chance import Odds
from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Chance, Closed, Move, tell
from cradle.stone_age.components import FOOD, GOODS, MOST_PEOPLE, MOST_SEATS, PIPS, TOOL_SLOTS
from cradle.stone_age.dice import dice_throws
from cradle.stone_age.moves import GOOD, MOST_TOOL, NUMBER, ONCE, Roll, Use, use
from cradle.stone_age.news.actions import Gained, Rolled, ToolsUsed
from cradle.stone_age.state import Player, State


def _dice_odds(dice: int) -> Odds:
    throws = dice_throws(dice)
    return Odds([Roll(faces) for faces, _ in throws], [ways for _, ways in throws])


DICE: Final = [_dice_odds(dice) for dice in range(MOST_PEOPLE + 1)]


@dataclass(frozen=True)
class RollFor(Chance):
    """S-A5, S-A6, S-C4: one die a person; then tools may be added."""

    seat: int
    good: int
    dice: int

    def odds(self, s: State) -> Odds:
        return DICE[self.dice]

    def occasion(self) -> str:
        return self.text.rpartition(" ")[0]  # However many dice: with more, luck is as good.

    def play(self, s: State, move: Roll) -> None:
        s.roll = move.dice
        if s.news is not None:
            tell(s, Rolled(self.seat, move.dice))
        player = s.players[self.seat]
        if len(tool_choices(player)) > 1:
            s.stack.append(ADD_TOOLS[self.seat][self.good])
        else:
            gain_by_pips(s, self.seat, self.good, sum(move.dice))


speaks(RollFor, "S-A6", NUMBER, GOOD, NUMBER)


@dataclass(frozen=True)
class AddTools(Ask):
    """S-A7: add any unused tools to the roll, each whole and once a round."""

    good: int

    def moves(self, s: State) -> list[Move]:
        return tool_choices(s.players[self.seat])

    def closed(self, s: State) -> list[Closed]:
        player = s.players[self.seat]
        return [
            Closed(str(value := player.tool(slot)), "S-A7", "tool_used", (("value", value),))
            for slot in range(TOOL_SLOTS)
            if player.used >> slot & 1
        ]

    def play(self, s: State, move: Use) -> None:
        use_tools(s.players[self.seat], move.tools)
        if s.news is not None and move.tools:
            tell(s, ToolsUsed(self.seat, move.tools))
        gain_by_pips(s, self.seat, self.good, sum(s.roll) + tool_pips(move.tools))


speaks(AddTools, "S-A7", NUMBER, GOOD)


ROLL_FOR: Final = [
    [[RollFor(seat, good, dice) for dice in range(MOST_PEOPLE + 1)] for good in range(len(GOODS))]
    for seat in range(MOST_SEATS)
]
ADD_TOOLS: Final = [
    [AddTools(seat, good) for good in range(len(GOODS))] for seat in range(MOST_SEATS)
]


def gain_by_pips(s: State, seat: int, good: int, pips: int) -> None:
    """S-A5, S-A6: so many pips bring one of the good; remainders are lost."""
    s.roll = ()
    gain(s, seat, good, pips // PIPS[good])


def gain(s: State, seat: int, good: int, count: int) -> None:
    """Take so many of a good from the supply (S-S5: it never runs out)."""
    player = s.players[seat]
    if good == FOOD:
        player.food += count
    else:
        player.stock[good] += count
    if s.news is not None:
        tell(s, Gained(seat, count, good))


_choices: Final[dict[int, list[Move]]] = {}


def tool_choices(player: Player) -> list[Move]:
    """All ways to add open tools to a roll, none included; equal tools are one choice."""
    key = (player.tools << TOOL_SLOTS | player.used) << (MOST_TOOL + 1) | player.once
    found = _choices.get(key)
    if found is None:
        found = _choices[key] = _list_choices(open_tools(player))
    return found


def open_tools(player: Player) -> list[int]:
    """The words of all tools that can still be used this round (S-A7, S-C9)."""
    fresh = [player.tool(slot) for slot in range(TOOL_SLOTS) if not player.used >> slot & 1]
    once = [ONCE + value for value in range(1, MOST_TOOL + 1) if player.once >> value & 1]
    return sorted(tool for tool in fresh if tool) + once


def _list_choices(tools: list[int]) -> list[Move]:
    sets = {chosen for count in range(len(tools) + 1) for chosen in combinations(tools, count)}
    return [use(chosen) for chosen in sorted(sets)]


def tool_pips(tools: tuple[int, ...]) -> int:
    """What tools add to a roll."""
    pips = 0
    for tool in tools:
        pips += tool - ONCE if tool > ONCE else tool
    return pips


def use_tools(player: Player, tools: tuple[int, ...]) -> None:
    """S-A7, S-C9: tools rest until the next round, one-use tools are gone."""
    for tool in tools:
        if tool > ONCE:
            player.once &= ~(1 << (tool - ONCE))
        else:
            player.used |= 1 << _fresh_slot(player, tool)


def _fresh_slot(player: Player, value: int) -> int:
    slot = 0
    while player.tool(slot) != value or player.used >> slot & 1:
        slot += 1
    return slot
