"""Let bots think within a deadline, for any number of tables.

Each search runs on one thread. As many searches run in parallel as there are cores; the others wait in order. More
threads would not speed up a search, and the event loop would wait for Python's lock behind threads of the lowest
priority. Each search gets a share of time. The shares shrink when more searches arrive.

A bot's thinking time may depend on its hidden cards. `BotMove.by` does not depend on them: see `pace`.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from courtly.bots import Bot, Budget, Stop, find_bot
from courtly.bots.search.bot import LAPSE_SIMULATIONS, TWO_TREES_FROM
from courtly.bots.simple import StewardBot
from courtly.engine.closing import Closeable
from courtly.engine.compile.rng import Stream
from courtly.engine.errors import shown
from courtly.engine.play.cores import LOWEST_PRIORITY
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables.errors import BotFailed

T = TypeVar("T")

DEADLINE = 1.5
"""Seconds within which a bot chooses its move."""

PART = 0.6
"""The part of the deadline for thinking; the rest is for the other work of the machine."""

LONGEST = 0.5
"""The longest search, in seconds. It is shorter than a step of the pace: a quiet server plays at the first step."""

LEAST_SIMULATIONS = 50
"""The smallest useful number of simulations; a search with fewer plays worse than the steward."""

MIN_SECONDS = 1e-6
"""Seconds for a search that has no time left. It runs all the same, so that a weak bot can make its intended lapses,
which need no time. Otherwise it would play the steward's move, and would play far better on a busy server."""


class BotMove(NamedTuple):
    """The decision of a bot.

    Attributes
    ----------
    move
        A legal move.
    simulations
        The number of simulations of the search; 0 without a search, or if there were too few to use.
    by
        The time when the bot's share of time ends, by the monotonic clock. It depends on the number of thinking bots,
        and not on the bot's knowledge.
    """

    move: str
    simulations: int
    by: float


@dataclass(eq=False, slots=True)
class SearchJob:
    """A requested search.

    Attributes
    ----------
    due
        The deadline of the search, by the monotonic clock.
    begun
        The time when it began, None while it waits.
    """

    bot: Bot
    budget: Budget
    knowledge: Knowledge
    luck: Stream
    due: float
    begun: float | None = None
    stop: Stop = field(default_factory=Stop)


def share(dues: Sequence[float], now: float, *, cores: int, longest: float) -> float:
    """Return the seconds for the first search of a queue, such that all searches in the queue can meet their deadlines.

    Examples
    --------
    >>> round(share([0.9] * 60, 0.0, cores=2, longest=0.5), 9)
    0.03
    >>> share([0.9], 0.0, cores=2, longest=0.5)
    0.5
    """
    fair = [min(cores, count) * (due - now) / count for count, due in enumerate(dues, 1)]
    return max(0.0, min([longest, *fair]))


class Thinkers(Closeable):
    """The threads in which bots think; also a context manager. Call its methods from one event loop only.

    Until the rules of a game are compiled, a search would take minutes. The steward then plays for bots that search.

    Parameters
    ----------
    runtime
        The runtime, which compiles the rules.
    deadline
        Seconds within which a bot answers, if the machine has the time.
    longest
        Maximum seconds of a search.
    cores
        The number of parallel searches; by default as in the settings.
    """

    def __init__(
        self, runtime: Runtime, *, deadline: float = DEADLINE, longest: float = LONGEST, cores: int | None = None
    ) -> None:
        self._runtime = runtime
        self.cores = cores or runtime.settings.thinkers or runtime.cores
        self.deadline = deadline
        self._longest = longest
        self._searches: list[SearchJob] = []
        self._lock = threading.Lock()
        self._pool = environment().executor(self.cores, "search", _give_way)
        # A bot without a search should not wait behind searches.
        self._quick = environment().executor(1, "quick", _give_way)

    def close(self) -> None:
        """Stop the running searches, drop the waiting ones, and end the threads."""
        for pool in (self._pool, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            for search in self._searches:
                search.stop.set()

    @property
    def searching(self) -> int:
        """The number of waiting and running searches."""
        return len(self._searches)

    async def think(self, spec: str, knowledge: Knowledge, luck: Stream) -> BotMove:
        """Return the decision of a bot; cancelling the call stops the search.

        Parameters
        ----------
        spec
            The specification of the bot; its number of simulations is an upper limit, and the search uses one thread.
        knowledge
            The knowledge of the seat to move.
        luck
            The random stream of the bot; it advances.

        Raises
        ------
        BotFailed
            The bot does not exist, crashed, or chose an illegal move.
        """
        try:
            bot = find_bot(spec)
            budget = getattr(bot, "budget", None)
            if isinstance(budget, Budget) and self._runtime.is_cold(knowledge.setup.game.name):
                thought = await self._ask(StewardBot(), knowledge, luck)
            elif isinstance(budget, Budget):
                thought = await self._search_in_turn(bot, budget, knowledge, luck)
            else:
                thought = await self._ask(bot, knowledge, luck)
        except Exception as error:
            # The cause may name the bot's own cards: only the log gets it.
            raise _failed(spec, knowledge.seat) from error
        if thought.move not in knowledge.legal:
            raise _failed(spec, knowledge.seat)
        return thought

    async def _ask(self, bot: Bot, knowledge: Knowledge, luck: Stream) -> BotMove:
        """Return the decision of a bot that does not search."""
        asked = environment().monotonic()
        choice = await self._run(self._quick, lambda: bot.choose(knowledge, luck))
        return BotMove(choice.move, 0, asked)

    async def _search_in_turn(self, bot: Bot, budget: Budget, knowledge: Knowledge, luck: Stream) -> BotMove:
        search = SearchJob(bot, budget, knowledge, luck, due=environment().monotonic() + PART * self.deadline)
        with self._lock:
            self._searches.append(search)
        self._shorten()
        try:
            return await self._run(self._pool, lambda: self._search(search))
        finally:
            search.stop.set()
            with self._lock:
                self._searches.remove(search)

    @staticmethod
    async def _run(pool: Executor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def _shorten(self) -> None:
        """Shorten the running searches to their share of time, after another search was added."""
        loop, now = asyncio.get_running_loop(), environment().monotonic()
        with self._lock:
            each = PART * self.deadline * min(1.0, self.cores / len(self._searches))
            running = [(search.stop, search.begun + each) for search in self._searches if search.begun is not None]
        for stop, end in running:
            loop.call_later(max(0.0, end - now), stop.set)

    def _begin(self, search: SearchJob) -> tuple[float, float]:
        """Mark a search as begun; return the time and the seconds that it gets."""
        with self._lock:
            now = environment().monotonic()
            dues = [each.due for each in self._searches if each.begun is None]
            search.begun = now
        return now, share(dues, now, cores=self.cores, longest=self._longest)

    def _search(self, search: SearchJob) -> BotMove:
        """Run a search for its share of time; fall back to the steward's move after too few simulations."""
        begun, seconds = self._begin(search)
        if len(search.knowledge.legal) > 1:
            budget = _within(search, seconds, is_busy=seconds < self._longest)
            choice = search.bot.choose(search.knowledge, search.luck, budget)
            made = choice.thought.simulations if choice.thought else 0
            # Fewer simulations are enough if they are the limit of the bot's level, or a lapse.
            if (
                made >= min(LEAST_SIMULATIONS, search.budget.simulations or LEAST_SIMULATIONS)
                or made == LAPSE_SIMULATIONS
            ):
                return BotMove(choice.move, made, max(begun + seconds, environment().monotonic()))
        choice = StewardBot().choose(search.knowledge, search.luck)
        return BotMove(choice.move, 0, max(begun + seconds, environment().monotonic()))


def _within(search: SearchJob, seconds: float, *, is_busy: bool) -> Budget:
    """Return the budget of a search, limited to a number of seconds."""
    own = search.budget
    simulations = own.simulations
    if is_busy and simulations is not None:
        # Two trees would halve the little time there is.
        simulations = min(simulations, TWO_TREES_FROM - 1)
    seconds = max(MIN_SECONDS, min(seconds, own.seconds or seconds))
    return replace(own, simulations=simulations, seconds=seconds, threads=1, stop=search.stop)


def _give_way() -> None:
    """Give this thread the lowest priority, on systems that support it per thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)


def _failed(spec: str, seat: int) -> BotFailed:
    message = said("bot {bot} in seat {seat} could not choose a move", bot=shown(spec), seat=seat)
    return BotFailed(message, given=spec, where=f"seat {seat}")
