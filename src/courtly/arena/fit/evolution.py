"""Search for better weights by self-play with CMA-ES (Hansen 2016, arXiv:1604.00772), using the library cma.

Every generation has its own deals. All candidates of a generation play these deals against the start weights. A weight
that never changes a result stays fixed. At the end, the final weights play the start weights on new deals. Only these
new deals decide whether the final weights are better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from courtly.arena.fit.duel import EVEN, Outcome, duel, matches_of, tables, together
from courtly.arena.plan import Plan
from courtly.arena.random_streams import deal_seed
from courtly.arena.run import Progress, Resources
from courtly.engine.arrays import Float64Array
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import find_game
from courtly.engine.contract.weights import Numbers, Weights
from courtly.engine.errors import BadOption, cannot_be
from courtly.engine.extras import library
from courtly.engine.play.match import MAX_SEED
from courtly.engine.sentences import said

FRESH = 20
"""Number of deals in the final comparison, as a multiple of the deals of a generation."""

PROBE_DEALS = 20
"""Maximum number of deals to test whether a weight changes a result."""

STEP = 0.1
"""Initial step size of the search, as a fraction of each weight's range."""

MARGIN = 0.1
"""A candidate is valued by its victory share, with weight 1, and its margin, with this weight."""

DIGITS = 4
"""Significant digits of a fitted weight."""

_STREAM_KEY = 0x666974
"""Key of the candidates' random stream, so that the stream is independent of the deals."""


@dataclass(frozen=True, slots=True)
class FitTask:
    """The settings of a fit.

    Attributes
    ----------
    game, options
        The game, and its options as in a match record but without the number of players.
    generations, deals
        Number of generations. Number of deals that each candidate plays with each number of players.
    seed
        Seed of all candidates, deals and matches.
    start
        Weights to start from and to play against, shape (weights,); by default the current ones.
    workers
        Number of threads, by default the number of cores; it does not change the result.
    """

    game: str
    generations: int
    deals: int
    seed: int = 0
    options: Mapping[str, Any] | None = None
    start: Numbers | None = None
    workers: int | None = None

    @property
    def weights(self) -> Weights:
        """The weights of the game; raises `BadOption` if it has none."""
        weights = find_game(self.game).study.weights
        if weights is None:
            message = said("{game} has no weights to fit", game=self.game)
            raise BadOption(message, given=self.game, where="game")
        return weights

    @property
    def before(self) -> Numbers:
        """The start weights."""
        return self.weights.present if self.start is None else self.start

    def plans(self, deals: int, number: int) -> list[Plan]:
        """Return the plans for the deals of series `number`.

        Series 0 and up belong to the generations. The next series is for the final comparison, and one more is for the
        probe of the weights.
        """
        return tables(self.game, self.options or {}, deals, deal_seed(self.seed, number))

    def check(self) -> None:
        """Raise `UnknownGame` or `BadOption` if a setting is invalid or a library is missing."""
        _ = self.weights, _optimiser()
        most = {"generations": 100_000, "deals": 1_000_000}
        for name, high in most.items():
            if not 1 <= getattr(self, name) <= high:
                raise cannot_be(
                    name, getattr(self, name), said("a whole number from {low} to {high}", low=1, high=high)
                )
        if not 0 <= self.seed <= MAX_SEED:
            raise cannot_be("seed", self.seed, said("a whole number from {low} to {high}", low=0, high=MAX_SEED))
        Resources(workers=self.workers).check()
        self.plans(1, 0)


@dataclass(frozen=True, slots=True)
class Fit:
    """The result of a fit.

    Attributes
    ----------
    before, after
        Start weights and fitted weights: shape (weights,).
    idle
        Names of the weights that changed no result and stayed fixed.
    population
        Number of candidates in a generation.
    matches
        Number of all matches played, including the final comparison.
    outcomes
        Result of the fitted weights against the start weights on fresh deals, by number of players.
    """

    before: Numbers
    after: Numbers
    idle: tuple[str, ...]
    population: int
    matches: int
    outcomes: dict[int, Outcome]

    @property
    def total(self) -> Outcome:
        """The comparison over all numbers of players."""
        return together(list(self.outcomes.values()))

    @property
    def is_better(self) -> bool:
        """Whether the interval of the share is above 0.5."""
        low = self.total.figure().low
        return low is not None and low > EVEN


def fit(task: FitTask, on_progress: Progress = lambda _done, _total: None) -> Fit:
    """Search for weights that beat the start weights, and compare both on fresh deals.

    Raises
    ------
    UnknownGame, BadOption
    """
    task.check()
    cma = _optimiser()
    trials = _Trials(task, on_progress)
    moving = trials.moving()
    strategy = cma.CMAEvolutionStrategy(trials.place(moving), STEP, _settings(task, len(moving)))
    for generation in range(task.generations):
        plans = task.plans(task.deals, generation)
        candidates = strategy.ask()
        trials.expect(plans, (task.generations - generation) * len(candidates) + FRESH)
        losses = [-_value(trials.play(plans, trials.numbers(moving, place))) for place in candidates]
        strategy.tell(candidates, losses)
    after = trials.numbers(moving, strategy.result.xfavorite)
    plans = task.plans(FRESH * task.deals, task.generations)
    outcomes = trials.play(plans, after)
    idle = tuple(name for i, name in enumerate(task.weights.names) if i not in moving)
    found = {plan.seats: outcome for plan, outcome in zip(plans, outcomes, strict=True)}
    return Fit(task.before, after, idle, strategy.popsize, trials.played, found)


class _Trials:
    """Plays the matches of one fit and counts them."""

    def __init__(self, task: FitTask, on_progress: Progress) -> None:
        self.task = task
        self.on_progress = on_progress
        self.workers = Resources(workers=task.workers).worker_count
        self.limits = task.weights.limits
        self.played = self.expected = 0

    def expect(self, plans: Sequence[Plan], times: int) -> None:
        """Set the expected number of matches to `times` more duels on these plans."""
        self.expected = self.played + times * matches_of(plans)

    def play(self, plans: Sequence[Plan], numbers: Numbers) -> list[Outcome]:
        """Play weights against the start weights, and report the progress."""
        found = duel(plans, (numbers, self.task.before), self.workers)
        self.played += sum(each.matches for each in found)
        self.on_progress(self.played, max(self.played, self.expected))
        return found

    def moving(self) -> list[int]:
        """Return the indices of the weights that change a result when set to their lower or upper limit."""
        plans = self.task.plans(min(PROBE_DEALS, self.task.deals), self.task.generations + 1)
        self.expect(plans, 1 + 2 * len(self.task.before))
        usual = self.play(plans, self.task.before)
        found = [
            i
            for i in range(len(self.task.before))
            if any(self._differs(plans, usual, i, each[i]) for each in self.limits)
        ]
        if not found:
            message = said("no weight makes a difference in these matches")
            raise BadOption(message, where="option", allowed=said("other options"))
        return found

    def _differs(self, plans: Sequence[Plan], usual: list[Outcome], weight: int, value: float) -> bool:
        changed = self.task.before.copy()
        changed[weight] = value
        return any(one.margin != other.margin for one, other in zip(self.play(plans, changed), usual, strict=True))

    def place(self, moving: list[int]) -> Float64Array:
        """Return the start weights as positions in their ranges, from 0 to 1."""
        low, high = self.limits
        found: Float64Array = ((self.task.before - low) / (high - low))[moving]
        return found

    def numbers(self, moving: list[int], place: Float64Array) -> Numbers:
        """Return the weights at a position; fixed weights keep their start values."""
        low, high = self.limits
        found = self.task.before.copy()
        values = low[moving] + (high - low)[moving] * place
        found[moving] = [float(f"{value:.{DIGITS}g}") for value in values]
        return np.clip(found, low, high)


def _settings(task: FitTask, dimension: int) -> dict[str, Any]:
    """Return the options of CMA-ES: quiet, bounded, with random numbers from the task's seed alone."""
    rng = np.random.default_rng(int(stream(task.seed, _STREAM_KEY)[0]))
    return {
        "bounds": [[0.0] * dimension, [1.0] * dimension],
        "randn": lambda *shape: rng.standard_normal(shape),
        "seed": np.nan,
        "verbose": -10,
        "verb_log": 0,
    }


def _value(outcomes: Sequence[Outcome]) -> float:
    """Return the value of a candidate, to be maximized."""
    total = together(outcomes)
    return total.share + MARGIN * total.margin


def _optimiser() -> Any:
    return library("cma", said("fits"), where="fit")
