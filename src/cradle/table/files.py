"""Files that a user named: read whole, or refused in one line."""

from __future__ import annotations

import sys
from pathlib import Path

from cradle import i18n
from cradle.table.errors import LONGEST, Refusal

MOST_BYTES = 20_000_000


class BadFile(Refusal):
    """A file that can't be read, written or used, and why."""

    def __init__(self, file: Path | str, reason: str | Refusal) -> None:
        super().__init__("file", file=_ending(str(file)))
        self.reason = Refusal(reason) if isinstance(reason, str) else reason

    def say(self, lang: str) -> str:
        facts = self.facts | {"reason": self.reason.say(lang)}
        return i18n.say(lang, f"error.{self.key}", **facts)


def _ending(path: str) -> str:
    """A path fit for a message: of a long one its end, which names the file."""
    return path if len(path) <= LONGEST else "…" + path[1 - LONGEST :]


def read_text(name: str | Path) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else _read(Path(name))
    except (OSError, ValueError) as error:
        raise BadFile(name, trouble(error)) from None
    if len(raw) > MOST_BYTES:
        raise BadFile(name, "too-big")
    if b"\0" in raw:
        raise BadFile(name, "not-text")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(name, "not-text") from None


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def trouble(error: Exception) -> str:
    """Why a file can't be read."""
    if isinstance(error, FileNotFoundError):
        return "no-file"
    return "is-folder" if isinstance(error, IsADirectoryError) else "unreadable"
