"""Luck, others, play: why a seat won or not, as sums of changes of its chance by what it could know.

From one position to the next a seat's chance changes by the move, and by what the move brought to light. Where it
brought nothing to light the whole change is the mover's doing: the seat's own play, or others. Where it did, the
chance after the move, before the cards are seen, parts the two: what comes after is luck. What the first position is
worth more than the even share is luck too: cards dealt, and who begins. So all parts and the even share add up to the
result.

Where a seat decides, its chance is that of its best move; elsewhere it is imagined to play on by rules of thumb. What
a good move adds to that counts when the chance to make it came: as what others, or the cards, left open to the seat.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from courtly.review.imagining import Z
from courtly.review.model import Parts
from courtly.review.walk import Exact, Figure, Step


class Sum:
    """A sum of differences of figures; one that is added and taken away again leaves no error."""

    def __init__(self) -> None:
        self._times: defaultdict[int, int] = defaultdict(int)
        self._figures: dict[int, Figure] = {}

    def change(self, before: Figure, after: Figure) -> None:
        """Add what changed from one figure to another."""
        for figure, times in ((after, 1), (before, -1)):
            self._figures[id(figure)] = figure
            self._times[id(figure)] += times

    @property
    def value(self) -> float:
        """What the changes come to."""
        return math.fsum(times * self._figures[key].mean for key, times in self._times.items())

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval."""
        return Z * math.sqrt(sum(times**2 * self._figures[key].variance for key, times in self._times.items()))


def parts_of(seat: int, steps: Sequence[Step], players: int, result: float) -> Parts:
    """Return the parts of a seat's result."""
    luck, others, play = Sum(), Sum(), Sum()
    even, end = Exact(1 / players), Exact(result)
    luck.change(even, steps[0].known[seat] if steps else end)
    for step, later in zip(steps, [*steps[1:], None], strict=True):
        before = step.known[seat]
        after: Figure = later.known[seat] if later else end
        own = play if step.seat == seat else others
        unveiled = step.news[seat]
        if unveiled is None:
            own.change(before, after)
        else:
            own.change(before, unveiled)
            luck.change(unveiled, after)
    return Parts(
        even=even.mean,
        luck=luck.value,
        others=others.value,
        play=play.value,
        result=result,
        luck_error=luck.error,
        others_error=others.error,
        play_error=play.error,
    )
