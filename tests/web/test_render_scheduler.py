"""The render scheduler: one turn at a time, first come, first served, and urgent callers first."""

from __future__ import annotations

import asyncio

import pytest

from courtly.web.render_scheduler import LOOP_YIELDS, RenderScheduler

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Return the name of the event loop that the server uses."""
    return "asyncio"


class Line:
    """Callers that wait for a turn, and the order of their turns."""

    def __init__(self) -> None:
        self.turns = RenderScheduler()
        self.had: list[str] = []
        self.go_on = asyncio.Event()

    async def stand(self, who: str, *, is_urgent: bool = False) -> None:
        """Wait for a turn, and keep it until `go_on` is set."""
        async with self.turns.take(who, is_urgent=is_urgent):
            self.had.append(who)
            await self.go_on.wait()

    async def join(self, *names: str) -> list[asyncio.Task[None]]:
        """Let callers wait for a turn; those with a star in the name are urgent."""
        standing = [asyncio.create_task(self.stand(name, is_urgent=name.endswith("*"))) for name in names]
        await asyncio.sleep(0)
        return standing


async def test_turns_are_in_order_with_urgent_callers_first() -> None:
    line = Line()
    standing = await line.join("a", "b", "c*", "d", "e*")
    assert line.had == ["a"]
    line.go_on.set()
    await asyncio.gather(*standing)
    assert line.had == ["a", "c*", "e*", "b", "d"]


async def test_a_waiting_caller_can_become_urgent() -> None:
    line = Line()
    standing = await line.join("a", "b", "c", "d*")
    for who in ("c", "a", "nobody"):
        line.turns.hurry(who)
    line.go_on.set()
    await asyncio.gather(*standing)
    assert line.had == ["a", "d*", "c", "b"]


@pytest.mark.parametrize("leaves", [0, 1, 2])
async def test_a_cancelled_caller_does_not_block_others(leaves: int) -> None:
    line = Line()
    standing = await line.join("a", "b", "c*")
    standing[leaves].cancel()
    line.go_on.set()
    ended = await asyncio.gather(*standing, return_exceptions=True)
    assert [isinstance(each, asyncio.CancelledError) for each in ended] == [n == leaves for n in range(3)]
    async with line.turns.take("d"):
        assert len(line.had) == (3 if leaves == 0 else 2)


async def test_a_turn_granted_to_a_cancelled_caller_is_passed_on() -> None:
    line = Line()
    async with line.turns.take("a"):
        second, third = await line.join("b", "c")
    second.cancel()
    line.go_on.set()
    await asyncio.gather(second, third, return_exceptions=True)
    assert second.cancelled()
    assert line.had == ["c"]


@pytest.mark.parametrize("rounds", range(LOOP_YIELDS + 3))
async def test_a_caller_cancelled_at_any_iteration_does_not_block_others(rounds: int) -> None:
    line = Line()
    line.go_on.set()
    async with line.turns.take("a"):
        second, third = await line.join("b", "c")
    for _ in range(rounds):
        await asyncio.sleep(0)
    second.cancel()
    async with asyncio.timeout(10):
        await asyncio.gather(second, third, return_exceptions=True)
    assert line.had in (["c"], ["b", "c"])
    async with asyncio.timeout(10), line.turns.take("d"):
        pass
