"""The catalogues: nothing missing, nothing unused, and the same facts in every language."""

from __future__ import annotations

import json
import re

import pytest

from cradle.games import GAMES
from cradle.i18n import LANGUAGES, clauses
from cradle.i18n.catalogue import HOME, catalogue
from cradle.i18n.placeholders import FORMS
from cradle.i18n.sentences import find_term
from cradle.kernel.notation import verb
from tests.i18n.audit import (
    NUMERAL,
    cases,
    closed_seen,
    error_facts,
    literals,
    made_up,
    news_of,
    placeholders,
    plurals,
    reasons_of,
    refusal_keys,
    sentence_keys,
    terms_of,
    topics_asked_for,
)

ENGLISH = catalogue("en")
every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("lang", LANGUAGES)
SAID_BY_REFUSALS = {"reason", "clause", "line", "move", "file", "said", "found"}


def plain_keys(lang: str) -> set[str]:
    """All keys but grammatical forms, which every language has of its own."""
    return {key for key in catalogue(lang) if "@" not in key}


@every_language
def test_every_language_has_the_same_keys(lang: str) -> None:
    assert plain_keys(lang) == plain_keys("en")


@every_language
def test_no_key_stands_in_two_files_and_none_is_empty(lang: str) -> None:
    files = [file for file in HOME.joinpath(lang).iterdir() if file.name.endswith(".json")]
    keys = [key for file in files for key in json.loads(file.read_text("utf-8"))]
    assert len(keys) == len(set(keys))
    assert [key for key, text in catalogue(lang).items() if not text.strip()] == []


@pytest.mark.parametrize(
    ("lang", "other"),
    [
        ("de", r"haben Sie|können Sie|Ihr Konto|Ihre Partie"),
        ("fr", r"tu|toi|tes|tiens?|tiennes?|peux|as déjà"),
        ("cs", r"ty|tě|ti|tebe|tobě|tv(?:ůj|á|é|oje|ého)|můžeš|máš|jsi|budeš|chceš"),
    ],
)
def test_a_language_speaks_to_its_reader_in_one_way(lang: str, other: str) -> None:
    """As a friend in German, politely in French and Czech."""
    wrong = re.compile(rf"\b(?:{other})\b", re.IGNORECASE)
    assert [key for key, text in catalogue(lang).items() if wrong.search(text)] == []


@every_language
def test_placeholders_match_the_english_ones(lang: str) -> None:
    wrong = {
        key: text
        for key, text in catalogue(lang).items()
        if "@" not in key and placeholders(text) != placeholders(ENGLISH.get(key, text))
    }
    assert wrong == {}


@every_language
def test_braces_are_placeholders(lang: str) -> None:
    loose = re.compile(r"[{}]")
    form = re.compile(r"\{\w+(@\w+)?(:[^{}]*)?\}")
    wrong = [key for key, text in catalogue(lang).items() if loose.search(form.sub("", text))]
    assert wrong == []


def test_french_punctuation_has_no_break_spaces() -> None:
    wrong = re.compile(r"[\w})»] [:;!?»]|«(?!\u00a0)|[^\u00a0]»")
    assert [text for text in written("fr") if wrong.search(text)] == []


@every_language
def test_quotes_and_dashes_are_the_languages_own(lang: str) -> None:
    foreign = {"en": "„«»", "de": "”«»", "fr": "„“”", "cs": "”«»"}[lang]
    wrong = re.compile(rf"[{foreign}]|\w'\w|\.\.\.|\w -+ \w")
    assert [text for text in written(lang) if wrong.search(text)] == []


def written(lang: str) -> list[str]:
    """All texts of a language, the clauses of the rules among them."""
    rules = [clause for game in GAMES for clause in clauses(game, lang).values()]
    said = [text for each in rules for text in (each.title, each.text, each.ruling)]
    return [*catalogue(lang).values(), *said]


@every_language
def test_plural_forms_are_counted_rightly(lang: str) -> None:
    wrong = {
        key: text
        for key, text in catalogue(lang).items()
        for name, forms in plurals(text)
        if forms != FORMS[lang]
        or name not in placeholders(ENGLISH.get(key, "")) | {"count"} | allowed_facts(key)
    }
    assert wrong == {}


def allowed_facts(key: str) -> set[str]:
    """The facts a sentence of a game is given."""
    game, _, rest = key.partition(".")
    topic, _, name = rest.partition(".")
    if game not in GAMES:
        return set()
    spoken = {"move": list(GAMES[game].grammar.values()), "news": news_of(game)}.get(topic, [])
    return {field for kind in spoken if verb(kind) == name for field in kind.__annotations__}


@every_game
def test_everything_a_game_says_has_its_words(game: str) -> None:
    assert sentence_keys(game) - ENGLISH.keys() == set()


@every_game
def test_every_thing_of_a_game_has_its_word(game: str) -> None:
    names = [(field, name) for field, name in terms_of(game) if not NUMERAL.fullmatch(name)]
    assert [name for field, name in names if not find_term(game, field, name)[0]] == []


@every_game
def test_every_reason_has_its_words(game: str) -> None:
    keys = [key for key in ENGLISH if key.startswith(f"{game}.closed.")]
    reasons = [key.removeprefix(f"{game}.closed.") for key in keys]
    for pattern in reasons_of(game):
        assert any(pattern.fullmatch(reason) for reason in reasons), pattern.pattern
    unused = [r for r in reasons if not any(p.fullmatch(r) for p in reasons_of(game))]
    assert unused == []
    assert closed_seen(game).keys() <= set(reasons)


@every_game
def test_sentences_use_only_the_facts_they_are_given(game: str) -> None:
    wrong = {}
    for key, text in ENGLISH.items():
        shown = placeholders(text) | {name for name, _ in plurals(text)}
        if key.startswith((f"{game}.move.", f"{game}.news.")) and not shown <= allowed_facts(key):
            wrong[key] = text
        if key.startswith(f"{game}.step.") and not shown <= {"seat"}:
            wrong[key] = text
        reason = key.removeprefix(f"{game}.closed.")
        if reason in closed_seen(game) and not shown <= closed_seen(game)[reason] | {"subject"}:
            wrong[key] = text
    assert wrong == {}


@every_language
@every_game
def test_a_form_that_a_sentence_wants_is_there_for_every_name(game: str, lang: str) -> None:
    texts = catalogue(lang)
    missing = set()
    for key, text in texts.items():
        for field, case in cases(text):
            names = [name for topic, name in terms_of(game) if topic == field]
            if key.startswith(f"{game}."):
                terms = (find_term(game, field, name)[0] or name for name in names)
                missing |= {f"{term}@{case}" for term in terms} - texts.keys()
    assert missing == set()


@every_language
def test_no_form_is_unused(lang: str) -> None:
    wanted = {case for text in catalogue(lang).values() for _, case in cases(text)}
    written = {key.partition("@")[2] for key in catalogue(lang) if "@" in key}
    assert written <= wanted
    assert {key.partition("@")[0] for key in catalogue(lang) if "@" in key} <= ENGLISH.keys()


def test_every_refusal_has_its_words_and_its_facts() -> None:
    facts = error_facts()
    keys = {key.removeprefix("error.") for key in ENGLISH if key.startswith("error.")}
    unused = [key for key in keys if not {key, f"error.{key}"} & literals()]
    assert unused == []
    wrong = {
        key: ENGLISH[f"error.{key}"]
        for key in keys
        if not placeholders(ENGLISH[f"error.{key}"]) <= facts.get(key, set()) | SAID_BY_REFUSALS
    }
    assert wrong == {}


def test_no_refusal_is_without_words() -> None:
    assert sorted(key for key in refusal_keys() if f"error.{key}" not in ENGLISH) == []


def used_keys() -> set[str]:
    """Every key that the games or the code ask for."""
    used = {key for key in ENGLISH if asked_for(key)}
    used |= {key for key in ENGLISH if key.startswith("error.")}  # held to account above
    used |= {key for key in ENGLISH if key.startswith("web.")}  # and these in tests/browser
    for game in GAMES:
        used |= sentence_keys(game) | {k for k in ENGLISH if k.startswith(f"{game}.closed.")}
        used |= {find_term(game, field, name)[0] for field, name in terms_of(game)}
        used |= {key for key in ENGLISH if key.startswith(f"{game}.subject.")}
    return used


def asked_for(key: str) -> bool:
    """Whether the code writes this key out, makes it from parts, or looks up its topic."""
    game, _, rest = key.partition(".")
    if key in literals() or made_up(key):
        return True
    return game in GAMES and (made_up(rest) or rest.partition(".")[0] in topics_asked_for())


def test_no_key_is_unused() -> None:
    assert plain_keys("en") - used_keys() == set()
