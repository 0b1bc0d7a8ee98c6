"""The checking door: who may answer, and what is legal, with a reason for every refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cradle.kernel.game import Game
from cradle.kernel.notation import BadText, Spoken, parse, verb
from cradle.kernel.piece import Seat
from cradle.kernel.step import CHANCE, OVER, Ask, Closed, State, asked
from cradle.table.errors import GameOver, IllegalMove, InvalidMove, NotYourTurn


def known_seat(seats: int, seat: Any) -> Seat:
    """A seat of this table, or `NotYourTurn`."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise NotYourTurn("no-seat", seat=str(seat), last=seats - 1)
    return seat


def must_be_asked(state: State, seat: Seat) -> None:
    """Only a seat that is asked may answer."""
    if state.turn == OVER:
        raise GameOver("game-over")
    if state.turn == CHANCE:
        raise NotYourTurn("waiting-for-chance")
    if seat in state.sealed:
        raise NotYourTurn("already-chosen")
    if seat not in asked(state):
        raise NotYourTurn("not-your-turn", players=[other + 1 for other in asked(state)])


def legal(
    game: Game,
    answer: Any,
    listed: Sequence[Any],
    closed: Callable[[], list[Closed]] | None = None,
) -> Any:
    """The listed move that was meant, or `InvalidMove`, or `IllegalMove` with its reason."""
    move = read(game, answer) if isinstance(answer, str) else answer
    for each in listed:
        if each == move:
            return each
    text = move.text if isinstance(move, Spoken) else str(move)
    raise IllegalMove(game.name, text, reason(text, closed() if closed else []))


def read(game: Game, text: str) -> Spoken:
    """Text as a move of this game."""
    try:
        return parse(text, game.grammar)
    except BadText as error:
        raise InvalidMove(error.key, **error.facts) from None


def reason(text: str, closed: list[Closed]) -> Closed | None:
    """The closed thing whose words a move's text has; the more words, the better."""
    said = text.split()
    about = [each for each in closed if all(word in said for word in _words(each))]
    return max(about, key=lambda each: len(_words(each)), default=None)


def _words(closed: Closed) -> list[str]:
    return (closed.move or closed.subject).split()


def describe_step(state: State) -> dict[str, Any]:
    """What is asked: the step's kind and, if it asks one seat, that seat."""
    step = state.stack[-1]
    seat = {"seat": step.seat} if isinstance(step, Ask) else {}
    return {"kind": verb(type(step))} | seat
