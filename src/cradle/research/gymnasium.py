"""One learning seat against named bots, as a Gymnasium environment; many at once in processes.

env = Seat("stone-age", opponents=["greedy"])
envs = vector_env("hadara", count=8, seats=3)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from cradle.bots import Bot, Budget, Seen, check_bot, make_bot
from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.research.encoding import Mask
from cradle.research.episode import Episode
from cradle.research.spaces import (
    LOST,
    OBSERVATIONS,
    checked,
    masked_space,
    observation_space,
    observed,
    one_of,
    what_if_illegal,
)

MOST_SEED = 2**31
MASKS = ("observation", "info")


class Seat(gymnasium.Env[Any, int]):
    """A seat that learns, the others being bots.

    `opponents` are bots by name, in the order of play after the learner; fewer than there are
    seats are repeated. `seat` is where the learner sits, None for anywhere, game by game.
    `simulations` is how much bots that search may think. `masks` say where the mask of legal
    actions is: beside the `observation` in a dict, or in the `info`, the observation standing
    alone as most learners expect it. Other settings as in PettingZoo's.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as the base class has it

    def __init__(
        self,
        game: str,
        seats: int = 2,
        opponents: Sequence[str] = ("random",),
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        rewards: str = "result",
        observations: str = "array",
        masks: str = "observation",
        rounds: int = 0,
        illegal: str = "raise",
        simulations: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if seat is not None and seat not in range(seats):
            raise BadOption(f"there is no seat {seat} among {seats}")
        self.episode = Episode(game, seats, options, rewards, rounds)
        self.form = one_of("observations", OBSERVATIONS, observations)
        self.masks = one_of("masks", MASKS, masks)
        self.illegal = what_if_illegal(illegal, rewards)
        self.render_mode = render_mode
        self.fixed_seat = seat
        self.seat = seat or 0
        self.opponents = _named_bots(self.episode.game.name, opponents, seats - 1)
        self.budget = None if simulations is None else Budget(simulations=simulations)
        self.bots: dict[int, Bot] = {}
        count = len(self.episode.encoding.moves)
        self.action_space = spaces.Discrete(count)  # type: ignore[assignment]
        layout = self.episode.encoding.layouts[seats]
        self.observation_space = (
            masked_space(layout, self.form, count)
            if self.masks == "observation"
            else observation_space(layout, self.form)
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game, with new bots."""
        super().reset(seed=seed)
        draw = partial(self.np_random.integers, MOST_SEED)
        seats = self.episode.seats
        self.seat = int(draw() % seats) if self.fixed_seat is None else self.fixed_seat
        self.close()
        others = [(self.seat + 1 + i) % seats for i in range(seats - 1)]
        names = zip(others, self.opponents, strict=True)
        # Counted: a bot that thinks by the clock would play another game from the same seed.
        self.bots = {other: make_bot(name, int(draw()), counted=True) for other, name in names}
        self.episode.start(int(draw()))
        self._let_others_play()
        return self._see(), self._tell()

    def _let_others_play(self) -> None:
        """Until the learner is asked, and all who choose at the same time have chosen."""
        while asked := [seat for seat in self.episode.asked if seat != self.seat]:
            state = self.episode.state
            for seat in asked:
                seen = Seen.of(self.episode.game, state, seat)
                self.episode.play(seat, self.bots[seat].choose(seen, self.budget))

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, where sb3-contrib and others look for it."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> Mask:
        return self.episode.encoding.mask(self.episode.state, self.seat)

    def _see(self) -> Any:
        seen = observed(self.episode, self.seat, self.form)
        if self.masks == "info":
            return seen
        return {"observation": seen, "action_mask": self._mask()}

    def _tell(self) -> dict[str, Any]:
        said: dict[str, Any] = {"seat": self.seat}
        return said | {"action_mask": self._mask()} if self.masks == "info" else said

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's move, and the bots' until the learner is asked again."""
        if not self.bots:
            raise ResetNeeded("no game is on: it is over, or hasn't begun; call reset() first")
        paid = self._play(action)
        if over := paid is not None:
            self.close()
        return self._see(), paid or 0.0, over, False, self._tell()

    def _play(self, action: int) -> float | None:
        """Play on to the learner's next choice; what the game brought, once it is over."""
        number = checked(self.episode, self.seat, action, self.illegal)
        if number is None:
            return LOST
        self.episode.answer(self.seat, number)
        self._let_others_play()
        return self.episode.rewards()[self.seat] if self.episode.over else None

    def render(self) -> Any:
        """The table as the learner sees it, as JSON."""
        if self.render_mode is None:
            return None
        return json.dumps(self.episode.game.view(self.episode.state, self.seat), indent=1)

    def close(self) -> None:
        """Let the bots go; without them no game is on."""
        for bot in self.bots.values():
            bot.close()
        self.bots = {}


def _named_bots(game: str, names: Sequence[str], count: int) -> list[str]:
    """So many bots, the names repeated as needed, or `BadOption` if one can't play this game."""
    if isinstance(names, str) or not names:
        raise BadOption(f"opponents are a list of bots, and not {names!r}")
    for name in names:
        check_bot(name, game)
    return [names[i % len(names)] for i in range(count)]


def vector_env(
    game: str,
    count: int,
    processes: bool = True,
    autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    **settings: Any,
) -> AsyncVectorEnv | SyncVectorEnv:
    """So many tables, each in a process of its own or all in this one; settings as for `Seat`."""
    tables = [partial(Seat, game, **settings) for _ in range(count)]
    if not processes:
        return SyncVectorEnv(tables, autoreset_mode=autoreset_mode)
    # Processes are started afresh: a copy of this one could hold locks of threads it lacks.
    return AsyncVectorEnv(tables, context="spawn", autoreset_mode=autoreset_mode)


def register(game: str) -> None:
    """Let Gymnasium make a game by its name: `cradle/StoneAge-v1`."""
    gymnasium.register(
        f"cradle/{game.replace('-', ' ').title().replace(' ', '')}-v1",
        entry_point="cradle.research.gymnasium:Seat",
        kwargs={"game": game},
        disable_env_checker=True,
    )


for _game in GAMES:
    register(_game)
