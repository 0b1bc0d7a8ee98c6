"""Rock, paper, scissors: the smallest game that ends with a choice of all at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cradle.kernel.chance import Random
from cradle.kernel.game import Game, Score, ranked
from cradle.kernel.notation import Names, grammar, speaks
from cradle.kernel.step import Move, State, Together

SIGN = Names("sign", ["rock", "paper", "scissors"])


@dataclass(frozen=True)
class Show(Move):
    """Show a sign."""

    sign: int


speaks(Show, "", SIGN)
SIGNS = [Show(sign) for sign in range(3)]


@dataclass(kw_only=True)
class Shown(State):
    """What everybody has shown, once all have."""

    shown: list[int] = field(default_factory=list)

    def copy(self) -> Shown:
        """Another state that stands as this one."""
        other = Shown.__new__(Shown)
        self.copy_base(other)
        other.shown = self.shown[:]
        return other


@dataclass(frozen=True)
class ShowAll(Together):
    """Everybody shows a sign at once, and that is the game."""

    def seats(self, s: Any) -> list[int]:
        """All of them."""
        return list(range(s.seats))

    def moves(self, s: Any, seat: int) -> list[Any]:
        """Any sign."""
        return list(SIGNS)

    def reveal(self, s: Any, answers: Any) -> None:
        """Lay all signs open."""
        s.shown = [answers[seat].sign for seat in range(s.seats)]


speaks(ShowAll, "")


def start(seats: int, options: Mapping[str, Any], components: Any) -> Shown:
    """Nobody has shown anything."""
    return Shown(seats=seats, stack=[ShowAll()])


def scores(s: Any) -> list[Score]:
    """A point for every sign that one's own beats."""
    beaten = [sum((own - other) % 3 == 1 for other in s.shown) for own in s.shown or [0] * s.seats]
    return ranked([{"beaten": count} for count in beaten], [0] * s.seats)


def imagine(s: Any, seat: int | None, rng: Random) -> Any:
    """What others have sealed may be any sign."""
    world = s.copy()
    world.sealed = {
        who: sign if who == seat else SIGNS[rng.randrange(3)] for who, sign in s.sealed.items()
    }
    return world


GAME = Game(
    name="signs",
    version=1,
    seats=range(2, 4),
    options={},
    start=start,
    view=lambda s, seat: {"shown": s.shown},
    imagine=imagine,
    scores=scores,
    check=lambda s: None,
    grammar=grammar(Show),
    news={},
    kinds={kind.__name__: kind for kind in (Shown, ShowAll, Show)},
    rounds=lambda s: 1,
    rows=lambda components: {},
)
