"""Bots with a deadline: shares of time, moves without any time, and errors that reveal nothing.

These tests do not measure time: a deadline is either too far away to be reached, or it is over immediately.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

import courtly
from courtly.bots import Bot, Budget, Choice, MoveEvaluation, find_bot, level_names
from courtly.bots import SearchResult as Found
from courtly.bots.search.bot import LAPSE_SIMULATIONS, TWO_TREES_FROM, Ismcts
from courtly.bots.simple import StewardBot
from courtly.engine.compile.rng import Stream, stream
from courtly.engine.play.knowledge import Knowledge
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables.errors import BotFailed
from courtly.tables.thinking import LEAST_SIMULATIONS, LONGEST, Thinkers, share

pytestmark = pytest.mark.anyio

GAME = "courtisans"
FAR = 10_000.0
"""A deadline that is never reached."""

NEVER = 1e-12
"""A deadline that is over before anything starts."""

PATIENCE = 60.0
SECRET = "the queen is in the cellar"


@pytest.fixture
def runtime() -> Iterator[Runtime]:
    with Runtime(Settings(cores=2)) as made:
        yield made


@pytest.fixture
def thinkers(runtime: Runtime) -> Iterator[Thinkers]:
    with Thinkers(runtime, deadline=FAR, longest=FAR) as made:
        yield made


@pytest.fixture
def one_core(runtime: Runtime) -> Iterator[Thinkers]:
    with Thinkers(runtime, deadline=FAR, longest=FAR / 10, cores=1) as made:
        yield made


@pytest.fixture
def knowledge() -> Knowledge:
    match = courtly.new_match(GAME, players=3, seed=7)
    return match.knowledge(match.to_move or 0)


def luck() -> Stream:
    return stream(11)


@dataclass
class ScriptedBot:
    """A bot that calls a function of the test for each choice. If the function returns None, play the first move."""

    on_choice: Callable[[Knowledge, Budget], Choice | None]
    budget: Budget = field(default_factory=lambda: Budget(simulations=2500))
    name: str = "watched"

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Choice:
        """Call the function and return its choice."""
        assert budget is not None
        return self.on_choice(knowledge, budget) or Choice(knowledge.legal[0])


class UntilStopped:
    """A choice function whose first call lasts until the stop signal and then sets `ended`; later calls do not wait."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(self, _: Knowledge, budget: Budget) -> None:
        if self.begun.is_set():
            return
        self.begun.set()
        for _wait in range(60_000):
            if budget.stop.is_set:
                self.ended.set()
                return
            time.sleep(0.001)


@pytest.fixture
def until_stopped() -> UntilStopped:
    return UntilStopped()


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[Bot], str]:
    """Make a bot available by its specification, and return the specification."""

    def register(bot: Bot) -> str:
        monkeypatch.setattr("courtly.tables.thinking.find_bot", lambda _: bot)
        return bot.name

    return register


# Shares


@pytest.mark.parametrize(
    ("dues", "cores", "seconds"),
    [
        ([0.75], 2, 0.5),  # alone, with the maximum
        ([0.75] * 2, 2, 0.5),
        ([0.75] * 4, 2, 0.375),
        ([0.75] * 48, 2, 0.03125),
        ([0.75] * 48, 4, 0.0625),
        ([0.25], 2, 0.25),  # near its own deadline
        ([0.25, 9.0, 9.0], 2, 0.25),
        ([9.0, 9.0, 9.0, 0.25], 2, 0.125),  # a later search is near its deadline
        ([0.0, 0.75], 2, 0.0),
        ([-3.0], 2, 0.0),
        ([], 2, 0.5),
    ],
)
def test_a_share_lets_all_waiting_searches_meet_their_deadlines(dues: list[float], cores: int, seconds: float) -> None:
    assert share(dues, 0.0, cores=cores, longest=0.5) == seconds


def test_a_queue_with_shares_meets_its_deadline() -> None:
    waiting, now = [0.75] * 60, 0.0
    while waiting:
        each = share(waiting, now, cores=2, longest=0.5)
        assert each == pytest.approx(0.025)
        waiting, now = waiting[2:], now + each
    assert now == pytest.approx(0.75)


# Moves


@pytest.mark.parametrize("spec", ["random", "steward"])
async def test_a_bot_without_a_search_plays_its_usual_move(thinkers: Thinkers, knowledge: Knowledge, spec: str) -> None:
    thought = await thinkers.think(spec, knowledge, luck())
    assert thought[:2] == (find_bot(spec).choose(knowledge, luck()).move, 0)


async def test_a_search_with_enough_time_makes_all_its_simulations(thinkers: Thinkers, knowledge: Knowledge) -> None:
    thought = await thinkers.think("ismcts:sims=60", knowledge, luck())
    assert thought[:2] == (Ismcts("sims=60").choose(knowledge, luck()).move, 60)


@pytest.mark.parametrize(("spec", "made"), [("ismcts:sims=7", 7), ("ismcts:sims=60,lapse=1", LAPSE_SIMULATIONS)])
async def test_a_level_with_few_simulations_by_design_is_used(
    thinkers: Thinkers, knowledge: Knowledge, spec: str, made: int
) -> None:
    thought = await thinkers.think(spec, knowledge, luck())
    assert thought[:2] == (find_bot(spec).choose(knowledge, luck()).move, made)
    assert made < LEAST_SIMULATIONS


@pytest.mark.parametrize(("made", "heard"), [(LEAST_SIMULATIONS - 1, False), (LEAST_SIMULATIONS, True)])
async def test_a_search_needs_a_minimum_of_simulations(
    thinkers: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str], made: int, heard: bool
) -> None:
    steward = StewardBot().choose(knowledge, luck()).move
    other = next(move for move in knowledge.legal if move != steward)
    found = Found(made, (MoveEvaluation(other, made, 0.5, 0.5),))
    thought = await thinkers.think(play(ScriptedBot(lambda _, __: Choice(other, found))), knowledge, luck())
    assert thought[:2] == ((other, made) if heard else (steward, 0))


@pytest.mark.parametrize("spec", ["regent", "ismcts:sims=60", "ismcts:1s"])
async def test_a_search_without_time_falls_back_to_the_steward(
    runtime: Runtime, knowledge: Knowledge, spec: str
) -> None:
    with Thinkers(runtime, deadline=NEVER) as thinkers:
        thought = await thinkers.think(spec, knowledge, luck())
    rng = luck()
    find_bot(spec).choose(knowledge, rng, Budget(simulations=1))
    assert thought[:2] == (StewardBot().choose(knowledge, rng).move, 0)


async def test_a_level_makes_its_lapses_even_without_time(runtime: Runtime, knowledge: Knowledge) -> None:
    spec = "ismcts:sims=60,lapse=1"
    with Thinkers(runtime, deadline=NEVER) as thinkers:
        thought = await thinkers.think(spec, knowledge, luck())
    assert thought[:2] == (find_bot(spec).choose(knowledge, luck()).move, LAPSE_SIMULATIONS)


@pytest.mark.parametrize("spec", level_names())
async def test_every_level_plays_a_legal_move_without_time(runtime: Runtime, knowledge: Knowledge, spec: str) -> None:
    with Thinkers(runtime, deadline=NEVER) as thinkers:
        assert (await thinkers.think(spec, knowledge, luck())).move in knowledge.legal


async def test_a_search_stopped_before_any_simulation_falls_back_to_the_steward(
    thinkers: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str]
) -> None:
    steward = StewardBot().choose(knowledge, luck()).move
    other = next(move for move in knowledge.legal if move != steward)
    thought = await thinkers.think(play(ScriptedBot(lambda _, __: Choice(other))), knowledge, luck())
    assert thought[:2] == (steward, 0)


async def test_sixty_parallel_requests_get_legal_moves_within_their_level(runtime: Runtime) -> None:
    matches = [courtly.new_match(GAME, players=2, seed=seed) for seed in range(60)]
    knowledges = [match.knowledge(match.to_move or 0) for match in matches]
    with Thinkers(runtime) as thinkers:
        asked = (thinkers.think("ismcts:sims=70", each, stream(n)) for n, each in enumerate(knowledges))
        thoughts = await asyncio.gather(*asked)
        assert thinkers.searching == 0
    assert all(thought.move in each.legal for thought, each in zip(thoughts, knowledges, strict=True))
    # A search that happens to stop at the number of simulations of a lapse is used too.
    possible = {0, LAPSE_SIMULATIONS, *range(LEAST_SIMULATIONS, 71)}
    assert {thought.simulations for thought in thoughts} <= possible


# Time


async def test_the_pace_of_a_bot_does_not_depend_on_its_choices(thinkers: Thinkers) -> None:
    match = courtly.new_match(GAME, players=2, seed=7)
    spans = []
    for forced in (False, True):
        while (len(match.knowledge(match.to_move or 0).legal) == 1) != forced:
            match.play(match.view(match.to_move or 0)["legal"][0])
        before = time.monotonic()
        thought = await thinkers.think("ismcts:sims=2", match.knowledge(match.to_move or 0), luck())
        spans.append(thought.by - before)
    assert spans == [pytest.approx(0.6 * FAR, abs=PATIENCE)] * 2


async def test_a_search_on_a_busy_server_gets_less_time_and_one_tree(
    one_core: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str]
) -> None:
    begun, may_finish = threading.Event(), threading.Event()
    budgets: list[Budget] = []

    def noted(_: Knowledge, budget: Budget) -> None:
        begun.set()
        assert may_finish.wait(PATIENCE)
        budgets.append(budget)

    spec = play(ScriptedBot(noted))
    asked = [asyncio.create_task(one_core.think(spec, knowledge, luck()))]
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    asked += [asyncio.create_task(one_core.think(spec, knowledge, luck())) for _ in range(11)]
    await asyncio.sleep(0)
    assert one_core.searching == 12
    may_finish.set()
    await asyncio.gather(*asked)
    assert {budget.threads for budget in budgets} == {1}
    alone, *busy = [budget.seconds or 0 for budget in budgets]
    assert alone == FAR / 10
    assert busy[0] == pytest.approx(0.6 * FAR / 11, abs=PATIENCE)
    assert [budget.simulations for budget in budgets][:2] == [2500, TWO_TREES_FROM - 1]


async def test_a_running_search_is_shortened_when_other_searches_arrive(
    one_core: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str], until_stopped: UntilStopped
) -> None:
    spec = play(ScriptedBot(until_stopped))
    first = asyncio.create_task(one_core.think(spec, knowledge, luck()))
    assert await asyncio.to_thread(until_stopped.begun.wait, PATIENCE)
    one_core.deadline = NEVER
    second = asyncio.create_task(one_core.think(spec, knowledge, luck()))
    assert await asyncio.to_thread(until_stopped.ended.wait, PATIENCE)
    assert [thought.simulations for thought in await asyncio.gather(first, second)] == [0, 0]


async def test_cancelling_a_request_stops_the_search(
    thinkers: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str], until_stopped: UntilStopped
) -> None:
    asked = asyncio.create_task(thinkers.think(play(ScriptedBot(until_stopped)), knowledge, luck()))
    assert await asyncio.to_thread(until_stopped.begun.wait, PATIENCE)
    asked.cancel()
    assert await asyncio.to_thread(until_stopped.ended.wait, PATIENCE)
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert thinkers.searching == 0


async def test_closing_the_thinkers_stops_running_searches(
    thinkers: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str], until_stopped: UntilStopped
) -> None:
    asked = asyncio.create_task(thinkers.think(play(ScriptedBot(until_stopped)), knowledge, luck()))
    assert await asyncio.to_thread(until_stopped.begun.wait, PATIENCE)
    thinkers.close()
    assert await asyncio.to_thread(until_stopped.ended.wait, PATIENCE)
    assert (await asked).simulations == 0


# Threads


async def test_bots_think_in_threads_of_the_lowest_priority(
    thinkers: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str]
) -> None:
    found: list[tuple[bool, int]] = []

    def noted(_: Knowledge, __: Budget) -> None:
        native = threading.get_native_id()
        found.append((native == here, os.getpriority(os.PRIO_PROCESS, native)))

    here = threading.get_native_id()
    own = os.getpriority(os.PRIO_PROCESS, here)
    await thinkers.think(play(ScriptedBot(noted)), knowledge, luck())
    assert found == [(False, 19 if sys.platform == "linux" else own)]
    assert os.getpriority(os.PRIO_PROCESS, here) == own


async def test_each_core_runs_one_search(thinkers: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str]) -> None:
    together, lock = threading.Barrier(2), threading.Lock()
    counts = [0]

    def noted(_: Knowledge, __: Budget) -> None:
        with lock:
            counts.append(counts[-1] + 1)
        together.wait(PATIENCE)
        with lock:
            counts.append(counts[-1] - 1)

    spec = play(ScriptedBot(noted))
    await asyncio.gather(*(thinkers.think(spec, knowledge, luck()) for _ in range(6)))
    assert (max(counts), counts[-1], len(counts)) == (2, 0, 13)


def test_the_number_of_parallel_searches_is_a_setting() -> None:
    with Runtime(Settings(cores=2, thinkers=1)) as runtime, Thinkers(runtime) as thinkers:
        assert thinkers.cores == 1


def test_a_lone_search_ends_before_the_first_step_of_the_pace() -> None:
    assert LONGEST < 0.6


# Failures


async def test_a_crashed_bot_fails_without_revealing_its_error(
    thinkers: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str]
) -> None:
    def broken(_: Knowledge, __: Budget) -> Choice:
        raise ValueError(SECRET)

    with pytest.raises(BotFailed) as failed:
        await thinkers.think(play(ScriptedBot(broken)), knowledge, luck())
    assert str(failed.value) == f"bot 'watched' in seat {knowledge.seat} could not choose a move"
    assert SECRET not in str(failed.value.as_dict())
    assert str(failed.value.__cause__) == SECRET
    assert thinkers.searching == 0


async def test_an_illegal_choice_of_a_bot_fails_without_revealing_it(
    thinkers: Thinkers, knowledge: Knowledge, play: Callable[[Bot], str]
) -> None:
    chosen = Choice(SECRET, Found(60, (MoveEvaluation(SECRET, 60, 0.5, 0.5),)))
    with pytest.raises(BotFailed) as failed:
        await thinkers.think(play(ScriptedBot(lambda _, __: chosen)), knowledge, luck())
    assert SECRET not in str(failed.value) + str(failed.value.as_dict())
    assert failed.value.__cause__ is None


@pytest.mark.parametrize("spec", ["jester", "ismcts:sims=0", "courtier:1s"])
async def test_an_unknown_bot_fails(thinkers: Thinkers, knowledge: Knowledge, spec: str) -> None:
    with pytest.raises(BotFailed, match="could not choose a move"):
        await thinkers.think(spec, knowledge, luck())
