"""The interface of a bot: what it is given, and what it gives back."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.rng import Stream
from courtly.engine.errors import CourtlyError, shown
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said

MOST_SIMULATIONS = 100_000_000
MOST_SECONDS = 86_400.0


class UnknownBot(CourtlyError):
    """No bot answers to that specification."""

    code = "unknown-bot"


class BadBudget(CourtlyError):
    """A budget without any simulation or time, or without an end."""

    code = "bad-budget"


class Stop:
    """Lets another thread ask a searching bot to answer at once with what it has found so far."""

    __slots__ = ("flag",)

    def __init__(self) -> None:
        self.flag: npt.NDArray[np.uint8] = np.zeros(1, np.uint8)

    def set(self) -> None:
        """Ask for the answer now."""
        self.flag[0] = 1

    @property
    def is_set(self) -> bool:
        """Whether the answer has been asked for."""
        return bool(self.flag[0])


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think: simulations, seconds, or both, whichever ends first; bots that do not search take less.

    `threads` limits how many threads it uses; by default as many as it can and the machine has cores for.

    Examples
    --------
    >>> Budget(simulations=500).simulations
    500
    >>> Budget(simulations=0)
    Traceback (most recent call last):
    courtly.bots.base.BadBudget: a bot cannot think for 0 simulations; it takes a whole number, 1 to 100000000
    """

    simulations: int | None = None
    seconds: float | None = None
    threads: int | None = None
    stop: Stop = field(default_factory=Stop, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse what is no budget."""
        if self.simulations is None and self.seconds is None:
            message = said("a budget holds simulations or seconds")
            raise BadBudget(message, where="budget", allowed=said("at least one of them"))
        if self.simulations is not None and not _is_count(self.simulations):
            allowed = said("a whole number, {low} to {high}", low=1, high=MOST_SIMULATIONS)
            given = shown(self.simulations)
            message = said(
                "a bot cannot think for {given} simulations; it takes {allowed}", given=given, allowed=allowed
            )
            raise BadBudget(message, given=self.simulations, where="simulations", allowed=allowed)
        if self.seconds is not None and not _is_time(self.seconds):
            allowed = said("a number above 0 and up to {high}", high=f"{MOST_SECONDS:.0f}")
            given = shown(self.seconds)
            message = said("a bot cannot think for {given} seconds; it takes {allowed}", given=given, allowed=allowed)
            raise BadBudget(message, given=self.seconds, where="seconds", allowed=allowed)
        if self.threads is not None and not _is_count(self.threads):
            allowed = said("a whole number from 1")
            message = said(
                "a bot cannot think in {given} threads; it takes {allowed}", given=shown(self.threads), allowed=allowed
            )
            raise BadBudget(message, given=self.threads, where="threads", allowed=allowed)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_SIMULATIONS


def _is_time(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return math.isfinite(value) and 0 < value <= MOST_SECONDS


@dataclass(frozen=True, slots=True)
class Considered:
    """What a bot thought of one move.

    Attributes
    ----------
    move
        The line of notation.
    visits
        How many simulations began with it.
    value
        The average reward of those, from 0 to 1.
    chance
        The average share of victory in those, from 0 to 1.
    """

    move: str
    visits: int
    value: float
    chance: float


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: how many simulations it made, and the moves, the most visited first."""

    simulations: int
    moves: tuple[Considered, ...]

    @property
    def chance(self) -> float:
        """The chance of winning with the best move, as the simulations saw it."""
        return self.moves[0].chance


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot decided: the move, as a line of notation, and what it thought if it searched."""

    move: str
    thought: Thought | None = None


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """The specification by which it is found."""
        ...

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Choice:
        """Return one of `knowledge.legal`; all luck comes from `rng`, which advances.

        Without a `budget` a bot takes its own. The same knowledge, stream and number of simulations give the same
        choice; a budget of time cannot promise that.
        """
        ...


def choose(bot: Bot, knowledge: Knowledge, rng: Stream, *, threads: int | None = None) -> Choice:
    """Return what a bot chooses within its own budget, on at most so many threads if it searches."""
    own = getattr(bot, "budget", None)
    if threads is None or not isinstance(own, Budget):
        return bot.choose(knowledge, rng)
    return bot.choose(knowledge, rng, replace(own, threads=threads))


Maker = Callable[[str], Bot]
"""Makes a bot of what follows its name in a specification."""
