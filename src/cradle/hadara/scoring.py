"""Chapter 10: final scoring; the same sums tell at any moment how things stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cradle.hadara.components import Components
from cradle.hadara.effects import statue_bonus
from cradle.hadara.names import (
    FULL_SILVER_MEDAL,
    PARTS,
    SET_JOKER,
    SET_POINTS,
    TILES_PER_LEVEL,
)
from cradle.hadara.news.closing import Scored, Won
from cradle.hadara.numbers import COINS_PER_POINT, GOLD_POINTS, SET_BONUS
from cradle.hadara.state import FACE_DOWN, NOTHING, PLUNDERED, Player, State
from cradle.kernel.game import Score, ranked
from cradle.kernel.step import Do, tell


@dataclass(frozen=True)
class FinalScoring(Do):
    """H-M3, H-E7: after epoch III all points are counted; most points win."""

    def run(self, s: State) -> None:
        if s.news is None:
            return
        results = scores(s)
        for score in results:
            for part, points in enumerate(score.parts.values()):
                tell(s, Scored(score.seat, part, points))
        for score in results:
            if score.rank == 1:
                tell(s, Won(score.seat, score.total))


def scores(s: State) -> list[Score]:
    """H-E7: everybody's points by category, with the remaining coins for ties, as of now."""
    parts = [score_parts(s.components, player) for player in s.players]
    return ranked(parts, [player.coins % COINS_PER_POINT for player in s.players])


def score_parts(t: Components, player: Player) -> dict[str, int]:
    """The lines of the score pad."""
    lines = (
        colony_points(t, player),
        statue_points(t, player),
        silver_points(player),
        gold_points(player),
        sum(t.points[card] for card in player.cards),  # H-E5
        player.coins // COINS_PER_POINT,  # H-E6
    )
    return dict(zip(PARTS, lines, strict=True))


def colony_points(t: Components, player: Player) -> int:
    """H-E1, H-C5: front value if plundered, reverse value if integrated."""
    points = 0
    for level, tile in enumerate(player.colonies):
        if tile == PLUNDERED:
            points += t.points_front[level]
        elif tile != NOTHING:
            points += t.points_back[level * TILES_PER_LEVEL + tile]
    return points


def statue_points(t: Components, player: Player) -> int:
    """H-E2: the points of carved statues, and the bonus of face-down tiles."""
    points = 0
    for statue, tile in enumerate(player.statues):
        if tile != NOTHING:
            points += t.statue_points[statue]
        if tile >= FACE_DOWN:
            points += statue_bonus(t, player, statue)
    return points


def half(value: int) -> int:
    """H-E3: half a track, rounded up."""
    return (value + 1) // 2


def silver_points(player: Player) -> int:
    """H-E3, H-P10: half of each named track; with the effect, the better one in full."""
    if not player.silver:
        return 0
    points, best = 0, player.tracks[player.silver[0]]
    for track in player.silver:
        value = player.tracks[track]
        points += half(value)
        best = max(best, value)
    return points + best - half(best) if player.effects & FULL_SILVER_MEDAL else points


def sets(player: Player) -> int:
    """How many sets of five differently coloured cards the player has."""
    fewest = player.counts[0]
    for count in player.counts:
        fewest = min(fewest, count)
    return fewest


def gold_sets(player: Player) -> int:
    """H-P12: the sets that gold medals count; with the joker one may lack one card."""
    fewest = sets(player)
    joker = player.effects & SET_JOKER and player.counts.count(fewest) == 1
    return fewest + 1 if joker else fewest


def gold_points(player: Player) -> int:
    """H-E4, H-P11: 7 per gold medal and set, and 4 per set with the effect."""
    points = GOLD_POINTS * player.gold * gold_sets(player) if player.gold else 0
    if player.effects & SET_POINTS:
        points += SET_BONUS * sets(player)
    return points


FINAL_SCORING: Final = FinalScoring()
