"""A rollout of many parallel matches: one seat plays at random against stewards. Prints its mean reward."""

import numpy as np

from courtly import envs

luck = np.random.default_rng(7)
matches = envs.vector("courtisans", players=2, num_envs=256, bots=["steward"])
seen, info = matches.reset(seed=7)
paid, played = 0.0, 0
for _ in range(200):
    preferences = luck.random(info["action_mask"].shape)  # your net's logits, from `seen`
    actions = np.where(info["action_mask"], preferences, -1.0).argmax(axis=1)
    seen, rewards, ended, late, info = matches.step(actions)
    paid, played = paid + float(rewards.sum()), played + int(ended.sum())
matches.close()
print(f"{played} matches, {paid / played:+.2f} on average where 1 is victory and -1 defeat")
