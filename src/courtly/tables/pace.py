"""The pace of bot moves: the delay of a move must not reveal how long the bot thought.

A bot moves one step after its turn begins, even if it has only one legal move. A bot with a longer thinking time moves
at a later step. The thinking time ends at `BotMove.by`. This depends on public facts alone, and not on the moment when
the bot finished.

A bot also waits until the pages of the players have shown the last entries, so that their captions and their numbers
tell of the same moment. This depends only on the pages.
"""

from __future__ import annotations

import math

PACE = 0.6
"""Seconds of one step."""

SHOW_SECONDS = 20.0
"""The longest time for which a bot waits for the page of a player who is alone with bots; a count takes long."""

SHARED_SHOW_SECONDS = 5.0
"""The same at a table of several players, where one page must not delay everyone for long."""


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


def show_seconds(players: int) -> float:
    """Return the longest time for which a bot waits for the pages of so many players."""
    return SHOW_SECONDS if players == 1 else SHARED_SHOW_SECONDS
