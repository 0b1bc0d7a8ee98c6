"""Games written down beforehand, and the same games with other secrets in them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

from cradle import Table, odds
from cradle.kernel import step as rules
from cradle.kernel.notation import SHAPES, Amounts, Many, Names, Vocabulary
from cradle.kernel.step import Together
from cradle.table.errors import Refusal

Rows = list[tuple[int | None, str]]
Knows = Callable[[Table], str]
MOST_MINE, MOST_THEIRS = 40, 24  # 64 may be asked for at once.


def played(
    game: str,
    seats: int,
    options: dict[str, Any],
    seed: int,
    moves: int = 10**9,
    prefer: tuple[str, ...] = (),
) -> Table:
    """A game after so many random moves, or at its end; preferred are those that begin so."""
    table = Table(game, seats, seed=seed, options=options)
    rng = random.Random(seed)
    for _ in range(moves):
        if table.over:
            break
        seat = rng.choice(table.asked)
        legal = table.moves(seat)
        liked = [move for move in legal if move.text.startswith(prefer)] if prefer else []
        table.submit(seat, rng.choice(liked or legal))
    return table


def rows_of(table: Table) -> Rows:
    """A table's answers."""
    return [(entry.seat, entry.text) for entry in table.entries]


def again(table: Table, rows: Rows) -> Iterator[Table]:
    """The table from its start, after each of these answers."""
    other = Table(table.game, table.seats, options=table.setup.options, by_hand=True)
    yield other
    for seat, text in rows:
        other.enter(seat, text)
        yield other


def replayed(table: Table, rows: Rows) -> Table | None:
    """The table these rows lead to, or None if they can't be played."""
    try:
        *_, other = again(table, rows)
    except Refusal:
        return None
    return other


def points_of(table: Table, rows: Rows) -> dict[int, int]:
    """What dice must show at each ply so that chance brings what these rows say."""
    points = {}
    for ply, (other, (seat, text)) in enumerate(zip(again(table, rows), rows, strict=False)):
        if seat is None:
            odds = rules.odds(other.state)
            points[ply] = next(p for p in range(odds.total) if odds.at(p).text == text)
    return points


def names_in(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The names a vocabulary can say."""
    while isinstance(vocabulary, Many | Amounts):
        vocabulary = vocabulary.of
    return vocabulary.names if isinstance(vocabulary, Names) else ()


def cards_of(table: Table) -> set[str]:
    """Every name of a card a move of this game can say."""
    shapes = (shape for kind in table.game.grammar.values() for shape in SHAPES.get(kind, ()))
    return {name for shape in shapes for name in names_in(shape) if re.search(r"-\d", name)}


def said(text: str) -> set[str]:
    """Whatever in a text may be the name of a card."""
    return set(re.findall(r"[a-z]+(?:-[a-z0-9]+)+", text))


def known(table: Table, rows: Rows, seat: int | None) -> set[str]:
    """Every card a seat has seen or heard of on the way."""
    found: set[str] = set()
    for other in again(table, rows):
        found |= said(json.dumps([other.view(seat), other.news(seat)]))
    return found


def with_other_cards(table: Table, rows: Rows, seat: int | None, rng: random.Random) -> Rows:
    """The same game, with each card the seat never saw changed for another one, if that goes."""
    cards = cards_of(table) - known(table, rows, seat)
    secret = sorted(cards & {word for _, text in rows for word in text.split()})
    for card in rng.sample(secret, len(secret)):
        alike = [each for each in sorted(cards) if _kind(each) == _kind(card) and each != card]
        for instead in rng.sample(alike, min(3, len(alike))):
            changed = swapped(rows, card, instead)
            if changed != rows and replayed(table, changed):
                rows = changed
                break
    return rows


def _kind(card: str) -> str:
    return card.rpartition("-")[0]


def swapped(rows: Rows, one: str, two: str) -> Rows:
    """Rows in which two cards have changed places."""
    names = {one: two, two: one}
    return [(seat, _renamed(seat, text, names)) for seat, text in rows]


def _renamed(seat: int | None, text: str, names: dict[str, str]) -> str:
    verb, *rest = (names.get(word, word) for word in text.split())
    # What chance deals is told in the cards' order, and so tells nothing of the order they came.
    return " ".join([verb, *(sorted(rest) if seat is None and verb == "draw" else rest)])


def windows(table: Table, rows: Rows) -> list[range]:
    """Where seats choose in secret: from each first sealed answer to the one before the last."""
    found, start = [], None
    for ply, other in enumerate(again(table, rows)):
        sealed = len(other.state.sealed)
        if sealed == 1 and start is None:
            start = ply - 1
        if sealed == 0 and start is not None:
            found.append(range(start, ply - 1))
            start = None
    return found


def with_other_answers(table: Table, rows: Rows, seat: int | None) -> Rows:
    """Rows that end in a sealed choice, with other answers of all seats but one."""
    changed = list(rows)
    for ply in range(len(rows) - 1, -1, -1):
        before = replayed(table, rows[:ply])
        assert before is not None
        if not isinstance(before.state.stack[-1], Together):
            break
        who, text = rows[ply]
        if who is not None and who != seat:
            others = [move.text for move in before.moves(who) if move.text != text]
            changed[ply] = (who, others[-1])
    return changed


def previews_of(table: Table, seat: int | None) -> list[str]:
    """Where to ask what every move would bring, one's own and, in vain, everybody else's."""
    mine = [] if seat is None else [move.text for move in table.moves(seat)]
    theirs = [move.text for each in table.asked if each != seat for move in table.moves(each)]
    texts = urlencode({"text": [*mine[:MOST_MINE], *theirs[:MOST_THEIRS]]}, doseq=True)
    return [f"/previews?{texts}", *(f"/previews?{texts}&seat={each}" for each in (0, 1))]


def odds_of(table: Table) -> list[str]:
    """Where to ask for odds: every kind of question, and about cards that others may hide."""
    questions = [*odds.examples(table.game.name), *sorted(cards_of(table))[::5]]
    return ["/odds/questions", *(f"/odds?{urlencode({'about': each})}" for each in questions)]
