"""What a training tells: a line now and then, a JSON log, and curves."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cradle.kernel.game import BadOption
from cradle.learning.config import Config
from cradle.learning.curves import draw
from cradle.learning.exchange import EQUAL, GAMES, POINTS, ROUNDS, SHARE
from cradle.learning.files import write_whole

LOG, CURVES = "log.json", "curves.svg"
Tally = NDArray[np.float64]


class Journal:
    """The log of a training, kept in its folder."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.config, self.folder = config, folder
        self.rows: list[dict[str, Any]] = []
        self.matches: list[dict[str, Any]] = []
        self.chosen = ""  # the best snapshot, once matches or their absence have said so
        file = folder / LOG
        if file.exists():
            try:
                known = json.loads(file.read_text("utf-8"))
                self.rows, self.matches = known["rows"], known["matches"]
                self.chosen = known.get("chosen", "")
            except (KeyError, TypeError, ValueError):
                raise BadOption(f"{file} is damaged: without it, a new one begins") from None

    def add(self, row: dict[str, Any]) -> None:
        """Write down how things stand, and say it."""
        self.rows.append(row)
        say(json.dumps(row))

    def judge(self, found: list[dict[str, Any]]) -> None:
        """Write down results of matches, and say them."""
        for each in found:
            self.matches.append(each)
            say(json.dumps(each))

    def save(self) -> None:
        """Write log and curves."""
        found: dict[str, Any] = {"config": self.config.as_dict(), "chosen": self.chosen}
        found |= {"rows": self.rows, "matches": self.matches}
        picture = draw(self.config.game, self.rows, self.matches)
        write_whole(self.folder / LOG, f"{json.dumps(found)}\n".encode())
        write_whole(self.folder / CURVES, picture.encode())


def say(text: str) -> None:
    """Tell whoever trains, if somebody still reads."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def tallied(config: Config, tally: Tally) -> dict[str, Any]:
    """What the games that ended say: by opponent and seats, wins against an equal share."""
    names = ["itself", "older", *(each.bot for each in config.opponents)]
    found: dict[str, Any] = {}
    for name in dict.fromkeys(names[1:]):
        lines = [line for line, each in enumerate(names) if each == name]
        for seats in sorted(config.seat_shares()):
            games, share, equal = tally[lines, seats][:, [GAMES, SHARE, EQUAL]].sum(axis=0)
            if games:
                found[f"{name} {seats}"] = round(share / games, 3)
                found[f"{name} {seats} equal"] = round(equal / games, 3)
    own = tally[:1].sum(axis=(0, 1))
    if own[GAMES]:
        found["points"] = round(own[POINTS] / own[GAMES], 1)
        found["rounds"] = round(own[ROUNDS] / own[GAMES], 2)
    return found
