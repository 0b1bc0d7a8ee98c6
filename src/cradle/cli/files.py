"""Reading a file that a user named."""

from __future__ import annotations

import sys
from pathlib import Path

from cradle import words
from cradle.table.errors import Refusal

MOST_BYTES = 20_000_000


class BadFile(Refusal):
    """A file that can't be used, and why."""

    def __init__(self, file: str, reason: Refusal) -> None:
        super().__init__("file", file=file)
        self.reason = reason

    def say(self, lang: str) -> str:
        facts = self.facts | {"reason": self.reason.say(lang)}
        return words.say(lang, f"error.{self.key}", **facts)


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else _read(Path(name))
    except (OSError, ValueError) as error:
        raise BadFile(name, Refusal(_trouble(error))) from None
    if len(raw) > MOST_BYTES:
        raise BadFile(name, Refusal("too-big"))
    if b"\0" in raw:
        raise BadFile(name, Refusal("not-text"))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(name, Refusal("not-text")) from None


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _trouble(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "no-file"
    return "is-folder" if isinstance(error, IsADirectoryError) else "unreadable"
