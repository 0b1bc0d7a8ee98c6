"""The learned bot keeps its tree from move to move, as far as the game followed it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from cradle import Table
from cradle.bots import Budget, Seen
from cradle.bots.search import USED
from cradle.bots.tree_reuse import FEWEST, _played
from cradle.games import GAMES
from cradle.kernel.step import Move, State, Together
from cradle.learning.player import LearnedBot, _tried
from cradle.learning.search import Search
from cradle.learning.tree import Node
from tests.learning.test_search import Clock, choices, nodes

SIMULATIONS = 60
BUDGET = Budget(simulations=SIMULATIONS)


@pytest.fixture(params=GAMES, name="game")
def _game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(name="clock")
def _clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def questions(table: Table, most: int) -> Iterator[Seen]:
    """So many questions of a game that leave a choice; whoever asks submits the answer."""
    while not table.over and most:
        seat = table.asked[0]
        seen = Seen.of(table.game, table.state, seat)
        if len(seen.moves) == 1:
            table.submit(seat, seen.moves[0])
        else:
            yield seen
            most -= 1


class Watched(LearnedBot):
    """A bot whose trees are looked at before and after every choice."""

    found = 0

    def choose(self, seen: Seen, budget: Budget | None = None) -> Move:
        """The move, if everything is as it should be."""
        root = self.remembered(seen)
        before = root.visits if root else 0
        priors = checked(root, seen, self) if root else []
        move = super().choose(seen, budget)
        assert self.last is not None
        assert root is None or self.last[1] is root
        self.found += root is not None
        self._check(self.last[1], seen, move, before, priors)
        return move

    def _check(self, root: Node, seen: Seen, move: Move, before: int, priors: list[float]) -> None:
        choice = root.find(seen.seat, seen.moves)
        assert choice is not None
        assert 0 < root.visits - before <= SIMULATIONS
        assert choice.visits == sum(edge.visits for edge in choice.edges) == root.visits
        assert move == max(choice.edges, key=_tried).move
        if priors:
            assert [edge.prior for edge in choice.edges] == pytest.approx(priors, abs=1e-5)
        sealed = isinstance(seen.imagined.stack[-1], Together)
        assert {key[0] for key in root.children} <= (set() if sealed else {move})


def checked(root: Node, seen: Seen, bot: LearnedBot) -> list[float]:
    """What the odds of a kept root's moves should be at the root."""
    choice = root.find(seen.seat, seen.moves)
    assert choice is not None
    assert root.visits >= FEWEST
    assert [edge.move for edge in choice.edges] == seen.moves
    assert all(each.pending == 0 for each in choices(root))
    settings = bot.settings
    flat = [edge.prior ** (settings.inner / settings.temperature) for edge in choice.edges]
    return [each / sum(flat) for each in flat]


@pytest.mark.parametrize("seats", [2, 3])
def test_trees_are_found_again_and_as_they_should_be(game: str, seats: int) -> None:
    table, asked = Table(game, seats, seed=4), 0
    bots = [Watched(seat) for seat in range(seats)]
    for seen in questions(table, 70):
        asked += 1
        table.submit(seen.seat, bots[seen.seat].choose(seen, BUDGET))
    assert sum(bot.found for bot in bots) > asked / 4


def test_the_same_questions_are_answered_alike(game: str) -> None:
    table, twins = Table(game, 2, seed=6), [[LearnedBot(seat) for _ in "ab"] for seat in range(2)]
    for seen in questions(table, 25):
        one, two = (bot.choose(seen, BUDGET) for bot in twins[seen.seat])
        assert one == two
        table.submit(seen.seat, one)


def found(game: str) -> tuple[LearnedBot, Seen, Seen]:
    """A bot, its last question, and the next, of which its tree holds something."""
    table, bots = Table(game, 2, seed=4), [LearnedBot(seat) for seat in range(2)]
    last: dict[int, Seen] = {}
    for seen in questions(table, 100):
        bot = bots[seen.seat]
        if bot.remembered(seen):
            return bot, last[seen.seat], seen
        last[seen.seat] = seen
        table.submit(seen.seat, bot.choose(seen, BUDGET))
    raise AssertionError


def test_another_game_or_seat_and_what_was_taken_back_begin_anew(game: str) -> None:
    bot, last, seen = found(game)
    other = next(each for each in GAMES if each != game)
    assert bot.remembered(last) is None
    assert bot.remembered(Seen(seen.game, seen.imagined, 1 - seen.seat)) is None
    for seen_there in questions(Table(other, 2, seed=4), 1):
        assert bot.remembered(seen_there) is None
    assert bot.remembered(seen) is not None


def test_who_closes_forgets(game: str) -> None:
    bot, _, seen = found(game)
    bot.close()
    assert bot.last is None
    assert bot.remembered(seen) is None


def test_without_the_seats_choice_it_begins_anew(game: str) -> None:
    bot, _, seen = found(game)
    root = bot.remembered(seen)
    assert root is not None
    (choice,) = root.choices[seen.seat]
    choice.legal = seen.moves[:1]
    assert bot.remembered(seen) is None
    bot.choose(seen, BUDGET)
    assert bot.last is not None
    assert bot.last[1].visits <= SIMULATIONS


def test_a_tree_in_which_a_search_failed_is_not_met_again(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, _, seen = found(game)

    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Search, "run", fail)
    with pytest.raises(MemoryError):
        bot.choose(seen, BUDGET)
    assert bot.last is None


def test_weighing_leaves_the_tree_as_it_is(game: str) -> None:
    bot, _, seen = found(game)
    root = bot.remembered(seen)
    assert root is not None
    before = [(each.visits, each.worth) for each in choices(root)]
    bot.weigh(seen, BUDGET)
    assert bot.remembered(seen) is root
    assert [(each.visits, each.worth) for each in choices(root)] == before


def states(node: Node, s: State) -> Iterator[tuple[Node, State]]:
    """The nodes of a tree that can be found again, with their states in one world."""
    for key, child in node.children.items():
        after = _played(s, key, forced=False)
        if after is not None and child.visits:
            yield child, after
            yield from states(child, after)


def test_the_tree_is_played_on_as_the_search_did(game: str) -> None:
    """Forced moves aren't in the tree: whoever has a choice in the state has it at the node."""
    table, bots, seats = Table(game, 2, seed=8), [LearnedBot(seat) for seat in range(2)], set()
    for seen in questions(table, 30):
        bot = bots[seen.seat]
        table.submit(seen.seat, bot.choose(seen, BUDGET))
        assert bot.last is not None
        for node, s in states(bot.last[1], seen.imagined):
            assert len(s.legal) > 1
            assert node.find(s.turn, s.legal) is not None
            seats.add(s.turn)
    assert seats == {0, 1}


def test_a_choice_makes_its_edges_when_it_is_chosen_from(game: str) -> None:
    seen = next(questions(Table(game, 2, seed=1), 1))
    bot = LearnedBot(1)
    bot.choose(seen, BUDGET)
    assert bot.last is not None
    for choice in choices(bot.last[1]):
        assert bool(choice._edges) == bool(choice.visits)
        assert len(choice._edges or choice.priors) == len(choice.legal)


def test_it_goes_on_within_its_time(game: str, clock: Clock) -> None:
    """By the clock, what it has from before is no reason to think longer, nor to think less."""
    bot, _, seen = found(game)
    alone, start = replace(bot.settings, batch=1), clock.now
    search = bot._searched(seen, Budget(seconds=100.0), alone, goes_on=True)
    assert clock.now - start == 100.0 * USED == search.simulations < search.root.visits


def test_of_a_large_tree_only_what_led_on_is_kept(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, _, seen = found(game)
    monkeypatch.setattr("cradle.learning.player.LARGE", 0)
    large, _, _ = found(game)
    trees = [bot.remembered(seen) for bot in (small, large)]
    assert trees[0] is not None
    assert trees[1] is not None
    assert trees[0].visits == trees[1].visits
    assert sum(not node.visits for node in nodes(trees[0])) > 0
    assert all(node.visits for node in nodes(trees[1]))
