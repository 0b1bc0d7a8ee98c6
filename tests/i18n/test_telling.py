"""Sentences from data, in four languages."""

from __future__ import annotations

import pytest

from cradle import i18n
from cradle.i18n import catalogue, language, say, tell, telling
from cradle.i18n.filling import fill, form, listed, shown


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


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", [1, 0, 1, 1, 1, 1]),
        ("de", [1, 0, 1, 1, 1, 1]),
        ("fr", [0, 0, 1, 1, 1, 1]),
        ("cs", [2, 0, 1, 1, 2, 2]),
    ],
)
def test_every_language_counts_in_its_own_way(lang: str, forms: list[int]) -> None:
    assert [form(lang, count) for count in (0, 1, 2, 4, 5, 21)] == forms
    assert form(lang, -1) == form(lang, 1)


def test_placeholders_are_filled() -> None:
    assert fill("en", "{a} {a:wolf|wolves}", {"a": 1}) == "1 wolf"
    assert fill("cs", "{a} {a:vlk|vlci|vlků}", {"a": 3}) == "3 vlci"
    assert fill("en", "{a:wolf|wolves}", {}) == "wolf"
    assert fill("en", "{a:wolf|wolves}", {"a": "many"}) == "wolf"
    assert fill("cs", "{a:vlk|vlci}", {"a": 7}) == "vlci"
    assert fill("en", "{a@to} {b@to} {c}", {"a": "x", "a@to": "to x", "b": "y"}) == "to x y {c}"


def test_facts_are_shown() -> None:
    assert shown("en", -3) == "−3"
    assert shown("en", "a-b") == "a-b"
    assert shown("de", [1, "x", 2]) == "1, x und 2"
    assert listed("fr", []) == ""
    assert listed("fr", ["a"]) == "a"
    assert listed("cs", ["a", "b"]) == "a a b"


def test_what_nobody_wrote_is_no_crash() -> None:
    assert say("en", "no.such.key", a=1) == "no.such.key"
    assert tell("fr", "no-game", {"kind": "flown", "seat": 0}) == "no-game.news.flown"
    assert tell("fr", "no-game", {}) == "no-game.news."
    assert i18n.term("de", "stone-age", "place", "moon") == "moon"
    assert i18n.prompt("de", "stone-age", {"kind": "dance"}) == "stone-age.step.dance"


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


def test_players_have_names_or_numbers() -> None:
    assert i18n.player("en", 1) == "Player 2"
    assert i18n.player("cs", 0, []) == "Hráč 1"
    assert i18n.player("en", 1, ["Ann", "Bob"]) == "Bob"
    assert i18n.player("en", 5, ["Ann"]) == "Player 6"


@pytest.mark.parametrize(
    ("described", "text"),
    [
        (
            {"kind": "sent", "seat": 0, "place": "forest", "count": 3},
            "Ann sent 3 people to the forest.",
        ),
        ({"kind": "sent", "seat": 1, "place": "hut", "count": 1}, "Bob sent 1 person to the hut."),
        ({"kind": "fed-with", "seat": 0, "resources": {"wood": 2, "gold": 1}}, "2 wood and 1 gold"),
        ({"kind": "fed-with", "seat": 0, "resources": {}}, "nothing"),
        ({"kind": "rolled", "seat": 0, "dice": [1, 4, 6]}, "Ann rolled 1, 4 and 6."),
        ({"kind": "tools-used", "seat": 0, "tools": []}, "none"),
        ({"kind": "took-back", "seat": 1}, "Bob takes the last move back."),
        ({"kind": "send", "place": "river", "count": 1}, "Send 1 person to the river"),
    ],
)
def test_news_and_moves_are_told(described: dict[str, object], text: str) -> None:
    assert text in tell("en", "stone-age", described, ["Ann", "Bob"])


def test_moves_can_be_told_as_moves() -> None:
    send = {"kind": "send", "place": "river", "count": 2}
    assert telling.tell_move("en", "stone-age", send) == "Send 2 people to the river"


def test_prompts_and_reasons_are_told() -> None:
    assert i18n.prompt("en", "stone-age", {"kind": "choose-die", "seat": 0}) == (
        "Choose one of the dice."
    )
    said = i18n.why("en", "stone-age", "full", "forest", {"spaces": 7})
    assert said == "Forest: all 7 spaces are taken."


def test_numbered_things_have_one_word_and_a_number() -> None:
    key, number = telling.find_term("hadara", "reverse", "colony-15-3")
    assert (key, number) == ("hadara.reverse.colony", "15-3")
    assert i18n.term("en", "hadara", "reverse", "colony-15-3") == "colony 15-3"
    assert telling.find_term("hadara", "other", "blue-1-05") == ("hadara.card.blue", "1-05")


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "2 income and 1 food; 1 point"),
        ("de", "2 Einkommen und 1 Ernährung; 1 Punkt"),
        ("fr", "2 en Revenu et 1 en Alimentation\u00a0; 1 point"),
        ("cs", "2 stupně ekonomiky a 1 stupeň zemědělství; 1 bod"),
    ],
)
def test_steps_on_tracks_are_counted(lang: str, said: str) -> None:
    steps = {"income": 2, "food": 1}
    turned = {"kind": "turned-over", "seat": 0, "reverse": "colony-3-1", "track": steps}
    assert said in tell(lang, "hadara", turned | {"points": 1})


def test_terms_and_amounts_take_the_form_a_sentence_wants() -> None:
    paid = {"kind": "pay", "resources": {"wood": 3, "clay": 1}}
    assert tell("cs", "stone-age", paid) == "Zaplatit 3 dřeva a 1 hlínu"
    assert tell("cs", "stone-age", {"kind": "pay", "resources": {}}) == "Zaplatit nic"
    gained = {"kind": "gained", "seat": 0, "good": "clay", "count": 5}
    assert tell("cs", "stone-age", gained, ["Eva"]) == "Eva získává 5 hlín."
    chosen = {"kind": "side-chosen", "seat": 0, "setup": "setup-4", "side": "A", "coins": 2}
    said = tell("cs", "hadara", chosen | {"track": {"income": 2, "military": 1}}, ["Eva"])
    assert said.endswith(", strana A: 2 mince, ekonomika 2 a vojenská síla 1.")


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
