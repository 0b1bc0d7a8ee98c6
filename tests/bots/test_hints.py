"""Hints: what speaks for a move, in one sentence and four languages."""

from statistics import fmean

import pytest

from cradle.bots import Budget, make_bot
from cradle.bots.hints import HINTER, compared, differences, reasons, why
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


@pytest.mark.parametrize("game", GAMES)
def test_what_is_named_holds_on_other_luck(game: str) -> None:
    """A reason speaks for its move: the feature is better after it, also in ways never tried."""
    named = 0
    for plies in (0, 8, 20, 33, 41):
        seen = seen_in(game, plies)
        move = make_bot(HINTER, 1).weigh(seen, Budget(simulations=30))[0].move
        anew = {name: fmean(each) for name, each in compared(seen, move, range(50, 70)).items()}
        found = reasons(seen, move)
        assert all(anew[name] > 0.0 for name in found.gains)
        assert all(anew[name] < 0.0 for name in found.costs)
        named += len(found.gains)
    assert named > 2


def test_no_move_seems_surer_than_the_one_chosen() -> None:
    for plies in (0, 12, 25):
        weighed = SearchBot(1).weigh(seen_in("hadara", plies), Budget(simulations=20))
        assert weighed[0].chance == max(each.chance for each in weighed)
