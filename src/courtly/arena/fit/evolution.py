"""Searches for better weights by self-play with CMA-ES (Hansen 2016, arXiv:1604.00772), as the library cma has it.

Every generation plays deals of its own, the same for all its candidates, against the weights that the fit began from. A
weight that changes no match is left alone. The final weights play fresh deals, and only these decide whether they are
better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from courtly.arena.extras import library
from courtly.arena.fit.duel import EVEN, Outcome, duel, matches_of, tables, together
from courtly.arena.luck import deal_seed
from courtly.arena.plan import Plan
from courtly.arena.run import Progress, Resources
from courtly.engine.arrays import Float64Array
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import find_game
from courtly.engine.contract.weights import Numbers, Weights
from courtly.engine.errors import BadOption, cannot_be
from courtly.engine.play.match import MAX_SEED
from courtly.engine.sentences import said

FRESH = 20
"""How many times the deals of a generation are played at the end."""

GLANCE = 20
"""Deals on which it is seen whether a weight changes anything, at most."""

STEP = 0.1
"""How far the first candidates go, as a part of each weight's range."""

MARGIN = 0.1
"""What a standard deviation of points counts beside a victory, to tell candidates apart."""

DIGITS = 4
"""Significant digits of a weight that was found."""

_LUCK = 0x666974
"""Tells the stream of the candidates from those of the deals."""


@dataclass(frozen=True, slots=True)
class FitTask:
    """What to fit, and how long.

    Attributes
    ----------
    game, options
        The game, and options for all matches as a record holds them; the number of players is no part of them.
    generations, deals
        How many rounds of candidates, and how many deals each candidate plays with each number of players.
    seed
        Decides every candidate, deal and match.
    start
        The weights to begin from and to play against: shape (weights,); those that are played with by default.
    workers
        Threads; as many as there are cores by default. They change nothing but the time.
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
        """The weights of the game; raises `BadOption` when it has none."""
        weights = find_game(self.game).study.weights
        if weights is None:
            message = said("{game} has no weights to fit", game=self.game)
            raise BadOption(message, given=self.game, where="game")
        return weights

    @property
    def before(self) -> Numbers:
        """The weights to begin from."""
        return self.weights.present if self.start is None else self.start

    def plans(self, deals: int, number: int) -> list[Plan]:
        """Return the tables of the deals of that number: generations have theirs, from 0 on, and the end."""
        return tables(self.game, self.options or {}, deals, deal_seed(self.seed, number))

    def check(self) -> None:
        """Raise `UnknownGame` or `BadOption` for what cannot be, a library that is missing among it."""
        _ = self.weights, _optimiser()
        most = {"generations": 100_000, "deals": 1_000_000}
        for name, high in most.items():
            if not 1 <= getattr(self, name) <= high:
                raise cannot_be(name, getattr(self, name), said("a whole number, {low} to {high}", low=1, high=high))
        if not 0 <= self.seed <= MAX_SEED:
            raise cannot_be("seed", self.seed, said("a whole number, {low} to {high}", low=0, high=MAX_SEED))
        Resources(workers=self.workers).check()
        self.plans(1, 0)


@dataclass(frozen=True, slots=True)
class Fit:
    """The result of a fit.

    Attributes
    ----------
    before, after
        The weights that it began from and those that it found: shape (weights,).
    idle
        Names of the weights that changed no match and were left as they were.
    population
        Candidates in a generation.
    matches
        All matches played, those of the comparison among them.
    outcomes
        By number of players, how the weights found did against those before, on fresh deals.
    """

    before: Numbers
    after: Numbers
    idle: tuple[str, ...]
    population: int
    matches: int
    outcomes: dict[int, Outcome]

    @property
    def total(self) -> Outcome:
        """The comparison with all numbers of players together."""
        return together(list(self.outcomes.values()))

    @property
    def is_better(self) -> bool:
        """Whether the interval of the share lies above even chances."""
        low = self.total.figure().low
        return low is not None and low > EVEN


def fit(task: FitTask, on_progress: Progress = lambda _done, _total: None) -> Fit:
    """Search for weights that beat those of the task, and compare them on fresh deals.

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
    """The matches of one fit, counted."""

    def __init__(self, task: FitTask, on_progress: Progress) -> None:
        self.task = task
        self.on_progress = on_progress
        self.workers = Resources(workers=task.workers).worker_count
        self.limits = task.weights.limits
        self.played = self.expected = 0

    def expect(self, plans: Sequence[Plan], times: int) -> None:
        """Expect so many more duels on these plans, for the progress."""
        self.expected = self.played + times * matches_of(plans)

    def play(self, plans: Sequence[Plan], numbers: Numbers) -> list[Outcome]:
        """Play these weights against the original ones, and report the progress."""
        found = duel(plans, (numbers, self.task.before), self.workers)
        self.played += sum(each.matches for each in found)
        self.on_progress(self.played, max(self.played, self.expected))
        return found

    def moving(self) -> list[int]:
        """Return the weights that change a match when they are as little or as much as they may be."""
        plans = self.task.plans(min(GLANCE, self.task.deals), self.task.generations + 1)
        self.expect(plans, 1 + 2 * len(self.task.before))
        usual = self.play(plans, self.task.before)
        found = [
            i
            for i in range(len(self.task.before))
            if any(self._differs(plans, usual, i, each[i]) for each in self.limits)
        ]
        if not found:
            message = said("no weight changes anything in these matches")
            raise BadOption(message, where="option", allowed=said("other options"))
        return found

    def _differs(self, plans: Sequence[Plan], usual: list[Outcome], weight: int, value: float) -> bool:
        changed = self.task.before.copy()
        changed[weight] = value
        return any(one.margin != other.margin for one, other in zip(self.play(plans, changed), usual, strict=True))

    def place(self, moving: list[int]) -> Float64Array:
        """Return where the weights before are in their ranges, from 0 to 1."""
        low, high = self.limits
        found: Float64Array = ((self.task.before - low) / (high - low))[moving]
        return found

    def numbers(self, moving: list[int], place: Float64Array) -> Numbers:
        """Return the weights at a place, those that do not move as before."""
        low, high = self.limits
        found = self.task.before.copy()
        values = low[moving] + (high - low)[moving] * place
        found[moving] = [float(f"{value:.{DIGITS}g}") for value in values]
        return np.clip(found, low, high)


def _settings(task: FitTask, dimension: int) -> dict[str, Any]:
    """Return the options of the search: quiet, within bounds, its luck from our seed alone."""
    luck = np.random.default_rng(int(stream(task.seed, _LUCK)[0]))
    return {
        "bounds": [[0.0] * dimension, [1.0] * dimension],
        "randn": lambda *shape: luck.standard_normal(shape),
        "seed": np.nan,
        "verbose": -10,
        "verb_log": 0,
    }


def _value(outcomes: Sequence[Outcome]) -> float:
    """Return what a candidate is judged by."""
    total = together(outcomes)
    return total.share + MARGIN * total.margin


def _optimiser() -> Any:
    return library("cma", said("fits"), where="fit")
