"""A process in which bots think: one JSON line asks, one answers. Run by `pool`.

It gets an imagined state, never the true one, so what the seat may not know isn't even here; only
of games that are over it is told everything. A bot that is asked by name stays, and with it what it
has thought so far, until others crowd it out.
"""

from __future__ import annotations

import json
import os
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cradle.bots import Bot, Budget, Seen, Weighed, make_bot
from cradle.bots.analyst import summarise
from cradle.bots.hints import HINT_BUDGET, why
from cradle.games import game as game_named

MOST_HINTS = 3
MOST_BOTS = 32  # A strong bot's tree takes some megabytes.
NICE = 10  # Where cores are short, people's moves go before bots' thoughts.
SESSION = Path("/proc/self/autogroup")
SESSION_NICE = 5  # Against a whole busy session: a quarter of a core, or tables would stand still.


class Bots:
    """The bots that stay, the longest unused of which goes when there are too many."""

    def __init__(self, most: int = MOST_BOTS) -> None:
        self.most = most
        self.bots: OrderedDict[str, Bot] = OrderedDict()

    @contextmanager
    def borrow(self, question: dict[str, Any]) -> Iterator[Bot]:
        """The bot that is asked, taken up again or new; one that fails doesn't stay."""
        name: str | None = question.get("bot")
        bot = self.bots.pop(name or "", None) or made(question)
        try:
            yield bot
        except BaseException:
            bot.close()
            raise
        if name is None:
            bot.close()
            return
        self.bots[name] = bot
        while len(self.bots) > self.most:
            self.bots.popitem(last=False)[1].close()


def made(question: dict[str, Any]) -> Bot:
    """A bot of the level asked for."""
    return make_bot(question["level"], question["seed"], question.get("counted", False))


def seen_of(question: dict[str, Any]) -> Seen:
    """What the bot may see."""
    game = game_named(question["game"])
    return Seen(game, game.restore(question["state"]), question["seat"])


def choose(bots: Bots, question: dict[str, Any]) -> dict[str, Any]:
    """The move a bot of this level makes."""
    with bots.borrow(question) as bot:
        move = bot.choose(seen_of(question), Budget(seconds=question["seconds"]))
    return {"text": move.text}


def weigh(bots: Bots, question: dict[str, Any]) -> dict[str, Any]:
    """The best moves with what to expect of them, and why if a bot can say it."""
    seen = seen_of(question)
    with bots.borrow(question) as bot:
        weighed = bot.weigh(seen, HINT_BUDGET)[:MOST_HINTS]
    return {"hints": [_hint(seen, each, question["lang"]) for each in weighed]}


def _hint(seen: Seen, weighed: Weighed, lang: str) -> dict[str, Any]:
    return {
        "text": weighed.move.text,
        "chance": round(weighed.chance, 4),
        "points": round(weighed.points, 1),
        "why": why(seen, weighed, lang),
    }


def analyse(_: Bots, question: dict[str, Any]) -> dict[str, Any]:
    """What to show of a finished game, by its record."""
    return summarise(question["record"], question["deep"])


def give_way() -> None:
    """Let others go first: by niceness, and where Linux shares cores by session, in that, too.

    Outside of its own session, a process's niceness doesn't count there. One core is left to the
    server, which would otherwise wait for one that its bots fill.
    """
    if hasattr(os, "sched_setaffinity"):
        first, *others = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, others or [first])
    if not hasattr(os, "nice"):
        return
    os.nice(NICE)
    if os.getsid(0) == os.getpid():
        with suppress(OSError):  # Not every system does so.
            SESSION.write_text(str(SESSION_NICE), encoding="ascii")


def main() -> None:
    """Answer until nobody asks any more."""
    give_way()
    asks, bots = {"choose": choose, "weigh": weigh, "analyse": analyse}, Bots()
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = asks[question["ask"]](bots, question)
        except Exception as error:
            answer = {"failed": f"{type(error).__name__}: {error}"[:300]}
        try:
            print(json.dumps(answer), flush=True)
        except BrokenPipeError:
            os._exit(0)  # Nobody waits any more: the server is gone.


if __name__ == "__main__":
    main()
