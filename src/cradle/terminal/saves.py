"""Games on disk: kept after every move, read back with one clear line if something is wrong."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from cradle.table import BadSave, Refusal, Table
from cradle.table.files import BadFile, read_text

FORMAT = 1
PARTS = {"cradle": int, "who": list, "seed": int, "lang": str, "tables": str, "table": dict}


@dataclass
class Save:
    """A game in the terminal: the table, who sits where, and what its chance comes from."""

    table: Table
    who: list[str]
    seed: int
    lang: str
    folder: str | None = None

    def text(self) -> str:
        """As it is written to disk."""
        parts = {
            "cradle": FORMAT,
            "who": self.who,
            "seed": self.seed,
            "lang": self.lang,
            "tables": self.folder or "",
            "table": self.table.dump(),
        }
        return json.dumps(parts, ensure_ascii=False)


class DiceByPly:
    """Dice that depend on the seed and the ply alone: a game resumed goes on as it would have."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def point(self, total: int, ply: int) -> int:
        """The point for this ply."""
        return Random(f"{self.seed}/{ply}").randrange(total)


def home() -> Path:
    """Where games are kept: the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME", "")
    folder = Path(base) if base.startswith("/") else Path.home() / ".local" / "share"
    return folder / "cradle"


def shown(path: Path) -> str:
    """A path as one would type it."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


def fresh_path(game: str) -> Path:
    """A file for a new game, named by game and time."""
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    folder = home() / "saves"
    names = [stem, *(f"{stem}-{number}" for number in range(2, 1000))]
    return next(path for name in names if not (path := folder / f"{name}.json").exists())


def latest() -> Path | None:
    """The game played last."""
    found = (home() / "saves").glob("*.json")
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def write(path: Path, content: str) -> Path:
    """Write a file so that an interruption leaves the old one whole; where it is then."""
    try:
        whole = path.expanduser()
        beside = whole.with_name(f".{whole.name}.new")
        whole.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(content, encoding="utf-8")
        beside.replace(whole)
    except (OSError, ValueError, RuntimeError):  # a name that is none, or nobody's home
        raise BadFile(path, "unwritable") from None
    return whole


def read(path: Path) -> Save:
    """A saved game, or a `Refusal` of one line."""
    plain = _opened(path, read_text(path))
    try:
        table = Table.load(
            plain["table"], components=plain["tables"] or None, dice=DiceByPly(plain["seed"])
        )
    except Refusal as error:
        raise BadFile(path, error) from None
    who = plain["who"]
    if len(who) != table.seats or not all(isinstance(each, str) for each in who):
        raise BadFile(path, BadSave("save-part", part="who"))
    return Save(table, who, plain["seed"], plain["lang"], plain["tables"] or None)


def _opened(path: Path, text: str) -> dict[str, Any]:
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFile(path, "save-form") from None
    if not isinstance(plain, dict) or plain.get("cradle") != FORMAT:
        raise BadFile(path, "save-form")
    for name, kind in PARTS.items():
        if type(plain.get(name)) is not kind:
            raise BadFile(path, BadSave("save-part", part=name))
    return plain
