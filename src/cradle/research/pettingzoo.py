"""Our games as PettingZoo environments.

env("stone-age", seats=3)             one agent acts at a time (AEC)
parallel_env("hadara", seats=4)       all agents act at once; who isn't asked waits
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from cradle.research.episode import Episode
from cradle.research.spaces import (
    LOST,
    OBSERVATIONS,
    checked,
    masked_space,
    observed,
    one_of,
    shown,
    what_if_illegal,
)


def env(game: str, **settings: Any) -> AECEnv[str, Any, Any]:
    """The AEC environment, guarded by PettingZoo's wrappers; settings as for `Turns`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(game, **settings)))


def raw_env(game: str, **settings: Any) -> Turns:
    """The bare AEC environment."""
    return Turns(game, **settings)


def parallel_env(game: str, **settings: Any) -> AtOnce:
    """The parallel environment; settings as for `AtOnce`."""
    return AtOnce(game, **settings)


class _Common:
    """What both environments share: agents, spaces, and how a seat observes.

    `observations` are one `array`, a `dict` of named ones, or `expanded` floats. `rewards` are
    paid at the end, by `result` or by `margin`. After `max_cycles` answers of each seat, on
    average, the game is truncated. An `illegal` action can `raise`, make its agent `lose` (-1, with
    rewards by result alone) and end the game, or be `replace`d by a random legal move.
    """

    extra_actions = 0

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        rewards: str = "result",
        observations: str = "array",
        rounds: int = 0,
        max_cycles: int | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.episode = Episode(game, seats, options, rewards, rounds)
        self.form = one_of("observations", OBSERVATIONS, observations)
        self.max_cycles = max_cycles
        self.illegal = what_if_illegal(illegal, rewards)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.count = len(self.episode.encoding.moves)
        self.metadata = {"render_modes": ["ansi"], "name": f"{game.replace('-', '_')}_v1"}
        layout = self.episode.encoding.layouts[seats]
        self.observation_spaces = {
            agent: masked_space(layout, self.form, self.count + self.extra_actions)
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.count + self.extra_actions)
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all moves."""
        return self.action_spaces[agent]

    def seat(self, agent: str) -> int:
        """The seat an agent sits at."""
        return self.possible_agents.index(agent)

    def render(self) -> str | None:
        """The table as a spectator sees it, as JSON."""
        if self.render_mode is None:
            return None
        return json.dumps(self.episode.game.view(self.episode.state, None), indent=1)

    def close(self) -> None:
        """Nothing to let go of."""


class Turns(_Common, AECEnv[str, Any, Any]):
    """One agent acts at a time; simultaneous choices are made one after the other, sealed."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.episode.start(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.answers = 0
        self._skip_agent_selection: str | None = None
        self._select()

    def _select(self) -> None:
        turn = self.episode.state.turn
        self.agent_selection = self.possible_agents[max(turn, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know; its mask is empty unless it is asked."""
        seat = self.seat(agent)
        return {
            "observation": observed(self.episode, seat, self.form),
            "action_mask": self.episode.encoding.mask(self.episode.state, seat),
        }

    def step(self, action: Any) -> None:
        """Play the selected agent's action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play(agent, action)
        self._accumulate_rewards()

    def _play(self, agent: str, action: Any) -> None:
        seat = self.seat(agent)
        number = checked(self.episode, seat, action, self.illegal)
        if number is None:
            self.rewards[agent] = LOST
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.episode.answer(seat, number)
        self.answers += 1
        if self.episode.over:
            self.rewards = dict(zip(self.agents, self.episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles and self.answers >= self.max_cycles * len(self.agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()


class AtOnce(_Common, ParallelEnv[str, Any, Any]):
    """All agents act at once: those who aren't asked can only wait, with the last action."""

    extra_actions = 1
    cycles = 0

    @property
    def wait(self) -> int:
        """The number of waiting."""
        return self.count

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game."""
        self.episode.start(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._see_all(), {agent: {} for agent in self.agents}

    def _see_all(self) -> dict[str, Any]:
        codes, seats = self.episode.encoding, range(self.episode.seats)
        states = [self.episode.state] * self.episode.seats
        seen, legal = codes.observe_all(states, seats), codes.mask_all(states, seats)
        waits = legal.any(axis=1, keepdims=True) == 0
        masks = np.concatenate([legal, waits.astype(np.int8)], axis=1)
        return {
            agent: {
                "observation": shown(self.episode, seen[seat], self.form),
                "action_mask": masks[seat],
            }
            for seat, agent in enumerate(self.agents)
        }

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play the actions of all who are asked."""
        if not self.agents:
            return self._play_nothing()
        agents = self.agents
        self.cycles += 1
        lost = [seat for seat in self.episode.asked if not self._answer(seat, actions)]
        over = bool(lost) or self.episode.over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        paid = self.episode.rewards() if over and not lost else [0.0] * len(agents)
        for seat in lost:
            paid[seat] = LOST
        seen = self._see_all()
        if over or cut:
            self.agents = []
        return (
            seen,
            dict(zip(agents, paid, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _play_nothing(self) -> tuple[dict[str, Any], ...]:
        """No game is on: an error before the first, a warning after the end, as PettingZoo asks."""
        if not self.cycles:
            EnvLogger.error_step_before_reset()
        EnvLogger.warn_step_after_terminated_truncated()
        return {}, {}, {}, {}, {}

    def _answer(self, seat: int, actions: dict[str, Any]) -> bool:
        number = checked(self.episode, seat, actions[self.possible_agents[seat]], self.illegal)
        if number is None:
            return False
        self.episode.answer(seat, number)
        return True
