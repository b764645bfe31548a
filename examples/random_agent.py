"""A random agent with the PettingZoo interface, in ten lines."""

from courtly import envs

env = envs.aec("courtisans", players=3)
env.reset(seed=7)
total = dict.fromkeys(env.possible_agents, 0.0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    total[agent] += reward
    env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
print(total)
