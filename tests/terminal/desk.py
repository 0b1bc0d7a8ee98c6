"""Playing in a terminal without one: piped lines, and a screen that only remembers."""

from __future__ import annotations

import io
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rich.text import Text

from cradle.table import Table
from cradle.terminal import main
from cradle.terminal.helper import Helper
from cradle.terminal.saves import DiceByPly, Save
from cradle.terminal.seats import HUMAN, names_of
from cradle.terminal.session import Session


def args(**given: Any) -> Namespace:
    """What the command line hands over."""
    fresh = {"game": "stone-age", "seats": "human,random", "seed": 7}
    plain: dict[str, Any] = {
        **(dict.fromkeys(fresh) if "resume" in given else fresh),
        "resume": None,
        "hints": False,
        "no_colour": False,
        "lang": "en",
        "lang_given": "lang" in given,
        "option": [],
        "components": None,
    }
    return Namespace(**plain | given)


def piped(lines: Sequence[str], **given: Any) -> str:
    """The whole output of a game fed with these lines."""
    target = io.StringIO()
    assert main(args(**given), io.StringIO("".join(f"{line}\n" for line in lines)), target) == 0
    return target.getvalue()


class Fingers(io.StringIO):
    """Somebody who types numbers without an aim, until the final scoring is shown."""

    def __init__(self, seed: int, target: io.StringIO, end: str) -> None:
        super().__init__()
        self.rng = Random(seed)
        self.target = target
        self.end = end

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if self.end in self.target.getvalue()[-4000:]:
            return ""
        return f"{self.rng.choice([1, 1, 1, 2, 3, 4, 6, 8])}\n"


def whole_game(end: str = "Final scoring", **given: Any) -> str:
    """The output of a game typed to its end."""
    target = io.StringIO()
    assert main(args(**given), Fingers(1, target, end), target) == 0
    return target.getvalue()


class Memory:
    """A live screen of any size that remembers what was shown and types what it is told."""

    live = True

    def __init__(self, typed: Sequence[str] = (), size: tuple[int, int] = (100, 30)) -> None:
        self.typed = list(typed)
        self.size = size
        self.pictures: list[list[str]] = [[]]
        self.hidden = 0
        self.helper: Helper | None = None

    def show(self, lines: Sequence[Text]) -> None:
        self.pictures[-1] += [line.plain for line in lines]

    def clear(self) -> None:
        self.pictures.append([])

    def hide(self) -> None:
        self.hidden += 1
        self.pictures.append([])

    def ask(self, prompt: str, helper: Helper | None = None) -> str:
        self.helper = helper
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    @property
    def text(self) -> str:
        """Everything shown so far."""
        return "\n".join(line for picture in self.pictures for line in picture)


def session(
    game: str, who: Sequence[str], tmp_path: Path, screen: Any, lang: str = "en", **options: Any
) -> Session:
    """A session at a screen, with its game kept in a folder of the test's own."""
    table = Table(
        game,
        seats=len(who),
        names=names_of(list(who), "Player"),
        options=options,
        dice=DiceByPly(7),
    )
    return Session(Save(table, list(who), 7, lang), screen, tmp_path / "game.json")


def each_decision(
    session: Session, seed: int, look: Callable[[int], None], every: int = 1, most: int = 10_000
) -> None:
    """Play at random, as a rule to the end; call `look` with the seat at every so many plies."""
    rng, table, ply = Random(seed), session.table, 0
    while not table.over and ply < most:
        seat = table.asked[0]
        if ply % every == 0:
            session.viewer = seat
            look(seat)
            session.told[seat] = len(table.log.told[seat])
        table.submit(seat, rng.choice(table.moves(seat)))
        ply += 1


def humans(count: int) -> list[str]:
    """So many people."""
    return [HUMAN] * count
