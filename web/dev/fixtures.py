"""Record random games as the messages a server would send, for looking at boards without one.

`python web/dev/fixtures.py` writes `web/dev/fixtures/<game>-<seats>.json` for every game.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from cradle import Table
from cradle.games import GAMES
from cradle.kernel.game import Game
from cradle.kernel.notation import describe
from cradle.server.http.routes.games import game_facts

HERE = Path(__file__).parent / "fixtures"
MOST = 400


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
        "round": table.game.rounds(table.state),
        "news": table.news(seat), "view": table.view(seat), "asked": table.asked,
        "step": table.step(seat), "moves": moves, "closed": closed, "clocks": None,
        "undo": False, "over": table.over, "scores": scores or None,
    }  # fmt: skip


def record(game: Game, seats: int) -> None:
    """One random game, the first plies of it, as seat 0 sees it."""
    table, rng = Table(game, seats=seats, seed=seats), random.Random(seats)
    plays = [message(table, 0, 0)]
    while not table.over and len(plays) < MOST:
        seat = table.asked[0]
        table.submit(seat, rng.choice(table.moves(seat)))
        plays.append(message(table, 0, len(plays)))
    HERE.mkdir(exist_ok=True)
    text = json.dumps(
        {"seats": seats, "facts": json.loads(game_facts(game.name)), "plays": plays},
        ensure_ascii=False,
    )
    file = HERE / f"{game.name}-{seats}.json"
    file.write_text(text, encoding="utf-8")
    print(file.name, len(plays), "messages")


if __name__ == "__main__":
    for each in GAMES.values():
        for count in each.seats:
            record(each, count)
