"""The kinds of rewards, by name."""

from __future__ import annotations

from courtly.engine.errors import cannot_be, listing
from courtly.envs import kernels

REWARDS = {"share": kernels.SHARE, "margin": kernels.MARGIN, "score": kernels.SCORE, "shaped": kernels.SHAPED}
"""
| name | a seat's reward |
|---|---|
| `share` | at the end, the seat's victory share, scaled so that a full victory is 1 and all seats sum to 0 |
| `margin` | at the end, the seat's points minus the points of the best other seat |
| `score` | at the end, the seat's points |
| `shaped` | after every step, the increase of the seat's expected margin |

The expected margin is the margin that the seat would have if the match ended now, estimated from the seat's knowledge.
"""


def reward_kind(name: object) -> int:
    """Return the kernels' number of a reward; raise `BadOption` if the name is unknown."""
    if not isinstance(name, str) or name not in REWARDS:
        raise cannot_be("reward", name, listing(list(REWARDS)))
    return REWARDS[name]
