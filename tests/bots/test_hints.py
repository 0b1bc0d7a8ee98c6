"""Hints: what speaks for a move, in one sentence and four languages."""

import pytest

from cradle.bots import Budget
from cradle.bots.hints import differences, why
from cradle.bots.knowledge import heuristic
from cradle.bots.search_bot import SearchBot
from cradle.games import GAMES
from cradle.i18n import LANGUAGES, has
from tests.bots.test_search import seen_in


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_good_move_has_a_reason(game: str, lang: str) -> None:
    seen = seen_in(game, 15)
    for weighed in SearchBot(1).weigh(seen, Budget(simulations=30))[:3]:
        sentence = why(seen, weighed, lang)
        assert sentence.endswith(".")
        assert "bots." not in sentence
        assert "{" not in sentence


@pytest.mark.parametrize("game", GAMES)
def test_every_feature_has_a_word(game: str) -> None:
    seen = seen_in(game)
    for name in heuristic(game).features(seen.imagined, seen.seat):
        assert has(f"bots.{game}.{name}")


def test_a_tool_is_better_for_tools() -> None:
    seen = seen_in("stone-age", 0)
    tool = next(move for move in seen.moves if move.text == "send tool_maker 1")
    assert dict(differences(seen, tool))["tools"] > 0.4


def test_no_move_seems_surer_than_the_one_chosen() -> None:
    for plies in (0, 12, 25):
        weighed = SearchBot(1).weigh(seen_in("hadara", plies), Budget(simulations=20))
        assert weighed[0].chance == max(each.chance for each in weighed)
