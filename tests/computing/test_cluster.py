"""A real cluster of two nodes: results as on one machine, also when a node dies."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

from benchmarks.ladder import STANDARD, climb, main as climb_all
from benchmarks.puzzles import look_at
from cradle.analysis import puzzle_finder
from cradle.analysis.puzzle_files import Journal, Plan as PuzzlePlan, look_through
from cradle.analysis.settings import Look
from cradle.arena import Job, Played, play_job, runner, schedule
from cradle.cli import main
from cradle.computing import cluster as clusters, in_order
from cradle.kernel.game import BadOption
from cradle.puzzles import puzzles
from cradle.research.dataset import MANIFEST, ROWS, Plan, collect
from scripts.fit_bots import all_games, main as fit
from tests.analysis.games import bot_table
from tests.system import need_torch

MEMORY = 80 * 2**20  # as little as Ray takes: results are small
ACTORS = {"processes": 2, "tables": 8, "steps": 40}
ROUND = 2 * 2 * 8 * 40  # decisions of two actors, each with two groups of tables
ROUNDS = 6
TRAINING: dict[str, Any] = {
    "game": "stone-age",
    "schedule": {"decisions": ROUNDS * ROUND},
    "network": {"width": 16, "player": 8, "blocks": 1, "value": 8},
    "actors": ACTORS,
    "opponents": [{"bot": "random", "share": 0.2}],
    "learner": {"batch": 256},
}
LOOK = Look(moves=3, unlikely=0.0, worlds=4, listed=4, samples=2)
QUICK: dict[str, Any] = {
    "CONFIRMED": 2,
    "SEARCHES": 0,
    "MOST": 4,
    "WEAKER": (),
    "LIKELY": LOOK,
    "ALL": LOOK,
    "ON": Look(moves=3, unlikely=0.0, worlds=4, listed=1, samples=1, again=True),
}
pytestmark = pytest.mark.xdist_group("cluster")


def numbered(played: Iterator[Played]) -> list[Played]:
    """Results in the order of their jobs."""
    return sorted(played, key=lambda each: each.number)


def games(count: int, bot: str = "greedy") -> list[Job]:
    """Some games of Hadara."""
    return schedule("hadara", [bot, "random"], 2, count, 9)


@pytest.fixture(scope="module")
def head() -> Iterator[Any]:
    """A cluster of one node with one core."""
    started: Any = Cluster()
    started.add_node(num_cpus=1, object_store_memory=MEMORY, include_dashboard=False)
    yield started
    started.shutdown()


@pytest.fixture
def two(head: Any) -> Callable[[], None]:
    """The cluster with a second node, which stays for the next test unless this one ends it.

    With it dies whatever is done there.
    """
    others = head.worker_nodes
    second = next(iter(others), None) or head.add_node(num_cpus=1, object_store_memory=MEMORY)
    return lambda: head.remove_node(second, allow_graceful=False)


def test_a_cluster_gives_the_same_result_as_one_machine(
    head: Any, two: Any, tmp_path: Any, capsys: Any
) -> None:
    given = ["arena", "hadara", "--bots", "greedy,random", "--games", "4", "--json"]
    said = []
    for where in (["--workers", "1"], ["--ray", head.address]):
        assert main([*given, *where]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0] == said[1]
    plan = Plan("stone-age", 2, ("random",), games=5, seed=1)
    for parts, files in ((0, [ROWS]), (2, ["rows-00000.parquet", "rows-00001.parquet"])):
        alone, together = tmp_path / f"alone-{parts}", tmp_path / f"together-{parts}"
        collect(plan, alone, parts=parts)
        collect(plan, together, cluster=head.address, parts=parts)
        for file in (*files, MANIFEST):
            assert (alone / file).read_bytes() == (together / file).read_bytes()


def test_records_are_analysed_as_on_one_machine(
    head: Any, two: Any, tmp_path: Path, capsys: Any
) -> None:
    (tmp_path / "none.txt").write_text("no record", "utf-8")
    for seed in (1, 2):
        record = bot_table("hadara", ["greedy", "random"], seed).record
        (tmp_path / f"{seed}.txt").write_text(record, "utf-8")
    said = []
    for where in (["--workers", "1"], ["--workers", "2"], ["--ray", head.address]):
        assert main(["analyse", str(tmp_path), "--quick", "--json", "--lang", "en", *where]) == 0
        said.append(capsys.readouterr())
    assert said[0].err.count("\n") == said[0].err.count("line 1:") == 1
    assert said[0] == said[1] == said[2]


def test_ladder_and_fitting_play_as_on_one_machine(head: Any, two: Any) -> None:
    ladder, fitting = [], []
    for where in ({"ray": ""}, {"ray": head.address}):
        given = Namespace(games=4, workers=1, seconds=None, **where)
        ladder.append(climb(("hadara", 2, STANDARD), ("greedy", "random"), given))
        order = Namespace(game="hadara", games=2, simulations=0, seed=1, processes=1, **where)
        fitting.append([[asdict(lesson) for lesson in game] for game in all_games(order, 2)])
    assert ladder[0] == ladder[1]
    assert fitting[0] == fitting[1]


def hurry(work: Callable[[], Any]) -> Any:
    """Do a work with hardly any worlds to look at, wherever that is."""
    vars(puzzle_finder).update(QUICK)
    return work()


def test_puzzles_are_found_and_looked_at_again_as_on_one_machine(
    head: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What both commands give their runner to do is done here, and then there in one go."""
    works, here = list[Any](), list[Any]()

    def run(work: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for task in tasks:
            works.append(partial(work, task))
            here.append(hurry(works[-1]))
            yield here[-1]

    for name in QUICK:
        monkeypatch.setattr(
            puzzle_finder, name, getattr(puzzle_finder, name)
        )  # as it is, once this is over
    local: Any = Namespace(run=run)
    at = {(1, head.address): local}
    monkeypatch.setattr("benchmarks.puzzles.runner", lambda *given: at[given])
    args = Namespace(game="hadara", simulations=2, processes=1, journal=None, ray=head.address)
    assert len(look_at(puzzles("hadara")[:2], args)) == 2
    plan = PuzzlePlan("hadara", 1, 8, ("random",), 1)
    journal = Journal(tmp_path / "journal", plan)
    look_through(plan, journal, local, lambda items, _: iter(items))
    assert len(journal.puzzles()) == 1
    assert list(in_order(runner(1, head.address), hurry, works)) == here


def test_a_node_that_dies_costs_nothing_but_time(head: Any, two: Any) -> None:
    jobs = games(8, "search:simulations=10")
    results = runner(None, head.address).run(play_job, jobs)
    first = next(results)
    two()
    assert numbered(iter([first, *results])) == numbered(map(play_job, jobs))


def test_a_training_plays_on_the_nodes_and_outlasts_one_of_them(
    head: Any, two: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is learned here was played there; a node that dies costs its unfinished games."""
    need_torch()
    from cradle.learning.config import config_of
    from cradle.learning.remote import RemoteLoop
    from cradle.learning.training import Training

    rounds, collect = count(1), RemoteLoop.collect

    def collect_and_kill(loop: RemoteLoop, *more: Any) -> None:
        collect(loop, *more)
        if next(rounds) == 2:
            two()

    monkeypatch.setattr(RemoteLoop, "collect", collect_and_kill)
    training = Training(config_of(TRAINING), tmp_path)
    before = training.model.numpy()
    training.run(head.address)
    training.close()
    after = training.model.numpy()
    assert training.progress.decisions == ROUNDS * ROUND
    assert next(rounds) == ROUNDS + 1
    assert training.progress.games > 0
    assert any((before[name] != after[name]).any() for name in before)
    assert not ray.is_initialized()


def test_short_tasks_travel_together_and_each_is_done_once(head: Any, two: Any) -> None:
    numbers = range(-4_000, 0)
    assert sorted(runner(None, head.address).run(abs, numbers)) == sorted(map(abs, numbers))


def test_batches_grow_as_far_as_tasks_are_short() -> None:
    pace = clusters.Pace()
    assert pace.size == 1
    pace.add(1, 9.0)
    assert pace.size == 1
    pace.add(99, 0.9)
    assert pace.size == 5
    pace.add(10_000, 0.1)
    assert pace.size == clusters.LARGEST


def test_who_stops_asking_frees_the_cluster(head: Any) -> None:
    never = games(4, "search:seconds=9999")
    results = runner(None, head.address).run(play_job, [*games(1), *never])
    next(results)
    del results  # as when Ctrl+C passes through a loop over them
    assert not ray.is_initialized()
    assert len(list(runner(None, head.address).run(play_job, games(2)))) == 2


def test_another_version_on_a_node_is_refused(head: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "fingerprint", lambda: "another")
    with pytest.raises(BadOption, match="has another version of cradle; install the same one"):
        list(runner(None, head.address).run(play_job, games(1)))


def test_printed_numbers_count_as_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "PACKAGE", tmp_path)
    found = set()
    for price in (1, 2):
        (tmp_path / "cards.csv").write_text(f"price\n{price}\n", "utf-8")
        clusters.fingerprint.cache_clear()
        found.add(clusters.fingerprint())
    clusters.fingerprint.cache_clear()
    assert len(found) == 2


def test_a_failure_on_a_node_is_told_as_here(head: Any) -> None:
    job = Job(0, "chess", ("greedy", "random"), 1, 1)
    with pytest.raises(BadOption) as here:
        play_job(job)
    with pytest.raises(BadOption) as there:
        list(runner(None, head.address).run(play_job, [job]))
    assert str(there.value) == str(here.value)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("nowhere", "a cluster's address is host:port or auto, not nowhere"),
        ("127.0.0.1:x", "a cluster's address is host:port or auto, not 127.0.0.1:x"),
        ("127.0.0.1:1", "no cluster answers at 127.0.0.1:1: Connection refused"),
    ],
)
def test_bad_addresses_get_one_line(address: str, says: str, capsys: Any) -> None:
    given = ["arena", "hadara", "--bots", "greedy,random", "--games", "2", "--ray", address]
    assert main(given) == 2
    assert capsys.readouterr().err == f"cradle: {says}\n"


NOWHERE = "a cluster's address is host:port or auto, not nowhere"


@pytest.mark.parametrize(
    ("start", "given", "code", "says"),
    # Python itself prints a code that is a text.
    [(climb_all, [], 2, f"{NOWHERE}\n"), (fit, ["hadara"], NOWHERE, "")],
)
def test_programs_beside_the_command_say_so_too(
    start: Any,
    given: list[str],
    code: int | str,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Any,
) -> None:
    monkeypatch.setattr(sys, "argv", ["program", *given, "--ray", "nowhere"])
    with pytest.raises(SystemExit) as ended:
        start()
    assert (ended.value.code, capsys.readouterr().err) == (code, says)


@pytest.mark.parametrize(
    ("failure", "says"),
    [
        (ConnectionError("much"), "no cluster runs on this machine; start one with ray start"),
        (RuntimeError("Version\nmismatch"), "the cluster can't be joined: Version mismatch"),
    ],
)
def test_a_cluster_that_cannot_be_joined(failure: Exception, says: str) -> None:
    class Broken:
        def init(self, *_: Any, **__: Any) -> None:
            raise failure

    with pytest.raises(BadOption, match=says):
        clusters._join(Broken(), clusters.AUTO)


def test_one_machine_needs_no_ray() -> None:
    code = (
        "import sys; from cradle.cli import main; import cradle.research.dataset;"
        "main('arena hadara --bots random,greedy --games 2 --workers 1'.split());"
        "sys.exit('ray' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
