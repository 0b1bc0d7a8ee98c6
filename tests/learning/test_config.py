"""A training told in TOML: what is written wrongly is refused in one line."""

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.learning.actor import spread, stretches
from cradle.learning.config import PACKAGED, config_of, read_config
from cradle.learning.features import features
from cradle.learning.network import deepened, sizes
from cradle.learning.weights import load


@pytest.mark.parametrize("game", GAMES)
def test_the_configurations_of_the_package_are_sound(game: str) -> None:
    config = read_config(game, str(files("cradle.learning").joinpath("configs", f"{game}.toml")))
    assert set(config.seat_shares()) == set(GAMES[game].seats)
    assert config_of(config.as_dict()) == config


@pytest.mark.parametrize("game", GAMES)
def test_the_small_configuration_is_for_either_game(game: str) -> None:
    file = str(files("cradle.learning").joinpath("configs", "small.toml"))
    assert read_config(game, file).game == game


@pytest.mark.parametrize("game", GAMES)
def test_looking_for_holes_begins_with_the_player_it_is_against(game: str) -> None:
    file = files("cradle.learning").joinpath("configs", f"{game}-holes.toml")
    config = read_config(game, str(file))
    assert [(each.bot, each.share) for each in config.opponents] == [("learned", 1.0)]
    assert config.start == PACKAGED


@pytest.mark.parametrize("game", GAMES)
def test_what_begins_with_our_player_fits_its_network(game: str) -> None:
    folder = Path(str(files("cradle.learning").joinpath("configs")))
    configs = [read_config(game, str(file)) for file in folder.glob(f"{game}*.toml")]
    begun = [config for config in configs if config.start]
    assert begun
    for config in begun:
        weights = deepened(load(game), config.network, config.seed)
        assert {name: w.shape for name, w in weights.items()} == sizes(
            features(game), config.network
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_challenger_knows_nothing_and_meets_our_player_alone(game: str) -> None:
    file = files("cradle.learning").joinpath("configs", f"{game}-challenger.toml")
    config = read_config(game, str(file))
    assert config.start == ""
    assert [(each.bot, each.share) for each in config.opponents] == [("learned", 1.0)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("seed = 'x'", "seed can't be 'x'"),
        ("colour = 1", "a training has no 'colour'"),
        ("[learner]\nspeed = 1", "learner has no 'speed'"),
        ("[schedule]\nrate = [1, 2, 3]", "rate must be a number, or one for the start and the end"),
        ("[play]\nseats = { 9 = 1 }", "hadara isn't for '9' players"),
        ("[play]\nseats = { '²' = 1 }", "hadara isn't for '²' players"),
        ("[play]\nseats = { 2 = 'x' }", "seats can't be 'x'"),
        ("[play]\nseats = { 2 = 2, 3 = -1 }", "seats must be at least 0, not -1"),
        ("[play]\nseats = { 2 = 0 }", "no number of players has a share of the tables"),
        ("[older]\nshare = 1.5", "share must be at least 0 and at most 1, not 1.5"),
        ("[older]\nshare = nan", "share must be at least 0 and at most 1, not nan"),
        ("[older]\nshare = 0.6\n[[opponents]]\nbot = 'greedy'\nshare = 0.6", "more than 1"),
        ("[older]\nevery = 0", "every must be at least 0.001 and at most 1, not 0"),
        ("[older]\nmost = 0", "most must be at least 1, not 0"),
        ("[schedule]\nminutes = 0", "minutes must be at least 0.01, not 0"),
        ("[schedule]\nminutes = inf", "minutes must be at least 0.01, not inf"),
        ("[schedule]\nrate = [1e-3, nan]", "rate must be at least 0, not nan"),
        ("[learner]\nbatch = 0", "batch must be at least 1, not 0"),
        ("[actors]\nsteps = 0", "steps must be at least 1, not 0"),
        ("[actors]\ntables = true", "tables can't be True"),
        ("[network]\nwidth = 0", "width must be at least 1, not 0"),
        ("[choice]\nsnapshots = 0", "snapshots must be at least 1, not 0"),
        ("[[matches]]\nbot = 'greedy'\nseats = 9", "hadara isn't for 9 players"),
        ("[[choice.matches]]\nbot = 'greedy'\nseats = 9", "hadara isn't for 9 players"),
        ("[[opponents]]\nshare = 0.5", "opponents"),
        (
            "[[opponents]]\nbot = 'greedy'\nshare = 0\ncrowd = 2",
            "crowd must be at least 0 and at most 1",
        ),
        ("game = 'stone-age'", "is for stone-age, not hadara"),
        ("seed = ", "isn't TOML"),
    ],
)
def test_what_makes_no_training_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "training.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadOption, match=re.escape(reason)):
        read_config("hadara", str(file))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="can't be read"):
        read_config("hadara", str(tmp_path / "nowhere.toml"))


def test_tables_are_shared_out_as_told() -> None:
    told: dict[str, Any] = {
        "game": "hadara",
        "actors": {"tables": 100},
        "play": {"seats": {"2": 3, "5": 1}},
        "older": {"share": 0.2},
        "opponents": [{"bot": "greedy", "share": 0.1}],
    }
    found = stretches(config_of(told))
    assert [(each.seats, each.start, each.stop) for each in found] == [(2, 0, 75), (5, 75, 100)]
    assert Counter(other for each in found for other in each.others) == {0: 70, 1: 20, 2: 10}


def test_shares_are_mixed_evenly() -> None:
    assert spread([0.5, 0.25, 0.25], 8) == [0, 1, 2, 0, 0, 1, 2, 0]
