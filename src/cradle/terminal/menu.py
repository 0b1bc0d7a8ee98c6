"""What can be answered, as a numbered menu, and how typed words find their move in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from cradle.kernel.notation import BadText, describe, parse
from cradle.kernel.step import Move
from cradle.terminal.context import Context
from cradle.terminal.face import Face
from cradle.terminal.layout import Block, columns, fit, fitting
from cradle.terminal.palette import HEAD, NUMBER

SEVERAL = 6
MOST_DIGITS = 6
SCREENFUL = 1000  # entries of a page, until it was shown


@dataclass
class Choice:
    """An entry of the menu: one move, or several of a kind."""

    label: Text
    moves: list[Move]


class Menu:
    """The moves of a seat; `inside` one group if its moves are given."""

    def __init__(self, ctx: Context, face: Face, moves: Sequence[Move] | None = None) -> None:
        self.ctx = ctx
        self.face = face
        self.inside = moves is not None
        self.first = 0
        self.shown = SCREENFUL
        if moves is None:
            groups = face.grouped(ctx, ctx.moves)
            self.choices = [Choice(face.label(ctx, group), group) for group in groups]
        else:
            self.choices = [Choice(face.one(ctx, move), [move]) for move in moves]

    @property
    def moves(self) -> list[Move]:
        """All moves in it."""
        return [move for choice in self.choices for move in choice.moves]

    def find(self, typed: str) -> list[Move]:
        """The moves that the typed number or words may mean."""
        said = typed.split()
        if said and is_number(said[0]):
            found = self._by_number(int(said[0]), said[1:])
            if found or len(said) == 1:
                return found
        return self._exactly(typed) or by_words(self.ctx, self.moves, said)

    def _by_number(self, number: int, rest: list[str]) -> list[Move]:
        if not 0 < number <= len(self.choices):
            return []
        moves = self.choices[number - 1].moves
        if not rest:
            return moves
        return Menu(self.ctx, self.face, moves).find(" ".join(rest)) if len(moves) > 1 else []

    def _exactly(self, typed: str) -> list[Move]:
        try:
            said = parse(typed.lower(), self.ctx.table.game.grammar)
        except BadText:
            return []
        return [move for move in self.moves if move == said]

    def is_group(self, moves: Sequence[Move]) -> bool:
        """Whether these are moves of one entry."""
        return any(set(moves) <= set(choice.moves) for choice in self.choices)

    def labels(self, moves: Sequence[Move]) -> list[str]:
        """The entries in which these moves are."""
        wanted = set(moves)
        return [each.label.plain for each in self.choices if wanted & set(each.moves)]

    # How it looks.

    def lines(self, width: int, rows: int) -> Block:
        """As much of the menu as fits; the last line tells of the rest."""
        items = [self._item(number) for number in range(len(self.choices))]
        if fitting(items, width, rows) == len(items):
            return columns(items, width)
        self.shown = fitting(items[self.first :], width, max(1, rows - 1))
        page = items[self.first : self.first + self.shown]
        span = {"first": self.first + 1, "last": self.first + len(page), "count": len(items)}
        rest = Text(self.ctx.texts.say("more", **span), HEAD)
        return [*columns(page, width), fit(rest, width)]

    def turn(self) -> None:
        """Go on to the next page, and from the last to the first."""
        self.first += self.shown
        if self.first >= len(self.choices):
            self.first = 0

    def _item(self, index: int) -> Text:
        size = len(str(len(self.choices)))
        return Text.assemble((f"{index + 1:>{size}} ", NUMBER), self.choices[index].label)


def by_words(ctx: Context, moves: Sequence[Move], said: Sequence[str]) -> list[Move]:
    """The moves whose words begin with what was said, the verb perhaps left out."""
    wanted = [plain(word) for word in said]
    if not wanted:
        return []
    written = [(move, [{plain(word)} for word in move.text.split()]) for move in moves]
    called = [(move, list(names(ctx, move))) for move in moves]
    for spoken, start in ((written, 0), (written, 1), (called, 0), (called, 1)):
        fitting = [(m, w[start:]) for m, w in spoken if _begins(w[start:], wanted)]
        if fitting:
            whole = [move for move, rest in fitting if len(rest) == len(wanted)]
            return whole or [move for move, _ in fitting]
    return []


def _begins(move: Sequence[set[str]], wanted: Sequence[str]) -> bool:
    if len(wanted) > len(move):
        return False
    return all(_fits(word, names) for word, names in zip(wanted, move, strict=False))


def _fits(word: str, names: set[str]) -> bool:
    if word.isdecimal():
        return word in names
    return any(name.startswith(word) for name in names)


def names(ctx: Context, move: Move) -> Iterator[set[str]]:
    """Each word of a move, with what it is called in the player's language, for comparing."""
    for spelt in spellings(ctx, move):
        yield {plain(name) for name in spelt}


def spellings(ctx: Context, move: Move) -> Iterator[list[str]]:
    """Each word of a move, with what it is called in the player's language, as it is typed."""
    terms = dict(_terms(ctx, describe(move)))
    for word in move.text.split():
        called = terms.get(word, word).lower().replace(" ", "_")
        yield [word, called] if called != word else [word]


def _terms(ctx: Context, described: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for topic, value in described.items():
        for name in _words_in(value):
            if topic != "kind":
                yield name, ctx.texts.term(topic, name)


def _words_in(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return (
        [name for name in value if isinstance(name, str)] if isinstance(value, (list, dict)) else []
    )


def is_number(word: str) -> bool:
    """Whether a word is a number of a sensible size."""
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS


def plain(word: str) -> str:
    """A word without case, accents and blanks, for comparing."""
    parts = unicodedata.normalize("NFKD", word.casefold().replace(" ", "_"))
    return "".join(c for c in parts if not unicodedata.combining(c))


def completions(ctx: Context, moves: Sequence[Move], said: str) -> list[str]:
    """The words that may come next, for the words said so far; the verb may be left out."""
    words = [plain(word) for word in said.split()]
    started = words.pop() if words and not said.endswith(" ") else ""
    found: dict[str, None] = {}
    for move in moves:
        spelt = list(spellings(ctx, move))
        for start in (0, 1) if words or started else (0,):
            found |= dict.fromkeys(_next(spelt[start:], words))
    return [word for word in found if plain(word).startswith(started)]


def _next(spelt: Sequence[list[str]], words: Sequence[str]) -> list[str]:
    """How the word after these may be spelt, if the move begins with them."""
    begins = _begins([{plain(name) for name in names} for names in spelt], words)
    return spelt[len(words)] if begins and len(spelt) > len(words) else []
