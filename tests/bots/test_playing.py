"""Every bot plays whole games: legal moves only, no exception, at every number of players.

`python -m benchmarks.legal` plays 200 games of each.
"""

import random

import pytest

from benchmarks.legal import MIXES, meetings, play_meeting
from cradle.bots import LEVELS, Budget, Seen, bot_names, make_bot
from cradle.games import GAMES
from cradle.kernel.step import CHANCE, Move, play
from cradle.learning.player import LearnedBot
from cradle.playout import draw_outcome

TABLES = [(game.name, seats) for game in GAMES.values() for seats in game.seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_bots_play_by_the_rules(name: str, seats: int) -> None:
    played = [bot for meeting in meetings(name, seats, 1) for bot in play_meeting(meeting)]
    assert set(played) == {bot for mix in MIXES for bot in mix}


def test_no_bot_is_forgotten() -> None:
    assert {bot.partition(":")[0] for mix in MIXES for bot in mix} == set(bot_names())


@pytest.mark.parametrize(("bot", "searches"), [("learned", False), ("learned:simulations=2", True)])
def test_learned_plays_with_a_search_and_without(
    bot: str, searches: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets, choose = list[Budget | None](), LearnedBot.choose

    def noted(self: LearnedBot, seen: Seen, budget: Budget | None = None) -> Move:
        budgets.append(self._limits(budget))
        return choose(self, seen, budget)

    monkeypatch.setattr(LearnedBot, "choose", noted)
    play_meeting(("hadara", 2, (bot, "random"), 1))
    assert {each is not None for each in budgets} == {searches}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["greedy", "search", *LEVELS])
def test_every_legal_move_is_weighed(name: str, bot: str) -> None:
    game, rng = GAMES[name], random.Random(4)
    s = game.new(2, {})
    for _ in range(40):
        if s.turn == CHANCE:
            play(s, draw_outcome(s, rng.random))
            continue
        seen = Seen.of(game, s, s.turn)
        weighed = make_bot(bot, 1, counted=True).weigh(seen, Budget(simulations=4))
        assert sorted(each.move.text for each in weighed) == sorted(m.text for m in seen.moves)
        assert all(0.0 <= each.chance <= 1.0 for each in weighed)
        play(s, weighed[0].move)
