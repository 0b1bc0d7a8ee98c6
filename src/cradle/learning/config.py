"""What a training is made of: read from a TOML file, every word of it checked."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from math import inf
from pathlib import Path
from typing import Any, get_args, get_type_hints

from cradle.games import game as game_named
from cradle.kernel.game import BadOption
from cradle.learning.network import Shape

Course = tuple[float, float]  # a value at the beginning and at the end of the schedule
PACKAGED = "learned"  # in place of a file of weights: the package's own
# The least and the most of every number; of those not named, nothing below 0.
BOUNDS: dict[str, tuple[float, float]] = {
    **dict.fromkeys(("plain", "share", "crowd", "warmup", "trace"), (0, 1)),
    **dict.fromkeys(("processes", "tables", "steps", "rounds", "width", "player"), (1, inf)),
    **dict.fromkeys(("value", "epochs", "batch", "most", "at_once"), (1, inf)),
    **dict.fromkeys(("snapshots", "games", "seconds", "checkpoint"), (1, inf)),
    "minutes": (0.01, inf),
    "every": (0.001, 1),
}


@dataclass(frozen=True)
class Schedule:
    """How long the training is, and what changes in its course.

    The length is in minutes of training, or in decisions if there is a number of them; either
    goes on where the last run stopped.
    """

    minutes: float = 10.0
    decisions: int = 0
    rate: Course = (6e-4, 3e-5)  # of learning
    entropy: Course = (0.02, 0.001)
    margin: Course = (0.3, 0.3)  # how much of the reward is by how far one wins
    warmup: float = 0.01  # share of the schedule in which the rate grows


@dataclass(frozen=True)
class Actors:
    """Processes that play: each has two groups of so many tables."""

    processes: int = 14
    tables: int = 256
    steps: int = 64  # decisions of each table between two trainings
    rounds: int = 60  # a game longer than this is scored as it stands
    skip: int = 100  # answers at random, at most, before a table's first game counts


@dataclass(frozen=True)
class Play:
    """What is played: shares of the tables by number of players, and of games by default rules."""

    seats: dict[str, float] = field(default_factory=lambda: {"2": 1.0})
    plain: float = 0.5


@dataclass(frozen=True)
class Rival:
    """A bot beside the learner, at so large a share of the tables.

    A network alone (`learned:FILE`) is asked where the learner is, so it costs the actors nothing.
    """

    bot: str
    share: float
    crowd: float = 0.0  # share of its games in which it has all seats but one


@dataclass(frozen=True)
class Older:
    """Older selves: at a share of the tables, drawn from the last few kept."""

    share: float = 0.2
    every: float = 0.03  # share of the schedule between two that are kept
    most: int = 12
    at_once: int = 2


@dataclass(frozen=True)
class Learner:
    """Proximal policy optimization."""

    epochs: int = 2
    batch: int = 32768
    clip: float = 0.2
    trace: float = 0.96  # lambda from one decision of a seat to its next
    grip: float = 0.5  # the longest gradient
    win: float = 1.0
    margin: float = 0.5
    points: float = 0.5
    decay: float = 1e-4


@dataclass(frozen=True)
class Match:
    """A fixed opponent that checkpoints are measured against."""

    bot: str
    seats: int = 2
    games: int = 20


@dataclass(frozen=True)
class Selection:
    """How the best of the last few snapshots is found: matches on all cores, for so long."""

    snapshots: int = 3
    seconds: float = 60.0
    matches: list[Match] = field(default_factory=list)


@dataclass(frozen=True)
class Config:
    """A training."""

    game: str
    seed: int = 1
    schedule: Schedule = field(default_factory=Schedule)
    network: Shape = field(default_factory=Shape)
    actors: Actors = field(default_factory=Actors)
    play: Play = field(default_factory=Play)
    opponents: list[Rival] = field(default_factory=list)
    older: Older = field(default_factory=Older)
    learner: Learner = field(default_factory=Learner)
    matches: list[Match] = field(default_factory=list)
    choice: Selection = field(default_factory=Selection)
    checkpoint: float = 60.0  # seconds between checkpoints
    start: str = ""  # weights to begin with, a file or `learned`, instead of knowing nothing

    def as_dict(self) -> dict[str, Any]:
        """For a manifest."""
        return asdict(self)

    def seat_shares(self) -> dict[int, float]:
        """Shares of the tables, by number of players."""
        total = sum(self.play.seats.values())
        return {int(seats): share / total for seats, share in self.play.seats.items()}


def read_config(game: str, file: str) -> Config:
    """The training a file tells of, or `BadOption`."""
    name = game_named(game).name
    try:
        found = tomllib.loads(Path(file).read_text("utf-8"))
    except OSError as error:
        raise BadOption(f"{file} can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadOption(f"{file} can't be read: it is no text") from None
    except tomllib.TOMLDecodeError as error:
        raise BadOption(f"{file} isn't TOML: {error}") from None
    if found.setdefault("game", name) != name:
        raise BadOption(f"{file} is for {found['game']}, not {name}")
    return config_of(found, file)


def config_of(found: dict[str, Any], file: str = "the configuration") -> Config:
    """A training told by plain data."""
    config: Config = _made(Config, found, file, "")
    _check(config, file)
    return config


def _check(config: Config, file: str) -> None:
    game = game_named(config.game)
    for seats in config.play.seats:
        if seats not in map(str, game.seats):
            raise BadOption(f"{file}: {game.name} isn't for {seats!r} players")
    for match in (*config.matches, *config.choice.matches):
        if match.seats not in game.seats:
            raise BadOption(f"{file}: {game.name} isn't for {match.seats} players")
    if sum([config.older.share, *(each.share for each in config.opponents)]) > 1.0:
        raise BadOption(f"{file}: shares of older selves and opponents come to more than 1")
    if not sum(config.play.seats.values()):
        raise BadOption(f"{file}: no number of players has a share of the tables")


def _made(kind: Any, found: Any, file: str, where: str) -> Any:
    """A dataclass, a list of them or a plain value, of the kind that is wanted."""
    if is_dataclass(kind):
        return _record(kind, found, file, where)
    if kind == Course:
        return _course(found, file, where)
    if getattr(kind, "__origin__", None) is list and isinstance(found, list):
        return [_made(get_args(kind)[0], each, file, where) for each in found]
    if getattr(kind, "__origin__", None) is dict and isinstance(found, dict):
        return {str(name): _made(float, value, file, where) for name, value in found.items()}
    if kind is float and type(found) is int:
        found = float(found)
    if type(found) is not kind:
        raise BadOption(f"{file}: {where} can't be {found!r}")
    return found if kind is str else _bounded(found, file, where)


def _bounded(found: float, file: str, where: str) -> float:
    least, most = BOUNDS.get(where, (0, inf))
    if not least <= found <= most or found == inf:
        top = "" if most == inf else f" and at most {most:g}"
        raise BadOption(f"{file}: {where} must be at least {least:g}{top}, not {found:g}")
    return found


def _record(kind: Any, found: Any, file: str, where: str) -> Any:
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind)]
    if not isinstance(found, dict):
        raise BadOption(f"{file}: {where} must have {', '.join(names)}")
    for name in found:
        if name not in names:
            raise BadOption(f"{file}: {where or 'a training'} has no {name!r}")
    made = {name: _made(hints[name], value, file, name) for name, value in found.items()}
    try:
        return kind(**made)
    except TypeError as error:
        raise BadOption(f"{file}: {where}: {error}") from None


def _course(found: Any, file: str, where: str) -> Course:
    ends = found if isinstance(found, list | tuple) else [found, found]
    if len(ends) != 2:
        raise BadOption(f"{file}: {where} must be a number, or one for the start and the end")
    first, last = (_made(float, each, file, where) for each in ends)
    return first, last
