"""The kinds of rewards, by name."""

from __future__ import annotations

from courtly.engine.errors import cannot_be, listing
from courtly.envs import kernels

REWARDS = {"share": kernels.SHARE, "margin": kernels.MARGIN, "score": kernels.SCORE, "shaped": kernels.SHAPED}
"""
| name | a seat's reward |
|---|---|
| `share` | at the end, its victory share, scaled to 1 for a full victory and to a sum of 0 |
| `margin` | at the end, its points above the best other seat |
| `score` | at the end, its points |
| `shaped` | after every step, the rise of its expected margin if the match ended now, estimated from its knowledge |
"""


def reward_kind(name: object) -> int:
    """Return the kernels' number of a reward; raise `BadOption` if the name is unknown."""
    if not isinstance(name, str) or name not in REWARDS:
        raise cannot_be("reward", name, listing(list(REWARDS)))
    return REWARDS[name]
