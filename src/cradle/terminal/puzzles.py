"""Puzzles in the terminal: a position is shown, a move chosen and judged, never played."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TextIO

from cradle import i18n
from cradle.kernel.game import BadOption
from cradle.kernel.step import Move
from cradle.puzzles import Puzzle, day_number, puzzles, today
from cradle.table import Table, legality
from cradle.table.setup import named
from cradle.terminal import game_loop, picture
from cradle.terminal.forecasts import percent
from cradle.terminal.saves import Save
from cradle.terminal.screens import Screen, make_screen
from cradle.terminal.seats import HUMAN, names_of
from cradle.terminal.session import Quit, Session

OTHERS = "master"  # who sits at the other seats


class PuzzleSession(Session):
    """A position in front of one seat; what it answers is taken down, and nothing is kept."""

    def __init__(self, puzzle: Puzzle, screen: Screen, lang: str) -> None:
        who = [HUMAN if seat == puzzle.seat else OTHERS for seat in range(puzzle.seats)]
        names = names_of(who, i18n.say(lang, "terminal.person"))
        table = Table.at(puzzle.game, puzzle.seats, puzzle.position, names=names)
        super().__init__(Save(table, who, 0, lang), screen, Path())
        self.puzzle, self.viewer = puzzle, puzzle.seat
        self.chosen: Move | None = None

    def submit(self, seat: int, move: Move | str) -> None:
        """Take an answer down, or refuse it."""
        self.chosen = legality.legal(self.table.game, self.table.state, seat, move)

    def keep(self) -> None:
        """There is nothing to keep."""


def main(args: Namespace, source: TextIO | None = None, target: TextIO | None = None) -> int:
    """Ask one puzzle after the other, or that of today alone."""
    screen = make_screen(source or sys.stdin, target or sys.stdout, not args.no_colour, None)
    try:
        for number, puzzle in enumerate(wanted(args)):
            if number:
                screen.ask(i18n.say(args.lang, "terminal.puzzle-next"))
            ask(PuzzleSession(puzzle, screen, args.lang))
    except (Quit, EOFError):
        pass
    except KeyboardInterrupt:
        return game_loop.INTERRUPTED
    return 0


def wanted(args: Namespace) -> Sequence[Puzzle]:
    """The puzzles that were asked for, in any order, or today's."""
    game = named(args.game).name
    if args.today:
        found = today(game, day_number(datetime.now(UTC).date()))
        chosen = [] if found is None else [found]
    else:
        chosen = [each for each in puzzles(game) if args.grade in (None, each.grade)]
    if not chosen:
        raise BadOption(f"there are no such puzzles of {game} here")
    return Random(args.seed).sample(chosen, len(chosen))


def ask(session: PuzzleSession) -> None:
    """Show a puzzle until a move is chosen, then judge it."""
    session.notice(session.texts.say("puzzle-ask", grade=session.puzzle.grade))
    picture.draw(session)
    prompt = f"{session.texts.player(session.puzzle.seat)} > "
    helper = game_loop.helper_of(session)
    while session.chosen is None:
        game_loop.answer(session, session.screen.ask(prompt, helper))
    session.say(verdict(session, session.chosen))


def verdict(session: PuzzleSession, chosen: Move) -> str:
    """Whether a move is the best, what it costs, and why."""
    puzzle, texts = session.puzzle, session.texts
    why = puzzle.explain(texts.lang)
    if chosen.text == puzzle.best:
        return texts.say("puzzle-right", why=why)
    best = next(move for move in session.context().moves if move.text == puzzle.best)
    cost = percent(Fraction(puzzle.costs[chosen.text]))
    return texts.say("puzzle-wrong", cost=cost, move=texts.move(best), why=why)
