"""What the games say and the code asks for, gathered so that the catalogues can be held to it."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

from cradle.games import GAMES
from cradle.i18n.placeholders import PLACEHOLDER
from cradle.kernel.game import Game
from cradle.kernel.notation import SHAPES, Amounts, Many, Names, Vocabulary, verb
from cradle.kernel.step import Ask, News, Together, asked, closed, play
from tests.invariants import choices, random_answer

ROOT = Path(__file__).parents[2]
CODE = ROOT / "src" / "cradle"
WEB = ROOT / "web" / "src"
NUMERAL = re.compile(r"[0-9]+|[IVX]+")  # the same in every language


def package(game: str) -> str:
    return f"cradle.{game.replace('-', '_')}"


def below(kind: type) -> Iterator[type]:
    """All classes below one."""
    children: list[type] = kind.__subclasses__()
    for each in children:
        yield each
        yield from below(each)


@cache
def news_of(game: str) -> list[type]:
    """Every kind of news a game can tell."""
    return [kind for kind in below(News) if kind.__module__.startswith(package(game))]


@cache
def steps_of(game: str) -> list[type]:
    """Every step at which a game asks somebody."""
    return [kind for kind in GAMES[game].kinds.values() if issubclass(kind, Ask | Together)]


def names_in(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The names a field may hold; none for plain numbers."""
    while isinstance(vocabulary, Many | Amounts):
        vocabulary = vocabulary.of
    return vocabulary.names if isinstance(vocabulary, Names) else ()


@cache
def terms_of(game: str) -> list[tuple[str, str]]:
    """Every field of every move and news with every name it may hold."""
    spoken = [*GAMES[game].grammar.values(), *news_of(game)]
    found = {
        (field.name, name)
        for kind in spoken
        for field, words in zip(fields(kind), SHAPES.get(kind, ()), strict=True)
        for name in names_in(words)
    }
    return sorted(found)


@cache
def trees() -> list[ast.Module]:
    """All our code but that of the catalogues."""
    files = (file for file in CODE.rglob("*.py") if file.relative_to(CODE).parts[0] != "i18n")
    return [ast.parse(file.read_text(encoding="utf-8")) for file in files]


@cache
def literals() -> set[str]:
    """Every string the code, or the web client, writes out."""
    found = {
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for text in web_sources():
        found |= set(re.findall(r"[\"'`]([\w.:@-]+)[\"'`]", text))
    return found


@cache
def web_sources() -> list[str]:
    """The web client's code."""
    files = (*WEB.rglob("*.ts"), *WEB.rglob("*.svelte"))
    return [file.read_text(encoding="utf-8") for file in files]


def as_pattern(node: ast.JoinedStr) -> str:
    parts = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in node.values)
    return "".join(parts)


@cache
def patterns() -> list[re.Pattern[str]]:
    """Every key the code makes up from parts, such as `terminal.help.{name}`."""
    found = {
        as_pattern(node)
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
    }
    for text in web_sources():
        templates = re.findall(r"`([\w.:@-]*\$\{[^`]*)`", text)
        found |= {".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", each))) for each in templates}
    return [re.compile(each) for each in found if "\\." in each]


def made_up(key: str) -> bool:
    """Whether the code makes this key from parts, at least one of them more than a dot."""
    return any(
        pattern.fullmatch(key) for pattern in patterns() if re.search(r"[a-z]{3}", pattern.pattern)
    )


@cache
def topics_asked_for() -> set[str]:
    """The topics whose terms the code looks up one by one: `term(lang, game, "symbol", name)`."""
    found = {
        given.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("term")
        for given in node.args
        if isinstance(given, ast.Constant) and isinstance(given.value, str)
    }
    for text in web_sources():
        for call in re.findall(r"\bterm\(([^()]*)", text):
            found |= set(re.findall(r"[\"'`]([\w-]+)[\"'`]", call))
    return found


@cache
def reasons_of(game: str) -> list[re.Pattern[str]]:
    """The reasons a game's code gives for what is closed, as patterns."""
    found = {
        _reason(node.args[2])
        for file in (CODE / game.replace("-", "_")).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Closed"
    }
    return [re.compile(each) for each in sorted(found)]


def _reason(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return as_pattern(node)
    assert isinstance(node, ast.Constant), "a reason is written out, so that it can be translated"
    return re.escape(str(node.value))


@cache
def closed_seen(game: str) -> dict[str, set[str]]:
    """Reasons that random games gave, with the names of their numbers."""
    seen: dict[str, set[str]] = {}
    rules: Game = GAMES[game]
    for seats in rules.seats:
        rng, s = random.Random(seats), rules.new(seats, choices(rules)[-1])
        while s.stack:
            for seat in asked(s):
                for each in closed(s, seat):
                    seen.setdefault(each.reason, set()).update(name for name, _ in each.numbers)
            play(s, random_answer(s, rng))
    return seen


@cache
def score_parts(game: str) -> list[str]:
    """The lines of a game's score pad."""
    s = GAMES[game].new(GAMES[game].seats[0], {})
    return list(GAMES[game].scores(s)[0].parts)


def option_keys(game: str) -> set[str]:
    """A key for every option, and for every choice that is no mere switch."""
    found = set()
    for name, option in GAMES[game].options.items():
        found.add(f"{game}.option.{name}")
        found |= {
            f"{game}.option.{name}.{choice}"
            for choice in option.choices
            if not isinstance(choice, bool)
        }
    return found


def sentence_keys(game: str) -> set[str]:
    """The keys of everything a game says, reasons left out."""
    return {
        *(f"{game}.move.{name}" for name in GAMES[game].grammar),
        *(f"{game}.news.{verb(kind)}" for kind in news_of(game)),
        *(f"{game}.step.{verb(kind)}" for kind in steps_of(game)),
        *(f"{game}.score.{part}" for part in score_parts(game)),
        *option_keys(game),
    }


@cache
def error_facts() -> dict[str, set[str]]:
    """For each string the code gives a call first, the names of the facts that go with it."""
    found: dict[str, set[str]] = {}
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                names = {word.arg for word in node.keywords if word.arg}
                for given in node.args:
                    if isinstance(given, ast.Constant) and isinstance(given.value, str):
                        found.setdefault(given.value, set()).update(names)
    return found


@cache
def refusals() -> set[str]:
    """The names of all classes that refuse with a key."""
    found = {"Refusal", "BadText", "Problem"}
    classes = [n for tree in trees() for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
    while True:
        more = {each.name for each in classes if found & set(map(ast.unparse, each.bases))}
        if more <= found:
            return found
        found |= more


@cache
def refusal_keys() -> set[str]:
    """Every key that a refusal is made with."""
    return {
        given.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in refusals()
        for given in node.args
        if isinstance(given, ast.Constant) and isinstance(given.value, str)
    }


def placeholders(text: str) -> set[str]:
    """What a text shows: the facts in it, plural forms left out."""
    return {name for name, _, forms in PLACEHOLDER.findall(text) if not forms}


def plurals(text: str) -> list[tuple[str, int]]:
    """The facts whose number chooses a form, each with the number of forms."""
    return [(name, len(forms.split("|"))) for name, _, forms in PLACEHOLDER.findall(text) if forms]


def cases(text: str) -> set[tuple[str, str]]:
    """The facts that a text wants in a grammatical form."""
    return {(name, case) for name, case, _ in PLACEHOLDER.findall(text) if case}
