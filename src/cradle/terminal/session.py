"""A game in the terminal: whose turn it is, what they see, and what they answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from cradle.kernel.step import Move
from cradle.table import Refusal
from cradle.terminal import commands, ending, picture, saves
from cradle.terminal.faces import FACES
from cradle.terminal.layout import wrapped
from cradle.terminal.menu import SEVERAL, Menu, completions
from cradle.terminal.palette import BAD, HEAD
from cradle.terminal.saves import Save
from cradle.terminal.screens import Helper, Screen
from cradle.terminal.seats import Bots, is_human
from cradle.terminal.sight import Sight
from cradle.terminal.speech import Speech

INTERRUPTED = 130
Command = Callable[["Session", str], bool]


class Quit(Exception):
    """The player leaves."""


class Session:
    """One game being played at one screen."""

    def __init__(self, save: Save, screen: Screen, path: Path, hints: bool = False) -> None:
        self.save = save
        self.table = save.table
        self.screen = screen
        self.path = path
        self.hints = hints
        self.face = FACES[self.table.game.name]
        self.speech = Speech(save.lang, self.table.game.name, self.table.setup.names)
        self.bots = Bots(save)
        self.viewer: int | None = None
        self.told = {seat: self._start(seat) for seat in range(self.table.seats)}
        self.stage: object = None
        self.trouble: str | None = None
        self.unkept = False
        self.notices: list[str] = []
        self.menu: Menu

    def _start(self, seat: int) -> int:
        """A resumed game tells its last news again, a new one everything."""
        return max(0, len(self.table.log.told[seat]) - picture.REMINDER)

    # The course of the game.

    def run(self) -> int:
        """Play to the end, or until the player leaves; nothing is lost either way."""
        try:
            self.keep()
            if self.trouble is None:
                self.notices.append(self.speech.say("kept-at", file=saves.shown(self.path)))
            while not self.table.over:
                self.go_on()
            self.keep()
            ending.finish(self)
        except (Quit, EOFError):
            self.leave()
        except KeyboardInterrupt:
            self.leave()
            return INTERRUPTED
        finally:
            self.bots.close()
        return 0

    def go_on(self) -> None:
        """Let the next seat answer: the people first, and the one at the keyboard before others."""
        asked = self.table.asked
        people = [seat for seat in asked if is_human(self.save.who[seat])]
        if not people:
            self._bot_moves(asked[0])
        elif self.viewer in people:
            self.turn(self.viewer)
        else:
            self.turn(people[0])

    def _bot_moves(self, seat: int) -> None:
        """A bot that chooses by seed and ply alone would choose the same again: no need to keep."""
        if self.bots.is_quick(seat):
            self.table.submit(seat, self.bots.choose(seat))
            self.unkept = True
            return
        if self.screen.live:
            self.whisper(f"{self.speech.player(seat)} …")
        self.submit(seat, self.bots.choose(seat))
        if seat in self.bots.failed:
            self._notice(self.speech.say("no-answer", player=self.speech.player(seat)))

    def _notice(self, notice: str) -> None:
        """Say something with the next picture, once."""
        if notice not in self.notices:
            self.notices.append(notice)

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
            self.trouble = error.say(self.speech.lang)
            if before is None:
                self.notices.append(self.speech.say("not-kept", reason=self.trouble))

    def leave(self) -> None:
        """Say where the game is and how to go on with it."""
        self.keep()
        if self.trouble is not None:
            self.complain(self.speech.say("not-left", reason=self.trouble))
            return
        self.say(self.speech.say("left"))
        self.screen.show([Text(f"  cradle play --resume {saves.shown(self.path)}")])

    # One person's turn.

    def turn(self, seat: int) -> None:
        """Ask one person until something has happened."""
        if self._forced(seat):
            return
        if self.unkept:
            self.keep()
        self.change(seat)
        self.viewer = seat
        self.look()
        if self.hints:
            self.answer("hint")
        plies = len(self.table.entries)
        while len(self.table.entries) == plies and not self.table.over:
            self.answer(self.screen.ask(f"{self.speech.player(seat)} > ", self.helper()))

    def _forced(self, seat: int) -> bool:
        """Where there is nothing to choose nobody is asked; everybody is told."""
        moves = self.table.moves(seat)
        if len(moves) != 1 or self.table.state.sealed:
            return False
        facts = {"player": self.speech.player(seat), "move": self.speech.move(moves[0])}
        self._notice(self.speech.say("forced", **facts))
        self.submit(seat, moves[0])
        return True

    def change(self, seat: int) -> None:
        """Another person comes to the keyboard: nothing of the one before stays on the screen."""
        people = [other for other, who in enumerate(self.save.who) if is_human(who)]
        if self.viewer == seat or len(people) < 2:
            return
        if picture.is_secret(self, seat):
            self.curtain(seat)
        elif self.viewer is not None:
            self.screen.hide()

    def curtain(self, seat: int) -> None:
        """Hide everything and wait for the next person."""
        self.screen.hide()
        self.say(self.speech.say("pass-keyboard", player=self.speech.player(seat)))
        self.screen.ask(self.speech.say("press-enter"))
        self.screen.hide()

    def sight(self) -> Sight:
        """What the person at the keyboard sees."""
        return Sight(self.table, self.viewer, self.speech)

    def look(self) -> None:
        """Draw everything anew."""
        self.menu = Menu(self.sight(), self.face)
        if self.screen.live:
            self.screen.clear()
        self.screen.show(picture.whole(self))
        self.stage = self.face.stage(self.menu.sight.view)

    def answer(self, typed: str) -> None:
        """Do what was typed: a move, a command, or one line that says why not."""
        if not typed:
            self._back()
            return
        word, _, rest = typed.partition(" ")
        command = commands.find(word)
        if command is not None and command(self, rest):
            return
        self._choose(self.menu.find(typed), typed)

    def _back(self) -> None:
        if self.menu.inside:
            self.open(Menu(self.sight(), self.face))

    def open(self, menu: Menu) -> None:
        """Show another menu, or another page of it."""
        self.menu = menu
        if self.screen.live:
            self.screen.clear()
            self.screen.show(picture.whole(self))
        else:
            self.screen.show(picture.menu(self))

    def _choose(self, found: list[Move], typed: str) -> None:
        assert self.viewer is not None
        if len(found) == 1:
            self.told[self.viewer] = len(self.table.log.told[self.viewer])
            self.notices.clear()
            self.submit(self.viewer, found[0])
        elif found and self.menu.is_group(found):
            self.open(Menu(self.sight(), self.face, found))
        elif found:
            labels = self.menu.labels(found)
            some = "; ".join(labels[:SEVERAL]) + ("; …" if len(labels) > SEVERAL else "")
            self.complain(self.speech.say("several", moves=some))
        else:
            self._refuse(typed)

    def _refuse(self, typed: str) -> None:
        assert self.viewer is not None
        if typed.isdecimal():
            self.complain(self.speech.say("no-number", first=1, last=len(self.menu.choices)))
            return
        try:
            self.submit(self.viewer, typed.lower())
        except Refusal as error:
            more = self.speech.say("type-help")
            self.complain(f"{error.say(self.speech.lang)} {more}")

    # Small things.

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

    def helper(self) -> Helper:
        """Help while typing."""
        return Helper(self._complete, self._preview)

    def _complete(self, typed: str) -> list[str]:
        return completions(self.menu.sight, self.menu.moves, typed) + commands.completions(
            self, typed
        )

    def _preview(self, typed: str) -> str:
        found = self.menu.find(typed) if typed.strip() else []
        if len(found) == 1:
            return f"{self.speech.move(found[0])}  ·  {found[0].text}"
        if found:
            return self.speech.say("preview-group", count=len(found))
        return self.speech.say("preview-none")
