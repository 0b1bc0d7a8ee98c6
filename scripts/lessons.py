"""The lessons of the browser client: a fixed record each, and the messages a pupil sees in it.

`python scripts/lessons.py` derives `lesson.json` from `lesson.cradle` in `web/src/boards/<game>/`,
and `facts.json` from the game, with `--check` it only compares; `--record` plays a new record
(scripted at first, then by bots).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cradle import Table, odds
from cradle.bots import Seen, make_bot
from cradle.kernel.notation import describe
from cradle.server.http.routes.games import game_facts
from cradle.table.previews import outcomes, previews
from cradle.table.record import Entry
from cradle.table.record_headers import ParsedRecord

BOARDS = Path(__file__).resolve().parent.parent / "web" / "src" / "boards"
PUPIL = 0
NAMES = ("Ada", "Belo")
DATE = "2024-01-01"
ADA = ["send tool_maker 1", "send forest 3", "send card-1 1", "visit tool_maker", "visit forest"]
ADA += ["visit card-1", "send building-1 1", "send clay_pit 2", "send hunt 2"]
ADA += ["visit clay_pit", "visit hunt", "visit building-1"]
BELO = ["send hut 2", "send hunt 3", "send field 1", "send hunt 5"]
Play = dict[str, Any]


@dataclass(frozen=True)
class Lesson:
    """How a game's lesson is made: until which round it goes move by move, and by which seeds.

    After that round it goes to the final scoring. `record` gives a table where dice and cards
    allow what is to be shown.
    """

    rounds: int
    record: Callable[[int], Table | None]


def scripted(table: Table, seat: int, script: list[str]) -> str | None:
    """The next scripted move that is legal now; without one, all tools, and paying."""
    texts = [move.text for move in table.moves(seat)]
    for text in script:
        if text in texts:
            script.remove(text)
            return text
    wanted = {"use", "pay"} if seat == PUPIL else {"use", "visit"}
    better = [text for text in texts if text.split()[0] in wanted and text != "use none"]
    return better[-1] if better else None


def record_stone_age(seed: int) -> Table | None:
    """Two scripted rounds; None where dice or cards don't allow what is to be shown."""
    table = Table("stone-age", seats=2, seed=seed, names=NAMES, date=DATE)
    scripts = {PUPIL: list(ADA), 1: list(BELO)}
    if table.asked != [PUPIL] or table.view(PUPIL)["buildings"][0] != "building-01":
        return None
    while begun(table) <= 2:
        seat = table.asked[0]
        text = scripted(table, seat, scripts[seat])
        if text is None:
            return None
        table.submit(seat, text)
    built = table.view(PUPIL)["players"][PUPIL]["buildings"]
    return table if built and not scripts[PUPIL] else None


def record_hadara(seed: int) -> Table | None:
    """An epoch of bots; None where the pupil doesn't take a colony, carve and buy a medal."""
    options = {"mode": "first"}
    table = Table("hadara", seats=2, seed=seed, names=NAMES, date=DATE, options=options)
    finish(table, lambda: begun(table) > 1)
    verbs = {entry.text.split()[0] for entry in table.entries if entry.seat == PUPIL}
    return table if {"carve", "silver"} <= verbs and verbs & {"plunder", "integrate"} else None


def finish(table: Table, enough: Callable[[], bool] = lambda: False) -> Table:
    """Let bots play to the end, or until it is enough."""
    bots = [make_bot("casual", seed=seat, counted=True) for seat in range(table.seats)]
    while not table.over and not enough():
        seat = table.asked[0]
        table.submit(seat, bots[seat].choose(Seen.of(table.game, table.state, seat)).text)
    return table


LESSONS = {"stone-age": Lesson(2, record_stone_age), "hadara": Lesson(1, record_hadara)}


def record(name: str) -> None:
    """A new record of a game."""
    tables = (LESSONS[name].record(seed) for seed in range(100_000))
    table = next(found for found in tables if found is not None)
    file_of(name, "cradle").write_text(finish(table).record, encoding="utf-8")


def file_of(name: str, suffix: str) -> Path:
    """A file of a game's lesson: its record, or what is made of it."""
    return BOARDS / name / f"lesson.{suffix}"


def begun(table: Table) -> int:
    """How many rounds have begun."""
    return table.game.rounds(table.state)


def message(table: Table) -> Play:
    """What the pupil is told now, as docs/protocol.md has it."""
    scores = [
        {"seat": s.seat, "total": s.total, "rank": s.rank, "tie": s.tie, "parts": s.parts}
        for s in table.scores
    ]
    return {
        "ply": len(table.entries),
        "round": begun(table),
        "news": table.news(PUPIL),
        "view": table.view(PUPIL),
        "asked": table.asked,
        "step": table.step(PUPIL),
        "moves": [describe(move) | {"text": move.text} for move in table.moves(PUPIL)],
        "over": table.over,
        "scores": scores or None,
    }


def messages(name: str) -> Iterator[Play]:
    """Every message up to the last part of the lesson, and then the last one of the game."""
    record = ParsedRecord(file_of(name, "cradle").read_text("utf-8"))
    setup = record.setup(None)
    table = Table(setup.game, setup.seats, 0, setup.options, None, NAMES, DATE, by_hand=True)
    shown: Play | None = None
    for entry in record.entries:
        waiting = table.state.turn >= 0
        if waiting and begun(table) <= LESSONS[name].rounds:
            shown = message(table) | {"answer": entry.text, "by": entry.seat}
            shown["moves"] = [each for each in shown["moves"] if each["text"] == entry.text]
            shown |= predicted(table, entry)
            yield shown
        table.enter(entry.seat, entry.text)
    last = message(table)
    yield last | {"news": [], "answer": None, "by": None}


def predicted(table: Table, entry: Entry) -> Play:
    """What the pupil's move would bring, and how the pupil would then stand."""
    moves = [move for move in table.moves(PUPIL) if move.text == entry.text]
    asked = (table.game, table.state, PUPIL, moves)
    dice = odds.expected(table, PUPIL, [move.text for move in moves]) if moves else {}
    return {
        "previews": previews(*asked),
        "after": outcomes(*asked),
        "expected": {
            text: {"name": each.name, "amount": float(each.expected)}
            for text, each in dice.items()
            if each.expected is not None
        },
    }


def lesson(name: str) -> str:
    """A lesson as the client reads it."""
    return compact({"seats": 2, "plays": list(messages(name))})


def facts(name: str) -> str:
    """A game's facts as the server tells them, so that a board needn't ask for them."""
    return compact(json.loads(game_facts(name)))


def compact(data: Play) -> str:
    """JSON as it is kept."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def derived(name: str) -> dict[Path, str]:
    """What is made for a game, by its file."""
    return {file_of(name, "json"): lesson(name), BOARDS / name / "facts.json": facts(name)}


def main() -> int:
    """Derive, check or record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--record", action="store_true")
    wish = parser.parse_args()
    stale = []
    for name in LESSONS:
        if wish.record:
            record(name)
        for file, text in derived(name).items():
            if wish.check and (not file.is_file() or file.read_text("utf-8") != text):
                stale.append(f"{name}/{file.name}")
            elif not wish.check:
                file.write_text(text, encoding="utf-8")
    if stale:
        print(f"stale: {', '.join(stale)}; run scripts/lessons.py", file=sys.stderr)
    return len(stale)


if __name__ == "__main__":
    sys.exit(main())
