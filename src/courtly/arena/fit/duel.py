"""Play one set of weights against another: compiled matches, duplicate deals, several numbers of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from courtly.arena.compiled import play_weights
from courtly.arena.intervals import Figure, group_of, ratio, totals
from courtly.arena.plan import Plan, Unit
from courtly.arena.rows import Rows
from courtly.arena.standings import outcomes
from courtly.engine.arrays import Float64Array
from courtly.engine.contract.game import find_game
from courtly.engine.contract.layout import States
from courtly.engine.contract.options import read_options
from courtly.engine.contract.weights import Numbers
from courtly.engine.errors import BadOption
from courtly.engine.play.threads import Span, Threads

PLAYERS = (2, 3, 4)
"""Numbers of players in a duel, if the game allows them."""

EVEN = 0.5
"""Victory share of equal players."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a duel, or of a part of it.

    Attributes
    ----------
    ours, theirs
        Mean victory share of a challenger's seat, and of an opponent's seat, by deal. Both are multiplied by half the
        number of players, so that equal players have 0.5 each. Shape (deals,).
    margin
        Difference in mean points between a challenger's seat and an opponent's seat, in standard deviations of points.
    matches
        Number of matches played.
    """

    ours: Float64Array
    theirs: Float64Array
    margin: float
    matches: int

    @property
    def share(self) -> float:
        """The mean of `ours`, divided by the sum of the means of `ours` and `theirs`: 0.5 for equal players."""
        return float(self.ours.sum() / (self.ours.sum() + self.theirs.sum()))

    def figure(self) -> Figure:
        """Return the share with its 95 % interval over the deals; `n` is the number of deals."""
        deals = len(self.ours)
        group = group_of(np.arange(deals), deals)
        count = int(group.max()) + 1
        ours, both = (totals(group, values, count) for values in (self.ours, self.ours + self.theirs))
        found = ratio(ours, both)
        return Figure(found.value, found.low, found.high, deals, found.draws)


def tables(game: str, options: Mapping[str, Any], deals: int, seed: int) -> list[Plan]:
    """Return the plans of a duel: one for each number of players, all with one seed."""
    model = find_game(game).rules.options
    found = []
    for players in PLAYERS:
        try:
            given = read_options(model, {**options, "players": players}).given()
        except BadOption:
            continue
        found.append(Plan(game, given, ("steward", "steward"), deals=deals, seed=seed))
    if not found:
        read_options(model, {**options, "players": PLAYERS[0]})
    return found


def duel(plans: Sequence[Plan], weights: tuple[Numbers, Numbers], workers: int) -> list[Outcome]:
    """Return the outcomes of a challenger with the first weights against opponents with the second, by plan."""
    return [_on_table(plan, weights, workers) for plan in plans]


def together(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the mean outcome over all numbers of players. Each number of players counts equally."""
    return Outcome(
        np.sum([each.ours for each in outcomes], axis=0) / len(outcomes),
        np.sum([each.theirs for each in outcomes], axis=0) / len(outcomes),
        float(np.mean([each.margin for each in outcomes])),
        sum(each.matches for each in outcomes),
    )


def _on_table(plan: Plan, weights: tuple[Numbers, Numbers], workers: int) -> Outcome:
    contents = contents_of(plan, weights)
    rows = [part for lineup in even_lineups(plan) for part in _rows(plan, lineup, contents, workers)]
    return _outcome(plan, np.concatenate(rows))


def _rows(plan: Plan, lineup: int, contents: States, workers: int) -> list[Rows]:
    def work(span: Span) -> Rows:
        return play_weights(plan, Unit(lineup, *span), contents).rows

    with Threads(workers) as threads:
        return threads.share(work, plan.deals)


def contents_of(plan: Plan, weights: Sequence[Numbers]) -> States:
    """Return the content of a plan repeated for each set of weights."""
    setup = plan.setup
    contents = setup.game.rules.content.empty(len(weights))
    contents[:] = setup.contents[0]
    contents["weights"] = np.stack(weights)
    contents.setflags(write=False)
    return contents


def even_lineups(plan: Plan) -> list[int]:
    """Return the lineups in which the numbers of seats of the two sides differ by at most one."""
    return [i for i, bots in enumerate(plan.lineups) if abs(bots.count(0) - bots.count(1)) <= 1]


def matches_of(plans: Sequence[Plan]) -> int:
    """Return the number of matches of a duel on these plans."""
    return sum(plan.deals * plan.arrangements[i].shape[1] for plan in plans for i in even_lineups(plan))


def _outcome(plan: Plan, rows: Rows) -> Outcome:
    found = outcomes(rows)
    mine = plan.seatings(rows["match"]) == 0
    deals = rows["match"] // plan.per_deal
    per_deal = len(rows) / plan.deals

    def by_deal(values: Float64Array) -> Float64Array:
        return np.bincount(deals, values, minlength=plan.deals) / per_deal

    victory = found.shares * plan.seats / 2
    above = found.scores - found.scores.mean(axis=1, keepdims=True)
    margin = float((_mean(above, mine) - _mean(above, ~mine)).mean())
    return Outcome(
        by_deal(_mean(victory, mine)),
        by_deal(_mean(victory, ~mine)),
        margin / max(float(above.std()), 1e-9),
        len(rows),
    )


def _mean(values: Float64Array, seats: np.ndarray[Any, np.dtype[np.bool_]]) -> Float64Array:
    """Return the mean of the values at the selected seats, by match."""
    found: Float64Array = np.where(seats, values, 0.0).sum(axis=1) / seats.sum(axis=1)
    return found
