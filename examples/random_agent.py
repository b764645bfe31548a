"""A random agent with the PettingZoo interface, in ten lines."""

from courtly import envs

env = envs.aec("courtisans", players=3)
env.reset(seed=7)
paid = dict.fromkeys(env.possible_agents, 0.0)
for agent in env.agent_iter():
    seen, reward, ended, late, info = env.last()
    paid[agent] += reward
    env.step(None if ended or late else env.action_space(agent).sample(seen["action_mask"]))
print(paid)
