"""The pace of bot moves: the delay of a move must not reveal how long the bot thought.

A bot moves one step after its turn begins, even if it has only one legal move. A bot with a longer thinking time moves
at a later step. The thinking time ends at `BotMove.by`. This depends on public facts alone, and not on the moment when
the bot finished.
"""

from __future__ import annotations

import math

PACE = 0.6
"""Seconds of one step."""


def due(came: float, by: float, pace: float = PACE) -> float:
    """Return the time at which a bot's move is played; all times are seconds of one clock.

    Parameters
    ----------
    came
        The time when the bot's turn began.
    by
        The time when the bot's thinking time ends.
    pace
        Seconds of a step; with 0 a move is played as soon as it is chosen.

    Examples
    --------
    >>> due(10.0, 10.2, 0.5), due(10.0, 10.7, 0.5), due(10.0, 10.7, 0.0)
    (10.5, 11.0, 10.0)
    """
    if pace <= 0:
        return came
    return came + pace * max(1, math.ceil((by - came) / pace))
