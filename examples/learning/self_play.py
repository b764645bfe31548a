"""Train MaskablePPO of sb3-contrib on two-player Courtisans by self-play, and print its win shares after each round.

Needs `pip install 'courtly[envs]' sb3-contrib`. In each round, the policy plays against its own version from the
previous round. That version is saved as `net.npz` and runs in compiled code. Rewards are shaped. If only victory is
rewarded, PPO learns almost nothing in the same time, because the reward comes only after some thirty moves. Run:
`python examples/learning/self_play.py --rounds 16 --levels novice courtier minister regent`.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from courtly import envs

NET = Path("net.npz")


class Matches(VecEnv):
    """Adapter from Courtly's vector environment to the vector environment of Stable-Baselines3."""

    def __init__(self, count: int, bots: list[str], seed: int = 0, reward: str = "shaped") -> None:
        self.vector = envs.vector(
            "courtisans", players=2, num_envs=count, bots=bots, seat=None, reward=reward, autoreset_mode="SameStep"
        )
        super().__init__(count, self.vector.single_observation_space, self.vector.single_action_space)
        self.first, self.actions = seed, np.zeros(count, np.int64)

    def reset(self) -> Any:
        """Deal all matches and return their first observations."""
        return self.vector.reset(seed=self.first)[0].copy()

    def step_async(self, actions: Any) -> None:
        """Store the actions for the next step."""
        self.actions = actions

    def step_wait(self) -> Any:
        """Take one step in every match. Arrays that an earlier step returned do not change."""
        observations, reward, ended, _, info = self.vector.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for match in np.flatnonzero(ended):
            infos[match] = {"terminal_observation": info["final_obs"][match].copy()}
        return observations.copy(), reward.copy(), ended.copy(), infos

    def env_method(self, method_name: str, *_args: Any, **_kwargs: Any) -> Any:
        """Call a method without arguments, such as `action_masks`, and return one row of its result per match."""
        return list(getattr(self.vector, method_name)().copy())

    def get_attr(self, attr_name: str, indices: Any = None) -> Any:
        """Return a list with the same attribute of the vector environment for each match."""
        return [getattr(self.vector, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the vector environment; all matches share it."""
        setattr(self.vector, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for every match, because no environment is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Stop the threads of the vector environment."""
        self.vector.close()


def save(model: MaskablePPO) -> None:
    """Save the policy as a net for Courtly. Like PPO in training, the net samples moves from its probabilities."""
    linear = [
        each
        for part in (model.policy.mlp_extractor.policy_net, model.policy.action_net)
        for each in part.modules()
        if isinstance(each, torch.nn.Linear)
    ]
    layers = [(each.weight.detach().numpy().T, each.bias.detach().numpy()) for each in linear]
    setup = envs.vector("courtisans", players=2, num_envs=1).setup
    envs.save_net(NET, setup, layers, activation="tanh", temperature=1.0)


def win_share(model: MaskablePPO, bot: str, matches: int = 512) -> float:
    """Return the win share against a compiled bot. The policy always plays its most probable move."""
    env = Matches(matches, [bot], seed=10**6, reward="share")
    observations, won, ended = env.reset(), np.zeros(matches), np.zeros(matches, np.bool_)
    while not ended.all():
        actions, _ = model.predict(observations, action_masks=env.vector.action_masks().copy(), deterministic=True)
        env.step_async(actions)
        observations, reward, over, _ = env.step_wait()
        won, ended = np.where(over & ~ended, (reward + 1) / 2, won), ended | over
    env.close()
    return float(won.mean())


def win_share_against_level(model: MaskablePPO, level: str, matches: int) -> float:
    """Return the win share against a level, such as `minister`. Matches are played one at a time."""
    env = envs.gym("courtisans", players=2, bots=[level], seat=None)
    shares = []
    for match in range(matches):
        (observations, _), over, reward = env.reset(seed=match), False, 0.0
        while not over:
            action, _ = model.predict(observations, action_masks=env.action_masks(), deterministic=True)
            observations, reward, over, _, _ = env.step(action)
        shares.append((reward + 1) / 2)
    return float(np.mean(shares))


def main() -> None:
    """Train, and print a table row after each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--steps", type=int, default=262_144, help="decisions per round")
    parser.add_argument("--matches", type=int, default=512, help="matches in parallel")
    parser.add_argument("--levels", nargs="*", default=[], help="bots to play against at the end")
    parser.add_argument("--level-matches", type=int, default=50)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    steps = max(8, min(32, arguments.steps // arguments.matches))
    settings: dict[str, Any] = {
        "n_steps": steps,
        "batch_size": 1024,
        "n_epochs": 4,
        "ent_coef": 0.01,
        "gamma": 1.0,
        "seed": 1,
    }
    settings |= {"learning_rate": 1e-3, "policy_kwargs": {"net_arch": [64, 64]}}
    model = MaskablePPO("MlpPolicy", Matches(arguments.matches, ["random"]), **settings)
    print("| decisions | processor seconds | against random | against steward |\n|--:|--:|--:|--:|")
    spent, decisions = 0.0, 0
    for number in range(arguments.rounds + 1):
        if number:
            began = time.process_time()
            model.learn(arguments.steps, reset_num_timesteps=False)
            spent, decisions = spent + time.process_time() - began, model.num_timesteps
        save(model)
        model.set_env(Matches(arguments.matches, [f"net:{NET}"], seed=number * 1000))
        shares = " | ".join(f"{win_share(model, bot):.0%}" for bot in ("random", "steward"))
        print(f"| {decisions:,} | {spent:.0f} | {shares} |", flush=True)
    for level in arguments.levels:
        print(f"against {level}: {win_share_against_level(model, level, arguments.level_matches):.0%}", flush=True)


if __name__ == "__main__":
    main()
