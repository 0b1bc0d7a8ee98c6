"""Stone Age: the traits of a seat, from which its final points are predicted.

The first are parts of the points that the heuristic expects; the others are plain counts, by
which the fit corrects what the parts get wrong.
"""

from __future__ import annotations

from typing import Final

from cradle.bots.stone_age.worth import Worth, figures, once_pips, symbols
from cradle.stone_age.state import State

PARTS: Final = ("points", "resources", "food", "people", "tools", "culture", "figures")
# Each count, and the part it belongs to when points are explained.
COUNTS: Final = {
    "people": "people",
    "food": "food",
    "short": "food",
    "agriculture": "food",
    "tools": "tools",
    "once": "tools",
    "wood": "resources",
    "clay": "resources",
    "stone": "resources",
    "gold": "resources",
    "two": "resources",
    "farmers": "figures",
    "hut_builders": "figures",
    "shamans": "figures",
    "tool_makers": "figures",
    "buildings": "figures",
    "symbols": "culture",
    "doubles": "culture",
    "trebles": "culture",
    "turn": "points",
}
TRAITS: Final = (*PARTS, *(f"{count}_count" for count in COUNTS))
EXPLAINS: Final = (*PARTS, *COUNTS.values())


def parts(worth: Worth, s: State, seat: int, rounds: float) -> list[float]:
    """The points a seat can expect when a round begins with so many after it, part by part."""
    player = s.players[seat]
    shown, multiplied = figures(player), 0.0
    for figure in range(4):
        if shown[figure]:
            multiplied += shown[figure] * worth.figure(player, figure, rounds)
    return [
        player.points + worth.to_come(rounds),
        worth.stock(player, rounds),
        worth.meals(player.food, player.people - player.agriculture, rounds),
        worth.labour * (rounds + 1.0) * player.people,
        worth.tool * (rounds + 1.0) * player.tools + worth.once * once_pips(player),
        worth.culture(player, rounds),
        multiplied,
    ]


def traits(worth: Worth, s: State, seat: int, rounds: float) -> list[float]:
    """All traits of a seat, in the order of their names."""
    return parts(worth, s, seat, rounds) + counts(s, seat)


def counts(s: State, seat: int) -> list[float]:
    """What a seat has, counted."""
    player = s.players[seat]
    different = doubles = trebles = 0
    for count in symbols(player):
        different += count > 0
        doubles += count > 1
        trebles += count > 2
    farmers, hut_builders, shamans, tool_makers = figures(player)
    wood, clay, stone, gold = player.stock
    need = player.people - player.agriculture
    return [
        float(player.people),
        float(player.food),
        float(max(0, need - player.food)),
        float(player.agriculture),
        float(player.tools),
        float(once_pips(player)),
        float(wood),
        float(clay),
        float(stone),
        float(gold),
        float(player.two),
        float(farmers),
        float(hut_builders),
        float(shamans),
        float(tool_makers),
        float(len(player.buildings)),
        float(different),
        float(doubles),
        float(trebles),
        float((seat - s.first) % s.seats),
    ]
