"""The ladder of the bots: each level against the one below, at every number of players.

    python -m benchmarks.ladder                      all of it (hours on two cores)
    python -m benchmarks.ladder --game hadara --seats 2 --rung expert
    python -m benchmarks.ladder --rules advanced     duels by other rules than the standard ones
    python -m benchmarks.ladder --missing            only what was never measured
    python -m benchmarks.ladder --write              put what was measured into docs/ladder.md

Every rung is one bot against so many of another, seats rotated, luck mirrored, with fixed
numbers of simulations: the same everywhere. `--seconds` may end a rung in the midst of a rotation.
Results are kept in benchmarks/ladder.json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.commands import in_one_line
from benchmarks.matches import play
from cradle.arena import Job, Played, standings
from cradle.arena.results import wilson
from cradle.bots import LEVELS
from cradle.cli.arguments import add_cluster
from cradle.computing import runner
from cradle.games import GAMES
from cradle.kernel.game import BadOption

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "ladder.json"
DOCS = ROOT / "docs" / "ladder.md"
RUNGS = (
    ("greedy", "random"),
    ("search:simulations=100", "greedy"),
    ("learned", "search:simulations=200"),
    ("novice", "random"),
    ("casual", "novice"),
    ("skilled", "casual"),
    ("expert", "skilled"),
    ("master", "expert"),
)
SEATS = {name: tuple(GAMES[name].seats) for name in GAMES}
STANDARD = "standard"
Options = tuple[tuple[str, str | bool], ...]
Rung = dict[str, Any]
Section = tuple[str, int, str]  # game, number of players, rules
# Other rules that are worth a duel; a game may have none.
RULES: dict[str, dict[str, Options]] = {
    "stone-age": {
        "options": (
            ("dice_row_next_turn", True),
            ("two_resources_at_once", True),
            ("repeat_hunting", True),
            ("decline_any_action", True),
        )
    },
    "hadara": {"advanced": (("mode", "advanced"),)},
}
SEED = 2026


def sections() -> list[Section]:
    """Game, number of players and rules of every table: other rules are measured in duels."""
    standard = [(game, seats, STANDARD) for game, all_ in SEATS.items() for seats in all_]
    return sorted(standard + [(game, 2, name) for game, found in RULES.items() for name in found])


def jobs(
    game: str, high: str, low: str, seats: int, games: int, rules: str = STANDARD
) -> list[Job]:
    """One bot against so many of the other, in every seat with the same luck."""
    options, found = RULES.get(game, {}).get(rules, ()), []
    for number in range(games):
        luck, seat = divmod(number, seats)
        bots = tuple(high if each == seat else low for each in range(seats))
        found.append(Job(number, game, bots, SEED, luck, options))
    return found


def climb(section: Section, rung: tuple[str, str], given: argparse.Namespace) -> Rung:
    """Play one rung, or as much of it as there is time for."""
    (game, seats, rules), (high, low) = section, rung
    games = max(seats, given.games - given.games % seats)
    played = play(
        jobs(game, high, low, seats, games, rules), runner(given.workers, given.ray), given.seconds
    )
    found = {"game": game, "seats": seats, "rules": rules, "bot": high, "against": low}
    return found | {"games": len(played)} | figures(high, played)


def figures(high: str, played: list[Played]) -> Rung:
    """How the higher bot did: its wins, a shared one by its share, points, and length of games."""
    table = standings(sorted(set(played[0].bots)), played)
    mine = table[high]
    theirs = next(each for name, each in table.items() if name != high)
    return {
        "wins": round(mine.win_rate * mine.games, 4),
        "points": round(mine.mean_points, 1),
        "their_points": round(theirs.mean_points, 1),
        "rounds": round(sum(each.rounds for each in played) / len(played), 1),
        "winners": round(sum(max(each.points) for each in played) / len(played), 1),
    }


def kept() -> list[Rung]:
    """All rungs measured so far that are still part of the ladder."""
    found = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else []
    return [each for each in found if (each["bot"], each["against"]) in RUNGS]


def section_of(rung: Rung) -> Section:
    """The table a measured rung belongs to."""
    return rung["game"], rung["seats"], rung["rules"]


def keep(found: Rung) -> None:
    """Put a rung in the place of an older measurement of the same."""

    def place(each: Rung) -> tuple[Section, int]:
        return section_of(each), RUNGS.index((each["bot"], each["against"]))

    rungs = {place(each): each for each in [*kept(), found]}
    lines = ",\n".join(json.dumps(rungs[each]) for each in sorted(rungs))
    RESULTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def title(section: Section) -> str:
    """What a table is called."""
    game, seats, rules = section
    return f"{game} {seats}" if rules == STANDARD else f"{game} {seats} {rules}"


def table(section: Section) -> str:
    """The measured rungs as a Markdown table."""
    rows = [
        "| bot | against | games | wins | 95 % | points | theirs | rounds |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    return "\n".join(rows + [row(each) for each in kept() if section_of(each) == section])


def row(e: Rung) -> str:
    """A measured rung as a row of its table; only here is a share of wins rounded."""
    against = e["against"] if e["seats"] == 2 else f"{e['seats'] - 1} × {e['against']}"
    rate = e["wins"] / e["games"]
    low, high = wilson(rate, e["games"])
    return (
        f"| {e['bot']} | {against} | {e['games']} | {rate:.1%} | {low:.1%} – {high:.1%} "
        f"| {e['points']} | {e['their_points']} | {e['rounds']} |"
    )


def write() -> None:
    """Put the tables into the docs, between their marks."""
    text = DOCS.read_text("utf-8")
    for section in sections():
        start, end = f"<!-- ladder {title(section)} -->", "<!-- end -->"
        before, mark, rest = text.partition(start)
        if not mark:
            raise SystemExit(f"{DOCS.name} has no place {start}")
        _, _, after = rest.partition(end)
        text = f"{before}{start}\n{table(section)}\n{end}{after}"
    DOCS.write_text(text, encoding="utf-8")


def asked_for(given: argparse.Namespace, section: Section, high: str) -> bool:
    """Whether a rung is to be climbed."""
    wished = zip((given.game, given.seats, given.rules), section, strict=True)
    if any(wish not in (None, each) for wish, each in wished):
        return False
    if section[2] != STANDARD and high not in LEVELS:
        return False
    return given.rung in (None, high, high.partition(":")[0])


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="The ladder of the bots.")
    parser.add_argument("--game", choices=SEATS)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4, 5))
    parser.add_argument(
        "--rules", choices=(STANDARD, *(name for all_ in RULES.values() for name in all_))
    )
    parser.add_argument("--rung", help="only the rungs of this bot")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--workers", type=int, default=0)
    add_cluster(parser)
    parser.add_argument("--seconds", type=float, help="for each rung, at most")
    parser.add_argument("--missing", action="store_true", help="only rungs never measured")
    parser.add_argument(
        "--write", action="store_true", help="write what was measured, play nothing"
    )
    return parser.parse_args()


@in_one_line()
def main() -> None:
    """Climb the rungs asked for."""
    given = options()
    if given.write:
        write()
        return
    climb_all(given)


def climb_all(given: argparse.Namespace) -> None:
    """Every rung that was asked for, kept as it is measured."""
    plan = planned(given)
    if not plan:
        print("nothing is missing")
    for section, rung in plan:
        found = climb(section, rung, given)
        keep(found)
        print(f"{title(section)} {row(found)}", flush=True)


def planned(given: argparse.Namespace) -> list[tuple[Section, tuple[str, str]]]:
    """The rungs asked for, or only those of them that were never measured."""
    every = [(each, rung) for each in sections() for rung in RUNGS]
    found = [(each, rung) for each, rung in every if asked_for(given, each, rung[0])]
    if not found:
        tables, bots = map(title, sections()), (high for high, _ in RUNGS)
        raise BadOption(
            f"there is nothing to play: the tables are {', '.join(tables)}; the rungs are "
            f"{', '.join(bots)}, by other rules only levels"
        )
    measured = {(section_of(e), e["bot"]) for e in kept()} if given.missing else set()
    return [(each, rung) for each, rung in found if (each, rung[0]) not in measured]


if __name__ == "__main__":
    main()
