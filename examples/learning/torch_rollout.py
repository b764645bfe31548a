"""Many matches stepped by Courtly and stored as PyTorch tensors: a rollout for policy gradients.

Needs `pip install 'courtly[envs]' torch`. The views share the vector's memory; the rollout copies the data it stores.
"""

import torch

from courtly import envs

STEPS = 128

matches = envs.vector("courtisans", players=2, num_envs=256, bots=["random"], autoreset_mode="SameStep")
matches.reset(seed=7)
seen, mask, reward, ended = (
    torch.from_dlpack(matches.buffers[name]) for name in ("observation", "action_mask", "reward", "terminated")
)
policy = torch.nn.Sequential(torch.nn.Linear(seen.shape[1], 64), torch.nn.Tanh(), torch.nn.Linear(64, mask.shape[1]))
kept_seen = torch.empty(STEPS, *seen.shape)
kept_actions, kept_rewards = torch.empty(STEPS, 256, dtype=torch.int64), torch.empty(STEPS, 256)
played = 0
with torch.no_grad():
    for step in range(STEPS):
        kept_seen[step] = seen
        logits = policy(seen).masked_fill(~mask, -torch.inf)
        kept_actions[step] = torch.distributions.Categorical(logits=logits).sample()
        matches.step(kept_actions[step].numpy())
        kept_rewards[step] = reward
        played += int(ended.sum())
matches.close()
print(f"{tuple(kept_seen.shape)}: {played} matches, {kept_rewards.sum() / played:+.2f} on average")
