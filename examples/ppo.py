"""Proximal policy optimization with masked moves, in one file: python examples/ppo.py hadara

One seat learns against a bot, from nothing but the points at the end. Needs PyTorch and
`pip install 'cradle[research]'`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics, TransformReward
from torch import Tensor, nn
from torch.distributions import Categorical
from torch.nn import functional

from cradle.research.gymnasium import Seat, vector_env

POINTS = 10.0  # a margin of so many counts as 1


@dataclass(frozen=True)
class Settings:
    """How the agent learns."""

    tables: int = 16
    steps: int = 64  # at every table, between two rounds of learning
    rate: float = 2e-3
    epochs: int = 4
    batch: int = 256
    discount: float = 0.995
    trace: float = 0.95  # lambda of generalized advantages
    clip: float = 0.2
    entropy: float = 0.01


class Agent(nn.Module):
    """A network with two ends: a preference for every move, and what to expect."""

    def __init__(self, observations: int, moves: int, width: int = 128) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(observations, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh()
        )
        self.policy = nn.Linear(width, moves)
        self.value = nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """The odds of the legal moves, and the value."""
        hidden = self.trunk(seen)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return Categorical(logits=logits), self.value(hidden).squeeze(-1)


@dataclass
class Steps:
    """What was seen and done, step by step (first) and table by table (second)."""

    last: Tensor  # the value of what is seen after all of them
    seen: Tensor
    masks: Tensor
    moves: Tensor
    logs: Tensor  # logarithms of the odds with which the moves were chosen
    values: Tensor
    rewards: Tensor
    ends: Tensor  # 1 where the game was over after the move


class Player:
    """Plays at many tables with an agent; a game goes on where the last round left it."""

    def __init__(self, envs: VectorEnv[Any, Any, Any], agent: Agent) -> None:
        self.envs, self.agent = envs, agent
        self.seen, self.info = envs.reset(seed=1)

    def inputs(self) -> tuple[Tensor, Tensor]:
        """Observations and masks of all tables."""
        masks = np.stack(self.info["action_mask"]).astype(bool)
        return torch.as_tensor(self.seen), torch.as_tensor(masks)

    @torch.no_grad()
    def play(self, count: int) -> Steps:
        """So many steps at every table."""
        rows: list[tuple[Tensor, ...]] = []
        for _ in range(count):
            seen, masks = self.inputs()
            odds, values = self.agent(seen, masks)
            moves = odds.sample()
            logs = odds.log_prob(moves)
            self.seen, paid, ends, _, self.info = self.envs.step(moves.numpy())
            rewards, over = torch.as_tensor(paid).float(), torch.as_tensor(ends).float()
            rows.append((seen, masks, moves, logs, values, rewards, over))
        last = self.agent(*self.inputs())[1]
        return Steps(last, *(torch.stack(column) for column in zip(*rows, strict=True)))


def advantages(steps: Steps, how: Settings) -> Tensor:
    """How much better than expected each move turned out, by generalized advantages."""
    found = torch.zeros_like(steps.rewards)
    following, trace = steps.last, torch.zeros_like(steps.last)
    for t in reversed(range(len(found))):
        goes_on = 1 - steps.ends[t]
        surprise = steps.rewards[t] + how.discount * goes_on * following - steps.values[t]
        trace = surprise + how.discount * how.trace * goes_on * trace
        found[t], following = trace, steps.values[t]
    return found


def learn(agent: Agent, optimizer: torch.optim.Optimizer, steps: Steps, how: Settings) -> None:
    """Some epochs of clipped steps towards what was better than expected."""
    gains = advantages(steps, how)
    targets = (gains + steps.values).flatten()
    flat = [x.flatten(0, 1) for x in (steps.seen, steps.masks, steps.moves, steps.logs, gains)]
    for _ in range(how.epochs):
        for rows in torch.randperm(len(targets)).split(how.batch):
            seen, masks, moves, logs, gain = (x[rows] for x in flat)
            odds, values = agent(seen, masks)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = (odds.log_prob(moves) - logs).exp()
            clipped = ratio.clamp(1 - how.clip, 1 + how.clip)
            policy_loss = -torch.min(ratio * gain, clipped * gain).mean()
            value_loss = functional.mse_loss(values, targets[rows])
            loss = policy_loss + 0.5 * value_loss - how.entropy * odds.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def train(game: str, opponent: str, decisions: int, how: Settings, seed: int = 1) -> Agent:
    """An agent that has made so many decisions."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the network is small: more would wait for each other
    envs: VectorEnv[Any, Any, Any] = vector_env(
        game,
        how.tables,
        processes=False,
        autoreset_mode=AutoresetMode.SAME_STEP,
        opponents=[opponent],
        observations="expanded",
        masks="info",
        rewards="margin",
    )
    envs = TransformReward(RecordEpisodeStatistics(envs), lambda points: points / POINTS)
    moves = envs.single_action_space.n  # type: ignore[attr-defined]
    agent = Agent(envs.single_observation_space.shape[0], moves)  # type: ignore[index]
    optimizer = torch.optim.Adam(agent.parameters(), how.rate)
    player = Player(envs, agent)
    rounds = max(1, decisions // (how.tables * how.steps))
    for number in range(rounds):
        optimizer.param_groups[0]["lr"] = how.rate * (1 - number / rounds)
        learn(agent, optimizer, player.play(how.steps), how)
    envs.close()
    return agent


@torch.no_grad()
def wins(game: str, opponent: str, agent: Agent, games: int) -> float:
    """The share of games that the agent wins when it takes the moves it likes best."""
    env = Seat(game, opponents=[opponent], observations="expanded", masks="info")
    won = 0
    for number in range(games):
        seen, info = env.reset(seed=1_000_000 + number)
        reward, over = 0.0, False
        while not over:
            masks = torch.as_tensor(info["action_mask"]).bool()
            move = int(agent(torch.as_tensor(seen), masks)[0].logits.argmax())
            seen, reward, over, _, info = env.step(move)
        won += reward > 0
    return won / games


def main() -> None:
    """Train against a bot, and tell how often the agent beats it."""
    parser = argparse.ArgumentParser(description="a single-file PPO at one seat")
    parser.add_argument("game")
    parser.add_argument("--against", default="random", metavar="BOT")
    parser.add_argument("--decisions", type=int, default=50_000)
    parser.add_argument("--games", type=int, default=100, help="to measure it by")
    args = parser.parse_args()
    agent = train(args.game, args.against, args.decisions, Settings())
    print(f"won {wins(args.game, args.against, agent, args.games):.0%} of {args.games} games")


if __name__ == "__main__":
    main()
