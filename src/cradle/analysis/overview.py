"""Many games together: how accurate each player was, what luck brought, where chances are lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from cradle import i18n
from cradle.analysis.game_analysis import GameAnalysis
from cradle.analysis.summary import seat_summary
from cradle.analysis.texts import Numbers


@dataclass(frozen=True)
class GameSummary:
    """What counts of one game: who sat where, and how each seat came to its result."""

    game: str
    names: tuple[str, ...]
    seats: list[dict[str, Any]]

    @classmethod
    def of(cls, analysis: GameAnalysis) -> GameSummary:
        """What an analysis says of its seats."""
        course = analysis.course
        seats = [seat_summary(analysis, seat) for seat in range(course.seats)]
        return cls(course.game.name, tuple(course.setup.names), seats)


@dataclass
class PlayerTotals:
    """All games of one kind that a player played: sums, and what each kind of decision cost."""

    game: str
    player: str
    games: int = 0
    sums: Counter[str] = field(default_factory=Counter)
    costs: Counter[str] = field(default_factory=Counter)

    def add(self, seat: dict[str, Any]) -> None:
        """One game more, as its analysis tells of the seat."""
        self.games += 1
        luck, exact = seat["drawn"] + seat["unforeseen"], seat["accuracy"] * seat["decisions"]
        parts = {name: seat[name] for name in ("result", "own", "decisions", "mistakes")}
        for name, value in (parts | {"luck": luck, "exact": exact}).items():
            self.sums[name] += value
        for kind in seat["kinds"]:
            self.costs[kind["kind"]] += kind["cost"]

    @property
    def accuracy(self) -> float:
        """The share of all decisions that cost next to nothing."""
        return self.sums["exact"] / self.sums["decisions"] if self.sums["decisions"] else 1.0

    def mean(self, name: str) -> float:
        """A sum's share of one game."""
        return self.sums[name] / self.games

    def plain(self) -> dict[str, Any]:
        """All of it as data; chances and costs are means of a game."""
        means = {name: round(self.mean(name), 6) for name in ("result", "luck", "own", "mistakes")}
        costs = {kind: round(cost / self.games, 6) for kind, cost in self.costs.most_common()}
        about = {"game": self.game, "player": self.player, "games": self.games}
        return about | means | {"accuracy": round(self.accuracy, 4), "costs": costs}


class Overview:
    """Games of any players, game by game and player by player."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], PlayerTotals] = {}

    def add(self, game: GameSummary, lang: str) -> None:
        """One game more."""
        for seat, sums in enumerate(game.seats):
            key = (game.game, i18n.player(lang, seat, game.names))
            self.found.setdefault(key, PlayerTotals(*key)).add(sums)

    def plain(self) -> list[dict[str, Any]]:
        """All players as data."""
        return [each.plain() for each in self.found.values()]

    def tables(self, lang: str) -> list[tuple[str, list[list[str]]]]:
        """A title and rows for each game, a column a player."""
        games = dict.fromkeys(game for game, _ in self.found)
        return [(i18n.title(lang, game), self._rows(lang, game)) for game in games]

    def _rows(self, lang: str, game: str) -> list[list[str]]:
        players = [each for each in self.found.values() if each.game == game]
        say, percent = Numbers(lang).say, Numbers(lang).percent
        costs: Counter[str] = Counter()
        for each in players:
            costs.update(each.costs)
        return [
            ["", *(each.player for each in players)],
            [say("games"), *(str(each.games) for each in players)],
            [say("result"), *(percent(each.mean("result")) for each in players)],
            [say("accuracy"), *(percent(each.accuracy) for each in players)],
            [say("luck"), *(percent(each.mean("luck"), signed=True) for each in players)],
            [say("own"), *(percent(each.mean("own"), signed=True) for each in players)],
            *(
                [
                    f"  {i18n.label(lang, f'{game}.decision.{kind}')}",
                    *(percent(-each.costs[kind] / each.games, signed=True) for each in players),
                ]
                for kind, _ in costs.most_common()
            ),
        ]
