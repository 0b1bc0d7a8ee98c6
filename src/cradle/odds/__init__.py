"""Odds before a choice: exact answers to a seat's questions about dice and cards to come.

A game's questions are its own (`hunt 3`, `card-12`); docs/playing.md lists them. Answers come
from what the seat may know, and from counting alone.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cradle.games import module
from cradle.kernel.notation import BadText
from cradle.odds.forecast import Answers, Forecast, Questions
from cradle.table import Table
from cradle.table.errors import Refusal


class BadQuestion(Refusal):
    """A question about odds that the game doesn't know."""


def ask(table: Table, seat: int, question: str) -> Forecast:
    """The answer to a seat's question, or `BadQuestion`."""
    answers = _answers(table.game.name)
    if answers is None:
        raise BadQuestion("no-odds")
    try:
        return answers.forecast(table.state, seat, question.lower().split())
    except BadText as error:
        raise BadQuestion(error.key, **error.facts) from None


def questions(table: Table, seat: int) -> Questions:
    """What a seat can ask now; nothing of a game that tells no odds."""
    answers = _answers(table.game.name)
    return Questions(()) if answers is None else answers.questions(table.state, seat)


def expected(table: Table, seat: int, texts: Collection[str]) -> dict[str, Forecast]:
    """What dice would bring by those of a seat's moves that they decide, by the moves' texts."""
    about = questions(table, seat).about
    return {text: ask(table, seat, about[text]) for text in texts if text in about}


def examples(game: str) -> tuple[str, ...]:
    """Questions that a game knows, one of each kind."""
    answers = _answers(game)
    return () if answers is None else answers.examples


def _answers(game: str) -> Answers | None:
    brought: Any = module(game, "odds")
    found: Answers | None = None if brought is None else brought.ANSWERS
    return found
