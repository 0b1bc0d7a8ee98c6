"""Phase 1: people are put on places, one place a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.kernel.notation import speaks
from cradle.kernel.step import Ask, Closed, Do, Move, tell
from cradle.stone_age.components import (
    ALL_PLACES,
    BUILDING,
    CARD,
    FIELD,
    FOREST,
    HUNT,
    HUT,
    MOST_SEATS,
    PLACE_NAMES,
    PLACES,
    RIVER,
    TOOL_MAKER,
    VILLAGE,
)
from cradle.stone_age.moves import NUMBER, SEND, Send
from cradle.stone_age.news.actions import Sent
from cradle.stone_age.state import NOTHING, Player, State

# The fewest people a place takes (S-P3); cards and buildings take one (S-P6).
PARTY: Final = [place.party for place in PLACES] + [1] * (ALL_PLACES - len(PLACES))
VILLAGE_PLACES_IN_USE: Final = {2: 2, 3: 2, 4: 3}  # S-P8, S-P9
PARTIES_AT_A_RESOURCE: Final = {2: 1, 3: 2, 4: 4}  # S-P8, S-P9
SPACES: Final = [place.spaces for place in PLACES]
# UP_TO[place][n]: all ways to send 1 to n people there.
UP_TO: Final[list[list[list[Move]]]] = [
    [list(sends[1 : most + 1]) for most in range(len(sends))] for sends in SEND
]
ONE_PARTY: Final = [SEND[place][PARTY[place]] for place in range(ALL_PLACES)]


def spaces(s: State, seat: int, place: int) -> int:
    """S-P5, S-P8, S-P9: how many people the seat may put at a resource place now."""
    crowd = s.crowd[place]
    if not crowd:
        return SPACES[place]
    if s.players[seat].at[place] or parties(s, place) >= PARTIES_AT_A_RESOURCE[s.seats]:
        return 0
    return SPACES[place] - crowd


def parties(s: State, place: int) -> int:
    """How many players have people at a place."""
    count = 0
    for player in s.players:
        if player.at[place]:
            count += 1
    return count


def village_open(s: State) -> bool:
    """S-P8, S-P9: with fewer than 4 players only two village places are used a round."""
    crowd = s.crowd
    taken = (crowd[TOOL_MAKER] > 0) + (crowd[HUT] > 0) + (crowd[FIELD] > 0)
    return taken < VILLAGE_PLACES_IN_USE[s.seats]


def may_hunt(s: State, player: Player) -> bool:
    """S-P2, S-P4, S-O3: hunting is free to all, but once a round each."""
    return not player.at[HUNT] or s.repeat_hunting


def placings(s: State, seat: int) -> list[Move]:
    """All places the seat may put people on, with all numbers of people (S-P1 to S-P9)."""
    player = s.players[seat]
    idle = player.idle
    found: list[Move] = []
    if not idle:
        return found
    if may_hunt(s, player):
        found += UP_TO[HUNT][idle]
    for place in range(FOREST, RIVER + 1):
        room = spaces(s, seat, place)
        if room:
            found += UP_TO[place][min(idle, room)]
    crowd = s.crowd
    if village_open(s):
        for place in range(TOOL_MAKER, FIELD + 1):
            if not crowd[place] and idle >= PARTY[place]:
                found.append(ONE_PARTY[place])
    for place in range(CARD, BUILDING + s.seats):
        if not crowd[place]:
            found.append(ONE_PARTY[place])
    return found


def next_placer(s: State, seat: int) -> int:
    """The next seat clockwise, this one last, that can still place; -1 if none can (S-P7)."""
    for step in range(1, s.seats + 1):
        other = (seat + step) % s.seats
        player = s.players[other]
        if player.idle and (may_hunt(s, player) or placings(s, other)):
            return other
    return NOTHING


@dataclass(frozen=True)
class PlacePeople(Ask):
    """S-P1: put one or more people on exactly one place; there is no passing."""

    def moves(self, s: State) -> list[Move]:
        return placings(s, self.seat)

    def closed(self, s: State) -> list[Closed]:
        return [reason for place in places_in_use(s) if (reason := why_not(s, self.seat, place))]

    def play(self, s: State, move: Send) -> None:
        player = s.players[self.seat]
        player.idle -= move.count
        player.at[move.place] += move.count
        s.crowd[move.place] += move.count
        if s.news is not None:
            tell(s, Sent(self.seat, move.place, move.count))
        follower = next_placer(s, self.seat)
        if follower >= 0:
            s.stack.append(PLACE_PEOPLE[follower])


speaks(PlacePeople, "S-P1", NUMBER)


PLACE_PEOPLE: Final = [PlacePeople(seat) for seat in range(MOST_SEATS)]


@dataclass(frozen=True)
class Placing(Do):
    """S-P1: from the first player clockwise, until nobody can place."""

    def run(self, s: State) -> None:
        s.stack.append(PLACE_PEOPLE[s.first])


def places_in_use(s: State) -> list[int]:
    """All places of this player count, building stacks that are not used left out (S-S3)."""
    return list(range(BUILDING + s.seats))


def why_not(s: State, seat: int, place: int) -> Closed | None:
    """The reason why a place is closed to a seat, if it is."""
    player = s.players[seat]
    name = PLACE_NAMES[place]
    if player.at[place]:
        if place == HUNT and s.repeat_hunting:
            return None
        return Closed(name, "S-P2", "already_here", (("here", player.at[place]),))
    if player.idle < PARTY[place]:
        numbers = (("need", PARTY[place]), ("have", player.idle))
        return Closed(name, "S-P3", "too_few_people", numbers)
    if FOREST <= place <= RIVER:
        return _why_not_gather(s, place)
    if place == HUNT:
        return None
    if s.crowd[place]:
        return Closed(name, "S-P3" if place < CARD else "S-P6", "taken")
    if place in VILLAGE and not village_open(s):
        most = (("most", VILLAGE_PLACES_IN_USE[s.seats]),)
        return Closed(name, _few_players_clause(s), "village_full", most)
    return None


def _why_not_gather(s: State, place: int) -> Closed | None:
    name, room = PLACE_NAMES[place], PLACES[place].spaces
    if s.crowd[place] >= room:
        return Closed(name, "S-P5", "full", (("spaces", room),))
    most = PARTIES_AT_A_RESOURCE[s.seats]
    if parties(s, place) >= most:
        return Closed(name, _few_players_clause(s), "too_many_parties", (("most", most),))
    return None


def _few_players_clause(s: State) -> str:
    return "S-P9" if s.seats == 2 else "S-P8"
