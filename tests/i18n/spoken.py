"""The sentences of a case, and cases made of whole games for the two halves to agree on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cradle import Table
from cradle.i18n import LANGUAGES, sentences
from cradle.kernel.notation import describe

NAMES = ["Ann", "Bob"]
PLIES = 400


def spoken(
    lang: str, how: str, game: str, about: Mapping[str, Any], names: Sequence[str] | None
) -> str:
    """What is said about a piece of data: a news, a move, a step, something closed, or a term."""
    match how:
        case "tell":
            return sentences.tell(lang, game, about, names)
        case "move":
            return sentences.tell_move(lang, game, about, names)
        case "prompt":
            return sentences.prompt(lang, game, about, names)
        case "why":
            return sentences.why(lang, game, about["reason"], about["subject"], about["numbers"])
        case _:
            return sentences.term(lang, game, about["topic"], about["name"], about["count"])


def data_of(table: Table) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Everything that can be said at a table now, as its first asked seat hears it."""
    seat = table.asked[0]
    yield from (("tell", news) for news in table.news(seat))
    yield from (("move", describe(move)) for move in table.moves(seat))
    if step := table.step(seat):
        yield "prompt", step
    for closed in table.closed(seat):
        about = {"subject": closed.subject, "reason": closed.reason}
        yield "why", about | {"numbers": dict(closed.numbers)}


def said_in_a_game(game: str, seats: int, seed: int) -> list[dict[str, Any]]:
    """Cases for all that is said in a random game, each kind of sentence a few times."""
    table, rng = Table(game, seats=seats, seed=seed), random.Random(seed)
    cases: dict[str, dict[str, Any]] = {}
    while not table.over and len(table.entries) < PLIES:
        for how, about in data_of(table):
            said = {lang: spoken(lang, how, game, about, NAMES) for lang in LANGUAGES}
            cases[said["en"]] = {"how": how, "game": game, "about": about, **said}
        seat = table.asked[0]
        table.submit(seat, rng.choice(table.moves(seat)))
    return list(cases.values())
