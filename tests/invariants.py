"""What must hold in every game at every moment; used by the contract tests and by the soak."""

from __future__ import annotations

import json
import random
from dataclasses import is_dataclass
from itertools import product
from typing import Any

import orjson

from cradle.games import GAMES
from cradle.kernel.game import Game
from cradle.kernel.notation import describe, parse
from cradle.kernel.piece import Value, dump, fields_of
from cradle.kernel.step import (
    CHANCE,
    OVER,
    Ask,
    Move,
    State,
    asked,
    closed,
    heard,
    moves,
    odds,
    play,
)
from cradle.playout import draw_answer

Options = dict[str, Any]
# No dataclasses and no dates, which Python's own JSON doesn't take either.
AS_JSON = (
    orjson.OPT_SORT_KEYS
    | orjson.OPT_NON_STR_KEYS
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
)


def choices(game: Game) -> list[Options]:
    """Every combination of rule options; orders, which have no end, go along with each other."""
    kinds = {name: o.choices for name, o in game.options.items() if not o.order_of}
    plain = [dict(zip(kinds, values, strict=True)) for values in product(*kinds.values())]
    return [options | orders for options in plain for orders in _orders(game)]


def _orders(game: Game) -> list[Options]:
    """Every listed order, and one that isn't listed, of each option that is an order."""
    kinds = {
        name: [*o.choices, ",".join([*o.order_of[3:], *o.order_of[2::-1]])]
        for name, o in game.options.items()
        if o.order_of
    }
    most = max(map(len, kinds.values()), default=1)
    return [
        {name: kind[place % len(kind)] for name, kind in kinds.items()} for place in range(most)
    ]


def tables_to_try() -> list[tuple[str, int, Options]]:
    """Every game, number of seats and combination of options."""
    return [
        (name, seats, options)
        for name, game in GAMES.items()
        for seats in game.seats
        for options in choices(game)
    ]


def label(value: Any) -> str:
    """A short name of a combination, for the list of tests."""
    if isinstance(value, dict):
        return ",".join(f"{key}={each}" for key, each in value.items())
    return str(value)


def random_answer(s: State, rng: random.Random) -> Any:
    """An answer for whoever's turn it is."""
    return draw_answer(s, rng.random)


def plain(s: State) -> bytes:
    """The state as JSON: equal bytes, equal states."""
    return as_json(dump(s))


def as_json(data: Any) -> bytes:
    """JSON that is equal for equal data. It is made at every step of every random game."""
    return orjson.dumps(data, option=AS_JSON)


class Notary:
    """Every move's text is read back as this very move; each move is asked for once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: set[Any] = set()

    def check(self, legal: list[Any]) -> None:
        """No move twice, and all texts read back: so all texts are distinct, too."""
        assert len(set(legal)) == len(legal), [move.text for move in legal]
        for move in legal:
            if move not in self.known:
                assert parse(move.text, self.game.grammar) == move
                assert describe(move)["kind"] == move.text.split()[0]
                self.known.add(move)


def check_asked(s: State) -> None:
    """No dead end: somebody is asked and has a move, or chance is, or the game is over."""
    if s.turn == OVER:
        assert not s.stack
        assert not asked(s)
    elif s.turn == CHANCE:
        assert odds(s).total == sum(odds(s).weights) > 0
    else:
        assert s.turn in asked(s)
        assert all(moves(s, seat) for seat in asked(s))
        assert moves(s, s.turn) == s.legal


def check_copy(s: State, rng: random.Random) -> None:
    """A copy is equal, shares nothing that changes, and playing it leaves the original alone."""
    before = plain(s)
    twin = s.copy()
    assert twin == s
    assert (twin.turn, twin.legal) == (s.turn, s.legal)
    check_fields(s, twin)
    for _ in range(3):
        if twin.turn != OVER:
            play(twin, random_answer(twin, rng))
    assert plain(s) == before


def check_fields(one: Any, other: Any) -> None:
    """Every field was copied, and nothing that can change is shared."""
    assert type(one) is type(other)
    for field in fields_of(one):
        value, copied = getattr(one, field.name), getattr(other, field.name)
        if field.name == "news":
            assert copied is None
        elif field.compare:
            check_value(value, copied, field.name)


def check_value(value: Any, copied: Any, name: str) -> None:
    assert value == copied, name
    if isinstance(value, (list, dict)):
        assert value is not copied, f"{name} is shared"
    if isinstance(value, list):
        for mine, theirs in zip(value, copied, strict=True):
            check_value(mine, theirs, name)
    elif is_dataclass(value) and not isinstance(value, Value):
        assert value is not copied, f"{name} is shared"
        check_fields(value, copied)


def check_dump(game: Game, s: State) -> None:
    """A state survives JSON, and goes on as before."""
    text = plain(s)
    again = game.restore(orjson.loads(text))
    assert again == s
    assert plain(again) == text
    assert (again.turn, again.legal) == (s.turn, s.legal)


def check_knowledge(game: Game, s: State, rng: random.Random) -> None:
    """States that differ only in what a seat may not know look the same to that seat."""
    for seat in (None, *range(s.seats)):
        view = game.view(s, seat)
        json.dumps(view)
        imagined = game.imagine(s, seat, rng)
        game.check(imagined)
        assert game.view(imagined, seat) == view
        assert (imagined.turn, asked(imagined)) == (s.turn, asked(s))
        if seat is not None:
            assert moves(imagined, seat) == moves(s, seat)
            assert closed(imagined, seat) == closed(s, seat)
        if s.stack and isinstance(s.stack[-1], Ask):
            same_news(s, imagined, seat, rng.choice(s.legal))


def same_news(s: State, imagined: State, seat: int | None, move: Move) -> None:
    """An open move gives a seat the same news, unless the end of the game reveals secrets."""
    if move not in imagined.legal:
        assert seat != s.turn
        return
    told = []
    for each in (s.copy(), imagined.copy()):
        each.news = []
        play(each, move)
        if each.turn == OVER:
            return
        told.append([heard(news, seat) for news in each.news])
    assert told[0] == told[1]


def check_closed(game: Game, s: State, clauses: set[str]) -> None:
    """What is closed names a clause that exists."""
    for seat in asked(s):
        for each in closed(s, seat):
            assert each.clause in clauses, each


def check_every_move(game: Game, s: State) -> None:
    """Every listed move, and everything chance may bring, can be played."""
    for move in odds(s).outcomes[:40] if s.turn == CHANCE else s.legal:
        twin = s.copy()
        twin.news = []
        play(twin, move)
        game.check(twin)
        for news in twin.news or []:
            for seat in (None, *range(s.seats)):
                if (told := heard(news, seat)) is not None:
                    json.dumps(describe(told))
