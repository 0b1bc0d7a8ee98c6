"""A process in which bots think: one JSON line asks, one answers. Run by `thinking`.

It gets an imagined state, never the true one, so what the seat may not know isn't even here.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from cradle.bots import Budget, Seen, Weighed, make_bot
from cradle.bots.hints import why
from cradle.games import game as game_named

MOST_HINTS = 3


def seen_of(question: dict[str, Any]) -> Seen:
    """What the bot may see."""
    game = game_named(question["game"])
    return Seen(game, game.restore(question["state"]), question["seat"])


def choose(question: dict[str, Any]) -> dict[str, Any]:
    """The move a bot of this level makes."""
    bot = make_bot(question["level"], question["seed"])
    try:
        move = bot.choose(seen_of(question), Budget(seconds=question["seconds"]))
    finally:
        bot.close()
    return {"text": move.text}


def weigh(question: dict[str, Any]) -> dict[str, Any]:
    """The best moves with what to expect of them, and why if a bot can say it."""
    seen = seen_of(question)
    bot = make_bot(question["level"], question["seed"])
    try:
        weighed = bot.weigh(seen, Budget(seconds=question["seconds"]))[:MOST_HINTS]
    finally:
        bot.close()
    return {"hints": [_hint(seen, each, question["lang"]) for each in weighed]}


def _hint(seen: Seen, weighed: Weighed, lang: str) -> dict[str, Any]:
    return {
        "text": weighed.move.text,
        "chance": round(weighed.chance, 4),
        "points": round(weighed.points, 1),
        "why": why(seen, weighed, lang),
    }


def main() -> None:
    """Answer until nobody asks any more."""
    asks = {"choose": choose, "weigh": weigh}
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = asks[question["ask"]](question)
        except Exception as error:
            answer = {"failed": f"{type(error).__name__}: {error}"[:300]}
        try:
            print(json.dumps(answer), flush=True)
        except BrokenPipeError:
            os._exit(0)  # Nobody waits any more: the server is gone.


if __name__ == "__main__":
    main()
