"""Turns at drawing: one at a time, in the order in which they are asked for, whoever hurries first."""

from __future__ import annotations

import asyncio

import pytest

from courtly.web.turns import ROUNDS, Turns

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Return the event loop that the server runs on."""
    return "asyncio"


class Line:
    """People who stand in line, and the order in which their turn came."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.had: list[str] = []
        self.go_on = asyncio.Event()

    async def stand(self, who: str, *, hurries: bool = False) -> None:
        """Wait for a turn, and keep it until all may go on."""
        async with self.turns.take(who, hurries=hurries):
            self.had.append(who)
            await self.go_on.wait()

    async def join(self, *names: str) -> list[asyncio.Task[None]]:
        """Let people join the line; a star says that one hurries."""
        standing = [asyncio.create_task(self.stand(name, hurries=name.endswith("*"))) for name in names]
        await asyncio.sleep(0)
        return standing


async def test_one_after_the_other_has_a_turn_and_whoever_hurries_comes_first() -> None:
    line = Line()
    standing = await line.join("a", "b", "c*", "d", "e*")
    assert line.had == ["a"]
    line.go_on.set()
    await asyncio.gather(*standing)
    assert line.had == ["a", "c*", "e*", "b", "d"]


async def test_somebody_who_waits_already_can_hurry() -> None:
    line = Line()
    standing = await line.join("a", "b", "c", "d*")
    for who in ("c", "a", "nobody"):
        line.turns.hurry(who)
    line.go_on.set()
    await asyncio.gather(*standing)
    assert line.had == ["a", "d*", "c", "b"]


@pytest.mark.parametrize("leaves", [0, 1, 2])
async def test_whoever_goes_away_holds_nobody_up(leaves: int) -> None:
    line = Line()
    standing = await line.join("a", "b", "c*")
    standing[leaves].cancel()
    line.go_on.set()
    ended = await asyncio.gather(*standing, return_exceptions=True)
    assert [isinstance(each, asyncio.CancelledError) for each in ended] == [n == leaves for n in range(3)]
    async with line.turns.take("d"):
        assert len(line.had) == (3 if leaves == 0 else 2)


async def test_a_turn_that_comes_to_somebody_who_just_goes_away_is_passed_on() -> None:
    line = Line()
    async with line.turns.take("a"):
        second, third = await line.join("b", "c")
    second.cancel()
    line.go_on.set()
    await asyncio.gather(second, third, return_exceptions=True)
    assert second.cancelled()
    assert line.had == ["c"]


@pytest.mark.parametrize("rounds", range(ROUNDS + 3))
async def test_whoever_goes_away_in_whichever_round_of_the_loop_holds_nobody_up(rounds: int) -> None:
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
