"""Whole games as readable text: `python scripts/playthroughs.py` makes them again.

Every answer is written down: what was asked and of whom, how many answers there were, which one
was given, and what happened then. A few times the whole view is shown. The tests compare the
files line by line, so that a change of the rules, of a text or of a view is seen as such.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cradle.games import GAMES
from cradle.kernel.game import Game
from cradle.kernel.notation import verb
from cradle.kernel.step import CHANCE, OVER, Aside, News, State, odds, play

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
SEED = 7


def _other_rules(game: Game) -> dict[str, Any]:
    """Every option as far from its default as it goes."""
    return {name: option.choices[-1] for name, option in game.options.items()}


# Of every game a duel by its standard rules, and a larger table by all its other ones.
GAMES_TO_SHOW: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    **{f"{name}-2": (name, 2, SEED, {}) for name in GAMES},
    **{
        f"{name}-{game.seats[-2]}-options": (name, game.seats[-2], SEED, _other_rules(game))
        for name, game in GAMES.items()
    },
}
VIEW_EVERY = 150


def playthrough(name: str, seats: int, seed: int, options: dict[str, Any]) -> str:
    """A whole random game as text."""
    game = GAMES[name]
    chosen = " ".join(f"{key}={value}" for key, value in game.full_options(options).items())
    top = [f"# {name}, rules {game.version}, {seats} seats, seed {seed}, {chosen}", ""]
    return "\n".join([*top, *_lines(game, game.new(seats, options), random.Random(seed))]) + "\n"


def _lines(game: Game, s: State, rng: random.Random) -> Iterator[str]:
    answers = 0
    while s.turn != OVER:
        if answers % VIEW_EVERY == 0:
            yield from _views(game, s)
        yield from _answer(s, rng)
        answers += 1
    yield from _views(game, s)
    for score in game.scores(s):
        parts = ", ".join(f"{part} {points}" for part, points in score.parts.items())
        yield f"seat {score.seat}: {score.total} ({parts}), tie {score.tie}, rank {score.rank}"


def _answer(s: State, rng: random.Random) -> Iterator[str]:
    """One answer, and what came of it."""
    chance: Any = odds(s) if s.turn == CHANCE else None
    count = len(chance.outcomes) if chance else len(s.legal)
    move = chance.at(int(rng.random() * chance.total)) if chance else _pick(s, rng)
    who = "chance" if chance else f"seat {s.turn}"
    yield f"{verb(type(s.stack[-1]))}: {who}, 1 of {count}: {move.text}"
    s.news = []
    play(s, move)
    yield from (f"    {_told(news)}" for news in s.news)


def _pick(s: State, rng: random.Random) -> Any:
    return s.legal[int(rng.random() * len(s.legal))]


def _told(news: News | Aside) -> str:
    if isinstance(news, News):
        return news.text
    others = news.open.text if news.open else "nothing"
    return f"{news.secret.text} (for seat {news.seat}; the others hear: {others})"


def _views(game: Game, s: State) -> Iterator[str]:
    for seat in (None, *range(s.seats)):
        whose = "a spectator" if seat is None else f"seat {seat}"
        yield f"view of {whose}: {json.dumps(game.view(s, seat), sort_keys=True)}"


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for file, game in GAMES_TO_SHOW.items():
        path = FOLDER / f"{file}.txt"
        path.write_text(playthrough(*game), encoding="utf-8")
        print(path.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
