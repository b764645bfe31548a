"""When a bot's move may come, so that the time it took tells nothing.

A move comes a step after the turn came to the bot, a forced one too; if the bot needs longer, at the next step. What it
needs is measured by public facts alone: `Thought.by`, not when the thought was there.
"""

from __future__ import annotations

import math

PACE = 0.6
"""Seconds of a step."""


def due(came: float, by: float, pace: float = PACE) -> float:
    """Return the time at which a bot's move may come; all times are seconds by one clock.

    Parameters
    ----------
    came
        When the bot's turn came.
    by
        When the bot would have answered had it used all its time.
    pace
        Seconds of a step; 0 lets a move come whenever it is there.

    Examples
    --------
    >>> due(10.0, 10.2, 0.5), due(10.0, 10.7, 0.5), due(10.0, 10.7, 0.0)
    (10.5, 11.0, 10.0)
    """
    if pace <= 0:
        return came
    return came + pace * max(1, math.ceil((by - came) / pace))
