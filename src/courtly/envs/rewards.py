"""What rewards can be made of, by name."""

from __future__ import annotations

from courtly.engine.errors import cannot_be, listing
from courtly.envs import kernels

REWARDS = {"share": kernels.SHARE, "margin": kernels.MARGIN, "score": kernels.SCORE, "shaped": kernels.SHAPED}
"""
| name | a seat's reward |
|---|---|
| `share` | at the end its part of the victory, scaled to 1 for all of it and to a sum of 0 |
| `margin` | at the end its points above the best of the others |
| `score` | at the end its points |
| `shaped` | after every step by how much the margin rose that it expects, from what it knows, if the match ended now |
"""


def reward_kind(name: object) -> int:
    """Return the kernels' number of a reward; raise `BadOption` when there is none of that name."""
    if not isinstance(name, str) or name not in REWARDS:
        raise cannot_be("reward", name, listing(list(REWARDS)))
    return REWARDS[name]
