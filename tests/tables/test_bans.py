"""Tests of bans and of closed tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.tables import bans as bans_module
from courtly.tables.acts import NewEntry
from courtly.tables.acts.matches import Closed
from courtly.tables.bans import read_network
from courtly.tables.journal import LEFT, Line, Player, identity
from courtly.tables.refusals import BadAct, Banned, NotAllowed, NotNow
from courtly.tables.store import admin, prune
from courtly.tables.store.admin import AdminAct, BanDetail
from tests.tables.helpers import ME, OPEN, House, command, house

pytestmark = pytest.mark.anyio
HOME, ELSEWHERE = "192.0.2.7", "198.51.100.7"


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def log(at: House) -> list[tuple[str, str]]:
    return [(act.act, act.target) for act in await at.lobby.store.read(admin.acts)]


async def test_a_banned_person_is_refused_with_the_end_of_the_longest_ban(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    bans = at.lobby.bans
    await bans.check(bo.id, HOME)
    await bans.put("s", bo, 7, "too loud")
    last = await bans.put("s", bo, 30, "again")
    await bans.check(ann.id, HOME)
    with pytest.raises(Banned, match="banned from this server until") as refused:
        await bans.check(bo.id, HOME)
    assert (refused.value.until, refused.value.reason) == (last.until, "again")


async def test_a_range_of_addresses_is_refused_for_all(at: House) -> None:
    bans = at.lobby.bans
    await bans.put("s", read_network("192.0.2.0/24"), 1, "")
    for host in (HOME, f"::ffff:{HOME}"):
        with pytest.raises(Banned):
            await bans.check(None, host)
    for host in (ELSEWHERE, "2001:db8::7", "unknown"):
        await bans.check(None, host)


async def test_a_ban_ends_when_it_is_lifted_and_the_log_has_both_acts(at: House) -> None:
    bo = await at.player("Bo")
    ban = await at.lobby.bans.put("s", bo, 1, "too loud")
    for _ in range(2):
        await at.lobby.bans.lift("s", ban.id)
    await at.lobby.bans.check(bo.id, HOME)
    assert sorted(await log(at)) == [("ban", bo.id), ("lift", bo.id)]
    acts = await at.lobby.store.read(admin.acts)
    details = {act.act: BanDetail.of_text(act.detail) for act in acts}
    assert details == {"ban": BanDetail(86_400, "Bo", "too loud"), "lift": BanDetail(0, "Bo", "too loud")}


async def test_other_processes_follow_a_ban(at: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bo = await at.player("Bo")
    await at.lobby.bans.check(bo.id, HOME)
    async with house(tmp_path) as other:
        await other.lobby.bans.put("s", bo, 1, "")
    await at.lobby.bans.check(bo.id, HOME)
    monkeypatch.setattr(bans_module, "FRESH_SECONDS", 0.0)
    with pytest.raises(Banned):
        await at.lobby.bans.check(bo.id, HOME)


async def test_bans_that_are_over_are_deleted_with_the_next_one(at: House) -> None:
    ann, bo = await at.player("Ann"), await at.player("Bo")
    await at.lobby.bans.put("s", bo, 1e-9, "")
    await at.lobby.bans.check(bo.id, HOME)
    await at.lobby.bans.put("s", ann, 1, "")
    assert [ban.name for ban in await at.lobby.store.read(admin.valid_bans, datetime(2000, 1, 1, tzinfo=UTC))] == [
        "Ann"
    ]


async def test_a_deleted_person_leaves_no_ban_and_no_id_or_name_in_the_log(at: House) -> None:
    bo = await at.player("Bo")
    await at.lobby.bans.put("s", bo, 1, "Bo is too loud")
    await at.lobby.store.write(admin.log, AdminAct("1", datetime.now(UTC), "s", "ban", bo.id, "7 d"))
    await at.lobby.departures.leave(bo)
    assert await at.lobby.bans.valid() == []
    assert await log(at) == [("ban", identity(bo.id))] * 2
    acts = await at.lobby.store.read(admin.acts)
    details = [BanDetail.of_text(act.detail) for act in acts if act.id != "1"]
    assert details == [BanDetail(86_400, LEFT, "")]


async def test_old_acts_are_deleted_with_old_tables(at: House, tmp_path: Path) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=10)
    await at.lobby.store.write(admin.log, AdminAct("1", long_ago, "s", "open", ""))
    prune(tmp_path / "courtly.sqlite3", days=11)
    assert len(await log(at)) == 1
    prune(tmp_path / "courtly.sqlite3", days=9)
    assert await log(at) == []


async def test_a_reason_is_bounded(at: House) -> None:
    with pytest.raises(BadAct, match="at most 200 characters"):
        await at.lobby.bans.put("s", await at.player("Bo"), 1, "x" * 201)


@given(st.ip_addresses(), st.integers(0, 32))
def test_a_range_contains_the_address_that_it_was_read_from(address: object, length: int) -> None:
    network = read_network(f"{address}/{length}")
    assert ip_address(str(address)) in network
    assert read_network(str(network)) == network


@pytest.mark.parametrize("text", ["", "home", "192.0.2.300", "192.0.2.0/33"])
def test_another_text_is_no_range(text: str) -> None:
    with pytest.raises(BadAct, match="no address range"):
        read_network(text)


async def close(at: House, table: str) -> None:
    actor = await at.lobby.tables.find(table)
    assert await actor.serve(lambda state: [NewEntry(Closed())])


async def ask_again(at: House, player: Player, table: str) -> None:
    await at.do(player, table, "again")


async def test_a_closed_match_ends_without_a_result_and_without_another(at: House) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo")
    await close(at, table)
    seen = await at.see(bo, table)
    assert (seen["status"], seen["to_move"], seen["talk"]) == ("over", None, False)
    assert (await at.lobby.history.played(ann)).count == 0
    with pytest.raises(NotNow, match="has closed the table"):
        await ask_again(at, ann, table)
    with pytest.raises(NotAllowed, match="no chat"):
        await at.lobby.talk.say(ann, table, at_line(ann))


def at_line(player: Player) -> Line:
    return Line(0, datetime.now(UTC), player.id, None, "hello", None, command())


async def test_a_table_is_closed_before_a_match_and_after_one(at: House) -> None:
    ann = await at.player("Ann")
    waiting = await at.open(ann, ME, OPEN, listed=True)
    await close(at, waiting)
    assert (await at.see(ann, waiting))["status"] == "over"
    assert await at.lobby.views.listed(None) == []
    over = await at.finished(await at.player("Cleo"))
    await close(at, over)
    cleo = await at.lobby.people.known("id-Cleo")
    assert cleo is not None
    assert (await at.lobby.history.played(cleo)).count == 1
    with pytest.raises(NotNow, match="has closed the table"):
        await ask_again(at, cleo, over)


async def test_a_table_that_waits_for_a_rematch_is_closed(at: House) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo")
    for player in (ann, bo):
        await at.do(player, table, "vote", what="stop")
    await ask_again(at, ann, table)
    await close(at, table)
    assert (await at.see(bo, table))["status"] == "over"


async def test_a_closed_table_stays_closed_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        table, (ann, _) = await at.friends("Ann", "Bo")
        before = (await at.see(ann, table))["view"]["to_move"]
        await close(at, table)
    async with house(tmp_path) as at:
        assert (await at.see(ann, table))["status"] == "over"
        assert (await at.lobby.tables.find(table)).state.is_closed
        assert before is not None
