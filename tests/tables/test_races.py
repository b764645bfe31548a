"""Several services over one database: of two moves on one version exactly one is made."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtly.tables import CommandReused, StaleVersion, Table, TableService, open_store
from tests.tables.helpers import OWNER, command_for, moves_in, new_table, once, play_out


def sent(service: TableService, table: Table, *, command: str, move: int) -> asyncio.Future[Table]:
    """Send one of the legal moves, by its place in the list."""
    legal = table.view["legal"]
    text = legal[move % len(legal)]
    return asyncio.ensure_future(service.play(table.id, OWNER, command=command, version=table.version, move=text))


async def outcomes(*asked: asyncio.Future[Table]) -> list[Table | BaseException]:
    return await asyncio.gather(*asked, return_exceptions=True)


@pytest.mark.anyio
@pytest.mark.parametrize("same_service", [False, True])
async def test_of_two_moves_on_one_version_exactly_one_is_made(path: Path, same_service: bool) -> None:
    async with await open_store(path) as here, await open_store(path) as there:
        one = TableService(here)
        two = one if same_service else TableService(there)
        table = await new_table(one)
        for _ in range(20):
            first, second = (
                sent(one, table, command=f"a{table.version}", move=0),
                sent(two, table, command=f"b{table.version}", move=-1),
            )
            answers = await outcomes(first, second)
            (won,) = [answer for answer in answers if isinstance(answer, Table)]
            (lost,) = [answer for answer in answers if not isinstance(answer, Table)]
            assert isinstance(lost, StaleVersion)
            assert await one.get(table.id, OWNER) == await two.get(table.id, OWNER) == won
            table = won
        log = moves_in(path, table.id)
        assert [number for number, *_ in log] == list(range(table.version))


@pytest.mark.anyio
async def test_one_command_sent_to_two_services_is_one_move_with_one_answer(path: Path) -> None:
    async with await open_store(path) as here, await open_store(path) as there:
        services = TableService(here), TableService(there)
        table = await new_table(services[0])
        for _ in range(12):
            first, second = await outcomes(*(sent(s, table, command=f"c{table.version}", move=0) for s in services))
            assert isinstance(first, Table)
            assert first == second
            table = first
        commands = [command for *_, command in moves_in(path, table.id) if command]
        assert len(commands) == 12


@pytest.mark.anyio
async def test_bots_played_by_two_services_at_once_play_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stops(*_: object) -> None:
        raise ZeroDivisionError

    async with await open_store(path) as here, await open_store(path) as there:
        services = TableService(here), TableService(there)
        table = await new_table(services[0])
        with monkeypatch.context() as patch:
            patch.setattr("courtly.tables.service.bot_event", stops)
            with pytest.raises(ZeroDivisionError):
                await play_out(services[0], table)
        first, second = await asyncio.gather(*(service.get(table.id, OWNER) for service in services))
        assert first == second
        assert first.view["to_move"] == 0
        assert len(moves_in(path, table.id)) == first.version


ACTS = st.lists(
    st.tuples(
        st.integers(0, 2),  # which service
        st.integers(0, 3),  # how many versions behind
        st.integers(0, 5),  # which of the legal moves
        st.booleans(),  # whether under the command id of that version, or a new one
        st.booleans(),  # whether the next act waits for this one
    ),
    min_size=1,
    max_size=12,
)


async def acted(path: Path, acts: list[tuple[int, int, int, bool, bool]]) -> None:
    """Send moves from three services, late, twice and at once, and check what is left."""
    stores = [await open_store(path) for _ in range(3)]
    services = [TableService(store) for store in stores]
    known, flying = [await new_table(services[0], players=2)], []
    for n, (who, behind, move, usual, waits) in enumerate(acts):
        table = known[max(0, len(known) - 1 - behind)]
        command = command_for(table) if usual else f"n{n}"
        flying.append(sent(services[who], table, command=command, move=move))
        if waits:
            await outcomes(flying[-1])
            known.append(await services[who].get(table.id, OWNER))
    answers = await outcomes(*flying)
    assert [one for one in answers if not isinstance(one, Table | StaleVersion | CommandReused)] == []
    table = await once(path, known[0].id)
    assert [await service.get(table.id, OWNER) for service in services] == [table] * 3
    log = moves_in(path, table.id)
    assert [number for number, *_ in log] == list(range(table.version))
    commands = [command for *_, command in log if command]
    assert len(set(commands)) == len(commands) <= sum(isinstance(one, Table) for one in answers)
    for store in stores:
        await store.close()


@given(acts=ACTS)
@settings(max_examples=25, deadline=None)
def test_whatever_three_services_are_sent_the_log_stays_whole(acts: list[tuple[int, int, int, bool, bool]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(acted(Path(folder) / "tables.db", acts))
