"""The learned bot: it plays what it prefers, and refuses weights that aren't its game's."""

import json
import os
import random
import re
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cradle.bots import Budget, Seen, UnknownBot, bot_names, make_bot
from cradle.bots.knowledge import heuristic
from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.kernel.step import CHANCE, OVER, State, asked, play
from cradle.learning.features import features
from cradle.learning.network import fresh
from cradle.learning.player import LearnedBot, judge
from cradle.learning.weights import (
    MANIFEST,
    describe,
    load,
    packaged,
    read_arrays,
    read_manifest,
    save,
    trained_games,
    write_arrays,
)
from cradle.playout import draw_answer
from tests.learning.positions import positions
from tests.learning.test_network import SMALL, lively


def written(folder: Path, game: str, /, **changes: Any) -> str:
    """A file of weights, its manifest changed in places."""
    known, file = features(game), folder / "weights.npz"
    save(file, lively(known, SMALL), {**describe(known, SMALL), **changes})
    return str(file)


def test_it_is_listed_if_there_are_weights() -> None:
    assert ("learned" in bot_names()) == bool(trained_games())


@pytest.mark.parametrize("game", GAMES)
def test_it_takes_the_likeliest_move(game: str, tmp_path: Path) -> None:
    file = written(tmp_path, game)
    bot, known = make_bot(f"learned:{file}"), features(game)
    for s in positions(game, 25):
        judged = judge(game, [s], file=file)
        best = known.encoding.moves[int(judged.odds[0].argmax())]
        assert bot.choose(Seen.of(GAMES[game], s, s.turn)) == best


def over(game: str) -> State:
    """A game played at random to its end."""
    rng, s = random.Random(1), GAMES[game].new(2, {})
    while s.turn != OVER:
        play(s, draw_answer(s, rng.random))
    return s


@pytest.mark.parametrize("game", GAMES)
def test_where_nobody_is_asked_nothing_is_judged_unless_seats_are_given(game: str) -> None:
    (asking,) = positions(game, 1)
    chance, end = GAMES[game].new(2, {}), over(game)
    assert chance.turn == CHANCE
    for s in (chance, end):
        with pytest.raises(BadOption, match=r"^nobody must answer in state 1: name a seat"):
            judge(game, [asking, s])
    judged = judge(game, [asking, chance, end], [asking.turn, 1, 0])
    assert judged.odds.sum(axis=1).tolist() == pytest.approx([1.0, 0.0, 0.0])
    assert judged.chances.sum(axis=1).tolist() == pytest.approx([1.0] * 3)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_is_not_asked_has_chances_and_no_odds(game: str) -> None:
    s = next(s for s in positions(game, 20) if len(asked(s)) == 1)
    other = (s.turn + 1) % s.seats
    judged = judge(game, [s, s], [s.turn, other])
    assert judged.odds.sum(axis=1).tolist() == pytest.approx([1.0, 0.0])
    assert judged.chances[1].sum() == pytest.approx(1.0)
    assert judge(game, [s]).odds[0] == pytest.approx(judged.odds[0], abs=1e-4)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ([], "one seat for each state is wanted, and not 0 in all"),
        ([0, 1], "one seat for each state is wanted, and not 2 in all"),
        ([-1], "there is no seat -1 among"),
        ([5], "there is no seat 5 among"),
    ],
)
def test_seats_that_cannot_look_are_refused(game: str, seats: list[int], reason: str) -> None:
    with pytest.raises(BadOption, match=f"^{reason}"):
        judge(game, positions(game, 1), seats)


def test_a_state_of_another_game_is_refused() -> None:
    for game, other in (("hadara", "stone-age"), ("stone-age", "hadara")):
        with pytest.raises(BadOption, match=f"^state 0 isn't one of {game}$"):
            judge(game, positions(other, 1))


@pytest.mark.parametrize("game", GAMES)
def test_of_no_states_nothing_is_said(game: str) -> None:
    some, none = judge(game, positions(game, 2)), judge(game, [])
    for name in ("odds", "chances", "points", "margins"):
        one, two = getattr(some, name), getattr(none, name)
        assert (len(two), two.shape[1:], two.dtype) == (0, one.shape[1:], one.dtype)


@pytest.mark.parametrize("game", GAMES)
def test_it_sees_nothing_hidden(game: str, tmp_path: Path) -> None:
    file, rng = written(tmp_path, game), random.Random(3)
    for s in positions(game, 25, seed=5):
        other = GAMES[game].imagine(s, s.turn, rng)
        seen = [Seen.of(GAMES[game], each, s.turn) for each in (s, other)]
        bots = [make_bot(f"learned:{file}", seed="same") for _ in seen]
        one, two = (bot.choose(each) for bot, each in zip(bots, seen, strict=True))
        assert one == two
        one_weighed, two_weighed = (bot.weigh(each) for bot, each in zip(bots, seen, strict=True))
        assert one_weighed == two_weighed


@pytest.mark.parametrize("game", GAMES)
def test_it_weighs_every_move_its_choice_first(game: str, tmp_path: Path) -> None:
    bot = make_bot(f"learned:{written(tmp_path, game)}", seed=1)
    for s in positions(game, 10, seed=8):
        seen = Seen.of(GAMES[game], s, s.turn)
        weighed = bot.weigh(seen)
        assert weighed[0].move == bot.choose(seen)
        assert {each.move for each in weighed} == set(seen.moves)
        assert all(0.0 <= each.chance <= weighed[0].chance <= 1.0 for each in weighed)


@pytest.mark.parametrize("game", GAMES)
def test_greed_leads_from_the_network_to_the_heuristic(game: str, tmp_path: Path) -> None:
    file = written(tmp_path, game)
    plain, none, full = (
        make_bot(f"learned:{file}{more}", 1) for more in ("", ",greed=0", ",greed=1")
    )
    for s in positions(game, 20, seed=11):
        seen = Seen.of(GAMES[game], s, s.turn)
        assert none.choose(seen) == plain.choose(seen)
        values = heuristic(game).prefer(seen.imagined, seen.seat, seen.moves)
        assert values[seen.moves.index(full.choose(seen))] == max(values)


@pytest.mark.parametrize("game", GAMES)
def test_noise_takes_only_moves_that_seem_nearly_as_good(game: str, tmp_path: Path) -> None:
    file = written(tmp_path, game)
    bot, chosen = make_bot(f"learned:{file},noise=0.2", 1), set[bool]()
    for s in positions(game, 40, seed=13):
        odds = judge(game, [s], file=file).odds[0]
        move = bot.choose(Seen.of(GAMES[game], s, s.turn))
        share = odds[features(game).encoding.index(move)] / odds.max()
        chosen.add(share == 1.0)
        assert share > 0.05
    assert chosen == {True, False}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"encoding": 99}, "is for encoding 99, not"),
        ({"game": "chess"}, "is for game chess, not"),
        ({"network": {"width": 8}}, "doesn't fit the network its manifest tells of"),
        ({"network": {"depth": 8}}, "has a manifest that tells of no network"),
        ({"network": {"blocks": "two"}}, "has a manifest that tells of no network"),
        ({"network": None}, "has a manifest that tells of no network"),
    ],
)
def test_weights_that_do_not_fit_are_refused(
    changes: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    with pytest.raises(BadOption, match=re.escape(reason)):
        load("hadara", written(tmp_path, "hadara", **changes))


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no file"):
        load("hadara", str(tmp_path / "nowhere.npz"))
    file = tmp_path / "text.npz"
    file.write_text("weights", "utf-8")
    with pytest.raises(BadOption, match=r"holds no weights: it is no \.npz file, or is damaged$"):
        load("hadara", str(file))
    with pytest.raises(BadOption, match="holds no weights: Is a directory"):
        load("hadara", str(tmp_path))


@pytest.mark.parametrize("manifest", [b"{", b"[]", b"\xff"])
def test_a_manifest_that_is_none_is_refused(manifest: bytes, tmp_path: Path) -> None:
    file = Path(written(tmp_path, "hadara"))
    arrays = read_arrays(file) | {MANIFEST: np.frombuffer(manifest, np.uint8)}
    write_arrays(file, arrays)
    with pytest.raises(BadOption, match="has a manifest that can't be read"):
        load("hadara", str(file))


def test_a_file_written_anew_is_read_anew(tmp_path: Path) -> None:
    file = Path(written(tmp_path, "hadara"))
    before = load("hadara", str(file))
    assert load("hadara", str(file)) is before
    known = features("hadara")
    save(file, fresh(known, SMALL, 5), describe(known, SMALL))
    os.utime(file, ns=(0, 0))
    assert not np.array_equal(load("hadara", str(file)).weights["places"], before.weights["places"])


@pytest.mark.parametrize("game", trained_games())
def test_the_weights_of_the_package_are_small_and_say_how_they_were_made(game: str) -> None:
    file = packaged(game)
    assert file.stat().st_size <= 8_000_000
    assert load(game).features.game == game
    manifest = read_manifest(file)
    assert {"config", "rules", "encoding", "decisions", "commit"} <= set(manifest)


def test_a_file_and_settings_stand_side_by_side(tmp_path: Path) -> None:
    bot = make_bot(f"learned:{written(tmp_path, 'hadara')},simulations=20,explore=2")
    seen = Seen.of(GAMES["hadara"], s := positions("hadara", 1)[0], s.turn)
    assert bot.choose(seen) in seen.moves


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ("depth=3", "no setting 'depth'; it has simulations, seconds"),
        ("explore=-1", "explore must be at least 0 and at most 100, not -1"),
        ("explore=1e308", "explore must be at least 0 and at most 100, not 1e+308"),
        ("caution=1e308", "caution must be at least 0 and at most 100, not 1e+308"),
        ("inner=0.001", "inner must be at least 0.01 and at most 100, not 0.001"),
        ("seconds=1e308", "seconds must be at least 0.001 and at most 86,400, not 1e+308"),
        ("nowhere.npz", "there is no file 'nowhere.npz'"),
        ("nowhere.npz,simulations=2", "there is no file 'nowhere.npz'"),
    ],
)
def test_what_it_does_not_know_is_refused(settings: str, reason: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(reason)):
        make_bot(f"learned:{settings}")


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"depth": 3}, "learned has no setting 'depth'; it has simulations, seconds"),
        ({"batch": 0}, "batch must be at least 1 and at most 1,024, not 0"),
        ({"batch": 2.5}, "batch must be a whole number, not '2.5'"),
        ({"temperature": 0}, "temperature must be at least 0.01 and at most 100, not 0"),
        ({"greed": 3}, "greed must be at least 0 and at most 1, not 3"),
        ({"noise": nan}, "noise must be at least 0 and at most 1,000, not nan"),
        ({"explore": "2"}, "explore must be a number, not '2'"),
        ({"worlds": inf}, "worlds must be a whole number, not 'inf'"),
        ({"simulations": -5}, "simulations must be at least 1 and"),
        ({"seconds": 1e-6}, "seconds must be at least 0.001 and"),
    ],
)
def test_what_a_typed_name_cannot_have_is_refused_in_python(
    settings: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadOption, match=f"^{re.escape(reason)}"):
        LearnedBot(1, **settings)


@pytest.mark.parametrize("search", ["simulations=400", "seconds=1.5", "simulations=2,seconds=1"])
@pytest.mark.parametrize("errs", ["greed=0.5", "noise=0.1", "greed=1,noise=1"])
def test_what_a_search_would_not_heed_is_refused(search: str, errs: str) -> None:
    with pytest.raises(UnknownBot, match="greed and noise count only without a search"):
        make_bot(f"learned:{search},{errs}")


def test_settings_of_a_search_that_may_still_be_asked_for_are_allowed() -> None:
    for settings in ("explore=2", "greed=0.5,simulations=1", "noise=1,simulations=1,seconds=9"):
        make_bot(f"learned:{settings}").close()


def test_numbers_of_numpy_and_whole_floats_are_numbers() -> None:
    bot = LearnedBot(1, simulations=9.0, batch=np.int64(4), explore=np.float32(2.0))  # type: ignore[arg-type]
    assert (bot.most, bot.settings.batch) == (Budget(simulations=9), 4)
    assert bot.settings.explore == 2.0
    assert LearnedBot(1, simulations=0, seconds=0.0).most == Budget()


def test_without_weights_it_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("cradle.learning.weights.packaged", lambda game: tmp_path / f"{game}.npz")
    with pytest.raises(UnknownBot, match="no weights yet; train some"):
        make_bot("learned")


def test_weights_are_kept_in_half_precision_with_their_manifest(tmp_path: Path) -> None:
    file = written(tmp_path, "stone-age", decisions=7)
    with np.load(file) as stored:
        manifest = json.loads(stored[MANIFEST].tobytes())
        assert all(stored[name].dtype == np.float16 for name in stored.files if name != MANIFEST)
    assert manifest["decisions"] == 7
    assert (manifest["game"], manifest["encoding"]) == ("stone-age", features("stone-age").version)
