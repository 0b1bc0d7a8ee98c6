"""The ladder of the bots: each level against the one below, at every number of players.

    python -m benchmarks.ladder                      all of it (hours on two cores)
    python -m benchmarks.ladder --game hadara --seats 2 --rung expert
    python -m benchmarks.ladder --missing            only what was never measured
    python -m benchmarks.ladder --write              put what was measured into docs/bots.md

Every rung is one bot against so many of another, seats rotated, luck mirrored, with fixed
numbers of simulations: the same everywhere. Results are kept in benchmarks/ladder.json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from cradle.arena import Job, Played, runner, standings

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "ladder.json"
DOCS = ROOT / "docs" / "bots.md"
RUNGS = (
    ("greedy", "random"),
    ("search:simulations=100", "greedy"),
    ("search:simulations=1000", "greedy"),
    ("search:seconds=1", "greedy"),
    ("novice", "random"),
    ("casual", "novice"),
    ("skilled", "casual"),
    ("expert", "skilled"),
    ("master", "expert"),
)
SLOW = ("search:simulations=1000", "search:seconds=1")  # only if asked for by their full names
SEATS = {"stone-age": (2, 3, 4), "hadara": (2, 3, 4, 5)}
SEED = 2026


def jobs(game: str, high: str, low: str, seats: int, games: int) -> list[Job]:
    """One bot against so many of the other, in every seat with the same luck."""
    found = []
    for number in range(games):
        luck, seat = divmod(number, seats)
        bots = tuple(high if each == seat else low for each in range(seats))
        found.append(Job(number, game, bots, SEED, luck))
    return found


def climb(game: str, high: str, low: str, seats: int, games: int, workers: int) -> dict[str, Any]:
    """Play one rung."""
    played = list(runner(workers).play(jobs(game, high, low, seats, games)))
    for each in played:
        if sum(each.crashes) + sum(each.timeouts):
            raise SystemExit(f"{game}: {each}")
    found = {"game": game, "seats": seats, "bot": high, "against": low, "games": games}
    return found | figures(high, played)


def figures(high: str, played: list[Played]) -> dict[str, float]:
    """How the higher bot did: its wins with their interval, points, and how long games were."""
    table = standings(sorted(set(played[0].bots)), played)
    mine = table[high]
    theirs = next(each for name, each in table.items() if name != high)
    return {
        "win_rate": round(mine.win_rate, 4),
        "low": round(mine.low, 4),
        "high": round(mine.high, 4),
        "points": round(mine.mean_points, 1),
        "their_points": round(theirs.mean_points, 1),
        "rounds": round(sum(each.rounds for each in played) / len(played), 1),
        "winners": round(sum(max(each.points) for each in played) / len(played), 1),
    }


def kept() -> list[dict[str, Any]]:
    """All rungs measured so far."""
    return json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else []


def keep(found: dict[str, Any]) -> None:
    """Put a rung in the place of an older measurement of the same."""
    same = ("game", "seats", "bot", "against")
    others = [each for each in kept() if any(each[key] != found[key] for key in same)]
    order = [f"{high} {low}" for high, low in RUNGS]
    others.append(found)
    others.sort(key=lambda e: (e["game"], e["seats"], order.index(f"{e['bot']} {e['against']}")))
    lines = ",\n".join(json.dumps(each) for each in others)
    RESULTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def table(game: str, seats: int) -> str:
    """The measured rungs as a Markdown table."""
    rows = [
        "| bot | against | games | wins | 95 % | points | theirs | rounds |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for e in kept():
        if (e["game"], e["seats"]) == (game, seats):
            against = e["against"] if seats == 2 else f"{seats - 1} × {e['against']}"
            rows.append(
                f"| {e['bot']} | {against} | {e['games']} | {e['win_rate']:.1%} "
                f"| {e['low']:.1%} – {e['high']:.1%} | {e['points']} | {e['their_points']} "
                f"| {e['rounds']} |"
            )
    return "\n".join(rows)


def write() -> None:
    """Put the tables into the docs, between their marks."""
    text = DOCS.read_text("utf-8")
    for game, numbers in SEATS.items():
        for seats in numbers:
            start, end = f"<!-- ladder {game} {seats} -->", "<!-- end -->"
            before, _, rest = text.partition(start)
            _, _, after = rest.partition(end)
            text = f"{before}{start}\n{table(game, seats)}\n{end}{after}"
    DOCS.write_text(text, encoding="utf-8")


def asked_for(given: argparse.Namespace, game: str, seats: int, high: str) -> bool:
    """Whether a rung is to be climbed: those named, or all but the slow ones."""
    if given.game not in (None, game) or given.seats not in (None, seats):
        return False
    if given.missing and (game, seats, high) in {(e["game"], e["seats"], e["bot"]) for e in kept()}:
        return False
    if high in SLOW:
        return bool(given.rung == high)
    return given.rung in (None, high, high.partition(":")[0])


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="The ladder of the bots.")
    parser.add_argument("--game", choices=SEATS)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4, 5))
    parser.add_argument("--rung", help="only the rungs of this bot")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--missing", action="store_true", help="only rungs never measured")
    parser.add_argument(
        "--write", action="store_true", help="write what was measured, play nothing"
    )
    return parser.parse_args()


def main() -> None:
    """Climb the rungs asked for."""
    given = options()
    if given.write:
        write()
        return
    for game, numbers in SEATS.items():
        for seats in numbers:
            for high, low in RUNGS:
                if asked_for(given, game, seats, high):
                    games = max(seats, given.games - given.games % seats)
                    found = climb(game, high, low, seats, games, given.workers)
                    keep(found)
                    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
