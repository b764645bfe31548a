"""Hints at live tables: for the owner of the seat that decides alone, the same each time; nothing changes by them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import courtly
from courtly.bots import Budget, Hint, hint, hint_luck
from courtly.engine.compile.rng import Stream
from courtly.engine.errors import UnknownLanguage
from courtly.engine.play.knowledge import Knowledge
from courtly.tables import HintsBusy, NoSuchTable, NotYourTable, NotYourTurn, TableService
from tests.tables.helpers import GAME, OTHER, OWNER, moves_in, new_table, play_out, seated, step

pytestmark = pytest.mark.anyio

PATIENCE = 60.0


def short(knowledge: Knowledge, luck: Stream, *, lang: str = "en", **_: object) -> Hint:
    return hint(knowledge, luck, lang=lang, budget=Budget(simulations=20), ends=2)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions at which a hint was searched; the search is a short one."""
    found: list[int] = []

    def counted(knowledge: Any, *args: Any, **named: Any) -> Any:
        found.append(knowledge.view["version"])
        return short(knowledge, *args, **named)

    monkeypatch.setattr("courtly.tables.hints.hint", counted)
    return found


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """A search that says when it has begun, and goes on when it is let."""
    begun, let_go = Event(), Event()

    def slowly(*args: Any, **named: Any) -> Any:
        begun.set()
        assert let_go.wait(PATIENCE)
        return short(*args, **named)

    monkeypatch.setattr("courtly.tables.hints.hint", slowly)
    return begun, let_go


@pytest.mark.usefixtures("searched")
async def test_a_hint_is_what_the_search_finds_from_the_knowledge_of_the_seat(service: TableService) -> None:
    match = courtly.new_match(GAME, players=3, deal={"first": 0})
    table = await service.host(match, seats=seated(), owner=OWNER)
    assert await service.hint(table.id, OWNER) == (table, short(match.knowledge(0), hint_luck(0)))


async def test_a_hint_changes_nothing(service: TableService, path: Path, searched: list[int]) -> None:
    table = await step(service, await new_table(service))
    before = moves_in(path, table.id)
    await service.hint(table.id, OWNER)
    assert await service.get(table.id, OWNER) == table
    assert moves_in(path, table.id) == before
    assert searched == [table.version]


async def test_whoever_asks_again_gets_the_same_hint_without_another_search(
    service: TableService, searched: list[int]
) -> None:
    table = await new_table(service)
    answers = await asyncio.gather(*(service.hint(table.id, OWNER) for _ in range(3)))
    assert len({found for _, found in answers}) == 1
    later = await step(service, table)
    await service.hint(table.id, OWNER)
    assert searched == [table.version, later.version]


async def test_hints_are_searched_one_at_a_time_and_only_the_last_are_kept(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("courtly.tables.hints.KEPT", 1)
    at_once: list[int] = []
    found: list[int] = []

    def watched(*args: Any, **named: Any) -> Any:
        at_once.append(1)
        found.append(len(at_once))
        answer = short(*args, **named)
        at_once.pop()
        return answer

    monkeypatch.setattr("courtly.tables.hints.hint", watched)
    tables = [await new_table(service, seed=seed) for seed in range(3)]
    await asyncio.gather(*(service.hint(table.id, OWNER) for table in tables))
    await service.hint(tables[0].id, OWNER)
    assert found == [1, 1, 1, 1]


async def test_when_many_wait_for_a_hint_another_is_told_so_at_once(
    service: TableService, slow: tuple[Event, Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, let_go = slow
    monkeypatch.setattr("courtly.tables.hints.WAITING", 1)
    first, second = [await new_table(service, seed=seed) for seed in range(2)]
    asked = asyncio.create_task(service.hint(first.id, OWNER))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    with pytest.raises(HintsBusy, match="1 hints are asked for already"):
        await service.hint(second.id, OWNER)
    let_go.set()
    assert (await asked)[1].lines
    assert (await service.hint(second.id, OWNER))[1].lines


async def test_nobody_takes_all_places_and_an_answer_outlives_who_asked_first(
    service: TableService, slow: tuple[Event, Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, let_go = slow
    monkeypatch.setattr("courtly.tables.hints.WAITING_EACH", 1)
    first, second = [await new_table(service, seed=seed) for seed in range(2)]
    others = await new_table(service, owner=OTHER)
    gone, again = (asyncio.create_task(service.hint(first.id, OWNER)) for _ in range(2))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    another = asyncio.create_task(service.hint(others.id, OTHER))
    gone.cancel()
    with pytest.raises(HintsBusy, match="1 hints are asked for already"):
        await service.hint(second.id, OWNER)
    let_go.set()
    assert (await again)[1].lines
    assert (await another)[1].lines


@pytest.mark.usefixtures("searched")
async def test_a_hint_speaks_the_language_asked_for(service: TableService) -> None:
    table = await new_table(service)
    (_, english), (_, french) = [await service.hint(table.id, OWNER, lang=lang) for lang in ("en", "fr")]
    assert english.choice == french.choice
    assert english.lines[0].startswith("This wins")
    assert french.lines[0].startswith("Ce coup gagne")


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ((OTHER, None, "en"), NotYourTable),
        ((OWNER, "nowhere", "en"), NoSuchTable),
        ((OWNER, None, "de"), UnknownLanguage),
    ],
)
async def test_nobody_else_is_advised(
    service: TableService, searched: list[int], asked: tuple[str, str | None, str], error: type[Exception]
) -> None:
    own = await new_table(service)
    owner, table, lang = asked
    with pytest.raises(error):
        await service.hint(table or own.id, owner, lang=lang)
    assert searched == []


async def test_there_is_no_hint_after_the_end(service: TableService, searched: list[int]) -> None:
    table = await play_out(service, await new_table(service, players=2))
    with pytest.raises(NotYourTurn, match="the match is over"):
        await service.hint(table.id, OWNER)
    assert searched == []
