"""The bot interface: budgets, choices, and the protocol that every bot implements."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.rng import Stream
from courtly.engine.errors import CourtlyError, IllegalMove, shown
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said

MAX_SIMULATIONS = 100_000_000
MAX_SECONDS = 86_400.0


class UnknownBot(CourtlyError):
    """The specification matches no bot, or has invalid parameters."""

    code = "unknown-bot"


class BadBudget(CourtlyError):
    """The budget is zero, unlimited or out of range."""

    code = "bad-budget"


class Stop:
    """Lets another thread tell a searching bot to answer immediately with its best move so far."""

    __slots__ = ("flag",)

    def __init__(self) -> None:
        self.flag: npt.NDArray[np.uint8] = np.zeros(1, np.uint8)

    def set(self) -> None:
        """Ask for the answer now."""
        self.flag[0] = 1

    @property
    def is_set(self) -> bool:
        """Whether an immediate answer was requested."""
        return bool(self.flag[0])


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit on a bot's thinking: simulations, seconds, or both. The first limit reached ends the search.

    Bots that do not search ignore it. `threads` limits the number of threads; by default it depends on the bot and the
    number of cores.

    Examples
    --------
    >>> Budget(simulations=500).simulations
    500
    >>> Budget(simulations=0)
    Traceback (most recent call last):
    courtly.bots.base.BadBudget: a bot cannot think for 0 simulations; use a whole number from 1 to 100000000
    """

    simulations: int | None = None
    seconds: float | None = None
    threads: int | None = None
    stop: Stop = field(default_factory=Stop, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Raise `BadBudget` if a limit is missing or out of range."""
        if self.simulations is None and self.seconds is None:
            message = said("a budget needs simulations or seconds")
            raise BadBudget(message, where="budget", allowed=said("at least one of them"))
        if self.simulations is not None and not _is_count(self.simulations):
            allowed = said("a whole number from {low} to {high}", low=1, high=MAX_SIMULATIONS)
            given = shown(self.simulations)
            message = said("a bot cannot think for {given} simulations; use {allowed}", given=given, allowed=allowed)
            raise BadBudget(message, given=self.simulations, where="simulations", allowed=allowed)
        if self.seconds is not None and not _is_time(self.seconds):
            allowed = said("a number above 0, at most {high}", high=f"{MAX_SECONDS:.0f}")
            given = shown(self.seconds)
            message = said("a bot cannot think for {given} seconds; use {allowed}", given=given, allowed=allowed)
            raise BadBudget(message, given=self.seconds, where="seconds", allowed=allowed)
        if self.threads is not None and not _is_count(self.threads):
            allowed = said("a whole number from 1")
            message = said(
                "a bot cannot think in {given} threads; use {allowed}", given=shown(self.threads), allowed=allowed
            )
            raise BadBudget(message, given=self.threads, where="threads", allowed=allowed)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MAX_SIMULATIONS


def _is_time(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return math.isfinite(value) and 0 < value <= MAX_SECONDS


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """A bot's evaluation of one move.

    Attributes
    ----------
    move
        The move in notation.
    visits
        Number of simulations that began with this move.
    value
        Mean reward of those simulations, from 0 to 1.
    chance
        Mean victory share of those simulations, from 0 to 1.
    """

    move: str
    visits: int
    value: float
    chance: float


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: the number of simulations, and the moves by descending number of visits."""

    simulations: int
    moves: tuple[MoveEvaluation, ...]

    @property
    def chance(self) -> float:
        """Estimated win share of the best move."""
        return self.moves[0].chance


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's decision: the move in notation and, if the bot searched, the result of the search."""

    move: str
    thought: SearchResult | None = None


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """The specification that finds the bot."""
        ...

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Choice:
        """Return one of `knowledge.legal`. All randomness comes from `rng`, which advances.

        Without a `budget` the bot uses its own. Equal knowledge, stream and number of simulations give equal choices;
        a time budget does not guarantee that.
        """
        ...


def choose(bot: Bot, knowledge: Knowledge, rng: Stream, *, threads: int | None = None) -> Choice:
    """Return the choice of a bot within its own budget; a search uses at most `threads` threads.

    A custom bot may return the move as text or as a number instead of a `Choice`; see `line_of`.
    """
    own = getattr(bot, "budget", None)
    given: object
    if threads is None or not isinstance(own, Budget):
        given = bot.choose(knowledge, rng)
    else:
        given = bot.choose(knowledge, rng, replace(own, threads=threads))
    return given if isinstance(given, Choice) else Choice(line_of(given, knowledge))


def line_of(given: object, knowledge: Knowledge) -> str:
    """Return a move, given as text or as its number, in notation; raise `IllegalMove` for any other value."""
    count = knowledge.setup.codec.count
    if isinstance(given, int | np.integer) and not isinstance(given, bool) and 0 <= given < count:
        return knowledge.setup.codec.format(int(given))
    if isinstance(given, str):
        return given
    allowed = said("a legal move as text, its number from 0 to {high}, or a Choice", high=count - 1)
    message = said("a bot returned {given}; it must return {allowed}", given=shown(given), allowed=allowed)
    raise IllegalMove(message, given=given, where="choose", allowed=allowed)


Maker = Callable[[str], Bot]
"""Creates a bot from the parameters in its specification."""
