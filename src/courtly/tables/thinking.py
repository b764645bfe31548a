"""Lets bots think within a deadline, however many tables ask at once.

Searches run one thread each, as many side by side as there are cores, the others in the order in which they were asked
for. More at once would bring none of them further, and would keep the event loop waiting for Python's lock behind
threads of the lowest priority. Each gets a share of time; when more ask, those that run get less.

How long a bot thought may depend on what it holds. A `Thought` therefore has `by`, which does not: see `pace`.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from courtly.bots import Bot, Budget, Stop, find_bot
from courtly.bots.search.bot import LAPSE_SIMULATIONS, TWO_TREES_FROM
from courtly.bots.simple import StewardBot
from courtly.engine.closing import Closing
from courtly.engine.compile.rng import Stream
from courtly.engine.errors import shown
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.tables.errors import BotFailed

T = TypeVar("T")

DEADLINE = 1.5
"""Seconds after which a bot has answered."""

PART = 0.6
"""How much of the deadline may be spent on thinking; the rest is for what else the machine does."""

LONGEST = 0.5
"""Seconds that a bot gets when no other waits: on a quiet server every move is there at the first step of the pace."""

LEAST_SIMULATIONS = 50
"""With fewer a search plays worse than the steward."""

GLANCE = 1e-6
"""Seconds of a search whose time is over. It is asked all the same: a level that is meant to lapse does so in no time,
and would otherwise play far better on a busy server than on a quiet one."""

LOWEST_PRIORITY = 19


class Thought(NamedTuple):
    """What a bot decided.

    Attributes
    ----------
    move
        One of its legal moves.
    simulations
        How many its search made; 0 when it made none, or too few to be heard.
    by
        When it would have answered had it used all its time, by `time.monotonic`. It depends on how many bots were
        thinking, and not on what this one knows.
    """

    move: str
    simulations: int
    by: float


@dataclass(eq=False, slots=True)
class Search:
    """A search that is asked for.

    Attributes
    ----------
    due
        When it is to be through, by `time.monotonic`.
    begun
        When it began, None while it waits.
    """

    bot: Bot
    budget: Budget
    knowledge: Knowledge
    luck: Stream
    due: float
    begun: float | None = None
    stop: Stop = field(default_factory=Stop)


def share(dues: Sequence[float], now: float, *, cores: int, longest: float) -> float:
    """Return the seconds that the first of a queue gets, such that everybody in it can be through when due.

    Examples
    --------
    >>> round(share([0.9] * 60, 0.0, cores=2, longest=0.5), 9)
    0.03
    >>> share([0.9], 0.0, cores=2, longest=0.5)
    0.5
    """
    fair = [min(cores, place) * (due - now) / place for place, due in enumerate(dues, 1)]
    return max(0.0, min([longest, *fair]))


class Thinkers(Closing):
    """The threads in which bots think; also a context manager. Its methods belong to one event loop.

    Parameters
    ----------
    runtime
        What the process computes with; nothing is searched before it is warm.
    deadline
        Seconds within which a bot answers. It is a promise as far as the machine has time to give.
    longest
        Seconds that a search gets at most.
    cores
        How many searches run side by side; as many as the settings say by default.
    """

    def __init__(
        self, runtime: Runtime, *, deadline: float = DEADLINE, longest: float = LONGEST, cores: int | None = None
    ) -> None:
        self._runtime = runtime
        self.cores = cores or runtime.settings.thinkers or runtime.cores
        self.deadline = deadline
        self._longest = longest
        self._searches: list[Search] = []
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(self.cores, thread_name_prefix="search", initializer=_give_way)
        # A bot that does not search should not wait behind those that do.
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="quick", initializer=_give_way)

    def close(self) -> None:
        """Stop what is being searched, drop what waits, and end the threads."""
        for pool in (self._pool, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            for search in self._searches:
                search.stop.set()

    @property
    def searching(self) -> int:
        """How many searches are asked for or under way."""
        return len(self._searches)

    async def think(self, spec: str, knowledge: Knowledge, luck: Stream) -> Thought:
        """Return what a bot decides; whoever cancels this stops the search.

        Parameters
        ----------
        spec
            The specification of the bot; what it says of simulations is their upper limit, one thread searches.
        knowledge
            What the seat that decides knows.
        luck
            Where all luck of the bot comes from; it advances.

        Raises
        ------
        BotFailed
            There is no such bot, it broke down, or what it chose is not legal.
        """
        try:
            bot = find_bot(spec)
            budget = getattr(bot, "budget", None)
            if isinstance(budget, Budget):
                thought = await self._search_in_turn(bot, budget, knowledge, luck)
            else:
                thought = await self._ask(bot, knowledge, luck)
        except Exception as error:
            # The cause may speak of the bot's own cards: it is for the log.
            raise _failed(spec, knowledge.seat) from error
        if thought.move not in knowledge.legal:
            raise _failed(spec, knowledge.seat)
        return thought

    async def _ask(self, bot: Bot, knowledge: Knowledge, luck: Stream) -> Thought:
        """Return what a bot chooses that does not search."""
        asked = time.monotonic()
        choice = await self._run(self._quick, lambda: bot.choose(knowledge, luck), knowledge)
        return Thought(choice.move, 0, asked)

    async def _search_in_turn(self, bot: Bot, budget: Budget, knowledge: Knowledge, luck: Stream) -> Thought:
        search = Search(bot, budget, knowledge, luck, due=time.monotonic() + PART * self.deadline)
        with self._lock:
            self._searches.append(search)
        self._shorten()
        try:
            return await self._run(self._pool, lambda: self._search(search), knowledge)
        finally:
            search.stop.set()
            with self._lock:
                self._searches.remove(search)

    async def _run(self, pool: Executor, work: Callable[[], T], knowledge: Knowledge) -> T:
        def when_warm() -> T:
            self._runtime.wait_until_warm(knowledge.setup.game.name)
            return work()

        return await asyncio.get_running_loop().run_in_executor(pool, when_warm)

    def _shorten(self) -> None:
        """Have the searches that run end after the share that each has of the time, now that there is one more."""
        loop, now = asyncio.get_running_loop(), time.monotonic()
        with self._lock:
            each = PART * self.deadline * min(1.0, self.cores / len(self._searches))
            running = [(search.stop, search.begun + each) for search in self._searches if search.begun is not None]
        for stop, end in running:
            loop.call_later(max(0.0, end - now), stop.set)

    def _begin(self, search: Search) -> tuple[float, float]:
        """Note that a search begins, and return when that is and how many seconds it gets."""
        with self._lock:
            now = time.monotonic()
            dues = [each.due for each in self._searches if each.begun is None]
            search.begun = now
        return now, share(dues, now, cores=self.cores, longest=self._longest)

    def _search(self, search: Search) -> Thought:
        """Search for as long as there is time; without enough, or any choice, play as the steward does."""
        begun, seconds = self._begin(search)
        if len(search.knowledge.legal) > 1:
            budget = _within(search, seconds, is_busy=seconds < self._longest)
            choice = search.bot.choose(search.knowledge, search.luck, budget)
            made = choice.thought.simulations if choice.thought else 0
            # Fewer that are its own limit, or a lapse, are what the level is meant to play by.
            if (
                made >= min(LEAST_SIMULATIONS, search.budget.simulations or LEAST_SIMULATIONS)
                or made == LAPSE_SIMULATIONS
            ):
                return Thought(choice.move, made, max(begun + seconds, time.monotonic()))
        choice = StewardBot().choose(search.knowledge, search.luck)
        return Thought(choice.move, 0, max(begun + seconds, time.monotonic()))


def _within(search: Search, seconds: float, *, is_busy: bool) -> Budget:
    """Return the budget of a search that has so much time."""
    own = search.budget
    simulations = own.simulations
    if is_busy and simulations is not None:
        # Two trees would halve what little there is.
        simulations = min(simulations, TWO_TREES_FROM - 1)
    seconds = max(GLANCE, min(seconds, own.seconds or seconds))
    return replace(own, simulations=simulations, seconds=seconds, threads=1, stop=search.stop)


def _give_way() -> None:
    """Give this thread the lowest priority, where the system knows priorities of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)


def _failed(spec: str, seat: int) -> BotFailed:
    message = said("bot {bot} in seat {seat} could not choose a move", bot=shown(spec), seat=seat)
    return BotFailed(message, given=spec, where=f"seat {seat}")
