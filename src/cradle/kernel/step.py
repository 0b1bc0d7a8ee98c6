"""A game is a stack of steps: the rules act, one seat is asked, several are, or chance is.

The state is plain data, the stack included. `then` lays steps on the stack in reading order,
`settle` runs until somebody must answer, `play` answers. Rules take their own game's state; the
kernel's signatures say `Any` for it.
"""

from __future__ import annotations

from copyreg import __newobj__  # type: ignore[attr-defined]
from dataclasses import dataclass, field, fields
from typing import Any, Final

from cradle.kernel.chance import Odds
from cradle.kernel.notation import Move as Move, Spoken
from cradle.kernel.piece import Seat, Value

CHANCE: Final = -1
OVER: Final = -2


class News(Spoken):
    """Something that happened, told to all; a past participle (`Sent`)."""


@dataclass(frozen=True)
class Aside(Value):
    """News told to one seat, while all others hear the open version, or nothing."""

    seat: Seat
    secret: News
    open: News | None


@dataclass(frozen=True)
class Closed(Value):
    """Something a seat can't do now: what, by which clause, why, and the numbers in it.

    `move` is the text of the move that is closed, where the subject's words don't tell.
    """

    subject: str
    clause: str
    reason: str
    numbers: tuple[tuple[str, int], ...] = ()
    move: str = ""


class Step(Spoken):
    """One heading of the rulebook, waiting on the stack."""

    def play(self, s: Any, move: Any) -> None:
        """Carry out the answer to this step."""
        raise NotImplementedError


class Do(Step):
    """The rules act by themselves."""

    def run(self, s: Any) -> None:
        """Act."""
        raise NotImplementedError


@dataclass(frozen=True)
class Ask(Step):
    """One seat chooses among the listed moves; without a legal move the step is skipped."""

    seat: Seat

    def moves(self, s: Any) -> list[Move]:
        """All legal moves."""
        raise NotImplementedError

    def closed(self, s: Any) -> list[Closed]:
        """What the seat might expect to be able to do here and can't, with the reason."""
        return []


class Chance(Step):
    """Dice, or a card nobody has seen."""

    def odds(self, s: Any) -> Odds:
        """All that can come, with exact odds."""
        raise NotImplementedError

    def occasion(self) -> str:
        """What tells it from others of its round, at tables that share their luck."""
        return ""


class Together(Step):
    """Several seats choose at once; answers stay sealed until all have chosen."""

    def seats(self, s: Any) -> list[Seat]:
        """Who is asked."""
        raise NotImplementedError

    def moves(self, s: Any, seat: Seat) -> list[Move]:
        """All legal moves of one seat."""
        raise NotImplementedError

    def closed(self, s: Any, seat: Seat) -> list[Closed]:
        """What the seat might expect to be able to do here and can't, with the reason."""
        return []

    def reveal(self, s: Any, answers: dict[Seat, Move]) -> None:
        """Carry out all answers."""
        raise NotImplementedError


@dataclass(kw_only=True)
class State:
    """What the rules need to go on; each game adds its own. Derived fields don't compare.

    `turn` is who answers next (a seat, CHANCE or OVER) and `legal` what that seat may answer;
    both are set by `settle`. `news` collects what happens while somebody listens.
    """

    seats: int
    stack: list[Step] = field(default_factory=list)
    sealed: dict[Seat, Move] = field(default_factory=dict)
    turn: int = field(default=OVER, compare=False)
    legal: list[Move] = field(default_factory=list, compare=False)
    news: list[News | Aside] | None = field(default=None, compare=False)

    def copy_base(self, to: State) -> None:
        """Copy what every state has; steps and moves are shared, and nobody listens."""
        to.seats = self.seats
        to.stack = self.stack[:]
        to.sealed = self.sealed.copy()
        to.turn = self.turn
        to.legal = self.legal
        to.news = None

    def copy(self) -> State:
        """An independent state, equal to this one."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel by fields, those included that an interpreted game adds to a compiled state."""
        return __newobj__, (type(self),), {x.name: getattr(self, x.name) for x in fields(self)}

    def equip(self, components: Any) -> None:
        """Take the components that a dump leaves out; nothing where a game has one set alone."""


def then(s: State, *steps: Step) -> None:
    """Lay steps on the stack, so that they happen in reading order."""
    s.stack.extend(reversed(steps))


def tell(s: State, news: News) -> None:
    """Tell everybody. Rules ask `if s.news is not None` first: search listens to nobody."""
    assert s.news is not None
    s.news.append(news)


def whisper(s: State, seat: Seat, secret: News, open: News | None) -> None:
    """The only way to tell private news: `secret` for the seat, `open` for everybody else."""
    assert s.news is not None
    s.news.append(Aside(seat, secret, open))


def heard(news: News | Aside, seat: Seat | None) -> News | None:
    """The news as a seat, or a spectator (None), hears it."""
    if isinstance(news, Aside):
        return news.secret if news.seat == seat else news.open
    return news


def settle(s: State) -> None:
    """Run the rules until somebody, or chance, must answer, or the game is over."""
    stack = s.stack
    while stack:
        step = stack[-1]
        if isinstance(step, Do):
            stack.pop()
            step.run(s)
        elif isinstance(step, Ask):
            s.legal = step.moves(s)
            if s.legal:
                s.turn = step.seat
                return
            stack.pop()
        elif isinstance(step, Chance):
            s.turn, s.legal = CHANCE, []
            return
        else:
            assert isinstance(step, Together)
            if _still_waiting(s, step):
                return
            stack.pop()
            answers, s.sealed = s.sealed, {}
            step.reveal(s, answers)
    s.turn, s.legal = OVER, []


def _still_waiting(s: State, step: Together) -> bool:
    for seat in step.seats(s):
        if seat not in s.sealed:
            s.legal = step.moves(s, seat)
            if s.legal:
                s.turn = seat
                return True
    return False


def play(s: State, move: Move) -> None:
    """Answer for whoever's turn it is, chance included. Trusting: the move must be legal."""
    step = s.stack[-1]
    if isinstance(step, Together):
        s.sealed[s.turn] = move
    else:
        s.stack.pop()
        step.play(s, move)
    settle(s)


def answer(s: State, seat: Seat, move: Move) -> None:
    """Answer for any seat that is asked, out of turn if several are. Trusting."""
    if seat == s.turn:
        play(s, move)
    else:
        s.sealed[seat] = move


def withdraw(s: State, seat: Seat) -> None:
    """Open a seat's sealed answer again, as long as others are still choosing."""
    del s.sealed[seat]
    settle(s)


def odds(s: State) -> Odds:
    """What chance may bring now."""
    step = s.stack[-1]
    assert isinstance(step, Chance)
    return step.odds(s)


def asked(s: State) -> list[Seat]:
    """The seats that must answer now."""
    step = s.stack[-1] if s.stack else None
    if isinstance(step, Together):
        return [seat for seat in step.seats(s) if moves(s, seat)]
    return [s.turn] if s.turn >= 0 else []


def moves(s: State, seat: Seat) -> list[Move]:
    """The legal moves of a seat now: none if it isn't asked."""
    if seat == s.turn:
        return s.legal
    step = s.stack[-1] if s.stack else None
    if isinstance(step, Together) and seat in step.seats(s) and seat not in s.sealed:
        return step.moves(s, seat)
    return []


def closed(s: State, seat: Seat) -> list[Closed]:
    """What is closed to a seat that is asked now, and by which clause."""
    if seat not in asked(s):
        return []
    step: Any = s.stack[-1]
    return list(step.closed(s, seat) if isinstance(step, Together) else step.closed(s))
