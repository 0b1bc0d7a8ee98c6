"""The arena: rotated seats, mirrored luck, the same result every time, failures counted."""

import json
from collections import Counter
from multiprocessing import active_children

import pytest

from cradle.arena import Played, as_json, play_job, runner, schedule, standings
from cradle.arena.luck import Luck
from cradle.arena.match import SeatedBot
from cradle.arena.plot import plot
from cradle.arena.results import mean_and_margin, wilson
from cradle.arena.schedule import line_ups
from cradle.bots import Budget, bot_names, make_bot
from cradle.cli import main
from cradle.cli.arena import bot_list
from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.kernel.step import CHANCE, OVER, play
from cradle.learning.config import Match
from cradle.learning.matches import line_ups as line_ups_of
from cradle.learning.weights import packaged


def luck_of(game: str, seats: int, luck: Luck, first: bool) -> list[str]:
    """All that chance brings in a game in which everybody takes their first, or last, move."""
    s, found = GAMES[game].new(seats, {}), list[str]()
    while s.turn != OVER and len(found) < 300:
        if s.turn == CHANCE:
            outcome = luck.outcome(s)
            found.append(outcome.text)
            play(s, outcome)
        else:
            play(s, s.legal[0 if first else -1])
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_same_luck_for_the_same_game(game: str) -> None:
    one, two = (luck_of(game, 2, Luck(1, 7), True) for _ in range(2))
    assert one == two
    assert luck_of(game, 2, Luck(1, 8), True) != one
    assert luck_of(game, 2, Luck(2, 7), True) != one


def test_a_stack_has_one_order_whatever_happens() -> None:
    one, two = (luck_of("stone-age", 2, Luck(3, 3), first) for first in (True, False))
    cards = [[text for text in each if text.startswith("deal")] for each in (one, two)]
    assert cards[0][:4] == cards[1][:4]
    fewer = min(map(len, cards))
    assert cards[0][:fewer] == cards[1][:fewer]


def test_luck_is_fair() -> None:
    faces: Counter[str] = Counter()
    for game in range(300):
        faces.update(luck_of("stone-age", 2, Luck(1, game), True)[:1])
    assert set(faces) == {"first 0", "first 1"}
    assert 110 < faces["first 0"] < 190


def test_seats_are_rotated_and_luck_is_mirrored() -> None:
    jobs = schedule("stone-age", ["greedy", "random", "search"], 3, 6, 1)
    assert [job.bots for job in jobs[:3]] == [
        ("greedy", "random", "search"),
        ("random", "search", "greedy"),
        ("search", "greedy", "random"),
    ]
    assert [job.luck for job in jobs] == [0, 0, 0, 1, 1, 1]


def test_a_field_meets_in_all_choices_and_few_bots_come_twice() -> None:
    assert line_ups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups(["a", "b"], 3) == [("a", "b", "a"), ("b", "a", "b")]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_result(game: str) -> None:
    names = ["search:simulations=3", "greedy", "random"]
    one, two = (
        as_json(game, 3, 5, names, list(runner(1).run(play_job, schedule(game, names, 3, 3, 5))))
        for _ in range(2)
    )
    assert json.dumps(one) == json.dumps(two)
    assert one["bots"]["greedy"]["crashes"] == 0


def test_workers_give_the_same_result_as_one() -> None:
    names = ["greedy", "random"]
    jobs = schedule("hadara", names, 2, 4, 9)
    alone, together = (list(runner(count).run(play_job, jobs)) for count in (1, 2))
    assert as_json("hadara", 2, 9, names, alone) == as_json("hadara", 2, 9, names, together)


def test_who_stops_asking_stops_the_games_under_way() -> None:
    soon = schedule("hadara", ["greedy", "random"], 2, 2, 9)
    never = schedule("hadara", ["search:seconds=9999", "random"], 2, 6, 9)
    games = runner(2).run(play_job, [*soon, *never])
    next(games)
    del games  # as when an exception passes through a loop over them
    assert not active_children()


def test_wins_are_shared_and_points_are_means() -> None:
    games = [
        Played(0, ("a", "b"), [10, 10], [1, 1], [0, 1], [0, 0], 3),
        Played(1, ("b", "a"), [4, 8], [2, 1], [0, 0], [1, 0], 3),
    ]
    table = standings(["a", "b"], games)
    assert (table["a"].win_rate, table["b"].win_rate) == (0.75, 0.25)
    assert (table["a"].mean_points, table["b"].mean_points) == (9.0, 7.0)
    assert (table["b"].crashes, table["b"].timeouts) == (1, 1)
    rated = table["a"].rating, table["b"].rating
    assert rated == (None, None) or (rated[0] or 0) > (rated[1] or 0)


def test_two_seats_of_one_bot_are_one_game() -> None:
    """They win or lose it together, so the interval is that of the games; and rate nobody."""
    games = [
        Played(number, ("a", "b", "a"), [9, 5, 1], [1, 2, 3], [0] * 3, [0] * 3, 3)
        for number in range(10)
    ]
    table = standings(["a", "b"], games)
    assert (table["a"].games, table["b"].games) == (10, 10)
    assert (table["a"].win_rate, table["b"].win_rate) == (0.5, 0.0)
    assert (table["a"].low, table["a"].high) == wilson(0.5, 10)
    assert (table["a"].rating, table["b"].rating) == (None, None)


def test_two_seats_of_one_bot_do_not_err_alike() -> None:
    job = schedule("hadara", ["random", "greedy"], 3, 1, 1)[0]
    seated = [SeatedBot(job, GAMES["hadara"], seat) for seat in range(3)]
    drawn = {each.rng.random() for each in seated}
    assert len(drawn) == 3


def test_intervals() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)
    assert wilson(0.0, 0) == (0.0, 1.0)
    assert mean_and_margin([3]) == (3.0, 0.0)


def test_a_bot_that_fails_is_counted_and_replaced() -> None:
    job = schedule("hadara", ["program:/no/such/program", "random"], 2, 1, 1)[0]
    played = play_job(job)
    assert played.crashes[0] > 20
    assert played.crashes[1] == played.timeouts[0] == 0
    assert played.faults == ["/no/such/program: No such file or directory", ""]


def test_the_command_says_why_a_bot_failed(capsys: pytest.CaptureFixture[str]) -> None:
    bots = "program:/no/such/program,random"
    assert main(["arena", "hadara", "--bots", bots, "--games", "2", "--workers", "1"]) == 0
    said = capsys.readouterr().err.splitlines()
    reason = "/no/such/program: No such file or directory"
    assert said == [f"program:/no/such/program failed: {reason}"]


def test_a_late_bot_is_counted() -> None:
    slow = "program:sleep 5"
    jobs = schedule("hadara", [slow, "random"], 2, 1, 1, budget=Budget(seconds=0.001))
    assert play_job(jobs[0]).timeouts[0] > 20


def test_the_command_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    given = "arena hadara --bots greedy,random --seats 2 --games 4 --seed 1 --workers 1 --json"
    assert main(given.split()) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert list(found) == ["game", "seats", "games", "seed", "bots"]
    assert (found["game"], found["seats"], found["games"], found["seed"]) == ("hadara", 2, 4, 1)
    assert list(found["bots"]) == ["greedy", "random"]
    keys = ["win_rate", "low", "high", "mean_points", "rating", "crashes", "timeouts"]
    assert list(found["bots"]["greedy"]) == keys
    assert found["bots"]["greedy"]["win_rate"] == 1.0


def test_the_command_prints_a_table_and_a_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    file = f"{tmp_path}/wins.svg"
    given = f"arena hadara --bots greedy,random --games 2 --workers 1 --plot {file}"
    assert main(given.split()) == 0
    assert "rounds a game" in capsys.readouterr().out
    with open(file, encoding="utf-8") as picture:
        assert picture.read().startswith("<svg")


@pytest.mark.parametrize(
    "given",
    [
        "hadara --bots nobody",
        "hadara --bots greedy,",
        "hadara --bots greedy,deep=3",
        "chess --bots greedy,random",
        "hadara --bots greedy,greedy",
        "hadara --bots greedy,random --seats 9",
        "hadara --bots greedy,random --seats 0",
        "hadara --bots greedy,random --games 0",
        "hadara --bots greedy,random --simulations 0",
        "hadara --bots greedy,random --seconds 0",
        "hadara --bots greedy,random --seconds nan",
        "hadara --bots greedy,random --option wind=west",
        "hadara --bots greedy,random --option mode=odd",
        "hadara --bots greedy,random --plot no/such/folder/wins.svg",
        "hadara --bots search:simulations=many,random",
        "hadara --bots search:seconds=nan,random",
        "hadara --bots search:processes=0,random",
        "hadara --bots master:seconds=9,random",
        "hadara --bots program:'unclosed,random",
    ],
)
def test_a_bad_command_is_one_line(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *given.split()]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_weights_for_another_game_are_refused_before_anything_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bots = f"learned:{packaged('stone-age')},random"
    assert main(["arena", "hadara", "--bots", bots]) == 2
    said = capsys.readouterr()
    assert "is for game stone-age, not hadara" in said.err
    assert len(said.err.splitlines()) == 1
    assert said.out == ""
    with pytest.raises(BadOption, match="is for game stone-age"):
        line_ups_of("hadara", bots.split(",")[0], Match("random", 2))


@pytest.mark.parametrize("workers", ["0", "-1", "1.5", "many"])
def test_a_bad_number_of_workers_is_one_line(
    workers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["arena", "hadara", "--bots", "greedy,random", "--workers", workers])
    assert ended.value.code == 2
    line = capsys.readouterr().err
    assert line == (
        f"cradle arena: argument --workers: must be a whole number, at least 1, not '{workers}'\n"
    )


def test_settings_with_commas_belong_to_their_bot() -> None:
    assert bot_list("search:simulations=5,heat=2,greedy") == [
        "search:simulations=5,heat=2",
        "greedy",
    ]
    assert bot_list("greedy,deep=3") == ["greedy", "deep=3"]


def test_a_picture_names_every_bot() -> None:
    games = [Played(0, ("a<b", "c"), [3, 2], [1, 2], [0, 0], [0, 0], 3)]
    drawn = plot("both & more", standings(["a<b", "c"], games))
    assert "a&lt;b" in drawn
    assert "both &amp; more" in drawn


def test_every_bot_has_a_name_that_makes_it() -> None:
    for name in bot_names():
        make_bot(name, 1, counted=True).close()
