"""A game being played at one screen: what is shown to whom, in which language, and kept where."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from cradle.games import module
from cradle.kernel.step import Move
from cradle.table import Refusal
from cradle.terminal import saves, text_face
from cradle.terminal.context import Context
from cradle.terminal.face import Face
from cradle.terminal.layout import wrapped
from cradle.terminal.menu import Menu
from cradle.terminal.palette import BAD, HEAD
from cradle.terminal.saves import Save
from cradle.terminal.screens import Screen
from cradle.terminal.seats import Bots
from cradle.terminal.texts import Texts

REMINDER = 12  # news that a resumed game tells again


class Quit(Exception):
    """The player leaves."""


class Session:
    """One game being played at one screen; `viewer` is the seat whose person sits there."""

    def __init__(self, save: Save, screen: Screen, path: Path, hints: bool = False) -> None:
        self.save = save
        self.table = save.table
        self.screen = screen
        self.path = path
        self.hints = hints
        self.face = face_of(self.table.game.name)
        self.texts = Texts(save.lang, self.table.game.name, self.table.setup.names)
        self.bots = Bots(save)
        self.viewer: int | None = None
        self.told = {seat: self._start(seat) for seat in range(self.table.seats)}
        self.chapter: object = None
        self.trouble: str | None = None
        self.unkept = False
        self.notices: list[str] = []
        self.menu: Menu

    def _start(self, seat: int) -> int:
        """A resumed game tells its last news again, a new one everything."""
        return max(0, len(self.table.log.told[seat]) - REMINDER)

    def context(self, seat: int | None = None) -> Context:
        """What a seat sees, or else the person at the keyboard."""
        return Context(self.table, self.viewer if seat is None else seat, self.texts)

    def fresh_menu(self) -> Menu:
        """All that the person at the keyboard can answer."""
        return Menu(self.context(), self.face)

    def submit(self, seat: int, move: Move | str) -> None:
        """Carry out a move and keep the game."""
        self.table.submit(seat, move)
        self.keep()

    def keep(self) -> None:
        """Write the game to disk; say it once if that can't be done, and try again each time."""
        self.unkept = False
        before, self.trouble = self.trouble, None
        try:
            saves.write(self.path, self.save.text())
        except Refusal as error:
            self.trouble = error.say(self.texts.lang)
            if before is None:
                self.notices.append(self.texts.say("not-kept", reason=self.trouble))

    def leave(self) -> None:
        """Say where the game is and how to go on with it."""
        self.keep()
        if self.trouble is not None:
            self.complain(self.texts.say("not-left", reason=self.trouble))
            return
        self.say(self.texts.say("left"))
        self.screen.show([Text(f"  cradle play --resume {saves.shown(self.path)}")])

    def notice(self, notice: str) -> None:
        """Say something with the next picture, once."""
        if notice not in self.notices:
            self.notices.append(notice)

    def say(self, line: str, style: str = "") -> None:
        """Print a paragraph."""
        self.screen.show(wrapped(Text(line, style=style), self.screen.size[0]))

    def complain(self, line: str) -> None:
        """Print one line about something that didn't work."""
        text = Text(f"✗ {line}", style=BAD)
        if self.screen.live:
            text.truncate(self.screen.size[0], overflow="ellipsis")
        self.screen.show([text])

    def whisper(self, line: str) -> None:
        """Print something of little weight."""
        self.say(line, HEAD)


def face_of(game: str) -> Face:
    """How a game looks: as it says itself, or as text."""
    brought = module(game, "terminal")
    found: Face = text_face.FACE if brought is None else brought.FACE
    return found
