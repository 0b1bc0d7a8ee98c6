"""Legality: who may answer, and which moves are legal, with a reason for every refusal."""

from __future__ import annotations

from typing import Any

from cradle.kernel.game import Game
from cradle.kernel.notation import BadText, Spoken, clause_of, parse, verb
from cradle.kernel.piece import Seat
from cradle.kernel.step import CHANCE, OVER, Ask, Closed, State, asked, closed, moves, odds
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
        seats = asked(state)
        raise NotYourTurn("not-your-turn", seats=seats, players=[other + 1 for other in seats])


def legal(game: Game, state: State, seat: Seat | None, answer: Any) -> Any:
    """The listed move that was meant, or `InvalidMove`, or `IllegalMove` with its reason."""
    move = read(game, answer) if isinstance(answer, str) else answer
    listed = odds(state).outcomes if seat is None else moves(state, seat)
    for each in listed:
        if each == move:
            return each
    text = move.text if isinstance(move, Spoken) else str(move)
    clause = clause_of(state.stack[-1])
    if seat is None:
        raise IllegalMove(game.name, text, clause=clause)
    why = reason(text, closed(state, seat)) or _refusal(game, state, seat, move)
    raise IllegalMove(game.name, text, why, describe_step(state), clause)


def _refusal(game: Game, state: State, seat: Seat, move: Any) -> Closed | None:
    return game.refusal(state, seat, move) if game.refusal is not None else None


def read(game: Game, text: str) -> Spoken:
    """Text as a move of this game."""
    try:
        return parse(text, game.grammar)
    except BadText as error:
        raise InvalidMove(error.key, **error.facts) from None


def reason(text: str, listed: list[Closed]) -> Closed | None:
    """The closed thing whose words a move's text has; the more words, the better."""
    said = text.split()
    about = [each for each in listed if all(word in said for word in _words(each))]
    return max(about, key=lambda each: len(_words(each)), default=None)


def _words(closed: Closed) -> list[str]:
    return (closed.move or closed.subject).split()


def describe_step(state: State) -> dict[str, Any]:
    """What is asked: the step's kind and, if it asks one seat, that seat."""
    step = state.stack[-1]
    seat = {"seat": step.seat} if isinstance(step, Ask) else {}
    return {"kind": verb(type(step))} | seat
