"""The parts of a seat's result: luck, others and play. Each is a sum of changes of the seat's chance.

The chance of a seat is estimated from the seat's own knowledge. A move can change the chance twice: by the move itself,
and by information that the move reveals. To separate the two changes, the chance is also estimated after the move but
before the reveal. The first change counts as play if the seat's player moved, otherwise as others; the moves of a
stand-in count as others, too. The second change counts as luck. The deal and the choice of the first seat count as
luck, too: the chance in the first position minus an equal share for every seat. So the equal share and the three parts
add up to the result.

The chance of the seat to move is the chance after its best move. The chance of each other seat assumes that the
rule-based player chooses its moves. So if a seat has a better move than the rule-based player's, the chance of that
seat rises when its turn comes. This rise counts as others or as luck.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from courtly.review.imagining import Z
from courtly.review.model import Parts
from courtly.review.walk import Exact, Figure, ReviewStep


class Sum:
    """A sum of differences between estimates.

    An estimate that is first added and later subtracted cancels out, and so does its error.
    """

    def __init__(self) -> None:
        self._times: defaultdict[int, int] = defaultdict(int)
        self._figures: dict[int, Figure] = {}

    def change(self, before: Figure, after: Figure) -> None:
        """Add the change from one estimate to another."""
        for figure, times in ((after, 1), (before, -1)):
            self._figures[id(figure)] = figure
            self._times[id(figure)] += times

    @property
    def value(self) -> float:
        """The sum of the differences."""
        return math.fsum(times * self._figures[key].mean for key, times in self._times.items())

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval."""
        return Z * math.sqrt(sum(times**2 * self._figures[key].variance for key, times in self._times.items()))


def parts_of(seat: int, steps: Sequence[ReviewStep], players: int, result: float) -> Parts:
    """Return the parts of a seat's result."""
    luck, others, play = Sum(), Sum(), Sum()
    even, end = Exact(1 / players), Exact(result)
    luck.change(even, steps[0].known[seat] if steps else end)
    for step, later in zip(steps, [*steps[1:], None], strict=True):
        before = step.known[seat]
        after: Figure = later.known[seat] if later else end
        own = play if step.seat == seat and not step.by_stand_in else others
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
