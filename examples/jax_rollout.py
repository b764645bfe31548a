"""Many matches stepped by Courtly with actions from JAX. Both share memory, so no array is copied.

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
def choose(key: jax.Array, seen: jax.Array, mask: jax.Array) -> jax.Array:
    """Return a legal action for each match. Replace this with your net."""
    return jax.random.categorical(key, jnp.where(mask, seen @ weights, -jnp.inf), axis=1)


paid, played = 0.0, 0
for key in jax.random.split(jax.random.PRNGKey(8), 200):
    # Create the views again in each step, since JAX assumes that an array never changes. NumPy waits for JAX's result.
    seen, mask = (jnp.from_dlpack(matches.buffers[name]) for name in ("observation", "action_mask"))
    actions = np.asarray(choose(key, seen, mask))
    _, rewards, ended, late, info = matches.step(actions)
    paid, played = paid + float(rewards.sum()), played + int(ended.sum())
matches.close()
print(f"{played} matches, {paid / played:+.2f} on average where 1 is victory and -1 defeat")
