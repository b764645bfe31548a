"""The simulated loop: virtual time, order, executors, processes that are killed, deadlocks and limits."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import closing
from functools import reduce
from operator import add
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtly.testing.simulation.executor import InlineExecutor, WouldBlock
from courtly.testing.simulation.loop import Deadlock, ForeignThread, LimitReached, SimulatedLoop, running_loop
from courtly.testing.simulation.no_io import REAL_IO, NoRealIO
from courtly.testing.simulation.tasks import PROCESS, context_of


@pytest.fixture(name="loop")
def fixture_loop() -> Iterator[SimulatedLoop]:
    with closing(SimulatedLoop(Random(1), max_steps=100_000)) as loop:
        yield loop


def spawn(loop: SimulatedLoop, process: str, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    return loop.create_task(work, context=context_of(process))


# Time


@given(st.lists(st.floats(0, 86_400), max_size=20))
def test_sleeping_takes_exactly_its_virtual_time(seconds: list[float]) -> None:
    async def sleep() -> float:
        for each in seconds:
            await asyncio.sleep(each)
        return loop.time()

    with closing(SimulatedLoop(Random(0))) as loop:
        # `sum` of Python 3.12 rounds less than an addition for each sleep.
        assert loop.run_until_complete(sleep()) == reduce(add, seconds, 0.0)


@given(st.lists(st.integers(0, 5), max_size=30))
def test_timers_run_by_time_and_then_in_the_order_of_their_creation(delays: list[int]) -> None:
    ran: list[tuple[float, int]] = []
    with closing(SimulatedLoop(Random(0))) as loop:
        for number, delay in enumerate(delays):
            loop.call_later(delay, ran.append, (delay, number))
        loop.run_until_complete(asyncio.sleep(6))
    assert ran == sorted((delay, number) for number, delay in enumerate(delays))


def test_a_timeout_ends_at_its_virtual_time(loop: SimulatedLoop) -> None:
    async def wait() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(3600):
                await asyncio.Event().wait()

    loop.run_until_complete(wait())
    assert loop.time() == 3600


def test_a_cancelled_timer_takes_no_time(loop: SimulatedLoop) -> None:
    loop.call_later(5, print).cancel()
    with pytest.raises(Deadlock):
        loop.run_forever()
    assert loop.time() == 0


def test_a_year_of_daily_work_takes_few_steps(loop: SimulatedLoop) -> None:
    async def work() -> None:
        for _ in range(365):
            await asyncio.sleep(86_400)

    loop.run_until_complete(work())
    assert loop.time() == 365 * 86_400
    assert loop.steps < 2000


# Determinism


def run_of(seed: int, tasks: int = 200) -> list[tuple[int, float, str]]:
    """Return the steps of random tasks that sleep, use executors, wait for each other and are killed."""
    rng = Random(seed)
    steps: list[tuple[int, float, str]] = []
    with closing(SimulatedLoop(Random(seed))) as loop:
        loop.observer = lambda *step: steps.append(step)
        lock = asyncio.Lock()

        async def work(depth: int) -> None:
            for _ in range(rng.randrange(4)):
                match rng.randrange(5):
                    case 0:
                        await asyncio.sleep(rng.random())
                    case 1:
                        await asyncio.to_thread(rng.random)
                    case 2:
                        async with lock:
                            await asyncio.sleep(0)
                    case 3 if depth < 2:
                        children = {asyncio.create_task(work(depth + 1)) for _ in range(3)}
                        done, rest = await asyncio.wait(children, return_when=asyncio.FIRST_COMPLETED)
                        for task in [*rest, *done]:
                            task.cancel()
                    case _:
                        loop.call_later(rng.random(), rng.random)

        async def main() -> None:
            mine = [spawn(loop, f"process-{number % 3}", work(0)) for number in range(tasks)]
            await asyncio.sleep(rng.random())
            loop.kill("process-1")
            await asyncio.wait([task for number, task in enumerate(mine) if number % 3 != 1])

        loop.run_until_complete(main())
    return steps


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_the_same_seed_takes_the_same_steps(seed: int) -> None:
    first = run_of(seed)
    assert len(first) > 200
    _unused = [object() for _ in range(seed % 100)]  # other addresses in memory
    assert run_of(seed) == first


def test_another_seed_takes_other_steps() -> None:
    assert run_of(1) != run_of(2)


def test_a_set_of_tasks_is_in_the_order_of_their_creation(loop: SimulatedLoop) -> None:
    async def names() -> list[str]:
        tasks = {asyncio.create_task(asyncio.sleep(0)) for _ in range(50)}
        return [task.get_name() for task in tasks]

    assert loop.run_until_complete(names()) == [f"task-{number}" for number in range(2, 52)]


# Executors


def test_work_for_an_executor_runs_in_the_thread_of_the_loop_after_a_delay(loop: SimulatedLoop) -> None:
    loop.executor.delay = (2.0, 3.0)
    seen: list[tuple[int, float]] = []

    def work() -> str:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        seen.append((threading.get_ident(), loop.time()))
        return PROCESS.get() or ""

    assert loop.run_until_complete(spawn(loop, "server", asyncio.to_thread(work))) == "server"
    [(thread, time)] = seen
    assert thread == threading.get_ident()
    assert 2 <= time <= 3


def test_an_error_of_work_reaches_the_waiter(loop: SimulatedLoop) -> None:
    async def wait() -> None:
        with pytest.raises(ZeroDivisionError):
            await loop.run_in_executor(None, lambda: 1 // 0)

    loop.run_until_complete(wait())


def test_work_that_is_cancelled_in_time_does_not_run(loop: SimulatedLoop) -> None:
    ran: list[int] = []

    async def wait() -> None:
        future = loop.run_in_executor(None, ran.append, 1)
        future.cancel()
        await asyncio.sleep(1)

    loop.run_until_complete(wait())
    assert not ran


@given(st.integers(0, 1000), st.integers(1, 20))
def test_one_worker_keeps_the_order_of_its_work(seed: int, many: int) -> None:
    ran: list[int] = []

    async def work() -> None:
        executor = InlineExecutor(loop, Random(seed), workers=1)
        futures = [executor.submit(ran.append, number) for number in range(many)]
        await asyncio.gather(*map(asyncio.wrap_future, futures))

    with closing(SimulatedLoop(Random(seed))) as loop:
        loop.run_until_complete(work())
    assert ran == list(range(many))


def test_an_executor_that_shuts_down_runs_its_work_first(loop: SimulatedLoop) -> None:
    ran: list[int] = []
    with InlineExecutor(loop, Random(0)) as executor:
        for number in range(3):
            executor.submit(ran.append, number)
    assert ran == [0, 1, 2]
    with pytest.raises(RuntimeError, match="shut down"):
        executor.submit(ran.append, 3)
    loop.run_until_complete(asyncio.sleep(1))
    assert ran == [0, 1, 2]


def test_an_executor_can_cancel_its_work_when_it_shuts_down(loop: SimulatedLoop) -> None:
    executor = InlineExecutor(loop, Random(0))
    future = executor.submit(print)
    executor.shutdown(cancel_futures=True)
    loop.run_until_complete(asyncio.sleep(1))
    assert future.cancelled()


def test_blocking_on_work_that_has_not_run_is_an_error(loop: SimulatedLoop) -> None:
    future = loop.executor.submit(int)
    with pytest.raises(WouldBlock):
        future.result()
    with pytest.raises(WouldBlock):
        future.exception()
    loop.run_until_complete(asyncio.sleep(1))
    assert future.result() == 0
    assert future.exception() is None


# Threads and real input and output


def test_another_thread_cannot_use_the_loop(loop: SimulatedLoop) -> None:
    errors: list[BaseException] = []

    def work() -> None:
        try:
            loop.call_soon_threadsafe(loop.stop)
        except ForeignThread as error:
            errors.append(error)

    thread = threading.Thread(target=work, name="writer")
    thread.start()
    thread.join()
    [error] = errors
    assert "'writer' schedules BaseEventLoop.stop" in str(error)
    with pytest.raises(ForeignThread):  # also where the loop runs, since a thread's error is easily missed
        loop.run_until_complete(asyncio.sleep(1))


def test_the_own_thread_can_use_the_call_for_threads(loop: SimulatedLoop) -> None:
    loop.call_soon_threadsafe(loop.stop)
    loop.run_forever()


@pytest.mark.parametrize("name", REAL_IO)
def test_real_input_and_output_is_refused(loop: SimulatedLoop, name: str) -> None:
    with pytest.raises(NoRealIO, match=f"loop.{name} is not available"):
        getattr(loop, name)()


def test_every_method_for_real_input_and_output_is_refused() -> None:
    kinds = ("sock_", "add_", "remove_", "create_", "connect_", "subprocess_", "get", "start_", "send")
    own = {"create_future", "create_task", "get_debug", "get_exception_handler", "get_task_factory"}
    real = {name for name in dir(asyncio.AbstractEventLoop) if name.startswith(kinds)}
    assert real - own == set(REAL_IO)


# Processes


@settings(max_examples=20)
@given(st.integers(0, 40))
def test_no_cleanup_runs_in_a_killed_process(kill_after: int) -> None:
    cleaned: list[str] = []

    async def sleep() -> AsyncIterator[int]:
        try:
            for number in range(10):
                await asyncio.sleep(1)
                yield number
        finally:
            cleaned.append("generator")

    async def work() -> None:
        try:
            async for _ in sleep():
                await asyncio.to_thread(int)
            await asyncio.Event().wait()
        finally:
            cleaned.append("task")
            await asyncio.sleep(1)

    with closing(SimulatedLoop(Random(0))) as loop:
        task = spawn(loop, "server", work())
        loop.call_later(kill_after / 4, loop.kill, "server", context=context_of(None))
        loop.run_until_complete(asyncio.sleep(100))
        del task
        gc.collect()
        assert cleaned in ([], ["generator"] if kill_after / 4 > 10 else [])


def test_nothing_of_a_killed_process_runs(loop: SimulatedLoop) -> None:
    ran: list[str] = []

    async def work() -> None:
        loop.call_later(5, ran.append, "timer")
        loop.call_soon(ran.append, "soon")
        asyncio.create_task(asyncio.to_thread(ran.append, "executor"))  # noqa: RUF006 - the loop keeps it
        loop.kill("server")
        loop.call_soon(ran.append, "later")
        ran.append("the current step ends")
        await asyncio.sleep(0)
        ran.append("next step")

    spawn(loop, "server", work())
    loop.run_until_complete(asyncio.sleep(10))
    assert ran == ["the current step ends"]
    assert loop.is_dead("server")
    assert not loop.is_dead(None)


def test_a_kill_stops_work_for_an_executor_that_has_not_begun(loop: SimulatedLoop) -> None:
    ran: list[int] = []
    context_of("server").run(loop.executor.submit, ran.append, 1)
    loop.kill("server")
    loop.run_until_complete(asyncio.sleep(1))
    assert not ran


def test_other_processes_go_on_after_a_kill(loop: SimulatedLoop) -> None:
    killed: list[str] = []
    loop.when_killed(killed.append)
    task = spawn(loop, "other", asyncio.sleep(1, "done"))
    loop.kill("server")
    loop.kill("server")
    assert loop.run_until_complete(task) == "done"
    assert killed == ["server"]


def test_a_killed_process_leaves_no_warnings(
    loop: SimulatedLoop, caplog: pytest.LogCaptureFixture, recwarn: pytest.WarningsRecorder
) -> None:
    async def stubborn() -> None:
        while True:
            try:
                await asyncio.sleep(1)
            finally:
                await asyncio.sleep(1)

    async def failing() -> None:
        try:
            await asyncio.sleep(100)
        finally:
            asyncio.create_task(asyncio.sleep(1))  # noqa: RUF006 - the loop keeps it

    for work in (stubborn(), failing(), asyncio.sleep(5)):
        spawn(loop, "server", work)
    loop.run_until_complete(asyncio.sleep(3))
    spawn(loop, "server", stubborn())
    loop.kill("server")
    loop.run_until_complete(asyncio.sleep(3))
    loop.close()
    gc.collect()
    assert not caplog.records
    assert not recwarn.list


def test_an_abandoned_generator_of_a_live_process_is_closed(loop: SimulatedLoop) -> None:
    cleaned: list[str] = []

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            cleaned.append(PROCESS.get() or "")

    async def work() -> None:
        async for _ in numbers():
            break
        await asyncio.sleep(1)

    loop.run_until_complete(spawn(loop, "server", work()))
    assert cleaned == ["server"]


def test_the_error_of_a_task_that_nobody_awaits_is_logged(
    loop: SimulatedLoop, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise ValueError("a bug")

    spawn(loop, "server", fail())
    loop.run_until_complete(asyncio.sleep(1))
    loop.close()
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


# Deadlocks and limits


def test_a_deadlock_lists_what_each_task_waits_for(loop: SimulatedLoop) -> None:
    queue = asyncio.Queue[int]()

    async def inner() -> None:
        await queue.get()

    async def main() -> None:
        reader = asyncio.create_task(inner(), name="reader")
        spawn(loop, "dead", inner())
        loop.kill("dead")
        await reader

    with pytest.raises(Deadlock) as caught:
        loop.run_until_complete(loop.create_task(main(), name="main"))
    lines = str(caught.value).splitlines()
    assert lines[0] == "Nothing is scheduled at 0.000 s, so nothing can happen."
    assert lines[1] == "main waits for the task reader"
    assert lines[2].startswith("    simulation/test_loop.py:")
    assert lines[2].endswith(" main")
    assert lines[3] == "reader waits for a Future"
    assert [line.split()[-1] for line in lines[4:]] == ["inner", "get"]


def test_a_run_has_a_limit_of_steps() -> None:
    async def spin() -> None:
        for _ in range(1000):
            await asyncio.sleep(0)

    with closing(SimulatedLoop(Random(0), max_steps=100)) as loop:
        with pytest.raises(LimitReached, match=r"took 100 steps .* The next step is spinner"):
            loop.run_until_complete(loop.create_task(spin(), name="spinner"))
        assert loop.steps == 101


def test_a_run_has_a_limit_of_time() -> None:
    with closing(SimulatedLoop(Random(0), max_time=60)) as loop:
        loop.run_until_complete(asyncio.sleep(60))
        with pytest.raises(LimitReached, match="would pass 60 s"):
            loop.run_until_complete(asyncio.sleep(1))


def test_a_closed_loop_takes_no_callbacks(loop: SimulatedLoop) -> None:
    loop.close()
    loop.close()
    with pytest.raises(RuntimeError, match="closed"):
        loop.call_soon(print)


def test_the_cleanup_of_unfinished_tasks_runs_only_when_the_loop_is_closed(loop: SimulatedLoop) -> None:
    cleaned: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            asyncio.create_task(asyncio.sleep(1))  # noqa: RUF006 - the loop keeps it
            asyncio.get_running_loop().call_soon(cleaned.append, "callback")
            cleaned.append("task")

    loop.create_task(work())
    loop.run_until_complete(asyncio.sleep(1))
    assert not cleaned
    loop.close()
    assert cleaned == ["task"]


def test_a_running_loop_cannot_be_closed(loop: SimulatedLoop) -> None:
    async def close() -> None:
        with pytest.raises(RuntimeError, match="running event loop"):
            loop.close()

    loop.run_until_complete(close())


def test_code_for_a_simulation_refuses_another_loop() -> None:
    async def find() -> None:
        running_loop()

    with pytest.raises(TypeError, match="needs a SimulatedLoop"):
        asyncio.run(find())


def test_a_stopped_loop_without_work_ends(loop: SimulatedLoop) -> None:
    loop.stop()
    loop.run_forever()
    assert loop.steps == 0
