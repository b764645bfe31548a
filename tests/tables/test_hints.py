"""Hints at live tables: only for the player to move, repeatable, and without effects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from courtly.bots import Budget, Hint, hint, hint_stream
from courtly.engine.compile.rng import Stream
from courtly.engine.errors import IllegalMove, UnknownLanguage
from courtly.engine.play.knowledge import Knowledge
from courtly.tables.errors import HintsBusy, NoSuchTable, NotYourTurn
from courtly.tables.fair_queue import Caller
from courtly.tables.hints import WAITING, Asked, Hints
from courtly.tables.journal import Player
from tests.tables.helpers import House, house

pytestmark = pytest.mark.anyio

PATIENCE = 60.0


def short(knowledge: Knowledge, luck: Stream, *, lang: str = "en", **_: object) -> Hint:
    return hint(knowledge, luck, lang=lang, budget=Budget(simulations=20), ends=2)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Replace the search by a short one; return the list of the versions that were searched."""
    found: list[int] = []

    def counted(knowledge: Any, *args: Any, **named: Any) -> Any:
        found.append(knowledge.view["version"])
        return short(knowledge, *args, **named)

    monkeypatch.setattr("courtly.tables.hints.hint", counted)
    return found


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """Replace the search by a slow one: it sets the first event when it begins, and waits for the second."""
    begun, may_finish = Event(), Event()

    def slowly(*args: Any, **named: Any) -> Any:
        begun.set()
        assert may_finish.wait(PATIENCE)
        return short(*args, **named)

    monkeypatch.setattr("courtly.tables.hints.hint", slowly)
    return begun, may_finish


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def begun_table(at: House, name: str = "Ann", *, seed: int = 7) -> tuple[str, Player]:
    """Return a table of two friends, and the player to move."""
    table, friends = await at.friends(name, f"{name}s-friend", seed=seed, aids=True)
    return table, friends[(await at.see(friends[0], table))["to_move"]]


async def test_a_hint_uses_only_the_knowledge_of_the_seat(at: House, searched: list[int]) -> None:
    table, player = await begun_table(at)
    match = (await at.lobby.access.actor(player, table)).state.match
    assert match is not None
    seat = (await at.see(player, table))["you"]
    assert await at.lobby.drafts.hint(player, table, lang="en") == short(match.knowledge(seat), hint_stream(0))


async def test_a_hint_for_a_draft_advises_the_next_move(at: House, searched: list[int]) -> None:
    table, player = await begun_table(at)
    match = (await at.lobby.access.actor(player, table)).state.match
    assert match is not None
    seat, after = (await at.see(player, table))["you"], match.copy()
    laid = [
        move for move in match.view(seat)["legal"] if not match.setup.game.audience_view.reveals(match.view(seat), move)
    ][:1]
    after.play(laid[0])
    assert await at.lobby.drafts.hint(player, table, lang="en", laid=laid) == short(
        after.knowledge(seat), hint_stream(0)
    )
    with pytest.raises(IllegalMove):
        await at.lobby.drafts.hint(player, table, lang="en", laid=[*laid, "nonsense"])


async def test_a_hint_changes_nothing(at: House, searched: list[int]) -> None:
    table, player = await begun_table(at)
    before = await at.lobby.views.answer(player, table, since=0)
    await at.lobby.drafts.hint(player, table, lang="en")
    assert await at.lobby.views.answer(player, table, since=0) == before
    assert searched == [0]


async def test_a_repeated_request_returns_the_cached_hint(at: House, searched: list[int]) -> None:
    table, player = await begun_table(at)
    answers = await asyncio.gather(*(at.lobby.drafts.hint(player, table, lang="en") for _ in range(3)))
    assert all(answer == answers[0] for answer in answers)
    await at.move(player, table)
    await at.lobby.drafts.hint(player, table, lang="en")
    assert searched == [0, 1]


async def test_hints_are_searched_one_at_a_time_and_cached_up_to_a_limit(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("courtly.tables.hints.CACHE_SIZE", 1)
    at_once: list[int] = []
    found: list[int] = []

    def watched(*args: Any, **named: Any) -> Any:
        at_once.append(1)
        found.append(len(at_once))
        answer = short(*args, **named)
        at_once.pop()
        return answer

    monkeypatch.setattr("courtly.tables.hints.hint", watched)
    tables = [await begun_table(at, name) for name in ("Ann", "Bo", "Cyd")]
    await asyncio.gather(*(at.lobby.drafts.hint(player, table, lang="en") for table, player in tables))
    await at.lobby.drafts.hint(tables[0][1], tables[0][0], lang="en")
    assert found == [1, 1, 1, 1]


async def test_a_full_hint_queue_refuses_only_the_persons_who_fill_it(at: House, slow: tuple[Event, Event]) -> None:
    begun, may_finish = slow
    table, ann = await begun_table(at)
    match = (await at.lobby.access.actor(ann, table)).state.match
    assert match is not None
    knowledge, hints = match.knowledge((await at.see(ann, table))["you"]), Hints(at.lobby.runtime)
    answered: list[str] = []

    async def ask(table: str, address: str, person: str) -> None:
        await hints.find(Asked(table, 0, 0, "en"), knowledge, Caller(address, person))
        answered.append(person)

    flood = [asyncio.create_task(ask(f"table {n}", "x", str(n % 6))) for n in range(WAITING + 2)]
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    with pytest.raises(HintsBusy, match="16 hints are already waiting"):
        await flood[-1]
    others = [asyncio.create_task(ask(name, "y", name)) for name in ("Bo", "Cyd")]
    may_finish.set()
    await asyncio.gather(*others)
    ended = await asyncio.gather(*flood, return_exceptions=True)
    assert [isinstance(each, HintsBusy) for each in ended].count(True) == 3
    assert {answered[n] for n in (2, 4)} == {"Bo", "Cyd"}


async def test_a_search_survives_a_cancelled_request(at: House, slow: tuple[Event, Event]) -> None:
    begun, may_finish = slow
    table, ann = await begun_table(at)
    gone, again = (asyncio.create_task(at.lobby.drafts.hint(ann, table, lang="en")) for _ in range(2))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    gone.cancel()
    may_finish.set()
    assert (await again).lines


async def test_a_hint_is_in_the_requested_language(at: House, searched: list[int]) -> None:
    table, player = await begun_table(at)
    english, french = [await at.lobby.drafts.hint(player, table, lang=lang) for lang in ("en", "fr")]
    assert english.choice == french.choice
    assert english.lines[0].startswith("This wins")
    assert french.lines[0].startswith("Ce coup gagne")


async def test_only_players_of_a_table_get_hints(at: House, searched: list[int]) -> None:
    table, player = await begun_table(at)
    stranger = await at.player("Stranger")
    with pytest.raises(NoSuchTable):
        await at.lobby.drafts.hint(stranger, table, lang="en")
    with pytest.raises(NoSuchTable):
        await at.lobby.drafts.hint(player, "nowhere", lang="en")
    with pytest.raises(UnknownLanguage):
        await at.lobby.drafts.hint(player, table, lang="xx")
    assert searched == []


async def test_there_is_no_hint_after_the_end(at: House, searched: list[int]) -> None:
    table, friends = await at.friends("Ann", "Bo", aids=True)
    for player in friends:
        await at.do(player, table, "vote", what="stop")
    for player in friends:
        with pytest.raises(NotYourTurn, match="has nothing to decide"):
            await at.lobby.drafts.hint(player, table, lang="en")
    assert searched == []


@pytest.mark.parametrize("given", [None, False, True])
async def test_aids_are_on_against_bots_only_unless_the_host_decides(at: House, given: bool | None) -> None:
    table, (ann, _) = await at.friends("ann", "bo", aids=given)
    alone = await at.finished(ann, aids=given)
    assert (await at.see(ann, alone))["aids"] == (given is not False)
    assert (await at.see(ann, table))["aids"] == (given is True)
    # A bot's seat that becomes free may be a friend's.
    await at.do(ann, alone, "again")
    await at.do(ann, alone, "clear", seat=0)
    assert (await at.see(ann, alone))["aids"] == (given is True)
