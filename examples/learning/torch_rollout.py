"""A rollout for policy gradients: Courtly steps many matches, and the data is stored in PyTorch tensors.

Needs `pip install 'courtly[envs]' torch`. The tensors of a step share the vector's memory; the rollout copies them.
"""

import torch

from courtly import envs

STEPS = 128

matches = envs.vector("courtisans", players=2, num_envs=256, bots=["random"], autoreset_mode="SameStep")
matches.reset(seed=7)
observation, mask, reward, terminated = (
    torch.from_dlpack(matches.buffers[name]) for name in ("observation", "action_mask", "reward", "terminated")
)
policy = torch.nn.Sequential(
    torch.nn.Linear(observation.shape[1], 64), torch.nn.Tanh(), torch.nn.Linear(64, mask.shape[1])
)
stored_observations = torch.empty(STEPS, *observation.shape)
stored_actions, stored_rewards = torch.empty(STEPS, 256, dtype=torch.int64), torch.empty(STEPS, 256)
played = 0
with torch.no_grad():
    for step in range(STEPS):
        stored_observations[step] = observation
        logits = policy(observation).masked_fill(~mask, -torch.inf)
        stored_actions[step] = torch.distributions.Categorical(logits=logits).sample()
        matches.step(stored_actions[step].numpy())
        stored_rewards[step] = reward
        played += int(terminated.sum())
matches.close()
print(f"{tuple(stored_observations.shape)}: {played} matches, {stored_rewards.sum() / played:+.2f} on average")
