"""What the games say: win rates and points with 95 % intervals, and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from cradle.arena.match import Played

Z = 1.959964  # 95 %


@dataclass(frozen=True)
class Standing:
    """One bot's result. A shared victory counts as its share."""

    games: int
    win_rate: float
    low: float
    high: float
    mean_points: float
    points_margin: float
    rating: float | None
    crashes: int
    timeouts: int


def standings(names: Sequence[str], played: Sequence[Played]) -> dict[str, Standing]:
    """Every bot's standing, in the order in which they were named."""
    ordered = sorted(played, key=lambda game: game.number)
    rated = ratings(names, ordered)
    return {name: _standing(name, ordered, rated.get(name)) for name in dict.fromkeys(names)}


def _standing(name: str, played: Sequence[Played], rating: float | None) -> Standing:
    wins, points, crashes, timeouts = [], [], 0, 0
    games = [game for game in played if name in game.bots]
    for game in games:
        for seat, bot in enumerate(game.bots):
            if bot == name:
                wins.append((game.ranks[seat] == 1) / game.ranks.count(1))
                points.append(game.points[seat])
                crashes += game.crashes[seat]
                timeouts += game.timeouts[seat]
    rate = sum(wins) / len(wins) if wins else 0.0
    low, high = wilson(rate, len(games))  # seats of one game aren't independent
    mean, margin = mean_and_margin(points)
    return Standing(len(games), rate, low, high, mean, margin, rating, crashes, timeouts)


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    if not games:
        return 0.0, 1.0
    square = Z * Z / games
    middle = (rate + square / 2) / (1 + square)
    margin = Z * sqrt(rate * (1 - rate) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - margin), min(1.0, middle + margin)


def mean_and_margin(points: Sequence[int]) -> tuple[float, float]:
    """The mean, and how far the true one may lie from it (95 %)."""
    if len(points) < 2:
        return float(sum(points)), 0.0
    mean = sum(points) / len(points)
    spread = sum((each - mean) ** 2 for each in points) / (len(points) - 1)
    return mean, Z * sqrt(spread / len(points))


def ratings(names: Sequence[str], played: Sequence[Played]) -> dict[str, float]:
    """Plackett-Luce ratings (openskill) over all games in order; none without the package."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    rated: dict[str, Any] = {name: model.rating(name=name) for name in names}
    telling = [game for game in played if len(set(game.bots)) == len(game.bots)]
    if not telling:
        return {}  # bots against themselves say nothing
    for game in telling:
        teams = [[rated[bot]] for bot in game.bots]
        after = model.rate(teams, ranks=[float(rank) for rank in game.ranks])
        for bot, team in zip(game.bots, after, strict=True):
            rated[bot] = team[0]
    return {name: round(float(each.mu), 3) for name, each in rated.items()}


def as_json(
    game: str, seats: int, seed: int, names: Sequence[str], played: Sequence[Played]
) -> dict[str, Any]:
    """The result as the arena prints it with `--json`."""
    return {
        "game": game,
        "seats": seats,
        "games": len(played),
        "seed": seed,
        "bots": {
            name: {
                "win_rate": round(each.win_rate, 4),
                "low": round(each.low, 4),
                "high": round(each.high, 4),
                "mean_points": round(each.mean_points, 2),
                "rating": each.rating,
                "crashes": each.crashes,
                "timeouts": each.timeouts,
            }
            for name, each in standings(names, played).items()
        },
    }
