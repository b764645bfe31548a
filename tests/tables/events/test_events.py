"""Events: registration, rounds, results, and everything that stays closed while a round is being played."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from courtly.environment import environment
from courtly.tables.errors import BadSeats, NoSuchTable
from courtly.tables.event_rules.terms import NewEvent
from courtly.tables.events.service import MAX_EVENTS, EventView
from courtly.tables.journal import Player
from courtly.tables.refusals import BadName, DealOpen, NoSuchEvent, NotAllowed, NotNow, Reused, TooMany
from courtly.tables.store import events, players
from courtly.tables.store.rows import Aim, to_milliseconds
from courtly.tables.store.writes import forget
from tests.tables.helpers import House, command, house

pytestmark = pytest.mark.anyio

NOTHING_AHEAD = 0.0


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, event_pause=NOTHING_AHEAD) as found:
        yield found


def wanted(**changes: Any) -> NewEvent:
    """Return the request for a small event."""
    usual = {"name": "Friday", "game": "courtisans", "tables": 2, "seats": 2, "rounds": 2, "level": "novice"}
    return NewEvent(command=command(), **{**usual, **changes})


async def opened(at: House, *names: str, **changes: Any) -> tuple[str, list[Player]]:
    """Open an event whose host is the first of some players; all register."""
    people = [await at.player(name) for name in names]
    assert at.lobby.events is not None
    code = await at.lobby.events.open(people[0], wanted(**changes))
    for player in people:
        await at.lobby.events.join(player, code)
    return code, people


async def started(at: House, *names: str, **changes: Any) -> tuple[str, list[Player]]:
    """Start an event, and begin its first round."""
    code, people = await opened(at, *names, **changes)
    assert at.lobby.events is not None
    await at.lobby.events.start(people[0], code)
    await advance(at)
    return code, people


async def advance(at: House) -> None:
    """Make the steps that are due."""
    assert at.lobby.event_runner is not None
    await at.lobby.event_runner.advance_all()


async def view(at: House, code: str, player: Player | None = None) -> EventView:
    assert at.lobby.events is not None
    return await at.lobby.events.view(player, code)


async def table_of(at: House, code: str, player: Player) -> str:
    """Return the table of a player in the present round."""
    found = (await view(at, code, player)).own_table
    assert found is not None
    return found.table


async def play_round(at: House, code: str, *people: Player) -> None:
    """Play the present round at all tables to its end; the people move at their own tables."""
    now = await view(at, code)
    for table in now.present:
        here = [player for player in people if (await view(at, code, player)).own_table == table]
        if here:
            await finish(at, table.table, *here)
    while (await view(at, code)).event.status == "playing" and (await view(at, code)).event.round == now.event.round:
        await advance(at)
        await environment().sleep(0.01)


async def finish(at: House, table: str, *people: Player) -> None:
    """Play a match to its end; each person makes the first legal move."""
    by_seat = {(await at.see(player, table))["you"]: player for player in people}

    def waits(now: dict[str, Any]) -> bool:
        return now["status"] != "waiting" and (now["to_move"] is None or now["to_move"] in by_seat)

    while (now := await at.until(people[0], table, waits))["status"] != "over":
        await at.move(by_seat[now["to_move"]], table)


async def test_people_and_bots_play_an_event_to_its_end(at: House) -> None:
    code, people = await started(at, "Ann", "Bea", "Cid")
    assert len((await view(at, code)).entrants) == 4
    await play_round(at, code, *people)
    await advance(at)
    await play_round(at, code, *people)
    over = await view(at, code)
    assert (over.event.status, over.event.round) == ("over", 2)
    assert [len(points) for points in over.points] == [4, 4]
    # Two tables and two seats: one comparison for each seat of each deal.
    assert sum(each.points for each in over.standings) == 2 * 2 * 2
    assert {each.rounds for each in over.standings} == {2}


async def test_all_tables_of_a_round_have_the_same_deal_and_each_round_another(at: House) -> None:
    code, people = await started(at, "Ann")
    deals = []
    for _ in range(2):
        states = [await at.lobby.tables.state_of(each.table) for each in (await view(at, code)).present]
        assert states[0].opened["deal"] == states[1].opened["deal"]
        assert states[0].opened["luck"] == states[1].opened["luck"]
        deals.append(states[0].opened["deal"])
        await play_round(at, code, *people)
        await advance(at)
    assert deals[0] != deals[1]


@pytest.mark.parametrize("kind", ["round_robin", "swiss"])
async def test_other_events_have_a_fresh_deal_at_each_table(at: House, kind: str) -> None:
    code, people = await started(at, "Ann", "Bea", kind=kind)
    states = [await at.lobby.tables.state_of(each.table) for each in (await view(at, code)).present]
    assert {state.known_deal for state in states} == {False}
    await play_round(at, code, *people)
    await advance(at)
    rounds = [{frozenset(each.seats) for each in (await view(at, code)).tables if each.round == n} for n in (1, 2)]
    assert rounds[0].isdisjoint(rounds[1])


async def test_the_tables_of_a_round_are_closed_until_all_of_them_are_over(at: House) -> None:
    code, (ann, bea, cid, dan) = await started(at, "Ann", "Bea", "Cid", "Dan")
    eve = await at.player("Eve")
    table = await table_of(at, code, ann)
    here = [each for each in (ann, bea, cid, dan) if await table_of(at, code, each) == table]
    others = [each for each in (ann, bea, cid, dan) if each not in here]
    for stranger in (*others, eve, None):
        with pytest.raises(NoSuchTable):
            await at.see(stranger, table)
    await finish(at, table, *here)
    assert (await at.see(ann, table))["status"] == "over"
    for player in here:
        for closed in (at.lobby.finished.record, at.lobby.finished.find, at.lobby.finished.review):
            with pytest.raises(DealOpen):
                await closed(player, table, 1)
        with pytest.raises(DealOpen):
            await at.lobby.sharing.make(player, Aim(table, 1))
        with pytest.raises(DealOpen):
            await at.lobby.shared_deals.share(player, table, 1)
    for stranger in (*others, eve, None):
        with pytest.raises(NoSuchTable):
            await at.lobby.finished.record(stranger, table, 1)
    now = await view(at, code)
    assert (len(now.over), now.points, sum(each.points for each in now.standings)) == (1, [], 0)
    assert [each.result for each in now.tables] == [None, None]
    await play_round(at, code, *others)
    for viewer in (*here, *others, eve, None):
        assert (await at.lobby.finished.record(viewer, table, 1))["result"]
    assert len((await view(at, code)).points) == 1


async def test_no_result_of_an_event_with_known_deals_counts_on_the_pages_of_players(at: House) -> None:
    code, people = await started(at, "Ann")
    await play_round(at, code, *people)
    assert await at.lobby.store.read(players.results_of, people[0].id) == []


async def test_the_players_of_an_event_cannot_change_what_is_played(at: House) -> None:
    code, (ann,) = await started(at, "Ann")
    table = await table_of(at, code, ann)
    now = await at.until(ann, table, lambda now: now["to_move"] is not None and now["to_move"] == now["you"])
    own = now["you"]
    assert now["host"] is None
    for act, more in (
        ("vote", {"what": "stop"}),
        ("vote", {"what": "mind", "seat": 1 - own}),
        ("stop", {}),
        ("take_back", {"match": 1, "turn": now["turn"]}),
        ("again", {}),
        ("sit", {}),
        ("unready", {}),
        ("change", {"options": {}}),
        ("make_host", {"seat": own}),
    ):
        with pytest.raises((NotNow, NotAllowed)):
            await at.do(ann, table, act, **more)


async def test_a_seat_where_a_stand_in_has_moved_counts_for_the_others_alone(at: House) -> None:
    code, (ann, *_) = await started(at, "Ann", rounds=1)
    table = await table_of(at, code, ann)
    await at.until(ann, table, lambda now: now["status"] == "playing")
    await at.do(ann, table, "leave")
    await play_round(at, code)
    over = await view(at, code, ann)
    own = next(each for each in over.standings if over.own is not None and each.entrant == over.own.number)
    assert (own.points, own.rounds, over.event.status) == (0, 0, "over")
    assert sum(each.is_own for each in over.points[0]) == 3


async def test_a_late_player_takes_over_the_place_of_a_bot(at: House) -> None:
    code, people = await started(at, "Ann", rounds=2)
    late = await at.player("Bea")
    assert at.lobby.events is not None
    await at.lobby.events.join(late, code)
    await at.lobby.events.join(late, code)
    now = await view(at, code, late)
    assert (now.places_left, now.own_table) == (2, None)
    await play_round(at, code, *people)
    await advance(at)
    assert (await view(at, code, late)).own_table is not None
    await play_round(at, code, *people, late)
    over = await view(at, code, late)
    assert over.own is not None
    assert next(each.rounds for each in over.standings if each.entrant == over.own.number) == 1


async def test_a_bot_takes_over_the_place_of_a_player_who_leaves_and_may_come_back(at: House) -> None:
    code, (ann, bea) = await started(at, "Ann", "Bea", rounds=3)
    assert at.lobby.events is not None
    await play_round(at, code, ann, bea)
    before = await view(at, code, bea)
    await at.lobby.events.leave(bea, code)
    await advance(at)
    assert (await view(at, code, bea)).own_table is None
    await at.lobby.events.join(bea, code)
    await play_round(at, code, ann)
    await advance(at)
    after = await view(at, code, bea)
    assert after.own_table is not None
    assert before.own is not None
    assert after.own is not None
    assert after.own.number == before.own.number


async def test_before_the_start_players_come_and_go(at: House) -> None:
    code, (ann, bea) = await opened(at, "Ann", "Bea")
    assert at.lobby.events is not None
    await at.lobby.events.leave(bea, code)
    assert [each.name for each in (await view(at, code)).entrants] == ["Ann"]
    for name in ("Cid", "Dan", "Eve"):
        await at.lobby.events.join(await at.player(name), code)
    assert (await view(at, code)).places_left == 0
    with pytest.raises(NotNow):
        await at.lobby.events.join(bea, code)
    with pytest.raises(NotAllowed):
        await at.lobby.events.start(bea, code)
    await at.lobby.events.start(ann, code)
    await at.lobby.events.start(ann, code)
    await advance(at)
    with pytest.raises(NotNow):
        await at.lobby.events.join(bea, code)


async def test_an_event_without_players_does_not_start(at: House) -> None:
    code, (ann,) = await opened(at, "Ann")
    assert at.lobby.events is not None
    await at.lobby.events.leave(ann, code)
    with pytest.raises(NotNow):
        await at.lobby.events.start(ann, code)


async def test_programs_cannot_register(at: House) -> None:
    code, _ = await opened(at, "Ann")
    assert at.lobby.events is not None
    with pytest.raises(NotAllowed):
        await at.lobby.events.join(await at.player("Bot", is_program=True), code)


@pytest.mark.parametrize("code", ["", "nothing", "x" * 400, "\0", None, 7])
async def test_an_unknown_code_leads_to_no_event(at: House, code: object) -> None:
    assert at.lobby.events is not None
    with pytest.raises(NoSuchEvent):
        await at.lobby.events.view(None, code)


HOSTILE = ["", " ", "\u202egnp.exe", "a\u0000b", "\u200b", "x" * 61, "\u3164", "two\nlines", "\u0301"]


@pytest.mark.parametrize("name", HOSTILE)
async def test_an_event_with_a_hostile_name_is_refused(at: House, name: str) -> None:
    with pytest.raises(BadName):
        await opened(at, "Ann", name=name)


async def test_an_event_may_have_markup_and_any_script_in_its_name(at: House) -> None:
    code, _ = await opened(at, "Ann", name="  <script>alert(1)</script> שלום ")
    assert (await view(at, code)).terms.name == "<script>alert(1)</script> שלום"


@pytest.mark.parametrize("changes", [{"tables": 1}, {"level": "steward"}])
async def test_an_event_that_cannot_be_played_is_refused(at: House, changes: dict[str, Any]) -> None:
    with pytest.raises(BadSeats):
        await opened(at, "Ann", **changes)


async def test_a_repeated_request_opens_one_event_and_another_one_is_refused(at: House) -> None:
    ann = await at.player("Ann")
    assert at.lobby.events is not None
    request = wanted()
    code = await at.lobby.events.open(ann, request)
    assert await at.lobby.events.open(ann, request) == code
    with pytest.raises(Reused):
        await at.lobby.events.open(ann, request.model_copy(update={"rounds": 3}))
    for _ in range(MAX_EVENTS - 1):
        await at.lobby.events.open(ann, wanted())
    with pytest.raises(TooMany):
        await at.lobby.events.open(ann, wanted())
    assert len(await at.lobby.events.of_player(ann)) == MAX_EVENTS


async def test_a_deleted_player_is_replaced_by_a_bot_and_has_no_name(at: House) -> None:
    code, (ann, bea) = await started(at, "Ann", "Bea")
    assert (await at.lobby.history.export(bea))["events"] == [
        {"name": "Friday", "game": "courtisans", "is_host": False}
    ]
    await at.lobby.departures.leave(bea)
    await play_round(at, code, ann)
    await advance(at)
    now = await view(at, code)
    assert "Bea" not in [each.name for each in now.entrants]
    assert bea.id not in repr(now.entrants)
    assert len({who for each in now.present for who in each.seats}) == 4
    await play_round(at, code, ann)
    assert (await view(at, code)).event.status == "over"


async def test_a_restarted_server_goes_on_with_the_same_round(tmp_path: Path) -> None:
    async with house(tmp_path, event_pause=NOTHING_AHEAD) as at:
        code, (ann,) = await started(at, "Ann")
        before = await view(at, code)
        table = await table_of(at, code, ann)
    async with house(tmp_path, event_pause=NOTHING_AHEAD) as at:
        await advance(at)
        assert (await view(at, code)).tables == before.tables
        await finish(at, table, ann)
        await play_round(at, code)
        await advance(at)
        assert (await view(at, code)).event.round == 2


async def test_tables_that_a_stopped_server_has_not_opened_are_opened_with_the_same_deal(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, (ann,) = await opened(at, "Ann")
    assert at.lobby.events is not None
    assert at.lobby.event_runner is not None
    await at.lobby.events.start(ann, code)
    # The server stops after the write that begins the round.
    with monkeypatch.context() as patch:
        patch.setattr(at.lobby.event_runner, "_open", _stopped)
        await advance(at)
    tables = (await view(at, code)).tables
    assert len(tables) == 2
    await advance(at)
    await advance(at)
    assert (await view(at, code)).tables == tables
    states = [await at.lobby.tables.state_of(each.table) for each in tables]
    assert states[0].opened["deal"] == states[1].opened["deal"]


async def _stopped(*_: object) -> None:
    """Do nothing, as a server that has stopped."""


async def test_of_two_processes_exactly_one_begins_and_ends_a_round(at: House) -> None:
    code, (ann,) = await opened(at, "Ann")
    store = at.lobby.store
    event = (await view(at, code)).event
    assert [await store.write(events.start, event, event.due) for _ in range(2)] == [True, False]
    event = (await view(at, code)).event
    made = [events.EventTable(1, 0, "t0", [0]), events.EventTable(1, 1, "t1", [0])]
    begun = [await store.write(events.begin_round, event, events.Changed(), made) for _ in range(2)]
    assert begun == [True, False]
    event = (await view(at, code)).event
    assert [await store.write(events.end_round, event, {}, event.due) for _ in range(2)] == [True, False]
    assert not await store.write(events.change_entrants, event, 1, events.Changed())
    assert not await store.write(events.remove_entrant, event, ann.id)


async def test_pruning_deletes_old_events_that_are_over_or_were_never_started(at: House) -> None:
    started_code, (ann,) = await started(at, "Ann", rounds=1)
    await opened(at, "Bea")
    later = to_milliseconds(environment().now() + timedelta(days=1))
    await at.lobby.store.write(events.forget, later)
    assert [event.status for event in await at.lobby.store.read(events.running)] == ["playing"]
    await play_round(at, started_code, ann)
    await at.lobby.store.write(events.forget, later)
    with pytest.raises(NoSuchEvent):
        await view(at, started_code)


async def test_tables_that_were_pruned_during_their_round_are_opened_again_with_the_same_deal(at: House) -> None:
    code, (ann,) = await started(at, "Ann", rounds=1)
    own = await table_of(at, code, ann)
    other = next(each for each in (await view(at, code)).present if each.table != own)
    while (await at.lobby.tables.state_of(other.table)).status != "over":
        await environment().sleep(0.01)
    before = (await at.lobby.tables.state_of(own)).opened["deal"]
    later = to_milliseconds(environment().now() + timedelta(days=1))
    assert await at.lobby.store.write(forget, later) == 2
    at.lobby.tables.drop([own, other.table])
    await advance(at)
    deals = [(await at.lobby.tables.state_of(table)).opened["deal"] for table in (own, other.table)]
    assert deals == [before, before]
    await play_round(at, code, ann)
    assert (await view(at, code)).event.status == "over"
