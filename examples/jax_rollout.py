"""Play many matches in parallel with actions from JAX. Courtly and JAX share memory, so no observation is copied.

Needs `pip install 'courtly[envs]' jax`.
"""

import jax
import jax.numpy as jnp
import numpy as np

from courtly import envs

matches = envs.vector("courtisans", players=2, num_envs=256, bots=["random"], autoreset_mode="SameStep")
matches.reset(seed=7)
weights = jax.random.normal(jax.random.PRNGKey(7), (matches.buffers["observation"].shape[1], 349))


@jax.jit
def choose(key: jax.Array, observation: jax.Array, mask: jax.Array) -> jax.Array:
    """Return a legal action for each match. Replace this with your net."""
    return jax.random.categorical(key, jnp.where(mask, observation @ weights, -jnp.inf), axis=1)


total, played = 0.0, 0
for key in jax.random.split(jax.random.PRNGKey(8), 200):
    # JAX assumes that an array never changes, so each step needs new views of the buffers.
    observation, mask = (jnp.from_dlpack(matches.buffers[name]) for name in ("observation", "action_mask"))
    # `np.asarray` waits until JAX has computed the actions.
    actions = np.asarray(choose(key, observation, mask))
    _, rewards, terminated, truncated, info = matches.step(actions)
    total, played = total + float(rewards.sum()), played + int(terminated.sum())
matches.close()
print(f"{played} matches, {total / played:+.2f} on average (1 is a victory, -1 a defeat)")
