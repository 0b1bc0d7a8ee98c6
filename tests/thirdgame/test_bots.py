"""The third game for bots that know nothing of it but its rules, and in the arena."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from cradle import Table
from cradle.arena import play_job, runner, schedule, standings
from cradle.bots import LEVELS, Budget, Seen, make_bot
from cradle.bots.hints import why
from cradle.bots.team import Team
from cradle.games import Registration, register, unregister
from cradle.kernel.step import asked

BOTS = ["random", "greedy", "search", *LEVELS]


def seen_by(table: Table, seat: int) -> Seen:
    return Seen.of(table.game, table.state, seat)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_bot_plays_it_to_the_end(name: str, seats: int) -> None:
    table, bot = Table("night-market", seats, seed=seats), make_bot(name, seed=1, counted=True)
    while not table.over:
        seat = table.asked[-1]
        table.submit(seat, bot.choose(seen_by(table, seat), Budget(simulations=20)))
    bot.close()
    assert len(table.scores) == seats


@pytest.mark.parametrize("name", BOTS)
def test_a_game_may_end_with_a_choice_of_all_at_once(name: str) -> None:
    register(Registration("signs", rules="tests.thirdgame.simultaneous"))
    try:
        table, bot = Table("signs", 2, seed=1), make_bot(name, seed=1, counted=True)
        for seat in (1, 0):
            table.submit(seat, bot.choose(seen_by(table, seat), Budget(simulations=20)))
        bot.close()
        assert table.over
    finally:
        unregister("signs")


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_weighs_every_move(name: str) -> None:
    table, bot = Table("night-market", 3, seed=5), make_bot(name, seed=1, counted=True)
    seat = asked(table.state)[0]
    weighed = bot.weigh(seen_by(table, seat), Budget(simulations=60))
    assert {each.move for each in weighed} == set(table.moves(seat))
    assert all(0.0 <= each.chance <= 1.0 for each in weighed)
    bot.close()


def test_hints_have_no_reason_where_nothing_is_known() -> None:
    table, bot = Table("night-market", 2, seed=1), make_bot("skilled", seed=1, counted=True)
    seen = seen_by(table, 0)
    best = bot.weigh(seen)[0]
    assert why(seen, best, "de") == ""
    bot.close()


def test_what_is_hidden_changes_no_choice() -> None:
    """Two games that differ in the other's order and sealed bid alone."""
    chosen = []
    for order, bid in (("tea", 0), ("jade", 7)):
        table = Table("night-market", 2, by_hand=True)
        for outcome in ("deal silk", f"deal {order}", "roll 1 1"):
            table.submit_chance(outcome)
        table.submit(1, f"bid {bid}")
        bot = make_bot("search", seed=3, counted=True)
        chosen.append(bot.choose(seen_by(table, 0), Budget(simulations=100)))
        bot.close()
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize(("name", "most"), [("greedy", 1.0), ("search:simulations=100", 1.0)])
def test_playing_at_random_is_worse(name: str, most: float) -> None:
    played = runner(1).run(play_job, schedule("night-market", [name, "random"], 2, 40, seed=1))
    found = standings([name, "random"], list(played))
    assert 0.75 < found[name].win_rate <= most
    assert found[name].crashes == 0


def test_higher_levels_win_more() -> None:
    names = ["master", "novice"]
    jobs = schedule("night-market", names, 2, 30, seed=2, budget=Budget(simulations=200))
    found = standings(names, list(runner(1).run(play_job, jobs)))
    assert found["master"].win_rate > found["novice"].win_rate


def test_helpers_in_processes_of_their_own_know_it() -> None:
    table = Table("night-market", 2, seed=1)
    bot = make_bot("search:processes=2,simulations=10", seed=1)
    assert isinstance(getattr(bot, "team", None), Team)
    assert bot.choose(seen_by(table, 0)) in table.moves(0)
    bot.close()


def test_the_arena_plays_it_in_processes_of_its_own(environment: dict[str, str]) -> None:
    given = ["night-market", "--bots", "casual,random", "--games", "4", "--workers", "2", "--json"]
    command = [sys.executable, "-m", "cradle", "arena", *given]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["game"] == "night-market"
    assert found["bots"]["casual"]["crashes"] == 0
