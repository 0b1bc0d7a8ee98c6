"""Record random games as the messages a server would send, for looking at boards without one."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from cradle import Table
from cradle.games import game
from cradle.kernel.notation import describe

HERE = Path(__file__).parent / "fixtures"
LIKED = {"pay", "buy", "visit", "plunder", "integrate", "carve", "silver", "gold"}


def message(table: Table, seat: int, seq: int) -> dict[str, Any]:
    """A `play` message as docs/protocol.md has it."""
    moves = [describe(move) | {"text": move.text} for move in table.moves(seat)]
    closed = [
        {"subject": c.subject, "clause": c.clause, "reason": c.reason, "numbers": dict(c.numbers)}
        for c in table.closed(seat)
    ]
    scores = [
        {"seat": s.seat, "total": s.total, "rank": s.rank, "tie": s.tie, "parts": s.parts}
        for s in table.scores
    ]
    return {
        "type": "play", "seq": seq, "since": seq - 1, "fresh": False, "ply": seq, "seat": seat,
        "news": table.news(seat), "view": table.view(seat), "asked": table.asked,
        "step": table.step(seat), "moves": moves, "closed": closed, "clocks": None,
        "undo": False, "over": table.over, "scores": scores or None,
    }  # fmt: skip


def record(
    name: str, seats: int, seed: int, most: int, options: dict[str, Any], file: str = ""
) -> None:
    """One random game, the first plies of it, as seat 0 sees it."""
    table, rng = Table(name, seats=seats, seed=seed, options=options), random.Random(seed)
    plays: list[dict[str, Any]] = []
    plays.append(message(table, 0, 0))
    while not table.over and len(plays) < most:
        seat = table.asked[0]
        moves = table.moves(seat)
        table.submit(seat, rng.choice([m for m in moves if LIKED & set(m.text.split())] or moves))
        plays.append(message(table, 0, len(plays)))
    facts = {"game": name, "seats": seats, "tables": game(name).rows(game(name).tables)}
    HERE.mkdir(exist_ok=True)
    data = {"facts": facts, "plays": plays}
    text = json.dumps(data, ensure_ascii=False)
    (HERE / f"{file or name}.json").write_text(text, encoding="utf-8")
    print(file or name, len(plays), "messages")


if __name__ == "__main__":
    record("stone-age", 3, 4, 260, {})
    record("hadara", 3, 4, 260, {"mode": "advanced"})
    record("hadara", 2, 7, 400, {"mode": "first"}, "hadara-2")
    record("hadara", 5, 9, 600, {"mode": "advanced", "board_order": "random"}, "hadara-5")
