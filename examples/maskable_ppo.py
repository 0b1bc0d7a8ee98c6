"""sb3-contrib's MaskablePPO at one seat, unchanged: python examples/maskable_ppo.py hadara

It finds the legal moves by `action_masks()`. Needs `pip install sb3-contrib 'cradle[research]'`.
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecNormalize

from cradle.research.gymnasium import Seat


def train(game: str, opponent: str, decisions: int, seed: int = 1) -> MaskablePPO:
    """An agent that has made so many decisions."""
    torch.set_num_threads(1)  # the network is small: more would wait for each other
    settings: dict[str, Any] = {
        "game": game,
        "opponents": [opponent],
        "observations": "expanded",
        "masks": "info",
    }
    settings |= {"rewards": "margin"}
    tables = make_vec_env(Seat, n_envs=8, seed=seed, env_kwargs=settings)
    tables = VecNormalize(tables, norm_obs=False, gamma=0.995)
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=128,
        batch_size=256,
        n_epochs=4,
        learning_rate=2e-3,
        gamma=0.995,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
        policy_kwargs={"net_arch": [128, 128]},
    )
    return model.learn(decisions)


def wins(game: str, opponent: str, model: MaskablePPO, games: int) -> float:
    """The share of games that the agent wins when it takes the moves it likes best."""
    env = Seat(game, opponents=[opponent], observations="expanded", masks="info")
    won = 0
    for number in range(games):
        seen, _ = env.reset(seed=1_000_000 + number)
        reward, over = 0.0, False
        while not over:
            move: Any = model.predict(seen, deterministic=True, action_masks=env.action_masks())[0]
            seen, reward, over, _, _ = env.step(int(move))
        won += reward > 0
    return won / games


def main() -> None:
    """Train against a bot, and tell how often the agent beats it."""
    parser = argparse.ArgumentParser(description="MaskablePPO at one seat")
    parser.add_argument("game")
    parser.add_argument("--against", default="random", metavar="BOT")
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=100, help="to measure it by")
    args = parser.parse_args()
    model = train(args.game, args.against, args.decisions)
    print(f"won {wins(args.game, args.against, model, args.games):.0%} of {args.games} games")


if __name__ == "__main__":
    main()
