"""What both halves must say alike: cases.json, which web/tests/texts.test.ts reads too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cradle.i18n import LANGUAGES
from cradle.i18n.placeholders import fill, join_list, plural_form
from tests.i18n.spoken import spoken

CASES: dict[str, Any] = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_language
def test_every_language_counts_in_its_own_way(lang: str) -> None:
    forms = CASES["plurals"][lang]
    assert {count: plural_form(lang, int(count)) for count in forms} == forms


@every_language
def test_items_are_listed(lang: str) -> None:
    for case in CASES["lists"]:
        assert join_list(lang, case["items"]) == case[lang]


@pytest.mark.parametrize("case", CASES["placeholders"])
def test_placeholders_are_filled(case: dict[str, Any]) -> None:
    assert fill(case["lang"], case["text"], case["facts"]) == case["said"]


@every_language
@pytest.mark.parametrize("case", CASES["sentences"])
def test_sentences_are_said(lang: str, case: dict[str, Any]) -> None:
    said = spoken(lang, case["how"], case["game"], case["about"], CASES["names"])
    assert said == case[lang]
