"""The rules say the same thing in four languages, and their pages are fresh."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scripts import rules_docs

LANGUAGES = ("en", "de", "fr", "cs")
TRANSLATIONS = [(game, lang) for game in rules_docs.GAMES for lang in LANGUAGES]
every_book = pytest.mark.parametrize(("game", "lang"), TRANSLATIONS)

CLAUSE_ID = re.compile(r"\b[HS]-[A-Z]\d+\b")
CODE = re.compile(r"`[^`]+`")


def book(game: str, lang: str) -> dict[str, Any]:
    file = rules_docs.CLAUSES / f"{game}.{lang}.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def outline(game: str, lang: str) -> list[tuple[str, list[str]]]:
    return [(each["id"], each["clauses"]) for each in book(game, lang)["chapters"]]


def prose(game: str, lang: str) -> dict[str, str]:
    """The text and ruling of every clause as one string."""
    clauses = book(game, lang)["clauses"]
    return {key: f"{each['text']} {each.get('ruling', '')}" for key, each in clauses.items()}


@every_book
def test_every_language_has_the_same_chapters_and_clauses(game: str, lang: str) -> None:
    assert outline(game, lang) == outline(game, "en")
    assert list(book(game, lang)["clauses"]) == list(book(game, "en")["clauses"])


@every_book
def test_every_clause_belongs_to_exactly_one_chapter(game: str, lang: str) -> None:
    listed = [key for _, keys in outline(game, lang) for key in keys]
    assert listed == list(book(game, lang)["clauses"])


@every_book
def test_nothing_is_empty_or_unknown(game: str, lang: str) -> None:
    for words in [*book(game, lang)["chapters"], *book(game, lang)["clauses"].values()]:
        assert all(words.values())
    for words in book(game, lang)["clauses"].values():
        assert {"title", "text"} <= words.keys() <= {"title", "text", "ruling"}


@every_book
def test_a_ruling_stands_in_all_languages_or_none(game: str, lang: str) -> None:
    english = book(game, "en")["clauses"]
    for key, words in book(game, lang)["clauses"].items():
        assert ("ruling" in words) == ("ruling" in english[key]), key


@every_book
def test_references_name_clauses_and_options_alike(game: str, lang: str) -> None:
    english = prose(game, "en")
    for key, text in prose(game, lang).items():
        assert sorted(CLAUSE_ID.findall(text)) == sorted(CLAUSE_ID.findall(english[key])), key
        assert CODE.findall(text) == CODE.findall(english[key]), key
        assert set(CLAUSE_ID.findall(text)) <= english.keys()


@pytest.mark.parametrize("game", rules_docs.GAMES)
def test_french_keeps_its_marks_on_the_line(game: str) -> None:
    for key, text in prose(game, "fr").items():
        assert not re.search(r"(?<!\u00a0)[:;!?»](?=\W)|«(?!\u00a0)", text), key


def test_the_pages_are_fresh() -> None:
    assert rules_docs.stale() == []
    assert rules_docs.main(["--check"]) == 0


def test_a_stale_page_is_named_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules_docs, "DOCS", tmp_path)
    (tmp_path / "hadara.md").write_text("old", encoding="utf-8")
    assert rules_docs.main(["--check"]) == 1
    assert capsys.readouterr().out.count("\n") == 1
    assert rules_docs.main([]) == 0
    assert rules_docs.stale() == []
