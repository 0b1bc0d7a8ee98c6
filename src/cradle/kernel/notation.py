"""Text notation: every move and every news is a verb and its words (`send forest 3`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cradle.kernel.piece import Value, fields_of, parts

MOST_DIGITS: Final = 4
Schema = dict[str, Any]


class BadText(ValueError):
    """Text that is no move; `key` and `facts` let a catalogue say why in any language."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(f"{key}: " + ", ".join(f"{name} {fact!r}" for name, fact in facts.items()))
        self.key, self.facts = key, facts


class Vocabulary:
    """How one field of a spoken value is written in words and read back.

    Those that take a `most` are told the largest number there is, for whoever lists all moves.
    """

    def write(self, value: Any) -> str:
        """The words for this value."""
        return str(self.plain(value))

    def plain(self, value: Any) -> Any:
        """The value as JSON-ready data, with names for numbers."""
        return value

    def read(self, words: list[str]) -> Any:
        """Take the words of one value off the front of the list."""
        raise NotImplementedError

    def schema(self, names: Callable[[Names], Schema]) -> Schema:
        """What `plain` gives as a JSON schema; `names` makes the schema of one name."""
        raise NotImplementedError


class Number(Vocabulary):
    """A whole number from 0."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most

    def read(self, words: list[str]) -> int:
        word = words.pop(0) if words else ""
        plain = word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS
        if not plain or str(int(word)) != word:
            raise BadText("not-a-number", word=word)
        return int(word)

    def schema(self, names: Callable[[Names], Schema]) -> Schema:
        return {"type": "integer", "minimum": 0}


class Names(Vocabulary):
    """One of a list of names, kept as its index."""

    def __init__(self, topic: str, names: Sequence[str]) -> None:
        self.topic, self.names = topic, tuple(names)
        self.index = {name: index for index, name in enumerate(self.names)}

    def plain(self, value: int) -> str:
        return self.names[value]

    def read(self, words: list[str]) -> int:
        word = words.pop(0) if words else ""
        if word not in self.index:
            raise BadText("unknown-word", topic=self.topic, word=word)
        return self.index[word]

    def schema(self, names: Callable[[Names], Schema]) -> Schema:
        return names(self)


class Many(Vocabulary):
    """All remaining words, each of one vocabulary, in rising order; `none` for an empty one."""

    def __init__(self, of: Vocabulary, most: int | None = None) -> None:
        self.of, self.most = of, most

    def write(self, value: tuple[int, ...]) -> str:
        return " ".join(self.of.write(item) for item in value) or "none"

    def plain(self, value: tuple[int, ...]) -> list[Any]:
        return [self.of.plain(item) for item in value]

    def read(self, words: list[str]) -> tuple[int, ...]:
        if words == ["none"]:
            words.pop()
            return ()
        items = [self.of.read(words)]
        while words:
            items.append(self.of.read(words))
        return tuple(sorted(items))

    def schema(self, names: Callable[[Names], Schema]) -> Schema:
        return {"type": "array", "items": self.of.schema(names)}


class Amounts(Vocabulary):
    """So many of each name, as `2 wood 1 gold`; takes all remaining words, `none` for nothing."""

    def __init__(self, of: Names, most: int | None = None) -> None:
        self.of, self.most = of, most

    def write(self, value: tuple[int, ...]) -> str:
        return " ".join(f"{n} {name}" for name, n in self.plain(value).items()) or "none"

    def plain(self, value: tuple[int, ...]) -> dict[str, int]:
        return {name: n for n, name in zip(value, self.of.names, strict=True) if n}

    def read(self, words: list[str]) -> tuple[int, ...]:
        amounts = [0] * len(self.of.names)
        if words == ["none"]:
            words.pop()
            return tuple(amounts)
        while True:
            number = Number().read(words)
            name = self.of.read(words)
            if not number or amounts[name]:
                raise BadText("bad-amount", word=self.of.names[name])
            amounts[name] = number
            if not words:
                return tuple(amounts)

    def schema(self, names: Callable[[Names], Schema]) -> Schema:
        count = {"type": "integer", "minimum": 1}
        counts = dict.fromkeys(self.of.names, count)
        return {"type": "object", "properties": counts, "additionalProperties": False}


class Spoken(Value):
    """A value with words: its verb is its class's name, its fields speak as `speaks` says."""

    @property
    def text(self) -> str:
        """The value in words, as records, wires and terminals write it."""
        spoken = zip(SHAPES.get(type(self), ()), parts(self), strict=True)
        return " ".join([verb(type(self)), *(words.write(value) for words, value in spoken)])


class Move(Spoken):
    """An answer to a step, by a seat or by chance; an imperative (`Send`)."""


class By:
    """Clauses by a field: that of `Send` depends on the place."""

    def __init__(self, field: str, clauses: Sequence[str]) -> None:
        self.field = field
        self.clauses = tuple(clauses)


# Kept beside the classes, not on them: mypyc takes every class attribute for a dataclass field.
SHAPES: Final[dict[type, tuple[Vocabulary, ...]]] = {}
CLAUSES: Final[dict[type, str | By]] = {}


def speaks(kind: type[Spoken], clause: str | By, *shape: Vocabulary) -> None:
    """Say which clause a move, news or a step follows, and how its fields are written.

    `speaks(Send, "S-P1", PLACE, NUMBER)` stands right after its class. A move without a clause
    follows that of the step it answers.
    """
    SHAPES[kind] = shape
    CLAUSES[kind] = clause


def clause_of(value: Any, step: Any = None) -> str:
    """The clause behind a move, news or a step; a move without one follows its step's."""
    clause = CLAUSES.get(type(value), "")
    if isinstance(clause, By):
        index: int = getattr(value, clause.field)
        return clause.clauses[index]
    return clause or (clause_of(step) if step is not None else "")


def verb(kind: type) -> str:
    """The first word of a spoken value: `TakeBack` says `take-back`."""
    name = kind.__name__
    return "".join(f"-{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


def describe(value: Any) -> dict[str, Any]:
    """The value as JSON-ready data: its kind, and each field with names for numbers."""
    spoken = zip(fields_of(value), SHAPES.get(type(value), ()), parts(value), strict=True)
    return {"kind": verb(type(value))} | {f.name: words.plain(v) for f, words, v in spoken}


def grammar(*kinds: type[Spoken]) -> dict[str, type[Spoken]]:
    """The kinds by their verbs, for `parse`."""
    return {verb(kind): kind for kind in kinds}


def parse(text: str, kinds: Mapping[str, type[Spoken]]) -> Spoken:
    """Read a value back from its words: `parse(move.text, kinds) == move`."""
    first, *rest = text.split() or [""]
    if first not in kinds:
        raise BadText("unknown-verb", word=first)
    values = [vocabulary.read(rest) for vocabulary in SHAPES.get(kinds[first], ())]
    if rest:
        raise BadText("too-many-words", word=rest[0])
    return kinds[first](*values)
