"""Sentences from data, in four languages; most of them are in test_cases.py."""

from __future__ import annotations

import pytest

from cradle import i18n
from cradle.i18n import catalogue, language, say, sentences, tell


@pytest.mark.parametrize(
    ("wish", "lang"),
    [
        ("de_AT.UTF-8", "de"),
        ("fr-CA", "fr"),
        ("cs", "cs"),
        ("EN_gb", "en"),
        ("C.UTF-8", "en"),
        ("pl_PL", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_locale_names_a_language(wish: str | None, lang: str) -> None:
    assert language(wish) == lang


def test_what_nobody_wrote_is_no_crash() -> None:
    assert say("en", "no.such.key", a=1) == "no.such.key"
    assert tell("fr", "no-game", {"kind": "flown", "seat": 0}) == "Joueur 1: flown"
    assert tell("fr", "no-game", {}) == ""
    assert i18n.term("de", "stone-age", "place", "moon") == "moon"
    assert i18n.prompt("de", "stone-age", {"kind": "dance"}) == "Dance"
    assert i18n.label("cs", "no-game.score.most_coins") == "Most coins"
    assert i18n.label("cs", "common.rank") == say("cs", "common.rank")


def test_english_steps_in_for_what_is_not_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"en": {"a.b": "English {x}", "a.c": "See"}, "de": {"a.c": "Siehe"}}
    monkeypatch.setattr(catalogue, "catalogue", lambda lang: texts.get(lang, {}))
    catalogue.text.cache_clear()
    try:
        assert say("de", "a.b", x=1) == "English 1"
        assert say("de", "a.c") == "Siehe"
        assert say("xx", "a.c") == "See"
    finally:
        catalogue.text.cache_clear()


def test_games_have_titles() -> None:
    assert i18n.title("cs", "stone-age") == "Doba kamenná"
    assert i18n.title("cs", "no-game") == "No game"


def test_players_have_names_or_numbers() -> None:
    assert i18n.player("en", 1) == "Player 2"
    assert i18n.player("cs", 0, []) == "Hráč 1"
    assert i18n.player("en", 1, ["Ann", "Bob"]) == "Bob"
    assert i18n.player("en", 5, ["Ann"]) == "Player 6"


def test_numbered_things_have_one_word_and_a_number() -> None:
    key, number = sentences.find_term("hadara", "reverse", "colony-15-3")
    assert (key, number) == ("hadara.reverse.colony", "15-3")
    assert i18n.term("en", "hadara", "reverse", "colony-15-3") == "colony 15-3"
    assert sentences.find_term("hadara", "other", "blue-1-05") == ("hadara.card.blue", "1-05")


def test_clauses_are_found_in_every_language() -> None:
    english = i18n.clause("hadara", "h-c3")
    french = i18n.clause("hadara", "H-C3", "fr")
    assert english is not None
    assert french is not None
    assert english.id == french.id == "H-C3"
    assert english.title != french.title
    assert i18n.clause("hadara", "H-X9") is None
    assert i18n.clauses("no-game") == {}
    assert i18n.chapters("no-game") == []
    assert i18n.clause("hadara", "H-C3", "pl") == english
    assert i18n.has("common.player")
    assert not i18n.has("common.nobody")
