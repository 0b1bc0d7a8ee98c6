"""Where a game is shown and typed: a terminal with colours, or plain lines in and out."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TextIO

from rich.console import Console
from rich.text import Text

from cradle.terminal.helper import Helper

WIDTH, HEIGHT = 100, 30
SCREENFUL = 60


class Screen(Protocol):
    """Shows lines and asks for one."""

    live: bool

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        ...

    def show(self, lines: Sequence[Text]) -> None:
        """Print lines."""
        ...

    def clear(self) -> None:
        """Make room for a new picture."""
        ...

    def hide(self) -> None:
        """Make everything unreadable that was shown so far."""
        ...

    def ask(self, prompt: str, helper: Helper | None = None) -> str:
        """One typed line, or `EOFError`."""
        ...


class Plain:
    """Lines in and out, without any escape code."""

    live = False

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source = source
        self.target = target

    @property
    def size(self) -> tuple[int, int]:
        return WIDTH, HEIGHT

    def show(self, lines: Sequence[Text]) -> None:
        self.target.writelines(line.plain.rstrip() + "\n" for line in lines)
        self.target.flush()

    def clear(self) -> None:
        self.target.write("\n")

    def hide(self) -> None:
        self.target.write("\n" * SCREENFUL)

    def ask(self, prompt: str, helper: Helper | None = None) -> str:
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline()
        if not line:
            self.target.write("\n")
            raise EOFError
        if not self.source.isatty():
            self.target.write(line.rstrip("\n") + "\n")
        return clean(line)


class Live:
    """A terminal: colours, completion, history, and a preview under the line."""

    live = True

    def __init__(self, colour: bool, history: Path | None) -> None:
        from cradle.terminal.line_editor import LineEditor

        system = "auto" if colour else None
        self.console = Console(color_system=system, highlight=False, soft_wrap=True)  # type: ignore[arg-type]
        self.editor = LineEditor(colour, history)

    @property
    def size(self) -> tuple[int, int]:
        columns, rows = shutil.get_terminal_size((WIDTH, HEIGHT))
        return max(columns, 40), max(rows, 10)

    def show(self, lines: Sequence[Text]) -> None:
        for line in lines:
            tight = line.copy()
            tight.rstrip()
            self.console.print(tight, no_wrap=True, overflow="ignore", crop=False)

    def clear(self) -> None:
        self.console.clear()

    def hide(self) -> None:
        # Also what can be scrolled back to, and what was typed.
        self.editor.forget()
        self.console.file.write("\x1b[3J")
        self.console.clear()

    def ask(self, prompt: str, helper: Helper | None = None) -> str:
        return clean(self.editor.ask(prompt, helper))


def clean(line: str) -> str:
    """A typed line without control characters and needless blanks."""
    return " ".join("".join(c if c.isprintable() else " " for c in line).split())


def make_screen(source: TextIO, target: TextIO, colour: bool, history: Path | None) -> Screen:
    """A live screen on a terminal; plain lines when piped, or on a dumb one."""
    if source.isatty() and target.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return Live(colour and not os.environ.get("NO_COLOR"), history)
    return Plain(source, target)
