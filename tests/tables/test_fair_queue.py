"""The fair queue: one turn at a time, round the addresses and persons, and urgent callers first for three turns."""

from __future__ import annotations

import asyncio

import pytest

from courtly.tables.fair_queue import URGENT_TURNS, Caller, FairQueue, QueueFull

pytestmark = pytest.mark.anyio

YIELDS = 24


class Line:
    """Callers that wait for a turn, and the order of their turns.

    A name such as `x/Ann*` is an urgent caller of Ann at the address x. A name without an address is an address of its
    own.
    """

    def __init__(self, most: int | None = None) -> None:
        self.queue = FairQueue(most, yields=YIELDS)
        self.had: list[str] = []
        self.go_on = asyncio.Event()
        self.callers: dict[str, Caller] = {}

    async def stand(self, name: str) -> None:
        """Wait for a turn, and keep it until `go_on` is set."""
        address, _, person = name.strip("*").partition("/")
        caller = self.callers[name] = Caller(address, person)
        async with self.queue.take(caller, is_urgent=name.endswith("*")):
            self.had.append(name)
            await self.go_on.wait()

    async def join(self, *names: str) -> list[asyncio.Task[None]]:
        """Let callers wait for a turn."""
        standing = [asyncio.create_task(self.stand(name)) for name in names]
        await asyncio.sleep(0)
        return standing

    async def order_of(self, *names: str) -> list[str]:
        """Return the order in which callers get their turns, after the first one has had its turn."""
        standing = await self.join("first", *names)
        self.go_on.set()
        await asyncio.gather(*standing)
        return self.had[1:]


async def test_turns_are_in_order_with_urgent_callers_first() -> None:
    assert await Line().order_of("b", "c*", "d", "e*") == ["c*", "e*", "b", "d"]


async def test_a_caller_cannot_wait_for_two_turns() -> None:
    line = Line()
    standing = await line.join("first", "ann")
    with pytest.raises(RuntimeError, match="already waits for a turn"):
        async with line.queue.take(line.callers["ann"]):
            pass
    line.go_on.set()
    await asyncio.gather(*standing)
    assert line.had == ["first", "ann"]


async def test_urgent_callers_leave_a_quarter_of_the_turns_to_the_others() -> None:
    urgent = [f"u{n}*" for n in range(9)]
    assert URGENT_TURNS == 3
    assert await Line().order_of("a", "b", *urgent) == [*urgent[:3], "a", *urgent[3:6], "b", *urgent[6:]]


async def test_urgent_callers_who_always_come_back_do_not_keep_another_caller_waiting() -> None:
    queue, turns, is_answered = FairQueue(yields=YIELDS), 0, asyncio.Event()

    async def flood(n: int) -> None:
        nonlocal turns
        while not is_answered.is_set():
            async with queue.take(Caller("x", str(n)), is_urgent=True):
                turns += 1

    flooding = [asyncio.create_task(flood(n)) for n in range(12)]
    await asyncio.sleep(0)
    async with asyncio.timeout(10), queue.take(Caller("y", "")):
        is_answered.set()
        assert turns <= 1 + URGENT_TURNS
    await asyncio.gather(*flooding)


async def test_an_address_with_many_persons_delays_another_by_one_turn_a_round() -> None:
    many = [f"x/{n}" for n in range(4)]
    assert await Line().order_of(*many, "y/Ann", "y/Ann") == [many[0], "y/Ann", many[1], "y/Ann", *many[2:]]


async def test_a_person_with_many_requests_delays_another_of_the_same_address_by_one_turn_a_round() -> None:
    assert await Line().order_of("x/A", "x/A", "x/A", "x/B", "x/B") == ["x/A", "x/B", "x/A", "x/B", "x/A"]


async def test_a_waiting_caller_can_become_urgent() -> None:
    line = Line()
    standing = await line.join("a", "b", "c", "d*")
    for who in ("c", "a"):
        line.queue.hurry(line.callers[who])
    line.queue.hurry(Caller("nobody", ""))
    line.go_on.set()
    await asyncio.gather(*standing)
    assert line.had == ["a", "d*", "c", "b"]


@pytest.mark.parametrize(
    ("names", "refused"),
    [
        (["a", "b", "c"], {2}),
        (["x/A", "x/A", "y/B"], {1}),
        (["y/B", "x/A", "x/A"], {2}),
        (["x/A", "x/A", "x/B"], {1}),
        (["x/A", "x/B", "y/C"], {1}),
        (["x/A", "x/A", "y/B", "y/B"], {1, 3}),
    ],
)
async def test_a_full_queue_drops_the_last_request_of_the_person_with_the_most_requests(
    names: list[str], refused: set[int]
) -> None:
    line = Line(most=2)
    standing = await line.join("first", *names)
    line.go_on.set()
    ended = await asyncio.gather(*standing, return_exceptions=True)
    assert {n for n, each in enumerate(ended[1:]) if isinstance(each, QueueFull)} == refused
    assert len(line.had) == 3


async def test_a_dropped_and_cancelled_caller_has_no_turn_to_pass_on() -> None:
    line = Line(most=1)
    standing = await line.join("a", "b", "c")
    standing[2].cancel()
    await asyncio.gather(standing[2], return_exceptions=True)
    assert line.had == ["a"]
    line.go_on.set()
    await asyncio.gather(*standing[:2])
    assert line.had == ["a", "b"]


@pytest.mark.parametrize("leaves", [0, 1, 2])
async def test_a_cancelled_caller_does_not_block_other_callers(leaves: int) -> None:
    line = Line()
    standing = await line.join("a", "b", "c*")
    standing[leaves].cancel()
    line.go_on.set()
    ended = await asyncio.gather(*standing, return_exceptions=True)
    assert [isinstance(each, asyncio.CancelledError) for each in ended] == [n == leaves for n in range(3)]
    await asyncio.gather(*await line.join("d"))
    assert len(line.had) == (4 if leaves == 0 else 3)


async def test_a_turn_granted_to_a_cancelled_caller_is_passed_on() -> None:
    line = Line()
    async with line.queue.take(Caller("a", "")):
        second, third = await line.join("b", "c")
    second.cancel()
    line.go_on.set()
    await asyncio.gather(second, third, return_exceptions=True)
    assert second.cancelled()
    assert line.had == ["c"]


@pytest.mark.parametrize("rounds", range(YIELDS + 3))
async def test_a_caller_cancelled_at_any_iteration_does_not_block_other_callers(rounds: int) -> None:
    line = Line()
    line.go_on.set()
    async with line.queue.take(Caller("a", "")):
        second, third = await line.join("b", "c")
    for _ in range(rounds):
        await asyncio.sleep(0)
    second.cancel()
    async with asyncio.timeout(10):
        await asyncio.gather(second, third, return_exceptions=True)
    assert line.had in (["c"], ["b", "c"])
    async with asyncio.timeout(10), line.queue.take(Caller("d", "")):
        pass
