"""A rollout of many parallel matches: one seat plays at random against stewards. Prints the seat's mean reward."""

import numpy as np

from courtly import envs

rng = np.random.default_rng(7)
matches = envs.vector("courtisans", players=2, num_envs=256, bots=["steward"])
observation, info = matches.reset(seed=7)
total, played = 0.0, 0
for _ in range(200):
    preferences = rng.random(info["action_mask"].shape)  # your net's logits, from `observation`
    actions = np.where(info["action_mask"], preferences, -1.0).argmax(axis=1)
    observation, rewards, terminated, truncated, info = matches.step(actions)
    total, played = total + float(rewards.sum()), played + int(terminated.sum())
matches.close()
print(f"{played} matches, {total / played:+.2f} on average (1 is a victory, -1 a defeat)")
