"""The search: budgets, forced moves, the tree kept, sealed choices, several processes.

Time is the processor's: how long others keep it busy is not the search's doing.
"""

import random
from time import process_time

import pytest

from cradle.bots import LEVELS, Budget, Seen, make_bot
from cradle.bots.chances import chances, drawn
from cradle.bots.greedy_bot import GreedyBot
from cradle.bots.knowledge import Level, heuristic, knowledge
from cradle.bots.levels import SECONDS, LevelBot
from cradle.bots.search import Search
from cradle.bots.search_bot import SearchBot
from cradle.bots.tree import Policy
from cradle.bots.tree_reuse import kept
from cradle.games import GAMES
from cradle.kernel.step import CHANCE, Together, asked, odds, play
from cradle.learning.player import LearnedBot
from tests.bots.test_interface import walk


def seen_in(game: str, plies: int = 12, seats: int = 2) -> Seen:
    """A decision with several moves some way into a game."""
    s = walk(GAMES[game], seats, plies)
    while len(s.legal) < 2:
        play(s, s.legal[0])
        while s.turn == CHANCE:
            o = odds(s)
            play(s, o.at(0))
    return Seen.of(GAMES[game], s, asked(s)[0])


@pytest.mark.parametrize("game", GAMES)
def test_simulations_are_counted(game: str) -> None:
    seen = seen_in(game)
    search = Search(seen, Policy(heuristic(game), 2.0, 5.0), random.Random(1))
    search.run(Budget(simulations=40), 0.0)
    assert search.simulations <= 40
    assert sum(edge.visits for edge in search.edges()) == search.simulations
    assert [edge.move for edge in search.edges()] == seen.moves


@pytest.mark.parametrize("game", GAMES)
def test_the_clock_is_kept(game: str) -> None:
    seen, bot = seen_in(game), SearchBot(1)
    for seconds in (0.05, 0.2):
        start = process_time()
        bot.choose(seen, Budget(seconds=seconds))
        assert process_time() - start < seconds * 1.2 + 0.05


def test_its_own_limits_hold_also_for_a_larger_budget() -> None:
    seen = seen_in("hadara")
    own = SearchBot(1, simulations=20).weigh(seen)
    for larger in (Budget(seconds=60.0), Budget(simulations=500)):
        assert SearchBot(1, simulations=20).weigh(seen, larger) == own
    assert SearchBot(1, simulations=20).weigh(seen, Budget(simulations=5)) != own
    start = process_time()
    SearchBot(1, seconds=0.05).choose(seen, Budget(simulations=1 << 20))
    assert process_time() - start < 0.05 * 1.2 + 0.05


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_keeps_its_own_clock_and_a_shorter_one(level: str) -> None:
    seen, bot = seen_in("stone-age"), make_bot(level, 1)
    bot.choose(seen, Budget(simulations=2))  # Weights are loaded once a process.
    start = process_time()
    bot.choose(seen, Budget(seconds=0.1))
    assert process_time() - start < 0.1 * 1.2 + 0.05
    start = process_time()
    bot.choose(seen, Budget(seconds=60.0))
    assert process_time() - start < SECONDS[level] * 1.2 + 0.05


def test_a_forced_move_takes_no_time() -> None:
    s = walk(GAMES["stone-age"], 2, 30)
    while len(s.legal) != 1:
        play(s, s.legal[0])
        while s.turn == CHANCE:
            play(s, odds(s).at(0))
    start = process_time()
    make_bot("master", 1).choose(Seen.of(GAMES["stone-age"], s, s.turn))
    assert process_time() - start < 0.05


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_finds_the_same(game: str) -> None:
    seen = seen_in(game, 20, 3)
    one, two = (SearchBot("x", simulations=30).weigh(seen) for _ in range(2))
    assert one == two


def test_the_tree_is_kept() -> None:
    game = GAMES["stone-age"]
    s = walk(game, 2, 0)
    seen = Seen.of(game, s, s.turn)
    bot = SearchBot(1, simulations=400)
    move = bot.choose(seen)
    assert bot.last is not None
    children = bot.last[1].children
    play(s, move)
    (second,) = children.values()
    assert [*children] == [(move,)]
    best = max(second.choices[s.turn].edges, key=lambda edge: edge.visits)
    play(s, best.move)
    root = kept(bot.last, Seen.of(game, s, s.turn))
    assert root is not None
    assert root.visits >= 4
    play(s, s.legal[-1])
    assert kept(bot.last, Seen.of(GAMES["hadara"], walk(GAMES["hadara"], 2, 0), 0)) is None


def test_sealed_choices_are_chosen_apart() -> None:
    game = GAMES["hadara"]
    s = walk(game, 2, 1)
    assert isinstance(s.stack[-1], Together)
    for seat in (0, 1):
        search = Search(
            Seen.of(game, s, seat), Policy(heuristic("hadara"), 2.0, 0.2), random.Random(1)
        )
        search.run(Budget(simulations=30), 0.0)
        root = search.root
        assert set(root.choices) == {0, 1}
        assert all(len(key) == 2 for key in root.children)
        assert [edge.move for edge in search.edges()] == Seen.of(game, s, seat).moves


def test_several_processes_add_up() -> None:
    seen = seen_in("hadara")
    bot = SearchBot(1, processes=2)
    try:
        weighed = bot.weigh(seen, Budget(simulations=30))
        assert {each.move for each in weighed} == set(seen.moves)
        assert bot.choose(seen, Budget(seconds=0.3)) in seen.moves
    finally:
        bot.close()


def test_chances_add_up_and_follow_points() -> None:
    found = chances([100.0, 90.0, 80.0], 20.0)
    assert sum(found) == pytest.approx(1.0)
    assert found == sorted(found, reverse=True)
    rng = random.Random(1)
    times = [drawn([1.0, 0.0, -50.0], 1.0, rng) for _ in range(300)]
    assert times.count(0) > times.count(1) > times.count(2) == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_level_is_set(game: str) -> None:
    assert tuple(knowledge(game).levels) == tuple(knowledge(game).plain_levels) == LEVELS


@pytest.mark.parametrize("game", GAMES)
def test_higher_levels_and_more_players_take_more_simulations(game: str) -> None:
    searching = [how for how in knowledge(game).plain_levels.values() if how.bot == "search"]
    for seats in GAMES[game].seats:
        counts = [how.most(seats) or 0 for how in searching]
        assert counts == sorted(set(counts))
    for how in searching:
        counts = [how.most(seats) or 0 for seats in GAMES[game].seats]
        assert counts == sorted(counts)
    assert knowledge(game).plain_levels["casual"].most(2) is None


@pytest.mark.parametrize("game", GAMES)
def test_higher_levels_are_less_greedy(game: str) -> None:
    learned = [how for how in knowledge(game).levels.values() if how.bot == "learned"]
    for seats in GAMES[game].seats:
        greeds = [how.greed_among(seats) for how in learned]
        assert greeds == sorted(set(greeds), reverse=True)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_level_is_as_greedy_as_is_set_for_its_number_of_players(seats: int) -> None:
    seen, bot = seen_in("stone-age", seats=seats), LevelBot("expert", 1)
    bot.choose(seen)
    player = bot.players["stone-age", seats]
    assert isinstance(player, LearnedBot)
    assert player.greed == knowledge("stone-age").levels["expert"].greed_among(seats) > 0
    how = Level("learned", greed=(0.5, 0.7))
    assert [how.greed_among(each) for each in (2, 3, 5)] == [0.5, 0.7, 0.7]


def test_a_larger_budget_makes_a_level_no_stronger() -> None:
    seen = seen_in("hadara")
    own = LevelBot("master", 1, counted=True).weigh(seen)
    assert LevelBot("master", 1, counted=True).weigh(seen, Budget(simulations=5000)) == own
    assert LevelBot("master", 1, counted=True).weigh(seen, Budget(simulations=3)) != own
    limits = LevelBot("expert", 1)._limits(seen, Budget(60.0, 500))
    assert limits == Budget(SECONDS["expert"], knowledge("hadara").levels["expert"].most(2))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_without_a_network_a_level_plays_on(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cradle.bots.levels.can_play", lambda game: False)
    seen, bot = seen_in(game), LevelBot(level, 1, counted=True)
    assert bot.choose(seen, Budget(simulations=4)) in seen.moves
    assert isinstance(bot.players[game, seen.seats], GreedyBot | SearchBot)
