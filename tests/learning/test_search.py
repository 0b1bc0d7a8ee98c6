"""Search with the network: it spends its budget, spares the secrets, and sees further."""

import random

import numpy as np
import pytest

from cradle.bots import Budget, Seen, make_bot
from cradle.bots.search import USED
from cradle.games import GAMES
from cradle.kernel.step import CHANCE, OVER, State, Together, asked, play
from cradle.learning.features import features
from cradle.learning.network import Network
from cradle.learning.search import Search, SearchSettings, Value, _flattened
from cradle.learning.tree import Choice, Descent, Node, undecided
from cradle.playout import draw_answer, draw_outcome
from tests.learning.positions import positions
from tests.learning.test_network import SMALL, lively


@pytest.fixture(params=GAMES, name="game")
def _game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def network(game: str) -> Network:
    """A small one that has opinions."""
    return Network(features(game), SMALL, lively(features(game), SMALL))


def searched(game: str, s: State, seat: int, simulations: int, **settings: float) -> Search:
    """A search that has spent its simulations, whatever is clear before."""
    seen = Seen.of(GAMES[game], s, seat)
    found = Search(network(game), seen, SearchSettings(**settings), random.Random(3))  # type: ignore[arg-type]
    while found.simulations < simulations:
        found._simulate(min(16, simulations - found.simulations))
    return found


def nodes(root: Node) -> list[Node]:
    """A node and all below it."""
    return [root, *(found for child in root.children.values() for found in nodes(child))]


def choices(root: Node) -> list[Choice]:
    """All choices of a tree."""
    return [each for node in nodes(root) for known in node.choices.values() for each in known]


FOREVER = 10_000.0  # seconds, by which any search has ended


class Clock:
    """Time in which every simulation takes a second and all else takes none."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now, simulate = 0.0, Search._simulate

        def slowly(search: Search, count: int) -> list[Value]:
            self.now += count
            assert self.now < FOREVER
            return simulate(search, count)

        patch.setattr(Search, "_simulate", slowly)
        patch.setattr(Search, "_clear", lambda *_: False)  # it is to go on as long as it may
        for module in ("search", "player"):
            patch.setattr(f"cradle.learning.{module}.perf_counter", lambda: self.now)


@pytest.fixture(name="clock")
def _clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_every_simulation_tries_one_own_move(game: str) -> None:
    for s in positions(game, 6, seed=2):
        for seat in undecided(s):
            search = searched(game, s, seat, 40)
            assert sum(edge.visits for edge in search.edges()) == 40
            assert {edge.move for edge in search.edges()} == set(
                Seen.of(GAMES[game], s, seat).moves
            )


def test_one_move_can_be_followed_alone(game: str) -> None:
    for s in positions(game, 6, seed=2):
        for seat in undecided(s):
            seen = Seen.of(GAMES[game], s, seat)
            search = Search(network(game), seen, SearchSettings(), random.Random(3))
            ends = search.follow(seen.moves[-1], 40)
            assert [(edge.move, edge.visits) for edge in search.edges()] == [(seen.moves[-1], 40)]
            assert len(ends) == 40
            assert all(sum(end.chances) == pytest.approx(1, abs=1e-4) for end in ends)
            chance = sum(end.chances[seat] for end in ends)
            assert search.edges()[0].chance == pytest.approx(chance)


def test_no_try_stays_pending_and_worths_are_chances(game: str) -> None:
    for s in positions(game, 6, seed=4):
        search = searched(game, s, undecided(s)[0], 48, worlds=4)
        for choice in choices(search.root):
            assert choice.pending == 0
            assert choice.visits == sum(edge.visits for edge in choice.edges)
            for edge in choice.edges:
                assert edge.pending == 0
                assert 0.0 <= edge.chance <= edge.visits + 1e-6
                assert -1e-6 <= edge.worth <= edge.visits + 1e-6


def test_a_choice_has_two_moves_at_least(game: str) -> None:
    for s in positions(game, 6, seed=6):
        search = searched(game, s, undecided(s)[0], 32)
        assert all(len(choice.edges) > 1 for choice in choices(search.root))


def test_priors_are_shares_and_temperature_flattens_them(game: str) -> None:
    for s in positions(game, 4, seed=7):
        seat = undecided(s)[0]
        plain, flat = (searched(game, s, seat, 1, temperature=t) for t in (1.0, 4.0))
        for search in (plain, flat):
            assert sum(edge.prior for edge in search.edges()) == pytest.approx(1.0, abs=1e-4)
        assert max(e.prior for e in flat.edges()) <= max(e.prior for e in plain.edges()) + 1e-6


@pytest.mark.parametrize("temperature", [0.01, 0.001, 0.5, 100.0])
def test_odds_stay_shares_at_any_temperature(temperature: float) -> None:
    odds = np.array([0.03, *[0.02] * 48, 0.01, 0.0], np.float32)
    shares = _flattened(odds, temperature)
    assert sum(shares) == pytest.approx(1.0, abs=1e-4)
    assert shares == sorted(shares, reverse=True)
    assert (shares[0] > 0.99) == (temperature < 0.1)


def test_the_same_seed_makes_the_same_search(game: str) -> None:
    for s in positions(game, 5, seed=9):
        seat = undecided(s)[0]
        one, two = (searched(game, s, seat, 30) for _ in range(2))
        assert [e.visits for e in one.edges()] == [e.visits for e in two.edges()]
        assert [e.worth for e in one.edges()] == [e.worth for e in two.edges()]


def test_where_all_choose_at_once_nobody_waits_for_anothers_answer() -> None:
    """At a simultaneous choice the tree parts only after all seats have chosen."""
    rng, s = random.Random(1), GAMES["hadara"].new(3, {})
    while s.turn == CHANCE or not isinstance(s.stack[-1], Together):
        play(s, draw_outcome(s, rng.random) if s.turn == CHANCE else s.legal[0])
    others = [seat for seat in asked(s) if seat != 1]
    for sealed in (False, True):
        if sealed:
            play(s, s.legal[0])
        search = searched("hadara", s, 1, 60)
        assert sum(edge.visits for edge in search.edges()) == 60
        for seat in others:
            assert sum(choice.visits for choice in search.root.choices[seat]) == 60
        assert len(search.root.choices[1]) == 1
        assert all(len(key) == 3 for key in search.root.children)


def ending(game: str, number: int) -> State:
    """The last position of a random duel in which somebody has a choice."""
    rng, s, last = random.Random(number), GAMES[game].new(2, {}), State(seats=0)
    while s.turn != OVER:
        if s.turn != CHANCE and len(s.legal) > 1:
            last = s.copy()
        play(s, draw_answer(s, rng.random))
    return last


def test_where_a_move_ends_the_game_its_result_counts(game: str) -> None:
    found = 0
    for number in range(12):
        last = ending(game, number)
        if isinstance(last.stack[-1], Together):
            continue
        for edge in searched(game, last, last.turn, 40, temperature=9.0).edges():
            after = last.copy()
            play(after, edge.move)
            if after.turn == OVER and edge.visits:
                found += 1
                score = GAMES[game].scores(after)[last.turn]
                assert edge.points / edge.visits == pytest.approx(score.total)
                assert (edge.chance > 0.0) == (score.rank == 1)
    assert found


def test_a_way_down_ends_at_the_first_unknown_choice(game: str) -> None:
    s = positions(game, 1, seed=3)[0]
    descent = Descent(Node(), s.copy())
    descent.go(1.0, 0.0, random.Random(1).random)
    assert descent.missing == undecided(s)
    assert descent.at_root()
    assert not descent.edges


@pytest.mark.parametrize("spent", [0.0, 30.0])
def test_it_thinks_as_long_as_it_may(game: str, spent: float, clock: Clock) -> None:
    """What was spent before the search began counts, too."""
    s, clock.now = positions(game, 1, seed=12)[0], spent
    seen, settings = Seen.of(GAMES[game], s, s.turn), SearchSettings(batch=1)
    search = Search(network(game), seen, settings, random.Random(3))
    search.run(Budget(seconds=100.0), start=0.0)
    assert clock.now == 100.0 * USED == spent + search.simulations


@pytest.mark.parametrize("seconds", [20.0, 60.0, 100.0, 300.0])
def test_simulations_that_go_down_together_end_in_time(
    game: str, seconds: float, clock: Clock
) -> None:
    s, settings = positions(game, 1, seed=12)[0], SearchSettings()
    search = Search(network(game), Seen.of(GAMES[game], s, s.turn), settings, random.Random(3))
    search.run(Budget(seconds=seconds), start=0.0)
    assert seconds * USED - search._batch(settings.batch) < clock.now <= seconds


def test_a_budget_makes_it_search_and_a_setting_cuts_the_budget(game: str) -> None:
    s = positions(game, 1, seed=12)[0]
    seen = Seen.of(GAMES[game], s, s.turn)
    alone = make_bot("learned", 1).choose(seen)
    assert make_bot("learned:simulations=1", 1).choose(seen, Budget(seconds=60.0)) == alone
    chosen = make_bot("learned:simulations=24", 1).choose(seen)
    assert chosen == make_bot("learned", 1).choose(seen, Budget(simulations=24))
    weighed = make_bot("learned:simulations=24", 1).weigh(seen)
    assert {each.move for each in weighed} == set(seen.moves)
    assert weighed[0].chance == max(each.chance for each in weighed)
