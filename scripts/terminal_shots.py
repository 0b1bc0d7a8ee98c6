"""Redraw the pictures in docs/playing.md: `python -m scripts.terminal_shots`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rich.text import Text

from cradle.games import GAMES
from cradle.table import Table
from cradle.terminal import picture
from cradle.terminal.helper import Helper
from cradle.terminal.menu import Menu
from cradle.terminal.saves import DiceByPly, Save
from cradle.terminal.session import Session

PAGE = Path(__file__).parents[1] / "docs" / "playing.md"
SEATS, SEED = 2, 11
AFTER = 100
# Seats, and the first moment after so many plies at which this is asked, where one shows more.
MOMENTS = {"stone-age": (4, 260, "place-people"), "hadara": (4, 145, "pick-card")}
NAMES = ("Ana", "Boris", "Chloé", "Dora")


class Easel:
    """A screen of 100×30 that shows nothing and asks nothing."""

    live = True
    size = (100, 30)

    def show(self, lines: Sequence[Text]) -> None:
        """Nothing."""

    def clear(self) -> None:
        """Nothing."""

    def hide(self) -> None:
        """Nothing."""

    def ask(self, prompt: str, helper: Helper | None = None) -> str:
        """Nobody is there."""
        raise EOFError


def is_shown(table: Table, step: str | None) -> bool:
    """Whether the first player is asked, and for the step that is to be shown."""
    return table.asked == [0] and step in (None, table.view(0)["step"])


def shot(game: str) -> str:
    """One turn of a game as it stands on the screen."""
    seats, plies, step = MOMENTS.get(game, (SEATS, AFTER, None))
    table = Table(game, seats=seats, names=NAMES[:seats], dice=DiceByPly(SEED))
    playing = Session(Save(table, ["human"] * seats, SEED, "en"), Easel(), Path("game.json"))
    rng = Random(SEED)
    while len(table.entries) < plies or not is_shown(table, step):
        seat = table.asked[0]
        playing.told[seat] = len(table.log.told[seat])
        table.submit(seat, rng.choice(table.moves(seat)))
    playing.viewer = 0
    playing.menu = Menu(playing.context(), playing.face)
    lines = [line.plain.rstrip() for line in picture.whole(playing)]
    return "\n".join([*lines, "Ana > "]).rstrip()


def main() -> None:
    """Put every picture between its marks."""
    page = PAGE.read_text(encoding="utf-8")
    for game in GAMES:
        marks = f"<!-- {game} -->\n```text\n", f"\n```\n<!-- /{game} -->"
        pattern = re.compile(f"{re.escape(marks[0])}.*?{re.escape(marks[1])}", re.DOTALL)
        drawn = marks[0] + shot(game) + marks[1]
        page = pattern.sub(lambda _, drawn=drawn: drawn, page)  # type: ignore[misc]
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
