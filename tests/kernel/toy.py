"""A toy game with every kind of step: secret numbers, sealed bids, a card to take, a die.

Each round chance deals every seat a secret number; all bid at once, at most their number; the
highest bidder (the lowest seat of several) takes the prize or passes it on; a die ends the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cradle.kernel.chance import Odds, Random
from cradle.kernel.game import BadOption, Game, Option, Score, ranked
from cradle.kernel.notation import Amounts, By, Many, Names, Number, grammar, speaks
from cradle.kernel.step import (
    Ask,
    Chance,
    Closed,
    Do,
    Move,
    News,
    State,
    Together,
    tell,
    then,
    whisper,
)

NUMBER = Number()
PRIZE = Names("prize", ["bronze", "silver", "gold"])


@dataclass(frozen=True)
class Deal(Move):
    number: int


@dataclass(frozen=True)
class Bid(Move):
    count: int


@dataclass(frozen=True)
class Take(Move):
    prize: int


@dataclass(frozen=True)
class PassOn(Move):
    pass


@dataclass(frozen=True)
class Roll(Move):
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Spend(Move):
    """No step asks for it: it is here for its words."""

    prizes: tuple[int, ...]


@dataclass(frozen=True)
class DealtSecretly(News):
    seat: int
    number: int


@dataclass(frozen=True)
class DealtUnseen(News):
    seat: int


@dataclass(frozen=True)
class Taken(News):
    seat: int
    prize: int


speaks(Deal, "", NUMBER)
speaks(Bid, "T-1", NUMBER)
speaks(Take, "T-2", PRIZE)
speaks(PassOn, "")
speaks(Roll, "", Many(NUMBER))
speaks(Spend, "", Amounts(PRIZE))
speaks(DealtSecretly, "", NUMBER, NUMBER)
speaks(DealtUnseen, "", NUMBER)
speaks(Taken, By("prize", ("T-2", "T-2", "T-3")), NUMBER, PRIZE)

DEAL = [Deal(number) for number in range(4)]
BID: list[Move] = [Bid(count) for count in range(4)]
TAKE: list[Move] = [Take(prize) for prize in range(3)]
PASS_ON = PassOn()
ROLL = [Roll((face,)) for face in range(1, 7)]
MOVES = (Deal, Bid, Take, PassOn, Roll, Spend)


@dataclass
class Player:
    number: int = 0
    prizes: list[int] = field(default_factory=list)

    def copy(self) -> Player:
        to = Player.__new__(Player)
        to.number = self.number
        to.prizes = self.prizes[:]
        return to


@dataclass(kw_only=True)
class Toy(State):
    players: list[Player]
    round: int = 0
    last: int = 2
    endless: bool = False
    components: Any = field(default=None, compare=False)
    spent: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def copy(self) -> Toy:
        to = Toy.__new__(Toy)
        self.copy_base(to)
        to.players = [player.copy() for player in self.players]
        to.round = self.round
        to.last = self.last
        to.endless = self.endless
        to.components = self.components
        to.spent = self.spent.copy()
        return to

    def equip(self, components: Any) -> None:
        self.components = components


@dataclass(frozen=True)
class Round(Do):
    def run(self, s: Toy) -> None:
        s.round += 1
        then(s, *(DealNumber(seat) for seat in range(s.seats)), BidAll(), RollDie(), NextRound())


@dataclass(frozen=True)
class DealNumber(Chance):
    seat: int

    def odds(self, s: Toy) -> Odds:
        return Odds(DEAL, [1, 2, 2, 1])

    def play(self, s: Toy, move: Deal) -> None:
        s.players[self.seat].number = move.number
        if s.news is not None:
            whisper(s, self.seat, DealtSecretly(self.seat, move.number), DealtUnseen(self.seat))


@dataclass(frozen=True)
class BidAll(Together):
    """Who has a 0 has nothing to bid and isn't asked."""

    def seats(self, s: Toy) -> list[int]:
        return list(range(s.seats))

    def moves(self, s: Toy, seat: int) -> list[Move]:
        number = s.players[seat].number
        return BID[: number + 1] if number else []

    def closed(self, s: Toy, seat: int) -> list[Closed]:
        number = s.players[seat].number
        return [
            Closed(str(n), "T-1", "too-high", (("most", number),)) for n in range(number + 1, 4)
        ]

    def reveal(self, s: Toy, answers: dict[int, Any]) -> None:
        if answers:
            best = max(answers, key=lambda seat: (answers[seat].count, -seat))
            s.stack.append(TakePrize(best))


@dataclass(frozen=True)
class TakePrize(Ask):
    def moves(self, s: Toy) -> list[Move]:
        have = s.players[self.seat].prizes
        new = [TAKE[prize] for prize in range(3) if prize not in have]
        return [*new, PASS_ON] if new else []

    def closed(self, s: Toy) -> list[Closed]:
        return [Closed(PRIZE.names[p], "T-2", "owned") for p in s.players[self.seat].prizes]

    def play(self, s: Toy, move: Take | PassOn) -> None:
        if isinstance(move, Take):
            s.players[self.seat].prizes.append(move.prize)
            if s.news is not None:
                tell(s, Taken(self.seat, move.prize))
        elif s.seats > 1:
            then(s, PassedOn((self.seat + 1) % s.seats))


speaks(TakePrize, "T-2", NUMBER)


@dataclass(frozen=True)
class PassedOn(Ask):
    """The next seat takes the prize; nobody is told why something is closed."""

    def moves(self, s: Toy) -> list[Move]:
        return [TAKE[prize] for prize in range(3) if prize not in s.players[self.seat].prizes]

    def play(self, s: Toy, move: Take) -> None:
        s.players[self.seat].prizes.append(move.prize)


@dataclass(frozen=True)
class RollDie(Chance):
    def odds(self, s: Toy) -> Odds:
        return Odds(ROLL)

    def play(self, s: Toy, move: Roll) -> None:
        s.spent[s.round] = move.dice


@dataclass(frozen=True)
class NextRound(Do):
    def run(self, s: Toy) -> None:
        if s.endless or s.round < s.last:
            s.stack.append(Round())


def start(seats: int, options: Mapping[str, Any], components: Any) -> Toy:
    players = [Player() for _ in range(seats)]
    last = int(options["rounds"])
    s = Toy(
        seats=seats, players=players, last=last, endless=options["endless"], components=components
    )
    s.stack.append(Round())
    return s


def view(s: Toy, seat: int | None) -> dict[str, Any]:
    return {
        "round": s.round,
        "chosen": sorted(s.sealed),
        "number": None if seat is None else s.players[seat].number,
        "prizes": [list(player.prizes) for player in s.players],
    }


def imagine(s: Toy, seat: int | None, rng: Random) -> Toy:
    imagined = s.copy()
    for other, player in enumerate(imagined.players):
        if other != seat and other not in s.sealed:
            player.number = rng.randrange(4)
    return imagined


def scores(s: Toy) -> list[Score]:
    parts = [{"prizes": sum(player.prizes), "count": len(player.prizes)} for player in s.players]
    return ranked(parts, [player.number for player in s.players])


def check(s: Toy) -> None:
    assert all(len(set(player.prizes)) == len(player.prizes) for player in s.players)


def rounds(s: Toy) -> int:
    return s.round


def rows(components: Any) -> dict[str, list[dict[str, str]]]:
    return {"prizes": [{"prize": name, "provenance": "made up"} for name in components]}


def read_components(folder: str) -> Any:
    if folder != "good":
        raise BadOption(f"{folder}: no such folder")
    return ("tin", "lead", "zinc")


PIECES = (Toy, Player, Round, DealNumber, BidAll, TakePrize, PassedOn, RollDie, NextRound, *MOVES)
GAME = Game(
    name="toy",
    version=1,
    seats=range(1, 4),
    options={
        "rounds": Option(("2", "1", "3")),
        "endless": Option((False, True)),
    },
    start=start,
    view=view,
    imagine=imagine,
    scores=scores,
    check=check,
    grammar=grammar(*MOVES),
    news=grammar(DealtSecretly, DealtUnseen, Taken),
    kinds={kind.__name__: kind for kind in PIECES},
    rounds=rounds,
    rows=rows,
    components=("bronze", "silver", "gold"),
    read_components=read_components,
    most_rounds=50,
)
