"""Hints: three moves, their chances, and one sentence each in four languages."""

import pytest

from cradle.bots import Budget, make_bot
from cradle.bots.hints import differences, hints, why
from cradle.bots.knowledge import heuristic
from cradle.games import GAMES
from cradle.words import LANGUAGES, has
from tests.bots.test_search import seen_in


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_three_moves_with_a_sentence_each(game: str, lang: str) -> None:
    seen = seen_in(game, 15)
    found = hints(seen, Budget(simulations=30), lang)
    assert len(found) == min(3, len(seen.moves))
    for move, chance, sentence in found:
        assert move in seen.moves
        assert 0.0 <= chance <= 1.0
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


def test_any_bot_can_hint() -> None:
    seen = seen_in("hadara")
    with_greedy = hints(seen, None, "en", make_bot("greedy", 1))
    assert with_greedy[0][0] == make_bot("greedy", 1).weigh(seen)[0].move
    assert why(seen, make_bot("greedy", 1).weigh(seen)[0], "de")
