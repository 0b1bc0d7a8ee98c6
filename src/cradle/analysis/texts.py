"""What an analysis says to its readers, in their language."""

from __future__ import annotations

from cradle import i18n
from cradle.analysis.game_analysis import GameAnalysis
from cradle.analysis.settings import SHOWN, UNSURE
from cradle.analysis.values import CHANCES, POINT, POINTS, WIN
from cradle.bots.hints import why_in
from cradle.bots.interface import Seen
from cradle.i18n.sentences import tell_move
from cradle.kernel.notation import describe
from cradle.kernel.step import Move

ROWS = ("own", "others", "drawn", "unforeseen")


class Numbers:
    """Words and numbers as a language writes them."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the catalogue."""
        return i18n.say(self.lang, f"analysis.{key}", **facts)

    def number(self, value: float, digits: int = 1, signed: bool = False) -> str:
        """A number as the language writes it."""
        text = f"{value:{'+' if signed else ''}.{digits}f}".replace("-", "−")
        return text.replace(".", i18n.say(self.lang, "common.decimal-mark"))

    def percent(self, share: float, signed: bool = False) -> str:
        """A share of 1 in percent."""
        return f"{self.number(100 * share, 1, signed)}\u00a0%"

    def measured(self, share: float, error: float, signed: bool = False) -> str:
        """A share in percent, with its standard error where that is large."""
        if error < UNSURE:
            return self.percent(share, signed)
        return f"{self.number(100 * share, 1, signed)}\u00a0±\u00a0{self.percent(error)}"


class Texts(Numbers):
    """An analysis in one language."""

    def __init__(self, analysis: GameAnalysis, lang: str) -> None:
        super().__init__(lang)
        self.analysis, self.course = analysis, analysis.course
        self.names = [self.player(seat) for seat in range(self.course.seats)]
        self.worst = sorted(
            ply for seat in range(self.course.seats) for ply in analysis.mistakes(seat)[:SHOWN]
        )

    def player(self, seat: int) -> str:
        """A player's name."""
        return i18n.player(self.lang, seat, self.course.setup.names)

    def title(self) -> str:
        """Which game this was."""
        return i18n.title(self.lang, self.course.game.name)

    def move(self, move: Move) -> str:
        """A move in words."""
        return tell_move(self.lang, self.course.game.name, describe(move), self.names)

    def sums(self) -> list[list[str]]:
        """How every seat came from the start to the result, a row each part, a column a seat."""
        sums = [self.analysis.sum(seat, CHANCES) for seat in range(self.course.seats)]
        points = [self.analysis.sum(seat, POINTS) for seat in range(self.course.seats)]
        accuracy = [self.analysis.accuracy(seat) for seat in range(self.course.seats)]
        return [
            ["", *self.names],
            [self.say("start"), *(self.percent(each.start / WIN) for each in sums)],
            *(
                [
                    self.say(row),
                    *(self.percent(getattr(each, row) / WIN, signed=True) for each in sums),
                ]
                for row in ROWS
            ),
            [self.say("result"), *(self.percent(each.result / WIN) for each in sums)],
            [self.say("expected"), *(self.number(each.start / POINT, 0) for each in points)],
            [
                i18n.say(self.lang, "common.points"),
                *(self.number(each.result / POINT, 0) for each in points),
            ],
            [self.say("accuracy"), *(self.percent(each) for each in accuracy)],
        ]

    def mistake(self, ply: int) -> str:
        """What a mistake cost, what was better, and why."""
        decision = self.analysis.decisions[ply]
        return self.say(
            "mistake",
            player=self.player(decision.seat),
            ply=ply + 1,
            move=self.move(decision.made.move),
            cost=self.measured(self.analysis.cost(ply), decision.error),
            better=self.move(decision.best.move),
            reason=self.reason(ply),
        )

    def reason(self, ply: int) -> str:
        """Why the best move is better, by the bots' own sentences; none where they know none."""
        decision = self.analysis.decisions[ply]
        seen = Seen.of(self.course.game, self.course.plies[ply].asked, decision.seat)
        return why_in(seen, decision.best.move, [self.lang])[self.lang]

    def reasons(self) -> dict[int, str]:
        """The reasons of the mistakes that are told, by ply."""
        return {ply: self.reason(ply) for ply in self.worst}

    def note(self) -> str:
        """What to make of the mistakes, or that there are none."""
        if not self.analysis.deep:
            return self.say("first")
        return "" if self.worst else self.say("no-mistakes")
