"""Tests of reports: their lines, the deletion of the people in them, and their end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from courtly.tables.journal import LEFT, Line, Player
from courtly.tables.refusals import BadAct
from courtly.tables.store import prune
from courtly.tables.store import reports as kept
from courtly.tables.store.reports import Report
from tests.tables.helpers import ME, OPEN, House, command, house

pytestmark = pytest.mark.anyio


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def say(at: House, player: Player, table: str, text: str | None, phrase: str | None = None) -> None:
    await at.lobby.talk.say(player, table, Line(0, datetime.now(UTC), player.id, None, text, phrase, command()))


async def send(at: House, player: Player, table: str, other: Player, text: str = "", *, reason: str = "spam") -> Report:
    company = await at.lobby.company.of_table(player, table)
    found = next(one for one in company if one.player == other.id)
    return await at.lobby.reports.send(player, table, found, reason, text)


async def stored(at: House, *, is_closed: bool = False) -> list[Report]:
    return await at.lobby.store.read(kept.page, is_closed=is_closed)


async def test_a_report_has_the_lines_that_the_reporter_could_see(at: House) -> None:
    table, (ann, bo, cleo) = await at.friends("Ann", "Bo", "Cleo")
    await say(at, bo, table, "before")
    await at.lobby.blocks.put(ann, bo.id, "Bo", "block")
    await at.lobby.blocks.put(cleo, ann.id, "Ann", "block")
    await say(at, cleo, table, "hidden from Ann")
    await say(at, ann, table, None, "hello")
    await send(at, ann, table, bo, " He \0shouts. ")
    (report,) = await stored(at)
    assert [(line.name, line.text, line.phrase) for line in report.lines] == [
        ("Bo", "before", None),
        ("Ann", None, "hello"),
    ]
    assert (report.reporter_name, report.reported_name, report.text) == ("Ann", "Bo", "He shouts.")
    assert (report.table, report.match, report.reported, report.reporter) == (table, 1, bo.id, ann.id)


async def test_a_report_about_a_spectator_has_the_name_of_the_player(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    table = await at.open(ann, ME, OPEN, listed=True, watchers=True)
    await at.see(bo, table)
    await say(at, bo, table, "hello")
    assert (await send(at, ann, table, bo)).reported_name == "Bo"


async def test_a_report_has_a_known_reason_and_a_bounded_text(at: House) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo")
    with pytest.raises(BadAct, match="there is no reason 'ugly'"):
        await send(at, ann, table, bo, reason="ugly")
    with pytest.raises(BadAct, match="at most 1000 characters"):
        await send(at, ann, table, bo, "x" * 1001)
    assert await stored(at) == []


async def test_people_in_a_report_can_be_deleted_and_the_report_stays(at: House) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo")
    await say(at, ann, table, "of Ann")
    await say(at, bo, table, "of Bo")
    await send(at, ann, table, bo, "my text")
    await at.lobby.departures.leave(ann)
    (report,) = await stored(at)
    assert (report.reporter_name, report.reported_name, report.text) == (LEFT, "Bo", "my text")
    assert [(line.name, line.text) for line in report.lines] == [(LEFT, ""), ("Bo", "of Bo")]
    await at.lobby.departures.leave(bo)
    (report,) = await stored(at)
    assert [(line.name, line.text) for line in report.lines] == [(LEFT, "")] * 2
    assert {ann.id, bo.id}.isdisjoint({report.reporter, report.reported, *(line.sender for line in report.lines)})


async def test_a_closed_report_is_deleted_with_old_tables_and_an_open_one_stays(at: House, tmp_path: Path) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo")
    first, second = await send(at, ann, table, bo), await send(at, bo, table, ann)
    long_ago = datetime.now(UTC) - timedelta(days=10)
    assert await at.lobby.store.write(kept.close, first.id, long_ago)
    assert not await at.lobby.store.write(kept.close, first.id, long_ago)
    assert [report.id for report in await stored(at, is_closed=True)] == [first.id]
    prune(tmp_path / "courtly.sqlite3", days=9)
    assert await stored(at, is_closed=True) == []
    assert [report.id for report in await stored(at)] == [second.id]


async def test_the_export_has_the_own_reports_without_the_lines_of_others(at: House) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo")
    await say(at, bo, table, "of Bo")
    await send(at, ann, table, bo, "my text")
    (exported,) = (await at.lobby.history.export(ann))["reports"]
    assert (exported["about"], exported["reason"], exported["text"]) == ("Bo", "spam", "my text")
    assert "of Bo" not in str(exported)
    assert (await at.lobby.history.export(bo))["reports"] == []
